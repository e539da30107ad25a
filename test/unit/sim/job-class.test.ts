import { describe, expect, it } from 'vitest'
import {
  CLASS_VARIABLES,
  ClassRows,
  compileObjective,
  findObjective,
  MeasuredSchedule,
  measure,
  parseJobClass,
} from '../../../src/sim/objectives/index.js'
import { failureOf } from '../../support/failures.js'
import { type PartialJob, scheduleOf } from '../../support/worlds.js'

const HOUR = 3_600
/** Waits 0, 100, 200, 300, 400. */
const JOBS: PartialJob[] = [
  { submit: 0, runtime: 100, size: 1, user: 1, group: 1, estimate: HOUR, start: 0 },
  { submit: 10, runtime: 200, size: 4, user: 1, group: 1, estimate: 5 * HOUR, start: 110 },
  { submit: 20, runtime: 50, size: 8, user: 2, group: 2, estimate: 2 * HOUR, start: 220 },
  { submit: 30, runtime: 50, size: 16, user: 3, group: 2, estimate: 4 * HOUR, start: 330 },
  { submit: 40, runtime: 0, size: 2, user: -1, group: 0, estimate: 30 * 60, start: 440 },
]
const SCHEDULE = scheduleOf(JOBS, 32)

function rowsOf(condition: string): number[] {
  return [...ClassRows.ofTable(SCHEDULE.jobs, null).of(parseJobClass(condition))]
}

describe('conditions', () => {
  it.each([
    ['size <= 8', [0, 1, 2, 4]],
    ['size=1..4', [0, 1, 4]],
    ['size = 1, 8..', [0, 2, 3]],
    ['size != 1, 8..', [1, 4]],
    ['estimate > 4h', [1]],
    ['estimate>=1h30m', [1, 2, 3]],
    ['run = 50s', [2, 3]],
    ['user=1', [0, 1]],
    // What the log does not say is no number.
    ['user < 9', [0, 1, 2, 3]],
    ['user != 1', [2, 3, 4]],
    ['group = 0', [4]],
    ['size*run >= 400', [1, 2, 3]],
    ['size = 1 | size = 4 & user = 2', [0]],
    ['(size = 1 | size = 4) & user = 1', [0, 1]],
    ['!size <= 4', [2, 3]],
    ['! ! size <= 4', [0, 1, 4]],
    ['not (size = 1 or size = 2) and user == 1', [1]],
    ['size <= 4 && user = 1 || size = 16', [0, 1, 3]],
    ['max(size, run) = 50', [2, 3]],
    ['weekday = thu & hour = 0', [0, 1, 2, 3, 4]],
    ['weekday = sat, sun', []],
    ['submit >= 30', [3, 4]],
    ['size = -1', []],
  ])('%s', (condition, rows) => {
    expect(rowsOf(condition)).toEqual(rows)
  })

  it('name what they know', () => {
    for (const name of Object.keys(CLASS_VARIABLES)) {
      const { fields } = parseJobClass(`${name} = 1`)
      expect(fields.length).toBe(['account', 'queue', 'partition', 'application'].includes(name) ? 1 : 0)
    }
    const further = new ClassRows(
      {
        jobs: SCHEDULE.jobs,
        fields: { queue: Float64Array.of(1, 2, -1, 2, 3) },
        clock: { unixStart: 0, zone: 0 },
      },
      Int32Array.of(1, 2, 3),
    )
    expect([...further.of(parseJobClass('queue >= 2'))]).toEqual([1, 3])
    expect([...further.of(parseJobClass('queue != 2'))]).toEqual([2])
  })

  it.each([
    ['', 'empty condition'],
    ['size', 'this is no condition at column 1'],
    ['size <= 8 & queue', 'this is no condition at column 13'],
    ['size <= 8 9', 'unexpected "9" at column 11'],
    ['sise <= 8', 'unknown name sise at column 1'],
    ['size = 1-8', 'a difference of numbers at column 8'],
    ['1 < size < 8', 'comparison of a comparison'],
    ['(size = 1, 2) + 1 = 2', 'a condition in place of a number'],
    ['min(size = 1, 2) = 2', 'a condition in place of a number'],
    ['estimate > 4x', 'malformed number "4x"'],
    ['size = ', 'unexpected end'],
    ['size = ..8', 'unexpected ".."'],
    ['wait > 1h', 'unknown name wait'],
  ])('refuse %j', (condition, message) => {
    const failure = failureOf(() => parseJobClass(condition))
    expect(failure.message).toContain(message)
    expect(failure.message).toContain('of the class')
  })

  it('take long lists, and refuse what is nested too deep', () => {
    const list = Array.from({ length: 1_000 }, (_, k) => k + 2).join(',')
    expect(rowsOf(`size = ${list}`)).toEqual([1, 2, 3, 4])
    expect(rowsOf(`${'('.repeat(200)}size=4${')'.repeat(200)}`)).toEqual([1])
    expect(failureOf(() => parseJobClass(`${'('.repeat(2_000)}size=4`)).kind).toBe('formula-syntax')
    for (const reversed of ['hour=22..6', 'hour!=22..6', 'size=8..1 | size=1', 'weekday=sat..mon'])
      expect(() => parseJobClass(reversed)).toThrow(
        /a range that ends before it begins.*such as 22\.\.23, 0\.\.6/,
      )
    for (const sound of ['hour=22..23, 0..6', 'size=4..4', 'weekday=sat..sun', 'queue=7..'])
      expect(parseJobClass(sound).text).toBe(sound)
    expect(rowsOf(`${'!'.repeat(10_001)}size=4`)).toEqual([0, 2, 3, 4])
  })
})

describe('objectives over classes', () => {
  it('are those of the jobs of the class alone', () => {
    const names = [
      'meanWait[size <= 8]',
      'AWRT2[size=16]',
      'AVEbsld[user=2]',
      'maxWait[!size=2]',
      'UTIL[size=1]',
    ]
    expect(measure(SCHEDULE, null, names)).toEqual({
      'meanWait[size <= 8]': 175,
      'AWRT2[size=16]': 350,
      'AVEbsld[user=2]': 5,
      'maxWait[!size=2]': 300,
      'UTIL[size=1]': 1 / 32,
    })
    const formula = compileObjective('2*meanWait[size<=8] + meanWait')
    expect(formula.measure(SCHEDULE, null)).toBe(550)
    expect(formula.rises).toBe(true)
    // Only those of the class that are judged.
    expect(formula.measure(SCHEDULE, Int32Array.of(1, 3))).toBe(400)
  })

  it('are the group, where the class is one', () => {
    const { 'AWRT[group=1]': one, AWRT1 } = measure(SCHEDULE, null, ['AWRT[group=1]', 'AWRT1'])
    expect(one).toBe(AWRT1)
  })

  it('have names, and say what they are of', () => {
    expect(findObjective('meanWait[size<=8]')?.within?.text).toBe('size<=8')
    expect(findObjective('menWait[size<=8]')).toBeUndefined()
    expect(failureOf(() => compileObjective('menWait[size<=8]')).message).toContain('Did you mean meanWait?')
    expect(failureOf(() => compileObjective('meanWait[size<=8')).message).toContain('without an end')
    expect(failureOf(() => compileObjective('meanWait [size<=8]')).message).toContain('right after')
    expect(failureOf(() => compileObjective('meanWait[size<<8]')).message).toContain(
      'unexpected "<" at column 6 of the class (value "meanWait[size<<8]"',
    )
  })

  it('have no value where the class is empty, or the log lacks the field', () => {
    expect(measure(SCHEDULE, null, ['meanWait[size>99]'])).toEqual({ 'meanWait[size>99]': null })
    const empty = failureOf(() => compileObjective('meanWait[size>99]').measure(SCHEDULE, null))
    expect(empty.message).toContain('no job that is judged is in the class size>99')
    const lacking = failureOf(() => compileObjective('meanWait[queue=2]').measure(SCHEDULE, null))
    expect(lacking.kind).toBe('objective-undefined')
    expect(lacking.message).toContain('this log does not say the queue of its jobs')
  })
})

describe('fairness, by hand', () => {
  it('is of the means of users', () => {
    // Users 1, 2, 3: waits 50, 200, 300; slowdowns 1 and 1.5, 5, 7.
    const values = measure(SCHEDULE, null, [
      'jainWait',
      'jainSlowdown',
      'userWait',
      'worstUserWait',
      'worstUserWait[size<=8]',
    ])
    expect(values['jainWait']).toBeCloseTo(550 ** 2 / (3 * (50 ** 2 + 200 ** 2 + 300 ** 2)), 12)
    expect(values['jainSlowdown']).toBeCloseTo(13.25 ** 2 / (3 * (1.25 ** 2 + 25 + 49)), 12)
    expect(values['userWait']).toBeCloseTo(550 / 3, 12)
    expect(values['worstUserWait']).toBe(300)
    expect(values['worstUserWait[size<=8]']).toBe(200)
    const { users, jobs } = new MeasuredSchedule(SCHEDULE, null).users
    expect([[...users], [...jobs]]).toEqual([
      [1, 2, 3],
      [2, 1, 1],
    ])
    const nobody = scheduleOf([{ submit: 0, runtime: 1, size: 1, user: -1, start: 0 }], 1)
    expect(measure(nobody, null, ['jainWait', 'userWait'])).toEqual({ jainWait: null, userWait: null })
    const alike = scheduleOf([{ submit: 0, runtime: 1, size: 1, user: 5, start: 0 }], 1)
    expect(measure(alike, null, ['jainWait'])).toEqual({ jainWait: 1 })
  })

  it('has shares of what was delivered while jobs still came', () => {
    const schedule = scheduleOf(
      [
        // Of 40 processor seconds before the last submit, at 20: 30, 10, none, none.
        { submit: 0, runtime: 20, size: 2, user: 1, start: 5 },
        { submit: 0, runtime: 10, size: 1, user: 2, start: 5 },
        { submit: 10, runtime: 5, size: 4, user: 2, start: 20 },
        { submit: 20, runtime: 5, size: 1, user: 2, start: 20 },
      ],
      8,
    )
    const values = measure(schedule, null, ['share[user=1]', 'share[user=2]', 'share'])
    expect(values).toEqual({ 'share[user=1]': 0.75, 'share[user=2]': 0.25, share: 1 })
  })
})

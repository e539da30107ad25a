import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compileObjective,
  findObjective,
  MeasuredSchedule,
  measure,
  OBJECTIVES,
  objectiveNames,
} from '../../../src/sim/objectives/index.js'
import type { Schedule } from '../../../src/sim/schedule.js'
import { failureOf } from '../../support/failures.js'
import { type PartialJob, scheduleOf } from '../../support/worlds.js'

/**
 * Three jobs on 10 processors, worked out by hand:
 * waits 0, 40, 300; work 400, 300, 0; responses 100, 190, 300; ends 100, 200, 400.
 */
const JOBS: PartialJob[] = [
  { submit: 0, runtime: 100, size: 4, group: 1, start: 0 },
  { submit: 10, runtime: 150, size: 2, group: 3, start: 50 },
  { submit: 100, runtime: 0, size: 5, group: 3, start: 400 },
]
const SCHEDULE = scheduleOf(JOBS, 10)

describe('every objective, by hand', () => {
  it.each([
    ['UTIL', 700 / (10 * 400)],
    ['makespan', 400],
    ['throughput', 3 / (400 / 86_400)],
    ['AWRT', (400 * 100 + 300 * 190) / 700],
    ['AWRT1', 100],
    ['AWRT2', null],
    ['AWRT3', 190],
    ['AWRT9', null],
    ['AWWT', (300 * 40) / 700],
    ['SD', (400 * 100 + 300 * 190) / (400 * 100 + 300 * 150)],
    ['AVEbsld', (1 + 190 / 150 + 300 / 10) / 3],
    ['meanWait', 340 / 3],
    ['medianWait', 40],
    ['p95Wait', 40 + 0.9 * 260],
    ['p99Wait', 40 + 0.98 * 260],
    ['maxWait', 300],
    ['meanResponse', 590 / 3],
    ['flowtime', 590],
  ])('%s is %d', (name, expected) => {
    const value = measure(SCHEDULE, null, [name])[name]
    if (expected === null) expect(value).toBeNull()
    else expect(value).toBeCloseTo(expected, 10)
  })

  it('no objective is forgotten above', () => {
    expect(objectiveNames(0).sort()).toEqual(
      'AVEbsld AWRT AWWT SD UTIL flowtime makespan maxWait meanResponse meanWait medianWait p95Wait p99Wait throughput'.split(
        ' ',
      ),
    )
  })

  it('judges the rows given alone', () => {
    const rows = Int32Array.of(1, 2)
    expect(
      measure(SCHEDULE, rows, ['maxWait', 'meanWait', 'makespan', 'UTIL', 'AWRT', 'AWRT1', 'medianWait']),
    ).toEqual({
      maxWait: 300,
      meanWait: 170,
      makespan: 390,
      UTIL: 300 / (10 * 350),
      AWRT: 190,
      AWRT1: null,
      medianWait: 170,
    })
  })

  it('has no value without jobs, nor without work where work is the measure', () => {
    const none = measure(scheduleOf([]), null, objectiveNames(2))
    expect(Object.values(none).every((value) => value === null)).toBe(true)
    const idle = measure(scheduleOf([{ runtime: 0, start: 5 }]), null, objectiveNames(1))
    expect(idle).toEqual({
      UTIL: null,
      makespan: 5,
      throughput: 1 / (5 / 86_400),
      AWRT: null,
      AWRT1: null,
      AWWT: null,
      SD: null,
      AVEbsld: 1,
      meanWait: 5,
      medianWait: 5,
      p95Wait: 5,
      p99Wait: 5,
      maxWait: 5,
      meanResponse: 5,
      flowtime: 5,
    })
  })
})

const schedules: fc.Arbitrary<Schedule> = fc
  .array(
    fc.record({
      submit: fc.integer({ min: 0, max: 1e6 }),
      runtime: fc.integer({ min: 0, max: 1e5 }),
      size: fc.integer({ min: 1, max: 1e4 }),
      group: fc.integer({ min: 0, max: 3 }),
      wait: fc.integer({ min: 0, max: 1e6 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((jobs) => {
    const sorted = [...jobs].sort((a, b) => a.submit - b.submit)
    return scheduleOf(
      sorted.map(({ wait, ...job }) => ({ ...job, start: job.submit + wait })),
      10_000,
    )
  })

describe('on random schedules', () => {
  it('the weighted objectives equal exact whole-number arithmetic', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { jobs, start } = schedule
        let above = 0n
        let work = 0n
        let squared = 0n
        for (let row = 0; row < jobs.length; row++) {
          const p = BigInt(jobs.runtime[row])
          const m = BigInt(jobs.size[row])
          above += p * m * BigInt(start[row] + jobs.runtime[row] - jobs.submit[row])
          work += p * m
          squared += p * p * m
        }
        const { AWRT, SD } = measure(schedule, null, ['AWRT', 'SD'])
        if (work === 0n) expect([AWRT, SD]).toEqual([null, null])
        else {
          expect(Math.abs((AWRT ?? 0) / (Number(above) / Number(work)) - 1)).toBeLessThan(1e-14)
          expect(Math.abs((SD ?? 0) / (Number(above) / Number(squared)) - 1)).toBeLessThan(1e-14)
        }
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })

  it('AWRT is the mean of the groups’ AWRT, weighed by their work', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const measured = new MeasuredSchedule(schedule, null)
        const groups = [0, 1, 2, 3].map((group) => measured.group(group))
        const total = groups.reduce((sum, { work }) => sum + work, 0)
        const weighted = groups.reduce((sum, { workResponse }) => sum + workResponse, 0)
        expect(total).toBe(measured.sums.work)
        expect(Math.abs(weighted - measured.sums.workResponse)).toBeLessThanOrEqual(1e-12 * weighted)
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })
})

describe('names', () => {
  it('are found, with a group where the objective has one', () => {
    expect(findObjective('AWRT12')).toMatchObject({ name: 'AWRT12', group: 12, objective: { name: 'AWRT' } })
    for (const name of ['AWRT0', 'AWRT01', 'UTIL1', 'awrt', 'AWRT-1', 'AWRT99999', '', 'constructor']) {
      expect(findObjective(name)).toBeUndefined()
    }
    expect(objectiveNames(2)).toContain('AWRT2')
    expect(objectiveNames(2)).not.toContain('AWRT3')
    for (const { name, unit, sense, description, source } of OBJECTIVES) {
      expect(['s', 'share', '1/d', '1']).toContain(unit)
      expect(sense).toBe(
        ['UTIL', 'throughput', 'share', 'jainWait', 'jainSlowdown'].includes(name) ? 'max' : 'min',
      )
      expect(description.length * source.length).toBeGreaterThan(0)
    }
  })

  it('are suggested when mistyped', () => {
    const failure = failureOf(() => measure(SCHEDULE, null, ['AWTR']))
    expect(failure.kind).toBe('formula-name')
    expect(failure.message).toContain('Did you mean AWRT? Objectives: UTIL, ')
  })
})

describe('compileObjective', () => {
  it('evaluates a formula over objectives', () => {
    const objective = compileObjective('10*AWRT1 + 4*AWRT3')
    expect(objective.parts.map(({ name }) => name)).toEqual(['AWRT1', 'AWRT3'])
    expect(objective.sense).toBe('min')
    expect(objective.measure(SCHEDULE, null)).toBe(10 * 100 + 4 * 190)
    expect(objective.measure(scheduleOf([{ ...JOBS[0], start: 7 }, JOBS[1]], 10), null)).toBe(
      10 * 107 + 4 * 190,
    )
    expect(compileObjective('-UTIL').measure(SCHEDULE, null)).toBe(-0.175)
    expect(compileObjective('3 + 4').measure(SCHEDULE, null)).toBe(7)
  })

  it('goes by the text without the blanks around it', () => {
    expect(compileObjective(' AWRT ').text).toBe('AWRT')
    expect(compileObjective('\t2*AWRT + SD\n').text).toBe('2*AWRT + SD')
  })

  it('keeps the sense of a single objective', () => {
    expect(compileObjective('UTIL').sense).toBe('max')
    expect(compileObjective('AWRT').sense).toBe('min')
    expect(compileObjective('1 - UTIL').sense).toBe('min')
  })

  it('says which part has no value, and why', () => {
    const failure = failureOf(() => compileObjective('10*AWRT1 + 4*AWRT2').measure(SCHEDULE, null))
    expect(failure.kind).toBe('objective-undefined')
    expect(failure.message).toContain(
      'objective AWRT2 has no value: user group 2 has no jobs that do any work',
    )
    expect(failureOf(() => compileObjective('AWRT').measure(scheduleOf([]), null)).message).toContain(
      'there are no jobs',
    )
    expect(
      failureOf(() => compileObjective('SD').measure(scheduleOf([{ runtime: 0 }]), null)).message,
    ).toContain('the jobs do no work')
  })

  it('refuses unknown names and bad syntax', () => {
    expect(failureOf(() => compileObjective('10*AWRT1 + 4*AVRT2')).message).toContain('Did you mean AWRT2?')
    expect(failureOf(() => compileObjective('10*AWRT1 +')).kind).toBe('formula-syntax')
    expect(failureOf(() => compileObjective('10*UTIL1')).kind).toBe('formula-name')
  })
})

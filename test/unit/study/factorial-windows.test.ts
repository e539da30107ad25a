/** Where the windows of a study lie. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import type { CutRule, Split } from '../../../src/study/factorial/design.js'
import { cutWindows, partsOf } from '../../../src/study/factorial/windows.js'
import { filterTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'

const DAY = 86_400
const rule = (changes: Partial<CutRule>): CutRule => ({
  kind: 'consecutive',
  text: '10s',
  length: { seconds: 10 },
  count: null,
  starts: [],
  trimming: {},
  ...changes,
})
const submits = (...values: number[]) => Float64Array.from(values)
const whole = (submit: Float64Array) => partsOf(submit, null, 'log')[0]
const cut = (submit: Float64Array, given: CutRule, seed = 1) =>
  cutWindows(submit, whole(submit), given, new Random(seed))
const BY_TIME: Split = { by: 'time', train: 0.6, choose: [] }

describe('consecutive windows', () => {
  it('of time follow each other from the first submit, those that lie wholly in the log', () => {
    const { windows, missing } = cut(submits(5, 14, 15, 24, 34, 36, 46), rule({}))
    expect(windows).toEqual([
      { name: '10s:1', from: 0, to: 2 },
      { name: '10s:2', from: 2, to: 4 },
      { name: '10s:3', from: 4, to: 5 },
      { name: '10s:4', from: 5, to: 6 },
    ])
    expect(missing).toBeNull()
  })

  it('of time are those of --days', () => {
    const trace = demoTrace({ jobs: 900 })
    const { windows } = cut(trace.jobs.submit, rule({ text: '12h', length: { seconds: DAY / 2 } }))
    expect(windows.length).toBeGreaterThan(4)
    for (const [k, { name, from, to }] of windows.entries()) {
      const { jobs } = filterTrace(trace, { window: { seconds: DAY / 2, index: k + 1 } })
      expect(name).toBe(`12h:${k + 1}`)
      expect([...trace.jobs.id.subarray(from, to)]).toEqual([...jobs.id])
    }
  })

  it('without a job, or behind the end, are missing', () => {
    const { windows, missing } = cut(submits(0, 25, 30), rule({}))
    expect(windows.map(({ name }) => name)).toEqual(['10s:1', '10s:3'])
    expect(missing).toEqual({ windows: 1, reason: 'no job was submitted in them' })
    expect(cut(submits(0, 1, 12, 24), rule({ count: 5 })).missing).toEqual({
      windows: 3,
      reason: 'the log is too short for them',
    })
    expect(cut(submits(0, 1, 12, 24), rule({ count: 1 }))).toMatchObject({
      windows: [{ from: 0, to: 2 }],
      missing: null,
    })
  })

  it('of jobs', () => {
    const { windows } = cut(submits(0, 1, 2, 3, 4, 5, 6), rule({ length: { jobs: 3 } }))
    expect(windows).toEqual([
      { name: 'jobs 1-3', from: 0, to: 3 },
      { name: 'jobs 4-6', from: 3, to: 6 },
    ])
  })

  it('say so where not even one fits', () => {
    const { windows, missing } = cut(submits(0, 1, 2), rule({ length: { jobs: 4 } }))
    expect(windows).toEqual([])
    expect(missing).toEqual({ windows: 1, reason: 'the log is too short for them' })
  })

  it('are not more than anyone can mean', () => {
    expect(failureOf(() => cut(submits(0, 1e9), rule({ length: { seconds: 1 } }))).kind).toBe('study-file')
  })
})

describe('windows from given jobs on', () => {
  it('count from 1, and lie in the log', () => {
    const { windows, missing } = cut(
      submits(0, 1, 2, 3, 4),
      rule({ kind: 'starts', length: { jobs: 3 }, starts: [1, 3, 4] }),
    )
    expect(windows).toEqual([
      { name: 'jobs 1-3', from: 0, to: 3 },
      { name: 'jobs 3-5', from: 2, to: 5 },
    ])
    expect(missing?.windows).toBe(1)
  })

  it('belong to the part in which they lie', () => {
    const submit = submits(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    const [train, test] = partsOf(submit, BY_TIME, 'log')
    const starts = rule({ kind: 'starts', length: { jobs: 2 }, starts: [1, 6, 8] })
    const names = (part: typeof train) =>
      cutWindows(submit, part, starts, new Random(1)).windows.map(({ name }) => name)
    expect(names(train)).toEqual(['jobs 1-2'])
    expect(names(test)).toEqual(['jobs 8-9'])
  })
})

describe('random windows', () => {
  const submit = Float64Array.from({ length: 200 }, (_, k) => 7 * k + (k % 5))

  it('are the same for the same seed, all different, and spread over the log', () => {
    const given = rule({ kind: 'random', length: { jobs: 50 }, count: 40 })
    const { windows } = cut(submit, given)
    expect(cut(submit, given).windows).toEqual(windows)
    expect(cut(submit, given, 2).windows).not.toEqual(windows)
    expect(new Set(windows.map(({ from }) => from)).size).toBe(40)
    expect(windows.every(({ from, to }) => to - from === 50 && from >= 0 && to <= 200)).toBe(true)
    expect(Math.min(...windows.map(({ from }) => from))).toBeLessThan(30)
    expect(Math.max(...windows.map(({ from }) => from))).toBeGreaterThan(120)
  })

  it('are all that there are, where so many are asked for', () => {
    const all = cut(submits(0, 1, 2, 3), rule({ kind: 'random', length: { jobs: 3 }, count: 9 }))
    expect(all.windows.map(({ from }) => from)).toEqual([0, 1])
    expect(all.missing?.windows).toBe(7)
  })

  it('of time hold the jobs of one stretch of that length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 8 }), (seconds, count) => {
        const { windows } = cut(submit, rule({ kind: 'random', length: { seconds }, count }), seconds)
        for (const { from, to } of windows) {
          expect(to).toBeGreaterThan(from)
          expect(submit[to - 1] - submit[from]).toBeLessThan(seconds)
        }
        expect(new Set(windows.map(({ name }) => name)).size).toBe(windows.length)
      }),
    )
  })
})

describe('a split by time', () => {
  it('cuts the span, not the jobs', () => {
    const submit = submits(100, 110, 120, 130, 161, 200)
    expect(partsOf(submit, BY_TIME, 'log')).toEqual([
      { name: 'train', from: 0, to: 4, end: 160 },
      { name: 'test', from: 4, to: 6, end: 200 },
    ])
  })

  it('windows of time begin anew in each part', () => {
    const submit = submits(0, 10, 20, 30, 40, 50, 61, 75, 90, 100)
    const parts = partsOf(submit, BY_TIME, 'log').map(
      (part) =>
        cutWindows(submit, part, rule({ length: { seconds: 30 }, text: '30s' }), new Random(1)).windows,
    )
    expect(parts).toEqual([
      [
        { name: '30s:1', from: 0, to: 3 },
        { name: '30s:2', from: 3, to: 6 },
      ],
      [{ name: '30s:1', from: 6, to: 9 }],
    ])
  })

  it('needs jobs on both sides', () => {
    expect(failureOf(() => partsOf(submits(5, 5), BY_TIME, 'log')).kind).toBe('study-file')
  })
})

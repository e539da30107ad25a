import { describe, expect, it } from 'vitest'
import { breakdown, parseMargin, trimRows } from '../../../src/sim/breakdown.js'
import { measure } from '../../../src/sim/objectives/index.js'
import { failureOf } from '../../support/failures.js'
import { scheduleOf } from '../../support/worlds.js'

const labels = (classes: readonly { label: string; jobs: number }[]) =>
  classes.map(({ label, jobs }) => [label, jobs])

describe('breakdown', () => {
  it('cuts sizes at powers of four', () => {
    const sizes = [1, 2, 4, 5, 16, 17, 64, 65, 256, 257, 1024, 1025, 4096]
    const { bySize } = breakdown(scheduleOf(sizes.map((size) => ({ size }))), null, null)
    expect(labels(bySize)).toEqual([
      ['1', 1],
      ['2-4', 2],
      ['5-16', 2],
      ['17-64', 2],
      ['65-256', 2],
      ['257-1024', 2],
      ['1025-4096', 2],
    ])
  })

  it('cuts run times below 1, 10, 60 minutes, 6 hours, 1 day', () => {
    const runtimes = [0, 59, 60, 599, 600, 3_599, 3_600, 21_599, 21_600, 86_399, 86_400, 1e6]
    const { byRuntime } = breakdown(scheduleOf(runtimes.map((runtime) => ({ runtime }))), null, null)
    expect(labels(byRuntime)).toEqual([
      ['< 1 min', 2],
      ['1-10 min', 2],
      ['10-60 min', 2],
      ['1-6 h', 2],
      ['6-24 h', 2],
      ['>= 1 d', 2],
    ])
  })

  it('lists groups and partitions in order, those without at the end, and no empty class', () => {
    const schedule = scheduleOf([{ group: 10 }, { group: 2 }, { group: 0 }, { group: 2 }])
    const { byGroup, byPartition } = breakdown(schedule, null, [3, -1, 0, 3])
    expect(labels(byGroup)).toEqual([
      ['group 2', 2],
      ['group 10', 1],
      ['no group', 1],
    ])
    expect(byPartition && labels(byPartition)).toEqual([
      ['partition 0', 1],
      ['partition 3', 2],
      ['no partition', 1],
    ])
    expect(breakdown(schedule, null, null).byPartition).toBeNull()
  })

  it('puts what is beyond a thousand groups together', () => {
    const schedule = scheduleOf(Array.from({ length: 1500 }, (_, k) => ({ group: k + 1 })))
    const { byGroup } = breakdown(schedule, null, null)
    expect(byGroup).toHaveLength(1000)
    expect(byGroup[998].label).toBe('group 999')
    expect(labels(byGroup)[999]).toEqual(['501 others', 501])
    expect(byGroup.map(({ classes = 1 }) => classes).filter((classes) => classes > 1)).toEqual([501])
  })

  it('keeps those of most jobs', () => {
    const schedule = scheduleOf([
      ...Array.from({ length: 1500 }, (_, k) => ({ group: k + 1 })),
      ...[1400, 1450, 1450].map((group) => ({ group })),
    ])
    const { byGroup } = breakdown(schedule, null, null)
    expect(labels(byGroup).slice(-4)).toEqual([
      ['group 997', 1],
      ['group 1400', 2],
      ['group 1450', 3],
      ['501 others', 501],
    ])
  })

  it('measures each class as the objectives do', () => {
    const schedule = scheduleOf(
      Array.from({ length: 40 }, (_, k) => ({
        submit: k,
        runtime: (k * 37) % 90,
        size: k % 2 === 0 ? 1 : 3,
        start: k + ((k * 7919) % 1_000),
      })),
    )
    const odd = Int32Array.from({ length: 20 }, (_, k) => 2 * k + 1)
    const { bySize } = breakdown(schedule, null, null)
    const expected = measure(schedule, odd, ['meanWait', 'medianWait', 'p95Wait', 'maxWait', 'AVEbsld'])
    expect(bySize[1]).toEqual({ label: '2-4', jobs: 20, ...expected })
    expect(breakdown(schedule, odd, null).bySize).toEqual([bySize[1]])
  })
})

describe('trimRows', () => {
  const { jobs } = scheduleOf([0, 10, 20, 30, 40, 50, 60, 70, 80, 90].map((submit) => ({ submit })))
  const rows = (trimming: Parameters<typeof trimRows>[1]) => {
    const kept = trimRows(jobs, trimming)
    return kept && [...kept]
  }

  it('by percent of the jobs, rounded down', () => {
    expect(rows({ warmUp: { percent: 20 }, coolDown: { percent: 10 } })).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(rows({ warmUp: { percent: 19 } })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('by jobs', () => {
    expect(rows({ warmUp: { jobs: 3 }, coolDown: { jobs: 5 } })).toEqual([3, 4])
    expect(failureOf(() => rows({ warmUp: { jobs: 10 } })).kind).toBe('usage')
    expect(parseMargin('16 jobs', '--warm-up')).toEqual({ jobs: 16 })
    expect(parseMargin('1 job', '--warm-up')).toEqual({ jobs: 1 })
  })

  it('by seconds of submit time', () => {
    expect(rows({ warmUp: { seconds: 20 }, coolDown: { seconds: 30 } })).toEqual([2, 3, 4, 5, 6])
    expect(rows({ warmUp: { seconds: 11 }, coolDown: { percent: 50 } })).toEqual([2, 3, 4])
  })

  it('keeps all rows, as null, where nothing is trimmed', () => {
    expect(rows({})).toBeNull()
    expect(rows({ warmUp: { percent: 5 }, coolDown: { seconds: 0 } })).toBeNull()
    expect(trimRows(scheduleOf([]).jobs, { warmUp: { percent: 50 }, coolDown: { seconds: 9 } })).toBeNull()
  })

  it('refuses to leave nothing', () => {
    expect(failureOf(() => rows({ warmUp: { percent: 50 }, coolDown: { percent: 50 } })).kind).toBe('usage')
    expect(failureOf(() => rows({ warmUp: { seconds: 1e9 } })).kind).toBe('usage')
    expect(failureOf(() => rows({ coolDown: { seconds: 1e9 } })).kind).toBe('usage')
  })

  it('reads percentages and durations', () => {
    expect(parseMargin('5%', '--warm-up')).toEqual({ percent: 5 })
    expect(parseMargin(' 2.5 % ', '--warm-up')).toEqual({ percent: 2.5 })
    expect(parseMargin('86400', '--warm-up')).toEqual({ seconds: 86_400 })
    expect(parseMargin('2d', '--warm-up')).toEqual({ seconds: 172_800 })
    for (const text of ['', '%', 'x', '-5%', '101%', '5%%']) {
      const failure = failureOf(() => parseMargin(text, '--warm-up'))
      expect(failure.kind).toBe('usage')
      expect(failure.message).toContain('--warm-up')
    }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationClasses, sizeClasses, spreadByClass } from '../../../src/report/density.js'

describe('classes', () => {
  it('cover every size once, up to the largest', () => {
    expect(sizeClasses(100).map(({ label }) => label)).toEqual([
      '1',
      '2',
      '3–4',
      '5–8',
      '9–16',
      '17–32',
      '33–64',
      '65–128',
    ])
    const classes = sizeClasses(700)
    for (let size = 1; size <= 700; size++) {
      expect(classes.filter(({ from, below }) => size >= from && size < below)).toHaveLength(1)
    }
  })

  it('cover every run time once and end with the longest', () => {
    expect(durationClasses(4000).map(({ label }) => label)).toEqual([
      '< 10 s',
      '10 s – 1 min',
      '1–5 min',
      '5–15 min',
      '15–30 min',
      '30 min – 1 h',
      '1–2 h',
    ])
    const all = durationClasses(1e9)
    expect(all[all.length - 1]).toEqual({ label: '≥ 7 d', from: 604_800, below: Number.POSITIVE_INFINITY })
    for (const runtime of [0, 9.99, 10, 59, 60, 3599, 3600, 86_400, 604_800, 1e9]) {
      expect(all.filter(({ from, below }) => runtime >= from && runtime < below)).toHaveLength(1)
    }
  })
})

describe('spreadByClass', () => {
  it('counts every job of a class in one cell and finds its quantiles', () => {
    const [small, large] = spreadByClass(
      [1, 1, 1, 1, 1, 9, 0],
      [0, 10, 20, 30, 40, 7, 3],
      [
        { label: 'small', from: 1, below: 5 },
        { label: 'large', from: 5, below: 100 },
      ],
      [0, 10, 25, 30],
    )
    // The upper edge is closed, and what lies beyond goes to the last cell.
    expect([...small.counts]).toEqual([1, 2, 2])
    expect(small).toMatchObject({ jobs: 5, p5: 2, p25: 10, median: 20, p75: 30, p95: 38, max: 40 })
    expect(large).toMatchObject({ jobs: 1, p5: 7, median: 7, max: 7 })
  })

  it('loses nobody but those without a class or a value', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.nat(100_000))), (pairs) => {
        const classes = sizeClasses(300)
        const spread = spreadByClass(
          pairs.map(([size]) => size),
          pairs.map(([, wait]) => wait),
          classes,
          [0, 60, 3600, 86_400],
        )
        expect(spread.reduce((sum, { jobs }) => sum + jobs, 0)).toBe(pairs.length)
        for (const { counts, jobs } of spread)
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(jobs)
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })

  it('says null for a class without jobs', () => {
    const [empty] = spreadByClass([], [], [{ label: 'x', from: 0, below: 1 }], [0, 1])
    expect(empty).toMatchObject({ jobs: 0, median: null, max: null })
  })
})

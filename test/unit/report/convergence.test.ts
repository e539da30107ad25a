import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConvergencePoint } from '../../../src/evaluation/searches/convergence.js'
import { curveOf, thinned } from '../../../src/report/convergence.js'
import { convergencePlot as convergencePicture } from '../../../src/report/plots/convergence.js'
import { drawn, expectPicture, textsOf } from './support.js'

const convergencePlot = drawn(convergencePicture)

const OBJECTIVE = { name: '10*AWRT1 + 4*AWRT2', unit: '1' } as const

const POINTS: readonly ConvergencePoint[] = Array.from({ length: 40 }, (_, k) => ({
  evaluations: 100 * (k + 1),
  best: 500 + 4000 / (1 + Math.floor(k / 5)),
  median: 700 + 6000 / (1 + k),
}))

describe('curveOf', () => {
  it('leaves out what is not known', () => {
    const points = [
      { evaluations: 1, best: null, median: Number.NaN },
      { evaluations: 2, best: 5, median: Number.POSITIVE_INFINITY },
    ]
    expect([curveOf(points, 'best'), curveOf(points, 'median')]).toEqual([[{ x: 2, y: 5 }], []])
  })
})

describe('thinned', () => {
  it('keeps first, last, lowest and highest of every column, in order', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: -99, max: 99 }) })
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 60, maxLength: 300 }),
        fc.integer({ min: 2, max: 12 }),
        (given, columns) => {
          const points = given.sort((a, b) => a.x - b.x)
          const kept = thinned(points, columns)
          // The last point stands at the very end, in a column of its own.
          expect(kept.length).toBeLessThanOrEqual(
            Math.max(4 * (columns + 1), points.length <= 4 * columns ? points.length : 0),
          )
          expect([kept[0], kept[kept.length - 1]]).toEqual([points[0], points[points.length - 1]])
          const [first, last] = [points[0].x, points[points.length - 1].x]
          const columnOf = ({ x }: { x: number }) => Math.floor((x - first) / ((last - first) / columns))
          for (let column = 0; column <= columns; column++) {
            const all = points.filter((one) => columnOf(one) === column).map(({ y }) => y)
            const left = kept.filter((one) => columnOf(one) === column).map(({ y }) => y)
            expect([Math.min(...left), Math.max(...left)]).toEqual([Math.min(...all), Math.max(...all)])
          }
          let at = 0
          for (const one of kept) {
            at = points.indexOf(one, at)
            expect(at).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { seed: 20261209, numRuns: 150 },
    )
  })

  it('leaves few points as they are', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 1, y: 0 },
    ]
    expect(thinned(points, 10)).toBe(points)
  })
})

describe('convergencePlot', () => {
  const plot = (points: readonly ConvergencePoint[]) =>
    convergencePlot({ label: 'Course', objective: OBJECTIVE, points })

  it('shows best so far and the median against evaluations', () => {
    const svg = plot(POINTS)
    expectPicture(svg)
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining([
        'best so far',
        'median of the generation',
        'evaluations',
        '10*AWRT1 + 4*AWRT2',
        '2,000',
        '6,000',
      ]),
    )
    expect(svg).toMatch(/<path [^>]*stroke="#0072b2"/)
    expect(svg).toMatch(/<path [^>]*stroke="#ca8500"/)
  })

  it('draws the best as steps: it changes only when something better is found', () => {
    const svg = plot([
      { evaluations: 10, best: 9, median: null },
      { evaluations: 20, best: 4, median: null },
      { evaluations: 30, best: 4, median: null },
    ])
    const path = /<path [^>]*stroke="#0072b2" stroke-width="2.2" d="([^"]+)"/.exec(svg)?.[1] ?? ''
    const corners = [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
    expect(corners.length).toBeGreaterThan(3)
    for (const [k, [x, y]] of corners.slice(1).entries()) {
      expect(x === corners[k][0] || y === corners[k][1], path).toBe(true)
    }
  })

  it('turns logarithmic over more than three decades', () => {
    const svg = plot(POINTS.map((point) => ({ ...point, best: 10 ** (-point.evaluations / 500) })))
    expect(textsOf(svg)).toContain('10*AWRT1 + 4*AWRT2, logarithmic')
    expectPicture(svg)
  })

  it('draws nothing yet, one point, and a hundred thousand', () => {
    for (const points of [[], POINTS.slice(0, 1), [{ evaluations: 0, best: null, median: 3 }]]) {
      expectPicture(plot(points))
    }
    const many = Array.from({ length: 100_000 }, (_, k) => ({
      evaluations: k,
      best: 1e5 / (1 + k),
      median: (k * 7919) % 1000,
    }))
    const svg = plot(many)
    expectPicture(svg)
    expect(svg.length).toBeLessThan(200_000)
  })

  it('gives the same bytes for the same points', () => {
    expect(plot(POINTS)).toBe(plot(POINTS))
  })
})

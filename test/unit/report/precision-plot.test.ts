import { describe, expect, it } from 'vitest'
import type { PrecisionPoint } from '../../../src/learn/score/trials/found.js'
import { precisionPlot as precisionPicture } from '../../../src/report/plots/precision.js'
import { drawn, expectPicture, textsOf } from './support.js'

const precisionPlot = drawn(precisionPicture)

const POINTS: readonly PrecisionPoint[] = Array.from({ length: 8 }, (_, k) => ({
  trials: 1024 * 2 ** k,
  median: 0.02 / 2 ** (k / 2),
  most: 0.05 / 2 ** (k / 2),
}))
const plot = (points: readonly PrecisionPoint[], asked: number | null) =>
  precisionPlot({ label: 'Precision', points, asked })

/** Corners of the line of that colour. */
function cornersOf(svg: string, colour: string): readonly (readonly [number, number])[] {
  const path = new RegExp(`<path [^>]*stroke="${colour}" stroke-width="2" d="([^"]+)"`).exec(svg)?.[1] ?? ''
  return [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
}

describe('precisionPlot', () => {
  it('shows both curves, what was asked, and round numbers on logarithmic axes', () => {
    const svg = plot(POINTS, 0.004)
    expectPicture(svg)
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining([
        'median of the tuples',
        'largest of the tuples',
        'asked for',
        'trials of a tuple, logarithmic',
        'normalised deviation, logarithmic',
        '1,000',
        '100,000',
        '0.002',
        '0.05',
      ]),
    )
    expect(textsOf(plot(POINTS, null))).not.toContain('asked for')
  })

  it('draws what falls with the root of the number as a straight line', () => {
    const corners = cornersOf(plot(POINTS, 0.004), '#0072b2')
    expect(corners.length).toBe(8)
    const slope = ([x, y]: readonly [number, number], [from, at]: readonly [number, number]) =>
      (y - at) / (x - from)
    const [first, , , , , , , last] = corners
    for (const corner of corners.slice(1, 7)) {
      expect(slope(corner, first)).toBeCloseTo(slope(last, first), 2)
    }
  })

  it('draws one point, and nothing that is exact', () => {
    expectPicture(plot(POINTS.slice(0, 1), 0.004))
    const exact = plot(
      POINTS.map(({ trials }) => ({ trials, median: 0, most: 0 })),
      null,
    )
    expectPicture(exact)
    expect(cornersOf(exact, '#0072b2')).toEqual([])
  })

  it('gives the same bytes for the same points', () => {
    expect(plot(POINTS, 0.004)).toBe(plot(POINTS, 0.004))
  })
})

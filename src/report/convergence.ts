/** The course of an optimisation, as pictures and terminals show it. Pure. */
import type { ConvergencePoint } from '../evaluation/searches/convergence.js'

export interface PlottedPoint {
  readonly x: number
  readonly y: number
}

/** The points of one of the two curves, those without a value left out. */
export function curveOf(points: readonly ConvergencePoint[], which: 'best' | 'median'): PlottedPoint[] {
  return points.flatMap(({ evaluations, [which]: value }) =>
    value !== null && Number.isFinite(value) ? [{ x: evaluations, y: value }] : [],
  )
}

/**
 * The points that a picture of so many columns needs: of each column the first, the lowest, the highest and the last
 * (M4: Jugel, Jerzak, Hackenbroich, Markl, PVLDB 7(10), 2014), which draws the same lines as all of them.
 * @param points ascending in x
 */
export function thinned(points: readonly PlottedPoint[], columns: number): readonly PlottedPoint[] {
  if (points.length <= 4 * columns) return points
  const from = points[0].x
  const width = (points[points.length - 1].x - from) / columns
  const kept = new Set<number>()
  for (let first = 0; first < points.length; ) {
    const column = Math.floor((points[first].x - from) / width)
    let [next, low, high] = [first, first, first]
    for (; next < points.length && Math.floor((points[next].x - from) / width) === column; next++) {
      if (points[next].y < points[low].y) low = next
      if (points[next].y > points[high].y) high = next
    }
    for (const place of [first, low, high, next - 1]) kept.add(place)
    first = next
  }
  return points.filter((_, k) => kept.has(k))
}

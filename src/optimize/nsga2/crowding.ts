/**
 * Crowding distance (Deb, Pratap, Agarwal and Meyarivan, IEEE Transactions on Evolutionary Computation 6, 2002): for each
 * objective the distance between a point's two neighbours, relative to the front's range, summed up; infinite for the
 * ends. The absolute value is taken. An objective without a finite range adds nothing.
 */

/**
 * @param places the points of one front
 * @returns one distance for each of `places`
 */
export function crowding(points: Float64Array, objectives: number, places: Int32Array): Float64Array {
  const count = places.length
  const distances = new Float64Array(count)
  const value = (k: number, objective: number) => points[places[k] * objectives + objective]
  for (let objective = 0; objective < objectives; objective++) {
    const order = Int32Array.from({ length: count }, (_, k) => k).sort(
      (a, b) => value(a, objective) - value(b, objective) || a - b,
    )
    const range = value(order[count - 1], objective) - value(order[0], objective)
    distances[order[0]] = Number.POSITIVE_INFINITY
    distances[order[count - 1]] = Number.POSITIVE_INFINITY
    if (!(range > 0) || !Number.isFinite(range)) continue
    for (let k = 1; k + 1 < count; k++) {
      distances[order[k]] += Math.abs(value(order[k + 1], objective) - value(order[k - 1], objective)) / range
    }
  }
  return distances
}

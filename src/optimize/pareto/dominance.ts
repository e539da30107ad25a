/**
 * Dominance between vectors of objectives that are all minimised, kept row-major in one array. `a` dominates `b` if it is
 * nowhere worse and somewhere better.
 */

/** Row `a` of `left` dominates row `b` of `right`. */
export function dominates(
  left: Float64Array,
  a: number,
  right: Float64Array,
  b: number,
  objectives: number,
): boolean {
  const from = a * objectives
  const other = b * objectives
  let better = false
  for (let k = 0; k < objectives; k++) {
    if (left[from + k] > right[other + k]) return false
    if (left[from + k] < right[other + k]) better = true
  }
  return better
}

/** Order of the rows: by the first objective, then by the next ones, then by place. */
export function lexicographic(points: Float64Array, objectives: number): Int32Array {
  const order = Int32Array.from({ length: points.length / objectives }, (_, k) => k)
  return order.sort((a, b) => {
    for (let k = 0; k < objectives; k++) {
      const [left, right] = [points[a * objectives + k], points[b * objectives + k]]
      if (left < right) return -1
      if (left > right) return 1
    }
    return a - b
  })
}

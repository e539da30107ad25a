/** Which reference direction each point belongs to: the one nearest to it, by perpendicular distance. */

export interface Association {
  /** The direction of each point. */
  readonly direction: Int32Array
  /** Perpendicular distance from it (d2), and how far along it the point is (d1). */
  readonly beside: Float64Array
  readonly along: Float64Array
}

/**
 * @param points normalised, row-major, 0 at the ideal point
 * @param directions row-major
 */
export function associate(points: Float64Array, directions: Float64Array, objectives: number): Association {
  const units = unitLength(directions, objectives)
  const count = points.length / objectives
  const direction = new Int32Array(count)
  const beside = new Float64Array(count)
  const along = new Float64Array(count)
  for (let place = 0; place < count; place++) {
    let least = Number.POSITIVE_INFINITY
    for (let row = 0; row * objectives < units.length; row++) {
      let projection = 0
      for (let k = 0; k < objectives; k++) {
        projection += points[place * objectives + k] * units[row * objectives + k]
      }
      let squares = 0
      for (let k = 0; k < objectives; k++) {
        squares += (points[place * objectives + k] - projection * units[row * objectives + k]) ** 2
      }
      if (squares < least) {
        least = squares
        direction[place] = row
        along[place] = projection
      }
    }
    beside[place] = Math.sqrt(least)
  }
  return { direction, beside, along }
}

function unitLength(directions: Float64Array, objectives: number): Float64Array {
  return directions.map((value, at) => {
    const from = at - (at % objectives)
    let squares = 0
    for (let k = 0; k < objectives; k++) squares += directions[from + k] ** 2
    return value / Math.sqrt(squares)
  })
}

/** The instants at which passes may come where they come at intervals (`passInterval`, docs/semantics.md). */

/**
 * The first instant ≥ a given one at which a pass may come.
 * @param origin the instant that intervals count from
 * @param interval seconds; 0: a pass may come at any instant
 */
export function passInstants(origin: number, interval: number): (time: number) => number {
  if (interval === 0) return (time) => time
  return (time) => {
    if (time === Number.POSITIVE_INFINITY) return time
    let k = Math.ceil((time - origin) / interval)
    // The quotient is rounded: an instant of the interval itself is its own.
    if (origin + (k - 1) * interval >= time) k--
    else if (origin + k * interval < time) k++
    return origin + k * interval
  }
}

/**
 * How CMA-ES keeps to bounds: it searches without bounds, and what it evaluates is folded into the unit cube by a smooth,
 * piecewise linear and quadratic map. The map is the identity between the margins; towards a bound it slows down
 * quadratically and turns back, so that a bound is reached with zero slope and an optimum on it is no kink. It is
 * periodic further out. This is the boundary transformation of Hansen's own implementations. Ranks are those of feasible
 * points and there is no penalty, so the method stays invariant under monotonous changes of the objective.
 */
import { clamp } from '../box.js'

/** Width of the margin, on either side of a bound, in which the map is quadratic. */
export const MARGIN = 0.05

const PERIOD = 2 * (1 + 2 * MARGIN)

/** In [0, 1] for any finite coordinate. */
export function folded(coordinate: number): number {
  if (coordinate >= MARGIN && coordinate <= 1 - MARGIN) return coordinate
  // One period from the point that maps to 0, up to 1 and back.
  let along = (coordinate + MARGIN) % PERIOD
  if (along < 0) along += PERIOD
  if (along > PERIOD / 2) along = PERIOD - along
  const place = along - MARGIN
  if (place < MARGIN) return clamp((place + MARGIN) ** 2 / (4 * MARGIN), 0, 1)
  if (place > 1 - MARGIN) return clamp(1 - (place - 1 - MARGIN) ** 2 / (4 * MARGIN), 0, 1)
  return place
}

/** The coordinate in [−margin, 1 + margin] that folds to `unit`, which is in [0, 1]. */
export function unfolded(unit: number): number {
  if (unit < MARGIN) return Math.sqrt(4 * MARGIN * unit) - MARGIN
  if (unit > 1 - MARGIN) return 1 + MARGIN - Math.sqrt(4 * MARGIN * (1 - unit))
  return unit
}

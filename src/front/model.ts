/**
 * A front of schedules as plain results, and what can be said of it: what pictures, pages and terminals show of a search
 * for all that is possible. Values are natural ones (utilization positive, seconds), whatever the search minimised. Pure.
 */
import { formatValue, type Unit } from '../core/format.js'

/** One objective. */
export interface FrontAxis {
  /** Short, such as `AWRT1`; no two axes of one front have the same. */
  readonly name: string
  readonly unit: Unit
  readonly sense: 'min' | 'max'
  /** The proven bound that no schedule can beat; null where nothing is proven. */
  readonly bound: number | null
  /** Jobs of the user group that it is over; left out where it is over all. */
  readonly groupJobs?: number
  /** In words, with its formula after a colon. */
  readonly description?: string
}

/** Where points come from: a part of the search. */
export interface FrontSource {
  readonly name: string
  /** Schedules that it had evaluated. */
  readonly evaluated: number
  /** Points of the front that are its own. */
  readonly kept: number
  /** Non-dominated ones among what it alone had evaluated; left out where nobody counted. */
  readonly alone?: number
}

/** A schedule to compare with: of FCFS, EASY, CONS, a strategy. */
export interface FrontMark {
  readonly name: string
  /** One an axis; null where it has none. */
  readonly values: readonly (number | null)[]
  /** One for each of what the front has beside its axes; none where absent. */
  readonly beside?: readonly (number | null)[]
}

/** An objective that was not searched for: only marks have values of it. */
export type FrontBeside = Pick<FrontAxis, 'name' | 'unit' | 'sense' | 'description'>

export interface FrontModel {
  readonly title: string
  readonly axes: readonly FrontAxis[]
  /** Quantities that marks are shown by beside the axes; nothing where absent. */
  readonly beside?: readonly FrontBeside[]
  /** Row-major, one row a point: natural values in the order of `axes`, finite. None of them dominates another. */
  readonly points: Float64Array
  /** The place of each point's maker in `sources`. */
  readonly source: Int32Array
  readonly sources: readonly FrontSource[]
  readonly marks: readonly FrontMark[]
  /** As the search measured it, with the standard error of a Monte-Carlo estimate (0 where exact). */
  readonly hypervolume: { readonly value: number; readonly error: number } | null
  /** The constraints that its points keep to, in words; none where absent. */
  readonly subjectTo?: readonly string[]
  /** Schedules evaluated in all. */
  readonly evaluations: number
}

/** Number of points. */
export function pointCount({ axes, points }: Pick<FrontModel, 'axes' | 'points'>): number {
  return axes.length === 0 ? 0 : points.length / axes.length
}

/** The range of the front's points on one axis; null for a front without points. */
export interface AxisSpan {
  readonly best: number
  readonly worst: number
}

/** The span of every axis. */
export function spansOf({ axes, points }: Pick<FrontModel, 'axes' | 'points'>): (AxisSpan | null)[] {
  return axes.map(({ sense }, k) => {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let at = k; at < points.length; at += axes.length) {
      if (points[at] < low) low = points[at]
      if (points[at] > high) high = points[at]
    }
    if (low > high) return null
    return sense === 'min' ? { best: low, worst: high } : { best: high, worst: low }
  })
}

/**
 * The share by which a value could at most still be improved, as its bound proves: |value − bound| / |value|. Null without
 * a bound, and for a value of 0 that is not the bound itself.
 */
export function roomBelow({ bound }: Pick<FrontAxis, 'bound'>, value: number): number | null {
  if (bound === null) return null
  if (value === bound) return 0
  return value === 0 ? null : Math.abs(value - bound) / Math.abs(value)
}

/** Where a mark stands to the front. */
export interface MarkPlace {
  readonly name: string
  /** It lacks a value, so nothing can be said. */
  readonly incomplete: boolean
  /** Points that are nowhere worse and somewhere better. */
  readonly dominatedBy: number
  /** Points that it dominates: more than 0 where it found what the search did not. */
  readonly dominates: number
  /**
   * The largest share by which some point is better in all objectives at once; null where no point is better in all.
   * In the words of indicators the multiplicative ε of the mark against the front (Zitzler, Thiele, Laumanns, Fonseca,
   * Grunert da Fonseca: Performance assessment of multiobjective optimizers, IEEE Trans. Evol. Comp. 7(2), 2003).
   */
  readonly everywhereBetter: number | null
}

export function placesOf(front: FrontModel): MarkPlace[] {
  return front.marks.map((mark) => placeOf(front, mark))
}

function placeOf({ axes, points }: FrontModel, { name, values }: FrontMark): MarkPlace {
  if (axes.some((_, k) => !Number.isFinite(values[k] ?? Number.NaN))) {
    return { name, incomplete: true, dominatedBy: 0, dominates: 0, everywhereBetter: null }
  }
  const d = axes.length
  const own = axes.map((_, k) => Number(values[k]))
  const signs = axes.map(({ sense }) => (sense === 'min' ? 1 : -1))
  let dominatedBy = 0
  let dominates = 0
  let everywhere = 0
  for (let row = 0; row < points.length; row += d) {
    let better = 0
    let worse = 0
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < d; k++) {
      const gain = signs[k] * (own[k] - points[row + k])
      if (gain > 0) better++
      else if (gain < 0) worse++
      const share = own[k] === 0 ? Math.sign(gain) : gain / Math.abs(own[k])
      if (share < least) least = share
    }
    if (worse === 0 && better > 0) dominatedBy++
    if (better === 0 && worse > 0) dominates++
    if (least > everywhere && Number.isFinite(least)) everywhere = least
  }
  return {
    name,
    incomplete: false,
    dominatedBy,
    dominates,
    everywhereBetter: everywhere > 0 ? everywhere : null,
  }
}

/** Points between two axes that no point beats in both: ascending in the first, without repetitions. */
export function staircaseOf(
  { axes, points }: Pick<FrontModel, 'axes' | 'points'>,
  x: number,
  y: number,
): { readonly x: number; readonly y: number }[] {
  const d = axes.length
  const sign = (k: number): number => (axes[k].sense === 'min' ? 1 : -1)
  const [signX, signY] = [sign(x), sign(y)]
  const order = Int32Array.from({ length: points.length / d }, (_, row) => row)
  const at = (row: number, k: number): number => points[row * d + k]
  order.sort((a, b) => signX * (at(a, x) - at(b, x)) || signY * (at(a, y) - at(b, y)))
  const stairs: { readonly x: number; readonly y: number }[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (const row of order) {
    const height = signY * at(row, y)
    if (height >= lowest) continue
    lowest = height
    stairs.push({ x: at(row, x), y: at(row, y) })
  }
  return signX === 1 ? stairs : stairs.reverse()
}

/** The hypervolume with its error, where it has one: `0.4121 ± 0.0003`. */
export function hypervolumeText({
  value,
  error,
}: {
  readonly value: number
  readonly error: number
}): string {
  const digits = error > 0 ? Math.min(12, Math.max(0, -Math.floor(Math.log10(error)))) : null
  if (digits === null) return String(Number(value.toPrecision(5)))
  return `${value.toFixed(digits)} ± ${error.toFixed(digits)}`
}

/** A value of an axis as people read it. */
export function axisText({ unit }: Pick<FrontAxis, 'unit'>, value: number | null): string {
  return formatValue(value, unit)
}

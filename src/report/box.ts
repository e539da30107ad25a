/**
 * Box plots of samples (Tukey, Exploratory Data Analysis, 1977, chapter 2): the box from the first to the
 * third quartile, the median in it, whiskers to the farthest values within 1.5 times the length of the box from its
 * ends, and the values beyond one by one. Quartiles are of type 7 (core/statistics). For pictures and terminals. Pure.
 */

import type { Unit } from '../core/format.js'
import type { Interval } from '../core/inference/index.js'
import { ascending, median, quantile } from '../core/statistics.js'

/** Lengths of the box that a whisker may reach. */
const REACH = 1.5

export interface BoxSample {
  readonly label: string
  /** Finite, in any order. */
  readonly values: ArrayLike<number>
  /** An interval of the median, drawn into the box; none where null or left out. */
  readonly interval?: Interval | null
}

/** Samples side by side on one scale. */
export interface BoxPanel {
  readonly title: string
  /** Smaller, below the title: `less is better`. */
  readonly subtitle: string
  readonly unit: Unit
  readonly samples: readonly BoxSample[]
}

export interface BoxFacts {
  readonly lowWhisker: number
  readonly q1: number
  readonly median: number
  readonly q3: number
  readonly highWhisker: number
  /** Ascending. */
  readonly outliers: Float64Array
}

/** Null where there are no values. */
export function boxFacts(values: ArrayLike<number>): BoxFacts | null {
  if (values.length === 0) return null
  const sorted = ascending(values)
  const [q1, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  const reach = REACH * (q3 - q1)
  const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach)
  return {
    // An interpolated quartile can lie beyond every value that a whisker may end at.
    lowWhisker: Math.min(q1, inside[0]),
    q1,
    median: median(sorted),
    q3,
    highWhisker: Math.max(q3, inside[inside.length - 1]),
    outliers: sorted.filter((value) => value < q1 - reach || value > q3 + reach),
  }
}

/** The smallest and the largest value of all samples; null where there are none. */
export function rangeOf(samples: readonly BoxSample[]): Interval | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { values } of samples) {
    for (let k = 0; k < values.length; k++) {
      low = Math.min(low, values[k])
      high = Math.max(high, values[k])
    }
  }
  return low <= high ? { low, high } : null
}

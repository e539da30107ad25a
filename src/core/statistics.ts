/**
 * Sums, means and quantiles over columns of numbers, and a place in one by its value.
 *
 * Sums are compensated (Neumaier, ZAMM 54, 1974: Kahan's summation that also survives addends larger than the sum),
 * so that the result does not depend visibly on the order of jobs. Quantiles are type 7 of Hyndman and Fan, The
 * American Statistician 50(4), 1996: linear interpolation between the order statistics around (n−1)·p, what R, NumPy
 * and spreadsheets give by default. An empty column has no mean and no quantile: NaN. Imports nothing.
 */

/** Several compensated sums side by side, for one pass that adds to all of them. */
export class CompensatedSums {
  readonly #sum: Float64Array
  readonly #lost: Float64Array

  /** @param count number of sums, each 0 at first. */
  constructor(readonly count: number) {
    this.#sum = new Float64Array(count)
    this.#lost = new Float64Array(count)
  }

  add(index: number, value: number): void {
    const sum = this.#sum[index]
    const next = sum + value
    this.#lost[index] += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    this.#sum[index] = next
  }

  /** The sum so far; ±Infinity or NaN as plain addition would give. */
  value(index: number): number {
    const sum = this.#sum[index]
    return Number.isFinite(sum) ? sum + this.#lost[index] : sum
  }
}

/** Compensated sum of all values; 0 where there are none. */
export function sum(values: ArrayLike<number>): number {
  const sums = new CompensatedSums(1)
  for (let k = 0; k < values.length; k++) sums.add(0, values[k])
  return sums.value(0)
}

/** Arithmetic mean; NaN where there are no values. */
export function mean(values: ArrayLike<number>): number {
  return values.length === 0 ? Number.NaN : sum(values) / values.length
}

/** The values in ascending order, as a copy; what `quantile` and `median` read. */
export function ascending(values: ArrayLike<number>): Float64Array {
  return new Float64Array(values).sort()
}

/**
 * Type-7 quantile of values in ascending order; NaN where there are none.
 * @param p in [0, 1]
 */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN
  const place = (sorted.length - 1) * p
  const below = Math.floor(place)
  const low = sorted[below]
  const high = sorted[Math.min(below + 1, sorted.length - 1)]
  const share = place - below
  // Equal neighbours, also infinite ones, are the answer themselves.
  return share === 0 || low === high ? low : low + share * (high - low)
}

/**
 * Type-6 quantile (Weibull's) of values in ascending order, NaN where there are none: a further value of the same kind is below it
 * in a share `p` of cases on the mean, however few values there are, as far as they reach.
 * @param p in [0, 1]
 */
export function expectedQuantile(sorted: ArrayLike<number>, p: number): number {
  const place = (sorted.length + 1) * p - 1
  return quantile(sorted, Math.min(1, Math.max(0, place / Math.max(1, sorted.length - 1))))
}

/** The middle of values in ascending order, the mean of the two middle ones where their number is even. */
export function median(sorted: ArrayLike<number>): number {
  return quantile(sorted, 0.5)
}

/** The first place whose value is above `mark`, which is below the last value of `ascending`. */
export function firstAbove(ascending: Float64Array, mark: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle] > mark) high = middle
    else low = middle + 1
  }
  return low
}

/** The first place whose value is `mark` or above it; the length where there is none. */
export function firstFrom(ascending: ArrayLike<number>, mark: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle] < mark) low = middle + 1
    else high = middle
  }
  return low
}

/** The largest of any number of values; −Infinity of none. (`Math.max(...values)` overflows the stack on long arrays.) */
export function largestOf(values: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY
  for (const value of values) largest = Math.max(largest, value)
  return largest
}

/** The smallest of any number of values; Infinity of none. */
export function smallestOf(values: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY
  for (const value of values) smallest = Math.min(smallest, value)
  return smallest
}

/**
 * Tables of a model: made of observations, and drawn from.
 *
 * A quantile table has at most 51 quantiles (type 7), rounded to four significant digits; between two of them values
 * are interpolated in log(1 + x), as times spread over orders of magnitude.
 */
import type { Random } from '../../core/random.js'
import { ascending, quantile } from '../../core/statistics.js'
import type { QuantileTable } from './workload-model.js'

const QUANTILES = 51

export function quantileTable(values: ArrayLike<number>): QuantileTable {
  const points = Math.min(QUANTILES, values.length)
  if (points === 0) return []
  const sorted = ascending(values)
  if (points === 1) return [rounded(sorted[0])]
  return Array.from({ length: points }, (_, k) => rounded(quantile(sorted, k / (points - 1))))
}

/** To four significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

/** Draws from a quantile table. */
export class QuantileSampler {
  readonly #logs: Float64Array

  /** @param table one quantile or more */
  constructor(table: QuantileTable) {
    this.#logs = Float64Array.from(table, (value) => Math.log1p(value))
  }

  /** The value at p in [0, 1). */
  at(p: number): number {
    const logs = this.#logs
    const place = p * (logs.length - 1)
    const below = Math.floor(place)
    const low = logs[below]
    const high = below + 1 < logs.length ? logs[below + 1] : low
    return Math.expm1(low + (place - below) * (high - low))
  }

  draw(random: Random): number {
    return this.at(random.uniform())
  }

  /**
   * The residual, at a moment, of a renewal process of such times: uniform within a time drawn
   * with a probability proportional to its length (Cox, Renewal Theory, 1962, section 5.2).
   */
  residual(): (random: Random) => number {
    const steps = 200
    const cumulative = new Float64Array(steps)
    let sum = 0
    for (let k = 0; k < steps; k++) {
      sum += this.at((k + 0.5) / steps)
      cumulative[k] = sum
    }
    return (random) => {
      const mark = random.uniform() * sum
      const step = firstAbove(cumulative, mark, 0, steps)
      return random.uniform() * this.at((step + random.uniform()) / steps)
    }
  }
}

export function cumulated(counts: ArrayLike<number>): Float64Array {
  const cumulative = new Float64Array(counts.length)
  let sum = 0
  for (let k = 0; k < counts.length; k++) {
    sum += counts[k]
    cumulative[k] = sum
  }
  return cumulative
}

/** The first place in [low, high) whose value is above `mark`; `high` where there is none. */
export function firstAbove(
  ascendingValues: ArrayLike<number>,
  mark: number,
  low: number,
  high: number,
): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = (from + to) >>> 1
    if (ascendingValues[middle] > mark) to = middle
    else from = middle + 1
  }
  return from
}

/** A column of twice the length that begins with `values`. */
export function grown<Column extends Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(
  values: Column,
): Column {
  const larger = new (values.constructor as new (length: number) => Column)(2 * values.length)
  larger.set(values)
  return larger
}

/**
 * Spearman's rank correlation (The proof and measurement of association between two things, American Journal of Psychology
 * 15(1), 1904): how far two lists of values put the same things into the same order, whatever the values are. It is the
 * product-moment correlation of the ranks, equal values having the mean of their ranks (Kendall, Biometrika 33(3), 1945,
 * on ties): 1 for the same order, −1 for the opposite one, about 0 for orders that have nothing to do with each other.
 */
import { stableOrder } from '../ordering.js'

/** Values up to which insertion is faster than the radix sort of `stableOrder`, which is made for many. */
const FEW = 256

/** Ranks from 1, equal values sharing the mean of theirs. Values may be infinite; NaN ranks above all others. */
export function midranks(values: Float64Array): Float64Array {
  const order = values.length <= FEW ? orderOfFew(values) : stableOrder(values)
  const ranks = new Float64Array(values.length)
  for (let first = 0; first < order.length; ) {
    const value = values[order[first]]
    let next = first + 1
    while (next < order.length && Object.is(values[order[next]] + 0, value + 0)) next++
    for (let place = first; place < next; place++) ranks[order[place]] = (first + 1 + next) / 2
    first = next
  }
  return ranks
}

/** As `stableOrder`, by insertion. */
function orderOfFew(values: Float64Array): Int32Array {
  const order = new Int32Array(values.length)
  for (let k = 0; k < order.length; k++) {
    const value = values[k]
    let hole = k
    for (; hole > 0 && isBefore(value, values[order[hole - 1]]); hole--) order[hole] = order[hole - 1]
    order[hole] = k
  }
  return order
}

function isBefore(a: number, b: number): boolean {
  return a < b || (Number.isNaN(b) && !Number.isNaN(a))
}

/**
 * The correlation of ranks that `midranks` gave.
 * @param a as long as `b`
 * @returns NaN where one of the two does not tell anything apart
 */
export function rankCorrelation(a: Float64Array, b: Float64Array): number {
  const middle = (a.length + 1) / 2
  let [both, first, second] = [0, 0, 0]
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [a[k] - middle, b[k] - middle]
    both += x * y
    first += x * x
    second += y * y
  }
  return first === 0 || second === 0 ? Number.NaN : both / Math.sqrt(first * second)
}

/** Spearman's rank correlation of two lists of the same length; NaN where all values of one are equal. */
export function spearman(a: Float64Array, b: Float64Array): number {
  return rankCorrelation(midranks(a), midranks(b))
}

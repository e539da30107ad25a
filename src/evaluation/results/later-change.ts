/**
 * The change that is to be expected of a part to come by those that were measured over parts of the past: an interval that is to hold its change,
 * not that of the mean. The parts overlap (each stretch of four weeks in a row, say), so that their spread is known well, and
 * count only as many as there are beside each other. With n of these, mean m and standard deviation s,
 *
 *     m ± t(n − 1)·s·√(1 + 1/n),
 *
 * which holds the next of n + 1 normal values with the probability asked for (Hahn, Journal of the American Statistical
 * Association 64, 1969). It supposes that weeks to come are like those of the log; `npm run bench -- --only advice` says how often
 * that held.
 */
import { type Interval, studentQuantile } from '../../core/inference/index.js'
import { mean, sum } from '../../core/statistics.js'

/**
 * @param changes of the parts, in any order: logarithms of ratios, or differences
 * @param apart how many of the parts have nothing in common
 * @param level probability with which the interval is to hold the next one
 * @returns null below two of either, of which nothing follows
 */
export function laterInterval(changes: readonly number[], apart: number, level: number): Interval | null {
  if (apart < 2 || changes.length < 2) return null
  const middle = mean(changes)
  const squares = sum(changes.map((change) => (change - middle) ** 2))
  // Of n values apart the mean square falls short of the variance by 1/n.
  const deviation = Math.sqrt((squares / changes.length) * (apart / (apart - 1)))
  const reach = studentQuantile((1 + level) / 2, apart - 1) * deviation * Math.sqrt(1 + 1 / apart)
  return { low: middle - reach, high: middle + reach }
}

/**
 * Score functions beside each other on a distribution, which they need not have been fitted to: that of other tuples, of
 * another log, of another machine.
 *
 * - Spearman's rank correlation of function and score within each tuple, its mean over the tuples and a bootstrap interval
 *   over them. It is what counts, since a policy takes nothing but the order from a function; by it they are ranked.
 * - The mean absolute error (SC 2017, eq. 5): of a fitted function with its coefficients as they are; of any other after
 *   the best positive scale and offset (rank-calibration.ts).
 *
 * A distribution says of a job its run time, size and submit. So an order can be judged if it goes by these alone: what
 * goes by the wait, the clock, the queue or the machine has no value there.
 */

import { QueuewrightError } from '../../../core/errors.js'
import { compileExpression } from '../../../core/expression/compile.js'
import { type Estimate, midranks, rankCorrelation } from '../../../core/inference/index.js'
import { stableOrder } from '../../../core/ordering.js'
import type { World } from '../../../sim/order.js'
import { parseOrder } from '../../../sim/orders/index.js'
import { plainWorld } from '../../../sim/world.js'
import type { ScoreDistribution } from '../distribution.js'
import { byTuples } from './fit-data.js'
import { meanOver } from './fit-result.js'
import { FORMULA_NAMES, VARIABLES } from './forms.js'
import type { WrittenFunction } from './functions-file.js'
import { calibratedLine } from './rank-calibration.js'

/** A function to be judged. */
export interface JudgedFunction {
  readonly name: string
  /** An order as policies take it: a name such as `f1`, or a formula. */
  readonly order: string
  /** The score that it predicts; null where it was not fitted to scores. */
  readonly predicts: Pick<WrittenFunction, 'terms' | 'coefficients'> | null
}

export interface RankedFunction {
  /** 1 for the highest correlation. */
  readonly rank: number
  readonly name: string
  readonly order: string
  /** Mean over the tuples in which it tells jobs apart; value NaN where it does so in none. */
  readonly correlation: Estimate
  /** Null where no row has a finite value. */
  readonly meanAbsoluteError: number | null
  /** The factor and the summand of its values before the error was taken; null where it was fitted. */
  readonly calibration: { readonly scale: number; readonly offset: number } | null
  /** Rows that the error leaves out, as it has no finite value there: log10(0). */
  readonly leftOut: number
}

/** @throws QueuewrightError `usage` for an order that a distribution has no values for, and what an order is refused with */
export function judgeFunctions(
  given: ScoreDistribution,
  functions: readonly JudgedFunction[],
): readonly RankedFunction[] {
  const distribution = byTuples(given)
  const judged = functions.map((each) => {
    const keys = keysOf(each, distribution)
    const { predicts } = each
    const values = predicts === null ? keys : predictedScores(predicts, distribution)
    return {
      name: each.name,
      order: each.order,
      correlation: meanOver(correlations(keys, distribution), 'correlation'),
      ...errorOf(values, distribution.score, predicts !== null),
    }
  })
  const keys = Float64Array.from(judged, ({ correlation }) => -correlation.value)
  return Array.from(stableOrder(keys), (k, place) => ({ rank: place + 1, ...judged[k] }))
}

/**
 * A world of the rows: everything that only a simulation knows is absent.
 * @param group of the rows, of which a distribution knows nothing, as of their users
 * @param onUser told when somebody asks for users
 */
function worldOf(
  { runtime, size, submit, score }: ScoreDistribution,
  group: Int32Array,
  onUser: () => void,
): World {
  const jobs = {
    length: score.length,
    submit,
    estimate: runtime,
    size: Int32Array.from(size),
    get user() {
      onUser()
      return group
    },
    group,
  }
  const machine = size.reduce((most, each) => Math.max(most, each), 0)
  return plainWorld(jobs, machine)
}

function keysOf(
  { name, order }: Omit<JudgedFunction, 'predicts'>,
  distribution: ScoreDistribution,
): Float64Array {
  const { length } = distribution.score
  let users = false
  const boundTo = (groups: Int32Array) =>
    parseOrder(order).bind(
      worldOf(distribution, groups, () => {
        users = true
      }),
    )
  // What goes by groups tells these apart; columns of groups are read for what does not, too.
  const one = boundTo(new Int32Array(length))
  const other = boundTo(Int32Array.from({ length }, (_, row) => row % 3))
  if (!users && one.kind === 'static' && other.kind === 'static') {
    const { keys } = other
    if (one.keys.every((key, row) => Object.is(key, keys[row]))) return one.keys
  }
  throw new QueuewrightError('usage', 'an order that a score distribution has no values for', {
    value: name,
    expected: `an order by ${Object.values(FORMULA_NAMES).join(', ')} alone`,
    remedy:
      'Judge what goes by the wait, the clock, the queue, users or groups by simulation: qw evaluate, qw compare',
  })
}

/** Rows in which an order has no finite value, as log10(0), or a division by log10(1). @throws as `judgeFunctions` */
export function rowsWithoutKey(order: string, distribution: ScoreDistribution): number {
  const keys = keysOf({ name: order, order }, distribution)
  return keys.reduce((count, key) => count + (Number.isFinite(key) ? 0 : 1), 0)
}

function predictedScores(
  { terms, coefficients }: Pick<WrittenFunction, 'terms' | 'coefficients'>,
  distribution: ScoreDistribution,
): Float64Array {
  const n = distribution.score.length
  const variables = Object.values(FORMULA_NAMES)
  const scope = Object.fromEntries(VARIABLES.map((name) => [FORMULA_NAMES[name], distribution[name]]))
  const predicted = new Float64Array(n)
  const column = new Float64Array(n)
  for (const [k, term] of terms.entries()) {
    compileExpression(term, { variables }).evaluate(scope, n, column)
    for (let row = 0; row < n; row++) predicted[row] += coefficients[k] * column[row]
  }
  return predicted
}

/** The correlation of each tuple; NaN where the keys or the scores are all equal. */
function correlations(keys: Float64Array, { score, tuple }: ScoreDistribution): Float64Array {
  const found: number[] = []
  for (let from = 0; from < score.length; ) {
    let end = from + 1
    while (end < score.length && tuple[end] === tuple[from]) end++
    found.push(rankCorrelation(midranks(keys.slice(from, end)), midranks(score.slice(from, end))))
    from = end
  }
  return Float64Array.from(found)
}

function errorOf(
  values: Float64Array,
  score: Float64Array,
  fitted: boolean,
): Pick<RankedFunction, 'meanAbsoluteError' | 'calibration' | 'leftOut'> {
  const finite = values.map((value) => (Number.isFinite(value) ? 1 : 0))
  const x = values.filter((_, row) => finite[row] === 1)
  const y = score.filter((_, row) => finite[row] === 1)
  const leftOut = values.length - x.length
  if (x.length === 0) return { meanAbsoluteError: null, calibration: null, leftOut }
  if (fitted) {
    let sum = 0
    for (let k = 0; k < x.length; k++) sum += Math.abs(x[k] - y[k])
    return { meanAbsoluteError: sum / x.length, calibration: null, leftOut }
  }
  const { scale, offset, meanAbsoluteError } = calibratedLine(x, y)
  return { meanAbsoluteError, calibration: { scale, offset }, leftOut }
}

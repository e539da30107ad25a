/**
 * Score functions fitted to a distribution: for every form of a family (families.ts) the coefficients that minimise
 *
 *     Σ (r·n · (f(r, n, s) − score))²                                  SC 2017, eq. 4
 *
 * or, without weights, Σ (f − score)². All forms are linear in their coefficients once c1, c2 and c3 are multiplied out, so
 * this is a linear least-squares problem with a closed solution (core/linear): it needs no starting point, and cannot stop
 * short, as the Levenberg–Marquardt iterations of the paper could. What the paper calls c1, c2 and c3 is not determined,
 * where they are factors of one term; their product is. Functions are ranked by the mean absolute error without weights,
 *
 *     1/|Tr| · Σ |f − score|                                           SC 2017, eq. 5
 *
 * on the rows that they were fitted to (sc17) or, where forms differ in how many coefficients they have, on held-out
 * tuples; or by the order that they put the jobs of held-out tuples into. Held out are whole tuples, never rows: the scores of a tuple add up to 1, so that rows of the same tuple tell of
 * each other. The tuples, in their order, are cut into ten parts (neighbours of a log stay together); each part is judged
 * by the function that is fitted to the other nine, whose terms are also chosen without it. The intervals are bootstrap
 * intervals over tuples. Beside the error stands Spearman's rank correlation of function and score within a tuple: the
 * order of the jobs is all that a policy takes from the function.
 */

import { midranks, rankCorrelation } from '../../../core/inference/index.js'
import { joinedFactor, leastSquares, triangularFactor } from '../../../core/linear/index.js'
import { largestOf } from '../../../core/statistics.js'
import type { ScoreDistribution } from '../distribution.js'
import type { FormGroup } from './families.js'
import { type FitData, fitData } from './fit-data.js'
import { requireRows, requireVariation, undeterminedError } from './fit-requirements.js'
import {
  type Candidate,
  resultOf,
  type ScoreFit,
  type ScoreFitOptions,
  type Undetermined,
} from './fit-result.js'
import { termColumn, termSymbols } from './forms.js'

/** A fit in steps, for callers that show progress. */
export interface ScoreFitting {
  readonly steps: number
  /** Each from 0 on, once, in this order. @throws QueuewrightError never */
  readonly step: (k: number) => void
  /** After all steps. @throws QueuewrightError `fit-undetermined` where no form has coefficients */
  readonly result: () => ScoreFit
}

/**
 * @param file what the distribution is called in messages
 * @throws QueuewrightError `fit-undetermined` for fewer rows than coefficients, or a column without variation
 */
export function beginFit(
  distribution: ScoreDistribution,
  options: ScoreFitOptions,
  file: string,
): ScoreFitting {
  const { family, degree } = options
  const groups = family.groups({ degree })
  requireRows(distribution, largestOf(groups.map(({ most }) => most)), family.name, file)
  requireVariation(distribution, file)
  const data = fitData(distribution, options.weights)
  const candidates: Candidate[] = []
  const undetermined: Undetermined[] = []
  return {
    steps: groups.length,
    step: (k) => fitGroup(groups[k], data, candidates, undetermined),
    result: () => {
      if (candidates.length === 0) throw undeterminedError(undetermined[0], file)
      return resultOf(options, data, candidates, undetermined)
    },
  }
}

/** All at once. @throws QueuewrightError as `beginFit` and its `result` */
export function fitScores(distribution: ScoreDistribution, options: ScoreFitOptions, file: string): ScoreFit {
  const { steps, step, result } = beginFit(distribution, options, file)
  for (let k = 0; k < steps; k++) step(k)
  return result()
}

function fitGroup(
  group: FormGroup,
  data: FitData,
  candidates: Candidate[],
  undetermined: Undetermined[],
): void {
  const { distribution, starts, bounds, weights } = data
  const columns = group.terms.map((term) => termColumn(term, distribution))
  const values = [...columns, distribution.score]
  const parts = bounds
    .slice(1)
    .map((end, fold) => triangularFactor(values, weights, starts[bounds[fold]], starts[end]))
  const all = joinedFactor(parts)
  const others =
    parts.length < 2 ? [] : parts.map((out) => joinedFactor(parts.filter((part) => part !== out)))
  const otherSums = others.map(group.sums)
  for (const [k, sum] of group.sums(all).entries()) {
    const terms = sum.map((term) => group.terms[term])
    const fit = leastSquares(all, sum)
    if ('dependent' in fit) {
      undetermined.push({
        form: terms.map(termSymbols).join(', '),
        term: termSymbols(group.terms[fit.dependent]),
      })
      continue
    }
    const folds = others.map((factor, fold): Prediction | null => {
      const which = otherSums[fold].at(k)
      const part = which === undefined ? null : leastSquares(factor, which)
      if (which === undefined || part === null || 'dependent' in part) return null
      return { columns: which.map((term) => columns[term]), coefficients: part.coefficients }
    })
    const { coefficients, condition } = fit
    const errors = fittedErrors({ columns: sum.map((term) => columns[term]), coefficients }, data)
    candidates.push({ terms, coefficients, condition, ...errors, heldOut: heldOutOf(folds, data) })
  }
}

/** A sum of columns. */
interface Prediction {
  readonly columns: readonly Float64Array[]
  readonly coefficients: Float64Array
}

function predicted({ columns, coefficients }: Prediction, row: number): number {
  let value = 0
  for (let k = 0; k < columns.length; k++) value += coefficients[k] * columns[k][row]
  return value
}

function fittedErrors(
  prediction: Prediction,
  { distribution: { score }, work }: FitData,
): Pick<Candidate, 'weightedError' | 'meanAbsoluteError'> {
  let weightedError = 0
  let absolute = 0
  for (let row = 0; row < score.length; row++) {
    const error = predicted(prediction, row) - score[row]
    weightedError += (work[row] * error) ** 2
    absolute += Math.abs(error)
  }
  return { weightedError, meanAbsoluteError: absolute / score.length }
}

/** @param folds of each part what was fitted to the others; none where there is one part only */
function heldOutOf(folds: readonly (Prediction | null)[], data: FitData): Candidate['heldOut'] {
  const { starts, bounds, distribution, scoreRanks } = data
  if (folds.length === 0) return null
  const errors = new Float64Array(starts.length - 1)
  const correlations = new Float64Array(starts.length - 1)
  for (const [fold, prediction] of folds.entries()) {
    if (prediction === null) return null
    for (let tuple = bounds[fold]; tuple < bounds[fold + 1]; tuple++) {
      const [from, to] = [starts[tuple], starts[tuple + 1]]
      const values = new Float64Array(to - from)
      let absolute = 0
      for (let row = from; row < to; row++) {
        values[row - from] = predicted(prediction, row)
        absolute += Math.abs(values[row - from] - distribution.score[row])
      }
      errors[tuple] = absolute / (to - from)
      correlations[tuple] = rankCorrelation(midranks(values), scoreRanks.subarray(from, to))
    }
  }
  return { errors, correlations }
}

/** The result of a fit: its functions, ranked, as plain data. */
import { bootstrap, type Estimate } from '../../../core/inference/index.js'
import { stableOrder } from '../../../core/ordering.js'
import { Random } from '../../../core/random.js'
import { mean } from '../../../core/statistics.js'
import type { RankedBy, Weighting } from '../settings.js'
import type { ScoreFamily } from './families.js'
import type { FitData } from './fit-data.js'
import { type Term, termText } from './forms.js'
import { simplifiedFormula, simplifiedSymbols } from './simplify.js'

export interface ScoreFitOptions {
  readonly family: ScoreFamily
  readonly weights: Weighting
  /** Highest degree of polynomials, 1 to 6. */
  readonly degree: number
  readonly rankBy: RankedBy
  /** Functions to keep, the best ones; 1 or more. */
  readonly top: number
}

/** How a function did on tuples that it was not fitted to. */
export interface HeldOut {
  /** Mean over tuples of the mean absolute error. */
  readonly error: Estimate
  /** Mean over tuples of Spearman's rank correlation of function and score; value NaN where it tells no jobs apart. */
  readonly correlation: Estimate
}

export interface FittedFunction {
  /** 1 for the best. */
  readonly rank: number
  /** Terms as formulas, without ε; the constant is `1`. */
  readonly terms: readonly string[]
  readonly coefficients: readonly number[]
  /** The order that it stands for, as policies take it: `head:(formula)`. */
  readonly formula: string
  /** The same as the paper prints it, rounded, for people. */
  readonly symbols: string
  /** Eq. 4, whatever it was fitted by. */
  readonly weightedError: number
  /** Eq. 5. */
  readonly meanAbsoluteError: number
  /** About the condition of its terms, as they are weighted; large: they can hardly be told apart. */
  readonly condition: number
  /** Null where there are too few tuples to hold some out, or a fold does not determine it. */
  readonly heldOut: HeldOut | null
}

/** A form without coefficients of its own. */
export interface Undetermined {
  readonly form: string
  /** The term that the others determine. */
  readonly term: string
}

export interface ScoreFit {
  readonly family: string
  readonly weights: Weighting
  readonly degree: number
  readonly rankedBy: RankedBy
  readonly rows: number
  readonly tuples: number
  /** Parts of tuples held out in turn; 0 where there are too few. */
  readonly folds: number
  /** Candidates as written, and the functions among them that differ. */
  readonly written: number
  readonly distinct: number
  readonly undetermined: readonly Undetermined[]
  /** The best ones, best first. */
  readonly functions: readonly FittedFunction[]
}

export interface Candidate {
  readonly terms: readonly Term[]
  readonly coefficients: Float64Array
  readonly condition: number
  readonly weightedError: number
  readonly meanAbsoluteError: number
  /** Errors and correlations of each held-out tuple. */
  readonly heldOut: { readonly errors: Float64Array; readonly correlations: Float64Array } | null
}

export function resultOf(
  { family, weights, degree, rankBy, top }: ScoreFitOptions,
  { distribution, starts, bounds }: FitData,
  candidates: readonly Candidate[],
  undetermined: readonly Undetermined[],
): ScoreFit {
  const held = candidates.some(({ heldOut }) => heldOut !== null)
  const rankedBy = held ? rankBy : 'error'
  const keys = Float64Array.from(candidates, RANKING_KEYS[rankedBy])
  const best = Array.from(stableOrder(keys).subarray(0, top), (k) => candidates[k])
  return {
    family: family.name,
    weights,
    degree,
    rankedBy,
    rows: distribution.score.length,
    tuples: starts.length - 1,
    folds: bounds.length > 2 ? bounds.length - 1 : 0,
    written: family.written({ degree }),
    distinct: candidates.length + undetermined.length,
    undetermined,
    functions: best.map((candidate, k) => fittedFunction(candidate, k + 1)),
  }
}

/** The smallest first; functions that nothing is known of go last. */
const RANKING_KEYS: Readonly<Record<RankedBy, (candidate: Candidate) => number>> = {
  error: ({ meanAbsoluteError }) => meanAbsoluteError,
  'held-out': ({ heldOut }) => (heldOut === null ? Number.NaN : mean(heldOut.errors)),
  order: ({ heldOut }) => (heldOut === null ? Number.NaN : -mean(known(heldOut.correlations))),
}

/** Without the tuples in which a function tells no jobs apart. */
function known(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value))
}

function fittedFunction(candidate: Candidate, rank: number): FittedFunction {
  const { terms, coefficients, weightedError, meanAbsoluteError, condition, heldOut } = candidate
  return {
    rank,
    terms: terms.map(termText),
    coefficients: Array.from(coefficients),
    formula: simplifiedFormula(terms, coefficients),
    symbols: simplifiedSymbols(terms, coefficients),
    weightedError,
    meanAbsoluteError,
    condition,
    heldOut:
      heldOut === null
        ? null
        : {
            error: meanOver(heldOut.errors, 'error'),
            correlation: meanOver(heldOut.correlations, 'correlation'),
          },
  }
}

/** The mean over the tuples that have a value, with its interval; the same values give the same interval. */
export function meanOver(values: Float64Array, what: string): Estimate {
  return bootstrap(known(values), 'mean', new Random('tuples').fork(what))
}

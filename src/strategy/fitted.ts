/**
 * The fit of a formula, and how near it comes: the history of a strategy that no simulation chose, such as the
 * best function of a fit to scores of simulated trials (learn/score/regression). It says nothing of an objective, as none
 * was measured; what a strategy reaches when it is simulated is its evidence (strategy.ts).
 */
import { type Codec, nullable, number, object, record, scalar, whole, words } from '../core/codec.js'

export interface Fitted {
  /** Words for the method, such as `regression on scores of simulated trials`. */
  readonly method: string
  /** All settings of the method; it has no others, and draws nothing. */
  readonly settings: Readonly<Record<string, string | number | boolean | null>>
  /** SHA-256 of the scores as `distribution.csv` has them, in hexadecimal; their rows, and the tuples that they are of. */
  readonly distribution: { readonly digest: string; readonly rows: number; readonly tuples: number }
  /** Functions that it is the best one of. */
  readonly functions: number
  /** Σ (r·n·(f − score))² over the rows (SC 2017, eq. 4). */
  readonly weightedError: number
  /** Mean of |f − score| over the rows (SC 2017, eq. 5). */
  readonly meanAbsoluteError: number
  /** On tuples that it was not fitted to; null where none were held out. */
  readonly heldOut: {
    /** Parts of the tuples, each held out in turn. */
    readonly folds: number
    /** Mean over the tuples of the mean of |f − score|. */
    readonly error: FittedEstimate
    /** Mean over the tuples of Spearman's rank correlation of f and the score. */
    readonly correlation: FittedEstimate
  } | null
}

/** A mean with its 95 % interval; null where there is none. */
export interface FittedEstimate {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

const error = number(0)

function estimate(least: number, most?: number): Codec<FittedEstimate> {
  const share = nullable(number(least, most))
  return object({ value: share, low: share, high: share })
}

export const FITTED: Codec<Fitted> = object({
  method: words,
  settings: record(scalar),
  distribution: object({ digest: words, rows: whole(1), tuples: whole(1) }),
  functions: whole(1),
  weightedError: error,
  meanAbsoluteError: error,
  heldOut: nullable(object({ folds: whole(2), error: estimate(0), correlation: estimate(-1, 1) })),
})

/**
 * What a formula was fitted to, and how near it comes: the history of a strategy that no simulation chose, such as the
 * best function of a fit to scores of simulated trials (learn/score/regression). It says nothing of an objective, as none
 * was measured; what a strategy reaches when it is simulated is its evidence (strategy.ts).
 */
import type { Fields } from '../core/fields.js'

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

export const FITTED_MEMBERS = [
  'method',
  'settings',
  'distribution',
  'functions',
  'weightedError',
  'meanAbsoluteError',
  'heldOut',
] as const
const DISTRIBUTION_MEMBERS = ['digest', 'rows', 'tuples'] as const
const HELD_OUT_MEMBERS = ['folds', 'error', 'correlation'] as const
const ESTIMATE_MEMBERS = ['value', 'low', 'high'] as const

/** @throws QueuewrightError `input-document` */
export function readFitted(fields: Fields): Fitted {
  const distribution = fields.object('distribution', DISTRIBUTION_MEMBERS)
  return {
    method: fields.text('method'),
    settings: fields.scalars('settings'),
    distribution: {
      digest: distribution.text('digest'),
      rows: distribution.whole('rows', 1),
      tuples: distribution.whole('tuples', 1),
    },
    functions: fields.whole('functions', 1),
    weightedError: fields.number('weightedError', 0, Number.MAX_VALUE),
    meanAbsoluteError: fields.number('meanAbsoluteError', 0, Number.MAX_VALUE),
    heldOut:
      fields.value('heldOut') === null ? null : readHeldOut(fields.object('heldOut', HELD_OUT_MEMBERS)),
  }
}

function readHeldOut(fields: Fields): NonNullable<Fitted['heldOut']> {
  return {
    folds: fields.whole('folds', 2),
    error: readEstimate(fields.object('error', ESTIMATE_MEMBERS), 0, Number.MAX_VALUE),
    correlation: readEstimate(fields.object('correlation', ESTIMATE_MEMBERS), -1, 1),
  }
}

function readEstimate(fields: Fields, least: number, most: number): FittedEstimate {
  const read = (name: (typeof ESTIMATE_MEMBERS)[number]) =>
    fields.value(name) === null ? null : fields.number(name, least, most)
  return { value: read('value'), low: read('low'), high: read('high') }
}

/** The same with its members in the order in which they are written. */
export function canonicalFitted(fitted: Fitted): Fitted {
  const { method, settings, distribution, functions, weightedError, meanAbsoluteError, heldOut } = fitted
  const { digest, rows, tuples } = distribution
  return {
    method,
    settings,
    distribution: { digest, rows, tuples },
    functions,
    weightedError,
    meanAbsoluteError,
    heldOut:
      heldOut === null
        ? null
        : {
            folds: heldOut.folds,
            error: canonicalEstimate(heldOut.error),
            correlation: canonicalEstimate(heldOut.correlation),
          },
  }
}

function canonicalEstimate({ value, low, high }: FittedEstimate): FittedEstimate {
  return { value, low, high }
}

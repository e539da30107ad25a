/**
 * `functions.json` and `functions.csv`: fitted score functions with what they were fitted to. What is written is read back
 * number by number as it was. Reading checks what uses the file, since people edit such files.
 */

import {
  type Codec,
  checkedText,
  list,
  literal,
  number,
  object,
  refined,
  whole,
} from '../../../core/codec.js'
import { csvField } from '../../../core/csv.js'
import { readDocument, versioned } from '../../../core/documents.js'
import { compileExpression } from '../../../core/expression/compile.js'
import type { Estimate } from '../../../core/inference/index.js'
import { sha256 } from '../../../core/sha256.js'
import { printDistribution, type ScoreDistribution } from '../distribution.js'
import type { FittedFunction, ScoreFit } from './fit-result.js'
import { plainEstimate } from './fit-strategy.js'
import { FORMULA_NAMES } from './forms.js'

const FUNCTIONS_FORMAT = 'queuewright-score-functions'
const FUNCTIONS_VERSION = 1

/** SHA-256 of a distribution as we print it, in hexadecimal. */
export function distributionDigest(distribution: ScoreDistribution): string {
  return sha256(printDistribution(distribution))
}

/** @param digest of the distribution */
export function functionsJson(fit: ScoreFit, digest: string): string {
  const {
    family,
    weights,
    degree,
    rankedBy,
    rows,
    tuples,
    folds,
    written,
    distinct,
    undetermined,
    functions,
  } = fit
  const document = {
    format: FUNCTIONS_FORMAT,
    version: FUNCTIONS_VERSION,
    distribution: { digest, rows, tuples },
    fit: { family, degree, weights, rankedBy, folds, written, distinct, undetermined: undetermined.length },
    functions: functions.map(({ heldOut, ...rest }) => ({
      ...rest,
      heldOut:
        heldOut === null
          ? null
          : { error: plainEstimate(heldOut.error), correlation: plainEstimate(heldOut.correlation) },
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const HEAD = [
  'rank',
  'formula',
  'mean_absolute_error',
  'weighted_error',
  'held_out_error',
  'held_out_error_low',
  'held_out_error_high',
  'held_out_correlation',
  'held_out_correlation_low',
  'held_out_correlation_high',
  'condition',
  'terms',
  'coefficients',
] as const

/** One line a function; terms and coefficients stand in one column each, separated by semicolons. */
export function functionsCsv(functions: readonly FittedFunction[]): string {
  const lines = functions.map((each) => {
    const { rank, formula, meanAbsoluteError, weightedError, heldOut, condition, terms, coefficients } = each
    const cells = [
      ...[rank, formula, meanAbsoluteError, weightedError],
      ...estimateCells(heldOut?.error),
      ...estimateCells(heldOut?.correlation),
      ...[condition, terms.join('; '), coefficients.join('; ')],
    ]
    return cells.map((cell) => csvField(String(cell))).join(',')
  })
  return `${[HEAD.join(','), ...lines].join('\n')}\n`
}

function estimateCells(estimate: Estimate | undefined): readonly (number | string)[] {
  if (estimate === undefined || Number.isNaN(estimate.value)) return ['', '', '']
  return [estimate.value, estimate.interval?.low ?? '', estimate.interval?.high ?? '']
}

/** The used part of a file's function: the order that it stands for, and the score that it predicts. */
export interface WrittenFunction {
  readonly rank: number
  readonly formula: string
  readonly terms: readonly string[]
  /** One for each term. */
  readonly coefficients: readonly number[]
}

/** Whether a document says that it is one of score functions. */
export function isFunctionsFile(text: string): boolean {
  return /^[\s\uFEFF]*\{/.test(text) && text.slice(0, 4096).includes(`"${FUNCTIONS_FORMAT}"`)
}

const formula = checkedText((written) =>
  compileExpression(written, { variables: Object.values(FORMULA_NAMES) }),
)

const WRITTEN: Codec<WrittenFunction> = refined(
  object({ rank: whole(1), formula, terms: list(formula, { least: 1 }), coefficients: list(number()) }, true),
  ({ terms, coefficients }, at) => {
    if (coefficients.length !== terms.length)
      throw at.at('coefficients').bad(coefficients, 'one for each term, one or more')
  },
)

const FUNCTIONS = versioned(
  {
    what: 'score functions',
    tag: 'format',
    name: FUNCTIONS_FORMAT,
    remedy: 'Name a file that qw scores fit has written',
  },
  {
    [FUNCTIONS_VERSION]: object(
      {
        version: literal(FUNCTIONS_VERSION),
        functions: list(WRITTEN, { least: 1, expected: 'one function or more' }),
      },
      true,
    ),
  },
)

/**
 * @param file the document's name in messages
 * @throws QueuewrightError `input-document`, and what a formula is refused with
 */
export function readFunctions(text: string, file: string): readonly WrittenFunction[] {
  return readDocument(FUNCTIONS, text, file).functions
}

/**
 * `functions.json` and `functions.csv`: fitted score functions with what they were fitted to. What is written is read back
 * number by number as it was. Reading checks what uses the file, since people edit such files.
 */
import { csvField } from '../../../core/csv.js'
import { Document, type JsonObject, member } from '../../../core/document.js'
import { QueuewrightError } from '../../../core/errors.js'
import { compileExpression } from '../../../core/expression/compile.js'
import type { Estimate } from '../../../core/inference/index.js'
import { sha256 } from '../../../core/sha256.js'
import { printDistribution, type ScoreDistribution } from '../distribution.js'
import type { FittedFunction, ScoreFit } from './fit-result.js'
import { plainEstimate } from './fit-strategy.js'
import { FORMULA_NAMES } from './forms.js'

export const FUNCTIONS_FORMAT = 'queuewright-score-functions'
export const FUNCTIONS_VERSION = 1

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

/** What of a file's function is used: the order that it stands for, and the score that it predicts. */
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

/**
 * @param file the document's name in messages
 * @throws QueuewrightError `input-document`, and what a formula is refused with
 */
export function readFunctions(text: string, file: string): readonly WrittenFunction[] {
  const document = new Document(file)
  const whole = document.object(document.parse(text), '(document)')
  if (member(whole, 'format') !== FUNCTIONS_FORMAT) {
    throw new QueuewrightError('input-document', 'no score functions', {
      file,
      field: 'format',
      expected: `"${FUNCTIONS_FORMAT}"`,
      remedy: 'Name a file that qw scores fit has written',
    })
  }
  const version = document.number(
    member(whole, 'version'),
    'version',
    'a whole number from 1',
    (value) => Number.isInteger(value) && value >= 1,
  )
  if (version > FUNCTIONS_VERSION) {
    throw new QueuewrightError('input-document', 'score functions of a newer version of the format', {
      file,
      field: 'version',
      value: version,
      expected: String(FUNCTIONS_VERSION),
      remedy: 'Use the Queuewright that wrote them, or a newer one',
    })
  }
  const functions = document.array(member(whole, 'functions'), 'functions')
  if (functions.length === 0) throw document.bad('functions', functions, 'one function or more')
  return functions.map((value, k) => readFunction(document, value, `functions[${k}]`, file))
}

function readFunction(document: Document, value: unknown, path: string, file: string): WrittenFunction {
  const object = document.object(value, path)
  const formula = formulaAt(object, 'formula', document, path, file)
  const terms = document
    .array(member(object, 'terms'), `${path}.terms`)
    .map((term, k) =>
      checkedFormula(document.string(term, `${path}.terms[${k}]`), `${path}.terms[${k}]`, file),
    )
  const coefficients = document
    .array(member(object, 'coefficients'), `${path}.coefficients`)
    .map((each, k) => document.number(each, `${path}.coefficients[${k}]`, 'a number', () => true))
  if (coefficients.length !== terms.length || terms.length === 0) {
    throw document.bad(`${path}.coefficients`, coefficients, `one for each term, one or more`)
  }
  const rank = document.number(
    member(object, 'rank'),
    `${path}.rank`,
    'a whole number from 1',
    (each) => Number.isInteger(each) && each >= 1,
  )
  return { rank, formula, terms, coefficients }
}

function formulaAt(object: JsonObject, key: string, document: Document, path: string, file: string): string {
  return checkedFormula(document.string(member(object, key), `${path}.${key}`), `${path}.${key}`, file)
}

function checkedFormula(text: string, path: string, file: string): string {
  try {
    compileExpression(text, { variables: Object.values(FORMULA_NAMES) })
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ file, field: path }) : error
  }
  return text
}

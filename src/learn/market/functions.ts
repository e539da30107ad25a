/**
 * Functions of providers and users that can be learnt, and the document that keeps them. Users weigh the start against the
 * cost, both in seconds; providers charge what a placement leaves idle, for each of its nodes, so that a weight is a number of
 * seconds of waiting that an idle second is worth. With all weights 0 this is UF1: the start alone.
 *
 *     JobCost = (a·before + b·after + c·parallel) / NumberOfProcessors + d·RunTime·utilization
 *     UtilityValue = −(StartTime + JobCost)
 */
import { list, mapped, nullable, number, object, objectOf, text, whole, words } from '../../core/codec.js'
import { readDocument, versioned } from '../../core/documents.js'
import {
  binary,
  type Expression,
  negate,
  number as numeral,
  printExpression,
} from '../../core/expression/ast.js'

/** By what a market trades. */
export interface MarketFunctions {
  readonly machineFunction: string
  readonly utilityFunction: string
}

/** The largest weight. */
const MOST = 2
/** Digits of a weight: what is simulated is what is written. */
const DIGITS = 3
export const DIMENSIONS = 4
/** The point at which all weights are 0. */
export const PLAIN = Float64Array.from({ length: DIMENSIONS }, () => 0.5)

const name = (text: string): Expression => ({ kind: 'name', name: text, column: 1 })

/** @param unit a point of the unit cube */
export function functionsAt(unit: ArrayLike<number>): MarketFunctions {
  const weights = Array.from(unit, (u) => Number((MOST * (2 * u - 1)).toPrecision(DIGITS)))
  const idle = sumOf(['before', 'after', 'parallel'].map((term, k) => timed(weights[k], name(term))))
  const busy = timed(weights[3], binary('*', name('RunTime'), name('utilization')))
  const cost = sumOf([idle && binary('/', idle, name('NumberOfProcessors')), busy])
  return {
    machineFunction: cost === null ? '0' : printExpression(cost),
    utilityFunction: printExpression(negate(binary('+', name('StartTime'), name('JobCost')))),
  }
}

/** Null for nothing. */
function timed(weight: number, term: Expression): Expression | null {
  if (weight === 0) return null
  return weight < 0 ? negate(binary('*', numeral(-weight), term)) : binary('*', numeral(weight), term)
}

function sumOf(terms: readonly (Expression | null)[]): Expression | null {
  return terms.reduce(
    (sum, term) => (sum === null || term === null ? (sum ?? term) : binary('+', sum, term)),
    null,
  )
}

/** A pair of functions with its measured values: the objective on what was learnt from, and on the rest of the log. */
export interface MeasuredFunctions extends MarketFunctions {
  readonly name: string
  readonly train: number | null
  readonly test: number | null
  /** Jobs that nobody took, of both. */
  readonly unplaced: number
}

export interface LearntFunctions extends MarketFunctions {
  readonly version: number
  readonly name: string
  readonly objective: string
  readonly method: string
  readonly seed: number
  readonly evaluations: number
  readonly trace: string
  readonly digest: string
  readonly measured: readonly MeasuredFunctions[]
}

const FORMAT = 'queuewright-market-functions'
export const FUNCTIONS_VERSION = 1

const MEASURED = objectOf<MeasuredFunctions>({
  ...{ name: text, machineFunction: text, utilityFunction: text },
  ...{ train: nullable(number()), test: nullable(number()), unplaced: whole(0) },
})

const FUNCTIONS_DOCUMENT = versioned<LearntFunctions>(
  {
    ...{ what: 'functions of a market', tag: 'format', name: FORMAT },
    remedy: 'qw learn market writes such a file, functions.json, into the folder of its run',
  },
  {
    1: mapped(
      object({
        ...{ format: words, version: whole(1), name: text, machineFunction: text, utilityFunction: text },
        ...{ objective: text, method: text, seed: whole(0), evaluations: whole(0), trace: text },
        ...{ digest: text, measured: list(MEASURED) },
      }),
      ({ format: _, ...functions }) => functions,
      (functions) => ({ format: FORMAT, ...functions }),
    ),
  },
)

/** @throws QueuewrightError `input-document` */
export function readMarketFunctions(content: string, file: string): LearntFunctions {
  return readDocument(FUNCTIONS_DOCUMENT, content, file)
}

export function writeMarketFunctions(functions: LearntFunctions): string {
  return `${JSON.stringify(FUNCTIONS_DOCUMENT.encode(functions), null, 2)}\n`
}

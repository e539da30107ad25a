/**
 * Score functions as expressions that keep to physical dimensions: seconds to the power of −1 to 2, processors to that of −1
 * to 1. Only what has the same dimension is added or compared, logarithms and roots are taken of plain numbers, and constants
 * have a dimension like everything else, so that log2(estimate/3600 s) is one and log2(estimate) is none (Keijzer and
 * Babovic, Dimensionally aware genetic programming, GECCO 1999). Each dimension is a type of the grammar, and each operation a
 * primitive for every combination of dimensions that it may have.
 */
import { binary, type Expression, negate, number, printExpression } from '../../../core/expression/ast.js'
import {
  type Grammar,
  genomeOf,
  type Node,
  type Primitive,
  treeOf,
} from '../../../optimize/genetic-programming/index.js'
import { shortened } from '../../scale.js'
import { tidied } from './tidied.js'

/** Variables that a score may know. */
export const VARIABLES = ['submit', 'wait', 'estimate', 'size', 'group', 'queue', 'free'] as const
export type Variable = (typeof VARIABLES)[number]

/** Exponents of seconds and of processors. */
type Dimension = readonly [seconds: number, processors: number]

const NUMBER: Dimension = [0, 0]
const SECONDS: Dimension = [1, 0]
const PROCESSORS: Dimension = [0, 1]

const DIMENSIONS: readonly Dimension[] = [-1, 0, 1, 2].flatMap((seconds) =>
  [-1, 0, 1].map((processors): Dimension => [seconds, processors]),
)

const DIMENSION_OF: Readonly<Record<Variable, Dimension>> = {
  submit: SECONDS,
  wait: SECONDS,
  estimate: SECONDS,
  size: PROCESSORS,
  group: NUMBER,
  queue: NUMBER,
  free: PROCESSORS,
}

/** Ranges of constants. */
const CONSTANTS: readonly { readonly dimension: Dimension; readonly range: readonly [number, number] }[] = [
  { dimension: NUMBER, range: [0.01, 100] },
  { dimension: SECONDS, range: [1, 1e6] },
  { dimension: PROCESSORS, range: [1, 1024] },
]

/** How often they are drawn, compared with an operation. */
const VARIABLE_WEIGHT = 1
const CONSTANT_WEIGHT = 0.5

function typeOf([seconds, processors]: Dimension): string {
  return `s^${seconds} p^${processors}`
}

function exists([seconds, processors]: Dimension): boolean {
  return seconds >= -1 && seconds <= 2 && processors >= -1 && processors <= 1
}

/** Operations of one or more arguments, by the dimension of their value. Each has the weight 1, shared by its variants. */
const OPERATIONS: Readonly<Record<string, (of: Dimension) => readonly (readonly Dimension[])[]>> = {
  '+': (of) => [[of, of]],
  '-': (of) => [[of, of]],
  '*': (of) => DIMENSIONS.flatMap((a) => pair(a, [of[0] - a[0], of[1] - a[1]])),
  '/': (of) => DIMENSIONS.flatMap((a) => pair(a, [a[0] - of[0], a[1] - of[1]])),
  min: (of) => [[of, of]],
  max: (of) => [[of, of]],
  negate: (of) => [[of]],
  log2: (of) => (isNumber(of) ? [[NUMBER]] : []),
  sqrt: (of) => (isNumber(of) ? [[NUMBER]] : []),
  // One of two values, by whether one quantity is above another.
  'if >': (of) => [SECONDS, PROCESSORS, NUMBER].map((compared) => [compared, compared, of, of]),
}

function pair(a: Dimension, b: Dimension): readonly (readonly Dimension[])[] {
  return exists(b) ? [[a, b]] : []
}

function isNumber([seconds, processors]: Dimension): boolean {
  return seconds === 0 && processors === 0
}

/** The grammar of scores over some variables. A score may have any dimension. */
export function scoreGrammar(names: readonly Variable[]): Grammar {
  const variables = names.map(
    (name): Primitive => ({
      name,
      type: typeOf(DIMENSION_OF[name]),
      args: [],
      weight: VARIABLE_WEIGHT,
      constant: null,
    }),
  )
  const constants = CONSTANTS.map(
    ({ dimension, range }): Primitive => ({
      name: 'constant',
      type: typeOf(dimension),
      args: [],
      weight: CONSTANT_WEIGHT,
      constant: range,
    }),
  )
  const operations = DIMENSIONS.flatMap((dimension) =>
    Object.entries(OPERATIONS).flatMap(([name, variants]) => {
      const all = variants(dimension)
      return all.map(
        (args): Primitive => ({
          name,
          type: typeOf(dimension),
          args: args.map(typeOf),
          weight: 1 / all.length,
          constant: null,
        }),
      )
    }),
  )
  const primitives = [...variables, ...constants, ...operations]
  return { primitives, roots: DIMENSIONS.map(typeOf) }
}

/** The formula of an expression of `scoreGrammar`, without what does nothing. */
export function formulaOf(grammar: Grammar, genome: ArrayLike<number>): string {
  return printExpression(tidied(expressionOf(treeOf(grammar, genome))))
}

function expressionOf({ primitive, value, args }: Node): Expression {
  if (value !== null) return number(shortened(value))
  const parts = args.map(expressionOf)
  const { name } = primitive
  switch (name) {
    case '+':
    case '-':
    case '*':
    case '/':
      return binary(name, parts[0], parts[1])
    case 'negate':
      return negate(parts[0])
    case 'if >':
      return {
        kind: 'call',
        name: 'if',
        args: [binary('>', parts[0], parts[1]), parts[2], parts[3]],
        column: 1,
      }
    default:
      return parts.length === 0
        ? { kind: 'name', name, column: 1 }
        : { kind: 'call', name, args: parts, column: 1 }
  }
}

/** A variable, a constant with its dimension, or an operation with its arguments. */
type Sketch =
  | Variable
  | { readonly constant: number; readonly of: Dimension }
  | readonly [name: string, ...Sketch[]]

const SECOND: Sketch = { constant: 1, of: SECONDS }
const SLOWDOWN: Sketch = ['/', 'wait', 'estimate']

/** Submit order, shortest, smallest area, narrowest and largest slowdown first, WFP3 and F2 (SC 2017, tables 2 and 3). */
const KNOWN: readonly Sketch[] = [
  'submit',
  ['negate', 'wait'],
  'estimate',
  ['*', 'estimate', 'size'],
  'size',
  ['negate', SLOWDOWN],
  ['negate', ['*', ['*', SLOWDOWN, ['*', SLOWDOWN, SLOWDOWN]], 'size']],
  [
    '+',
    ['*', ['sqrt', ['/', 'estimate', SECOND]], 'size'],
    // 25600·log10(s)
    [
      '*',
      { constant: 7.706, of: NUMBER },
      ['*', { constant: 1000, of: PROCESSORS }, ['log2', ['/', 'submit', SECOND]]],
    ],
  ],
]

/** Known rules as expressions, those that the grammar has the variables for. */
export function knownRules(grammar: Grammar): readonly Float64Array[] {
  return KNOWN.flatMap((sketch) => {
    const node = nodeOf(grammar, sketch)
    const genome = node && genomeOf(grammar, node)
    return genome === null ? [] : [genome]
  })
}

function nodeOf(grammar: Grammar, sketch: Sketch): Node | null {
  if (typeof sketch === 'string') return made(grammar, sketch, [])
  if ('constant' in sketch) {
    const type = typeOf(sketch.of)
    const primitive = grammar.primitives.find((each) => each.constant !== null && each.type === type)
    return primitive === undefined ? null : { primitive, value: sketch.constant, args: [] }
  }
  const [name, ...parts] = sketch
  const args = parts.flatMap((part) => nodeOf(grammar, part) ?? [])
  return args.length < parts.length ? null : made(grammar, name, args)
}

function made({ primitives }: Grammar, name: string, args: readonly Node[]): Node | null {
  const primitive = primitives.find(
    (each) =>
      each.name === name &&
      each.args.length === args.length &&
      each.args.every((type, k) => type === args[k].primitive.type),
  )
  return primitive === undefined ? null : { primitive, value: null, args }
}

/**
 * Descriptions, evaluated: the values of their keys, of which expressions and conditions may use one another, the
 * attributes of a machine, and what is known of a job.
 */
import { QueuewrightError } from '../../../core/errors.js'
import { BINDING, type Expression, namesIn } from '../../../core/expression/ast.js'
import { type CompiledExpression, compileExpression } from '../../../core/expression/compile.js'
import { suggestion } from '../../../core/suggest.js'
import type { At, Condition, Element, Item, NumericCondition, Value } from './ast.js'

/** Attributes of a machine, and of what it is asked: numbers and texts by name. */
export type Attributes = Readonly<Record<string, number | string>>

/** Something that a key says, ready to be evaluated. */
export interface Said {
  readonly name: string
  readonly content: CompiledExpression | string
  readonly at: At
}

export type Sayings = ReadonlyMap<string, Said>

/** Names are found whatever their capitals are. */
export const keyOf = (name: string): string => name.toLowerCase()

/** All values under these items, without those of alternatives. */
export function sayingsOf(items: readonly Item[], file: string): Sayings {
  const found = new Map<string, Said>()
  const visit = (item: Item): void => {
    if (item.kind === 'key') item.items.forEach(visit)
    if (item.kind !== 'value') return
    const key = keyOf(item.name)
    if (found.has(key)) {
      throw failure(file, item.at, 'a value is said twice', { field: item.name, remedy: 'Leave one out' })
    }
    found.set(key, said(item))
  }
  items.forEach(visit)
  return found
}

export function elementsOf(items: readonly Item[]): readonly Element[] {
  return items.flatMap((item) =>
    item.kind === 'key' ? elementsOf(item.items) : item.kind === 'element' ? [item] : [],
  )
}

function said({ name, content, at }: Value): Said {
  if (typeof content === 'string') return { name, content, at }
  return { name, content: compileExpression(content, { variables: namesIn(content) }), at }
}

/** The names that expressions of these use, each with where it is used. */
export function* usedNames(
  sayings: Sayings,
  conditions: readonly (Condition | null)[],
): Generator<readonly [name: string, at: At]> {
  for (const { content, at } of sayings.values()) {
    if (typeof content !== 'string') for (const name of content.names) yield [name, at]
  }
  for (const condition of conditions) if (condition !== null) yield* namesOfCondition(condition)
}

function* namesOfCondition(condition: Condition): Generator<readonly [name: string, at: At]> {
  if (condition.kind === 'number') {
    for (const name of namesIn(condition.expression)) yield [name, condition.at]
  } else if (condition.kind !== 'text') {
    for (const part of condition.parts) yield* namesOfCondition(part)
  }
}

/** @throws QueuewrightError `formula-name` at the first name that nothing has */
export function requireNames(
  used: Iterable<readonly [name: string, at: At]>,
  known: readonly string[],
  file: string,
): void {
  const keys = new Set(known.map(keyOf))
  for (const [name, at] of used) {
    if (keys.has(keyOf(name))) continue
    const what = `unknown name ${name} in what begins at column ${at.column}`
    const remedy = suggestion(name, known, 'Known')
    throw new QueuewrightError('formula-name', what, { file, line: at.line, remedy })
  }
}

/** The names and values that hold at a moment. */
export class Scope {
  readonly #sayings: Sayings
  readonly #given: ReadonlyMap<string, number | string>
  readonly #file: string
  readonly #pending = new Set<string>()

  constructor(sayings: Sayings, given: Attributes, file: string) {
    this.#sayings = sayings
    this.#given = new Map(Object.entries(given).map(([name, value]) => [keyOf(name), value]))
    this.#file = file
  }

  /**
   * A number; null where nothing says it.
   * @throws QueuewrightError `objective-undefined` for what has no finite value, `input-document` for a text and for what
   *   depends on itself
   */
  number(name: string): number | null {
    const key = keyOf(name)
    const given = this.#given.get(key)
    const said = this.#sayings.get(key)
    if (typeof given === 'number') return given
    if (said === undefined) {
      if (given === undefined) return null
      throw new QueuewrightError('input-document', `${name} is a text`, {
        ...{ file: this.#file, value: given, expected: 'a number' },
      })
    }
    if (typeof said.content === 'string') {
      throw failure(this.#file, said.at, `${name} is a text`, { value: said.content, expected: 'a number' })
    }
    if (this.#pending.has(key)) {
      throw failure(this.#file, said.at, `${said.name} depends on itself`, {
        remedy: 'Let one of the values be a number',
      })
    }
    this.#pending.add(key)
    const value = this.#value(said.content)
    this.#pending.delete(key)
    return this.#finite(said.name, value, said.content.text, said.at)
  }

  #finite(what: string, value: number | null, text: string, { line, column }: At): number | null {
    if (value === null || Number.isFinite(value)) return value
    throw new QueuewrightError(
      'objective-undefined',
      `${what} is ${value} in what begins at column ${column}`,
      {
        ...{ file: this.#file, line, value: text, expected: 'a finite number' },
        remedy: 'Guard a division, as in if(a == 0, 0, b / a)',
      },
    )
  }

  text(name: string): string | null {
    const found = this.#given.get(keyOf(name)) ?? this.#sayings.get(keyOf(name))?.content
    return typeof found === 'string' ? found : null
  }

  /**
   * Whether it holds; what nobody says fulfils nothing.
   * @throws QueuewrightError `objective-undefined` where something that it compares has no finite value
   */
  holds(condition: Condition): boolean {
    switch (condition.kind) {
      case 'and':
        return condition.parts.every((part) => this.holds(part))
      case 'or':
        return condition.parts.some((part) => this.holds(part))
      case 'text': {
        const found = this.text(condition.name)
        return found !== null && (found.toLowerCase() === condition.text.toLowerCase()) === condition.equal
      }
      case 'number':
        return this.#isFulfilled(condition)
    }
  }

  #isFulfilled({ expression, at }: NumericCondition): boolean {
    for (const side of comparedIn(expression)) {
      const compiledSide = compiledOnce(side)
      if (this.#finite('a condition', this.#value(compiledSide), compiledSide.text, at) === null) return false
    }
    return this.#value(compiledOnce(expression)) !== 0
  }

  /** Null where one of its names has no value. */
  #value(expression: CompiledExpression): number | null {
    const scope: Record<string, number> = {}
    for (const name of expression.names) {
      const value = this.number(name)
      if (value === null) return null
      scope[name] = value
    }
    return expression.value(scope)
  }
}

/** The two sides of a comparison, whose own value would hide what they are; else the expression. */
function comparedIn(expression: Expression): readonly Expression[] {
  const compares = expression.kind === 'binary' && BINDING[expression.operator] === BINDING['==']
  return compares ? [expression.left, expression.right] : [expression]
}

const compiled = new WeakMap<Expression, CompiledExpression>()

function compiledOnce(tree: Expression): CompiledExpression {
  const known = compiled.get(tree) ?? compileExpression(tree, { variables: namesIn(tree) })
  compiled.set(tree, known)
  return known
}

export function failure(
  file: string,
  { line, column }: At,
  what: string,
  detail: ConstructorParameters<typeof QueuewrightError>[2] = {},
): QueuewrightError {
  return new QueuewrightError('input-document', `${what} at column ${column}`, { file, line, ...detail })
}

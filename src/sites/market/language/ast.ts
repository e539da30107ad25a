/**
 * The language of requests, offers and resources (Franke, doctoral thesis, Dortmund 2006, 11.4.5 and figure 11.16) as a tree:
 * nested keys with values, alternatives under conditions, and expressions. Any key may be written; which of them mean
 * something is said elsewhere (requests.ts).
 */
import { type Expression, printExpression } from '../../../core/expression/ast.js'

export const DESCRIPTION_KINDS = ['REQUEST', 'OFFER', 'RESOURCE'] as const
export type DescriptionKind = (typeof DESCRIPTION_KINDS)[number]

/** A place in the text, from 1. */
export interface At {
  readonly line: number
  readonly column: number
}

export interface Description {
  readonly kind: DescriptionKind
  readonly name: string
  readonly items: readonly Item[]
  readonly at: At
}

export type Item = Key | Value | Element

export interface Key {
  readonly kind: 'key'
  readonly name: string
  readonly items: readonly Item[]
  readonly at: At
}

export interface Value {
  readonly kind: 'value'
  readonly name: string
  /** A text where it is one in quotes. */
  readonly content: Expression | string
  /** Where the content begins: the columns of its names count from there. */
  readonly at: At
}

/** An alternative, under a condition or under none. */
export interface Element {
  readonly kind: 'element'
  readonly number: number
  readonly condition: Condition | null
  readonly items: readonly Item[]
  readonly at: At
}

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'text'; readonly name: string; readonly equal: boolean; readonly text: string }
  | NumericCondition

/** True where it is not 0. */
export interface NumericCondition {
  readonly kind: 'number'
  readonly expression: Expression
  readonly at: At
}

/** Text that is read as the same descriptions. */
export function printDescriptions(descriptions: readonly Description[]): string {
  return descriptions
    .map(({ kind, name, items }) => `${kind} "${name}" {\n${printItems(items, '  ')}}\n`)
    .join('\n')
}

function printItems(items: readonly Item[], indent: string): string {
  return items.map((item) => `${indent}${printItem(item, indent)}\n`).join('')
}

function printItem(item: Item, indent: string): string {
  const inner = `${indent}  `
  switch (item.kind) {
    case 'value':
      return `VALUE "${item.name}" {${typeof item.content === 'string' ? `"${item.content}"` : printExpression(item.content)}}`
    case 'key': {
      const [only] = item.items
      return item.items.length === 1 && only.kind === 'value'
        ? `KEY "${item.name}" {${printItem(only, indent)}}`
        : `KEY "${item.name}" {\n${printItems(item.items, inner)}${indent}}`
    }
    case 'element': {
      const condition =
        item.condition === null ? '' : `${inner}CONDITION {${printCondition(item.condition)}}\n`
      return `ELEMENT ${item.number} {\n${condition}${printItems(item.items, inner)}${indent}}`
    }
  }
}

function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'text':
      return `${condition.name} ${condition.equal ? 'EQ' : 'NE'} "${condition.text}"`
    case 'number':
      return printExpression(condition.expression)
    default:
      return condition.parts
        .map((part) => `(${printCondition(part)})`)
        .join(condition.kind === 'and' ? ' && ' : ' || ')
  }
}

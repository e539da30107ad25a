/**
 * Text tables for a terminal: objectives of a policy, comparisons, waits by class. Numbers are rounded for people;
 * machines are given JSON by the caller. Pure: strings out, no wider rules than the content needs.
 */

import { formatChange, formatValue, NO_VALUE } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import { bestValue, type ComparedPolicy, relativeChange } from '../evaluation/ranking.js'
import type { Breakdown } from '../sim/breakdown.js'
import type { ObjectiveValues } from '../sim/objectives/index.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import { BREAKDOWN_HEADS, breakdownCells, breakdownSections } from './rows.js'
import { displayWidth, type Paint, painted, paintedWidth, type TerminalStyle } from './terminal.js'

/** Columns between two cells. */
export const GAP = 2

/** Names and values of all objectives, one a line. */
export function objectivesTable(
  values: ObjectiveValues,
  objectives: readonly ObjectiveInfo[],
  style: TerminalStyle,
): string {
  const table = plainTable(['objective', 'value', ''], ['left', 'right', 'left'], style)
  for (const { name, description, unit } of objectives) {
    table.push([name, formatValue(values[name], unit), description])
  }
  return table.toString()
}

/**
 * Policies down, objectives across: the value and, below it, its change against the baseline. The best value of each
 * objective is marked with `*` (and green where colours are on). Objectives that do not fit beside each other in the
 * width go into further tables below.
 */
export function comparisonTable(
  policies: readonly ComparedPolicy[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
  style: TerminalStyle,
): string {
  const base = policies.find(({ policy }) => policy === baseline)?.objectives
  const names = policies.map(({ policy }) => visible(policy))
  const nameWidth = largestOf(['baseline'.length, ...names.map(displayWidth)])
  const columns = objectives.map((objective) => comparisonColumn(policies, objective, base))
  return intoWidth(columns, nameWidth, style.width)
    .map((part) => {
      const align = ['left' as const, ...part.map(() => 'right' as const)]
      const table = plainTable(['policy', ...part.map(({ head }) => `${head}  `)], align, style)
      policies.forEach(({ policy }, row) => {
        const isBase = policy === baseline
        const cells = part.map(({ cells: of }) => {
          const { value, change, best, paint } = of[row]
          const marked = best ? painted(`${value} *`, 'best', style) : `${value}  `
          return `${marked}\n${isBase ? ' ' : painted(`${change}  `, paint, style)}`
        })
        table.push([isBase ? `${names[row]}\n${painted('baseline', 'faint', style)}` : names[row], ...cells])
      })
      return table.toString()
    })
    .join('\n\n')
}

interface ComparisonCell {
  readonly value: string
  readonly change: string
  readonly best: boolean
  readonly paint: Paint
}

interface ComparisonColumn {
  readonly head: string
  /** One a policy. */
  readonly cells: readonly ComparisonCell[]
  readonly width: number
}

function comparisonColumn(
  policies: readonly ComparedPolicy[],
  objective: ObjectiveInfo,
  base: ObjectiveValues | undefined,
): ComparisonColumn {
  const { name, unit, sense } = objective
  const best = bestValue(policies, objective)
  const cells = policies.map(({ objectives: values }): ComparisonCell => {
    const value = values[name] ?? null
    const change = relativeChange(value, base?.[name] ?? null)
    return {
      value: formatValue(value, unit),
      change: change === null ? NO_VALUE : formatChange(change),
      best: value !== null && value === best,
      paint: changePaint(change, sense),
    }
  })
  const widths = cells.flatMap(({ value, change }) => [displayWidth(value), displayWidth(change)])
  // Two columns of each are for the mark of the best.
  return { head: name, cells, width: largestOf([name.length, ...widths]) + 2 }
}

/** As many columns beside each other as fit behind the names, at least one. */
export function intoWidth<Column extends { readonly width: number }>(
  columns: readonly Column[],
  nameWidth: number,
  width: number,
): Column[][] {
  const parts: Column[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const column of columns) {
    if (used + GAP + column.width > width) {
      parts.push([])
      used = nameWidth
    }
    parts[parts.length - 1].push(column)
    used += GAP + column.width
  }
  return parts
}

/** Waits by class, one table after the other. */
export function breakdownTables(breakdown: Breakdown, style: TerminalStyle): string {
  return breakdownSections(breakdown)
    .map(({ title, rows }) => {
      const heads = [title, ...BREAKDOWN_HEADS]
      const table = plainTable(heads, ['left', ...BREAKDOWN_HEADS.map(() => 'right' as const)], style)
      for (const row of rows) table.push([visible(row.label), ...breakdownCells(row)])
      return table.toString()
    })
    .join('\n\n')
}

/** Names and values without heads or rules. */
export function factsTable(facts: readonly (readonly [string, string])[]): string {
  const names = facts.map(([name]) => visible(name))
  const width = largestOf([0, ...names.map(displayWidth)])
  return facts.map(([, value], k) => `${names[k].padEnd(width)}  ${visible(value)}`.trimEnd()).join('\n')
}

/** A change that is written as none is no better and no worse. */
export function changePaint(change: number | null, sense: ObjectiveInfo['sense']): Paint {
  if (change === null || formatChange(change) === formatChange(0)) return 'faint'
  return change < 0 === (sense === 'min') ? 'best' : 'worse'
}

/** Columns set apart by spaces, a rule below the heads; a cell may have several lines. */
export function plainTable(
  head: readonly string[],
  align: readonly ('left' | 'right')[],
  style: TerminalStyle,
): PlainTable {
  return new PlainTable(head, align, style)
}

class PlainTable {
  readonly #align: readonly ('left' | 'right')[]
  readonly #style: TerminalStyle
  /** Of each row and cell the lines; the heads first. */
  readonly #rows: (readonly (readonly string[])[])[] = []

  constructor(head: readonly string[], align: readonly ('left' | 'right')[], style: TerminalStyle) {
    this.#align = align
    this.#style = style
    this.push(head.map((text) => painted(text, 'strong', style)))
  }

  push(row: readonly string[]): void {
    this.#rows.push(row.map((cell) => cell.split('\n')))
  }

  toString(): string {
    // A column without text keeps one space.
    const widths = this.#align.map(() => 1)
    for (const row of this.#rows)
      for (const [k, cell] of row.entries())
        for (const line of cell) widths[k] = Math.max(widths[k], paintedWidth(line))
    const [head, ...body] = this.#rows.flatMap((row) => this.#lines(row, widths))
    const length = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1))
    const rule = (this.#style.unicode ? '─' : '-').repeat(length)
    return [head, ...(body.length === 0 ? [] : [rule]), ...body].join('\n')
  }

  #lines(row: readonly (readonly string[])[], widths: readonly number[]): readonly string[] {
    const height = row.reduce((most, cell) => Math.max(most, cell.length), 1)
    return Array.from({ length: height }, (_, line) =>
      row
        .map((cell, k) => {
          const text = cell[line] ?? ''
          const filler = ' '.repeat(widths[k] - paintedWidth(text))
          return this.#align[k] === 'left' ? text + filler : filler + text
        })
        .join(' '.repeat(GAP)),
    )
  }
}

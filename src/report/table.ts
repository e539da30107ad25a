/**
 * Text tables for a terminal: objectives of a policy, comparisons, waits by class. Numbers are rounded for people;
 * machines are given JSON by the caller. Pure: strings out, no wider rules than the content needs.
 */
import Table from 'cli-table3'
import type { Breakdown } from '../sim/breakdown.js'
import type { ObjectiveValues } from '../sim/objectives/index.js'
import { formatChange, formatValue, NO_VALUE } from './format.js'
import type { ObjectiveInfo } from './model.js'
import { bestValue, type ComparedPolicy, relativeChange } from './ranking.js'
import { BREAKDOWN_HEADS, breakdownCells, breakdownSections } from './rows.js'
import { displayWidth, type Paint, painted, type TerminalStyle, visible } from './terminal.js'

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
  const nameWidth = Math.max('baseline'.length, ...names.map(displayWidth))
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
  return { head: name, cells, width: Math.max(name.length, ...widths) + 2 }
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
  const width = Math.max(0, ...facts.map(([name]) => [...name].length))
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${visible(value)}`.trimEnd()).join('\n')
}

/** A change that is written as none is no better and no worse. */
export function changePaint(change: number | null, sense: ObjectiveInfo['sense']): Paint {
  if (change === null || formatChange(change) === formatChange(0)) return 'faint'
  return change < 0 === (sense === 'min') ? 'best' : 'worse'
}

/** Columns set apart by spaces, a rule below the heads. */
export function plainTable(
  head: readonly string[],
  align: readonly ('left' | 'right')[],
  style: TerminalStyle,
): Table.Table {
  const line = style.unicode ? '─' : '-'
  const none = {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: ' '.repeat(GAP),
  }
  return new Table({
    head: head.map((text) => painted(text, 'strong', style)),
    colAligns: [...align],
    chars: { ...none, mid: line, 'mid-mid': line.repeat(GAP), 'left-mid': '', 'right-mid': '' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  })
}

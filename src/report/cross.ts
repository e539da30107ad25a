/**
 * The cross table, learnt from which logs and applied to which: a row a strategy, then the policies beside them, a column
 * a log, in the cells the change of the objective against the baseline, and behind them its geometric mean over the logs.
 * Whoever learns on one machine asks whether that holds on another; what is reached on the log that was learnt from does
 * not tell. C. Franke, doctoral thesis, Dortmund 2006, chapter 10, has such tables: SOPT is one log, ALLOPT all. Pure.
 */
import { formatChange, NO_VALUE } from '../core/format.js'
import { ANCHOR_NAMES, ANCHORS, beatsAnchors } from '../evaluation/results/anchors.js'
import { shiftSentences } from '../evaluation/results/mean-ratio.js'
import { isValue, relativeChange } from '../evaluation/results/ranking.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import { type EvaluatedLog, type EvaluatedStrategy, type Evaluation, meanChanges } from './evaluation.js'

export interface CrossCell {
  /** (value − baseline's) / |baseline's|; null where there is none. */
  readonly change: number | null
  /** Nothing in the column is better, the baseline included. */
  readonly best: boolean
  /** The strategy was learnt from this log, or from one of those of the mean: no test. */
  readonly learnt: boolean
  /**
   * Whether it is strictly better than all one-line rules, or than those that keep to what it had to keep to; null for
   * policies, and where nothing can be said.
   */
  readonly beatsAnchors: boolean | null
}

export interface CrossRow {
  readonly policy: string
  /** Logs that the strategy was learnt from, in words; empty where nobody says; null for policies. */
  readonly learntFrom: readonly string[] | null
  /** One a log. */
  readonly cells: readonly CrossCell[]
  /** Over the logs, as `meanChanges`. */
  readonly mean: CrossCell
}

export interface CrossTable {
  readonly objective: ObjectiveInfo
  readonly baseline: string
  readonly logs: readonly string[]
  /** Strategies, then policies; without the baseline. */
  readonly rows: readonly CrossRow[]
  /** The shift that the mean adds to each value, as one is 0. */
  readonly shift: number
}

/**
 * A table for each objective that a strategy is judged by, with the strategies that are judged by it, and those that are
 * judged by none; a table of the first objective where no strategy is judged by any.
 */
export function crossTables(evaluation: Evaluation): CrossTable[] {
  const { objectives, strategies } = evaluation
  const judged = objectives.filter(({ name }) => strategies.some(({ objective }) => objective === name))
  return (judged.length > 0 ? judged : objectives.slice(0, 1)).map((objective) =>
    crossTable(evaluation, objective),
  )
}

/** The table's row of a policy; undefined for the baseline, and for what is judged by another objective. */
export function crossRow({ rows }: CrossTable, policy: string): CrossRow | undefined {
  return rows.find((row) => row.policy === policy)
}

/** Changes by policy, the baseline's included. */
type Column = ReadonlyMap<string, number | null>

function crossTable(evaluation: Evaluation, objective: ObjectiveInfo): CrossTable {
  const { logs, strategies, baseline } = evaluation
  const columns = logs.map((log) => columnOf(log, objective, baseline))
  const means = meanChanges({ ...evaluation, objectives: [objective] })
  const mean: Column = new Map(means.map(({ policy, change }) => [policy, change]))
  const shown = strategies.filter((strategy) => (strategy.objective ?? objective.name) === objective.name)
  const hidden = new Set(strategies.filter((each) => !shown.includes(each)).map(({ name }) => name))
  const row = (policy: string, strategy: EvaluatedStrategy | null): CrossRow => {
    const learnt = logs.map(({ trace }) => strategy?.learntOn.includes(trace) ?? false)
    const judged = (strategy?.objective ?? null) !== null
    const rivals = logs.map((_, log) => (judged ? (strategy?.rivals[log] ?? []) : []))
    const everywhere = ANCHORS.filter((name) => rivals.every((on) => on.includes(name)))
    const cell = (column: Column, isLearnt: boolean, among: readonly string[]): CrossCell => ({
      ...changeIn(column, policy, hidden, objective),
      learnt: isLearnt,
      beatsAnchors: beatsIn(column, policy, among, objective),
    })
    return {
      policy,
      learntFrom: strategy?.learntFrom ?? null,
      cells: columns.map((column, log) => cell(column, learnt[log], rivals[log])),
      mean: cell(mean, learnt.includes(true), everywhere),
    }
  }
  const own = new Set([baseline, ...strategies.map(({ name }) => name)])
  const others = (logs[0]?.policies ?? []).map(({ policy }) => policy).filter((policy) => !own.has(policy))
  return {
    objective,
    baseline,
    logs: logs.map(({ trace }) => trace),
    shift: means[0]?.shift ?? 0,
    rows: [
      ...shown.map((strategy) => row(strategy.name, strategy)),
      ...others.map((policy) => row(policy, null)),
    ],
  }
}

function columnOf({ policies }: EvaluatedLog, { name }: ObjectiveInfo, baseline: string): Column {
  const base = policies.find(({ policy }) => policy === baseline)?.objectives[name] ?? null
  return new Map(
    policies.map(({ policy, objectives }) => [policy, relativeChange(objectives[name] ?? null, base)]),
  )
}

/** @param hidden strategies that are not in the table */
function changeIn(
  column: Column,
  policy: string,
  hidden: ReadonlySet<string>,
  { sense }: ObjectiveInfo,
): Pick<CrossCell, 'change' | 'best'> {
  const change = column.get(policy) ?? null
  const better = (other: number) => change !== null && (sense === 'min' ? other < change : other > change)
  const isShown = (name: string) => !hidden.has(name)
  const others = [...column.keys()].filter(isShown).map((name) => column.get(name) ?? null)
  return { change, best: change !== null && !others.filter(isValue).some(better) }
}

/** @param rivals of the one-line rules that were compared; nothing beats one that was not */
function beatsIn(
  column: Column,
  policy: string,
  rivals: readonly string[],
  { sense }: ObjectiveInfo,
): boolean | null {
  const missing = ANCHORS.filter((name) => !column.has(name))
  const values = [...rivals, ...missing].map((name) => column.get(name) ?? null)
  return beatsAnchors(column.get(policy) ?? null, values, sense)
}

/** Marks of a cell; each stands for a property that is true. */
const CROSS_MARKS = { best: '★', learnt: '†', worseThanAnchors: '!' } as const

/** Behind the change of a cell, without a blank; empty where there is nothing to be said. */
export function marksOf({ best, learnt, beatsAnchors }: CrossCell): string {
  const { best: first, learnt: second, worseThanAnchors: third } = CROSS_MARKS
  return `${best ? first : ''}${learnt ? second : ''}${beatsAnchors === false ? third : ''}`
}

/** Meanings of the marks that a table has, one sentence each, and of its mean. */
export function crossLegend({ rows, objective: { name, unit }, shift }: CrossTable): string[] {
  const cells = rows.flatMap((row) => [...row.cells, row.mean])
  const { best: first, learnt: second, worseThanAnchors: third } = CROSS_MARKS
  return [
    ...(cells.some(({ best }) => best) ? [`${first} best of its column`] : []),
    ...(cells.some(({ learnt }) => learnt)
      ? [`${second} learnt from this log, or from one of those of the mean: no test`]
      : []),
    ...(cells.some(({ beatsAnchors }) => beatsAnchors === false)
      ? [`${third} does not beat all of ${ANCHOR_NAMES}: it has learnt nothing there`]
      : []),
    'mean: geometric, of the ratios to the baseline',
    ...shiftSentences([{ objective: name, unit, shift }]),
  ]
}

/** `AWRT (less is better): changes against easy`. */
export function crossTitle({ objective: { name, sense }, baseline }: CrossTable): string {
  return `${name} (${sense === 'min' ? 'less' : 'more'} is better): changes against ${baseline}`
}

export function changeText({ change }: Pick<CrossCell, 'change'>): string {
  return change === null ? NO_VALUE : formatChange(change)
}

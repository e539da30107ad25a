/**
 * The final measurement of a search: the policies that it found, and others beside them, are measured on each log, on the
 * part that was learnt from and on the part that was not.
 */
import { list, nullable, number, objectOf, oneOf, optional, text, whole } from '../../core/codec.js'
import type { Fact } from '../../core/exhibit.js'
import type { Task } from '../../optimize/evaluator.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import { policyName } from '../../sim/policy.js'
import { LEGEND, type LogLegend } from '../group-legend.js'
import type { ResultTable } from '../results/result-table.js'
import { SCENARIO, type Scenario } from '../scenarios/scenario.js'
import { type SimulateResult, simulateTask } from '../tasks/simulate.js'
import type { MeasuredObjectives } from './preferred.js'

/** A log of which the first rows are learnt from. */
export interface LearntLog {
  readonly name: string
  /** The whole log, without a window. */
  readonly scenario: Scenario
  /** Rows [0, train) are learnt from; the others, if any, are for the test. */
  readonly train: number
  readonly jobs: number
  /** Who is in which user group; nothing where that is not told. */
  readonly legend?: readonly Fact[]
}

export const LEARNT_LOG = objectOf<LearntLog>({
  name: text,
  scenario: SCENARIO,
  train: whole(0),
  jobs: whole(0),
  legend: optional(LEGEND),
})

/** A part of a log, as it is measured. */
export interface MeasuredPart {
  readonly log: string
  readonly part: 'train' | 'test'
  readonly scenario: Scenario
}

/** One policy on one part of one log. */
export interface FinalRow {
  readonly log: string
  readonly part: MeasuredPart['part']
  readonly policy: string
  readonly values: readonly (number | null)[]
}

export const FINAL_ROW = objectOf<FinalRow>({
  ...{ log: text, part: oneOf(['train', 'test']), policy: text, values: list(nullable(number())) },
})

/** Who is in which group of each log of which that is told. */
export function legendsOf(logs: readonly LearntLog[]): readonly LogLegend[] {
  return logs.flatMap(({ name, legend = [] }) => (legend.length === 0 ? [] : [{ log: name, groups: legend }]))
}

/** The part that is learnt from, if any, and the other one, if any. */
export function partsOf(logs: readonly LearntLog[]): readonly MeasuredPart[] {
  return logs.flatMap(({ name, scenario, train, jobs }): readonly MeasuredPart[] => [
    ...(train > 0 ? [{ log: name, part: 'train' as const, scenario: trainingOf({ scenario, train }) }] : []),
    ...(train < jobs
      ? [{ log: name, part: 'test' as const, scenario: { ...scenario, window: [train, jobs] as const } }]
      : []),
  ])
}

/** The scenario of the rows that are learnt from. */
export function trainingOf({ scenario, train }: Pick<LearntLog, 'scenario' | 'train'>): Scenario {
  return { ...scenario, window: [0, train] }
}

export function finalTasks(
  parts: readonly MeasuredPart[],
  policies: readonly string[],
  columns: readonly string[],
): readonly Task[] {
  return parts.flatMap(({ scenario }) => policies.map((policy) => simulateTask(scenario, policy, columns)))
}

/**
 * @param results of `finalTasks`
 * @param valuesOf the columns' values, of those that were measured
 */
export function finalRows(
  parts: readonly MeasuredPart[],
  policies: readonly string[],
  results: readonly SimulateResult[],
  valuesOf: MeasuredObjectives['values'],
): readonly FinalRow[] {
  return parts.flatMap(({ log, part }, k) =>
    policies.map((policy, p) => {
      const values = results[k * policies.length + p]
      return { log, part, policy, values: 'above' in values ? [] : valuesOf(values) }
    }),
  )
}

/** @param columns objectives of the rows' values */
export function finalTable(rows: readonly FinalRow[], columns: readonly string[]): ResultTable {
  const units = columns.map((column) => compositeInfo(compileObjective(column)).unit)
  return {
    keys: ['trace', 'part', 'policy'],
    rows: rows.flatMap(({ log, part, policy, values }) =>
      values.map((value, k) => ({
        key: [log, part, policyName(policy)],
        objective: columns[k],
        unit: units[k],
        value,
      })),
    ),
  }
}

/** The rows as the evidence of a strategy has them. */
export function measuredRows(rows: readonly FinalRow[], columns: readonly string[]) {
  return rows.map(({ log, part, policy, values }) => ({
    trace: log,
    part,
    policy: policyName(policy),
    // A formula may be no number.
    objectives: Object.fromEntries(
      columns.map((column, k) => [column, Number.isFinite(values[k]) ? (values[k] ?? null) : null]),
    ),
  }))
}

/** The logs that were learnt from, as the evidence of a strategy has them. */
export function learntTraces(logs: readonly LearntLog[]) {
  return logs.map(({ name, scenario, train, jobs }) => ({
    name,
    digest: scenario.data,
    machine: scenario.machine,
    train,
    jobs,
  }))
}

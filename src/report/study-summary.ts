/**
 * The statements of a result table, worked out once for the page and for the terminal: medians with intervals, and every
 * policy against the baseline.
 *
 * Some axes are **replicates**: their values were not chosen for their own sake but stand for others like them
 * (traces, windows, draws). Medians and tests run over these. Every combination of the further axes (machine,
 * estimates, …) is a **condition**, summarised by itself: the same windows on two machines are no new evidence for
 * each other. Pure.
 */

import type { Fact } from '../core/exhibit.js'
import { type Interval, MOST_RANKED, midranks } from '../core/inference/index.js'
import { Random } from '../core/random.js'
import { comparePolicies, medianEstimate, type PairedComparison } from '../evaluation/results/paired.js'
import {
  distinctOf,
  type MedianCell,
  mediansOf,
  POLICY_KEY,
  type ResultTable,
  splitTable,
  valuesOf,
} from '../evaluation/results/result-table.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import type { BoxPanel } from './box.js'
import type { MeanRank } from './plots/critical-difference.js'

/** Axes that are replicates unless it is said otherwise. */
export const USUAL_REPLICATES: readonly string[] = ['trace', 'window', 'draw', 'seed']

export interface StudyResults {
  readonly table: ResultTable
  /** In the order to show them. */
  readonly objectives: readonly ObjectiveInfo[]
  /** The policy that others are measured against. */
  readonly baseline: string
  /** Names of axes; those of `USUAL_REPLICATES` that the table has, where left out. */
  readonly replicates?: readonly string[]
  /** The seed of the bootstrap. */
  readonly seed: number
}

/** A median with its interval at 95 %. */
export interface MedianSummary extends MedianCell {
  /** Null below `FEWEST_FOR_INTERVAL` values. */
  readonly interval: Interval | null
}

export interface ConditionSummary {
  /** Axes and the condition's places on them, without axes that have one place only. */
  readonly places: readonly Fact[]
  /** The part of the table. */
  readonly table: ResultTable
  /** Number of combinations of the replicates. */
  readonly replicates: number
  /** In the order of the table. */
  readonly policies: readonly string[]
  readonly medians: readonly MedianSummary[]
  /** Comparisons of every other policy with the baseline, objective by objective. */
  readonly comparisons: readonly PairedComparison[]
  /** Medians for each place on the first replicate axis that has several, where there is a further such axis. */
  readonly parts: { readonly axis: string; readonly rows: readonly PartMedians[] } | null
}

export interface PartMedians {
  readonly place: string
  readonly medians: readonly MedianCell[]
}

export interface StudySummary {
  readonly baseline: string
  readonly objectives: readonly ObjectiveInfo[]
  /** Axes that medians and tests run over, without those that have one place only. */
  readonly replicates: readonly string[]
  readonly conditions: readonly ConditionSummary[]
}

/** The same results and seed give the same summary. */
export function summariseStudy({ table, objectives, baseline, seed, ...given }: StudyResults): StudySummary {
  const replicates = given.replicates ?? USUAL_REPLICATES.filter((name) => table.keys.includes(name))
  const axes = table.keys.filter((name) => name !== POLICY_KEY && !replicates.includes(name))
  const varied = new Set(axes.filter((name) => distinctOf(table, name).length > 1))
  const random = new Random(seed).fork('study summary')
  const conditions = splitTable(table, axes).map(({ key, table: part }): ConditionSummary => {
    const policies = distinctOf(part, POLICY_KEY)
    const others = policies.filter((policy) => policy !== baseline)
    const own = random.fork(JSON.stringify(key))
    const shown = new Set(objectives.map(({ name }) => name))
    return {
      places: axes.map((name, k) => [name, key[k]] as const).filter(([name]) => varied.has(name)),
      table: part,
      replicates: splitTable(part, replicates).length,
      policies,
      medians: mediansOf(part)
        .filter(({ objective }) => shown.has(objective))
        .map((cell) => {
          const values = valuesOf(part, cell.policy, cell.objective)
          const { interval } = medianEstimate(
            values,
            own.fork('median').fork(cell.policy).fork(cell.objective),
          )
          return { ...cell, interval }
        }),
      comparisons: objectives.flatMap((objective) => {
        return comparePolicies(part, objective, baseline, others, own.fork('change'))
      }),
      parts: partsOf(part, replicates),
    }
  })
  const several = replicates.filter((name) => distinctOf(table, name).length > 1)
  return { baseline, objectives, replicates: several, conditions }
}

/** A panel an objective with a box a policy, for a plot of a condition. */
export function studyPanels(
  { table, policies, medians }: ConditionSummary,
  objectives: readonly ObjectiveInfo[],
): BoxPanel[] {
  return objectives.map(({ name, description, unit, sense }) => ({
    title: [name, ...description.split(':').slice(0, 1)].filter(Boolean).join(': '),
    subtitle: sense === 'min' ? 'less is better' : 'more is better',
    unit,
    samples: policies.map((policy) => ({
      label: policy,
      values: valuesOf(table, policy, name),
      interval: medians.find((one) => one.policy === policy && one.objective === name)?.interval ?? null,
    })),
  }))
}

/**
 * Mean ranks of the policies by an objective, over the replicates in which all have a value.
 * @returns null where these are too few, or the policies too many, for a critical difference
 */
export function meanRanks(
  { table, policies }: ConditionSummary,
  { name, sense }: ObjectiveInfo,
  replicates: readonly string[],
): { readonly ranks: readonly MeanRank[]; readonly times: number } | null {
  if (policies.length < 3 || policies.length > MOST_RANKED) return null
  const rows = splitTable(table, replicates).flatMap(({ table: part }) => {
    const values = policies.map((policy) => valuesOf(part, policy, name))
    return values.every(({ length }) => length === 1) ? [values.map(([value]) => value)] : []
  })
  if (rows.length < FEWEST_RANKINGS) return null
  const sums = new Float64Array(policies.length)
  for (const row of rows) {
    const ranked = midranks(Float64Array.from(row, (value) => (sense === 'min' ? value : -value)))
    for (const [k, rank] of ranked.entries()) sums[k] += rank
  }
  const ranks = policies.map((policy, k) => ({ policy, rank: sums[k] / rows.length }))
  return { ranks, times: rows.length }
}

/** Fewer rankings say nothing. */
const FEWEST_RANKINGS = 5

function partsOf(table: ResultTable, replicates: readonly string[]): ConditionSummary['parts'] {
  const several = replicates.filter((name) => distinctOf(table, name).length > 1)
  if (several.length < 2) return null
  const [axis] = several
  const rows = splitTable(table, [axis]).map(({ key, table: part }) => ({
    place: key[0],
    medians: mediansOf(part),
  }))
  return { axis, rows }
}

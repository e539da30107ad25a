/**
 * Results of a study: its result table, the policies chosen on one part of the data and judged on another, and averages
 * over traces. Pure functions of the spec and the values.
 */
import { Random } from '../../core/random.js'
import { mean } from '../../core/statistics.js'
import type { Found } from '../../evaluation/investigation.js'
import { type SelectedPolicy, selectAndTest, type TrainTest } from '../../evaluation/results/holdout.js'
import { meanLogRatio, shiftFor } from '../../evaluation/results/mean-ratio.js'
import { isValue } from '../../evaluation/results/ranking.js'
import {
  distinctOf,
  mediansOf,
  POLICY_KEY,
  pairsOf,
  type ResultTable,
  splitTable,
} from '../../evaluation/results/result-table.js'
import { severalMeasure } from '../../evaluation/tasks/several.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo, type ObjectiveInfo } from '../../sim/objectives/info.js'
import { RECORDED } from '../../sim/policy.js'
import { axesOf, cellsOf, type StudySpec } from './spec.js'

/** Values of a simulation, by objective; null where an objective has none. */
export type CellValues = readonly (number | null)[]

function objectivesOf({ objectives }: Pick<StudySpec, 'objectives'>): readonly ObjectiveInfo[] {
  return objectives.map((text) => severalMeasure(text) ?? compositeInfo(compileObjective(text)))
}

/** @param values of all cells, in their order */
function resultTable(spec: StudySpec, values: readonly CellValues[]): ResultTable {
  const objectives = objectivesOf(spec)
  const rows = cellsOf(spec).flatMap(({ key }, cell) =>
    objectives.map(({ name, unit }, k) => ({ key, objective: name, unit, value: values[cell][k] })),
  )
  return { keys: axesOf(spec), rows }
}

/**
 * The result of a study. Its files depend on what its file asks for: they are made with its looks (report/runs/study.ts).
 */
export interface StudyFound extends Found {
  readonly spec: StudySpec
  readonly table: ResultTable
  readonly objectives: readonly ObjectiveInfo[]
  readonly choices: readonly FoldChoice[]
  readonly averages: readonly TraceAverage[]
}

/** @param values of all cells, in their order */
export function studyFound(spec: StudySpec, values: readonly CellValues[]): StudyFound {
  const table = resultTable(spec, values)
  return {
    ...{ spec, table },
    objectives: objectivesOf(spec),
    choices: foldChoices(spec, table),
    averages: traceAverages(spec, table),
    files: [],
  }
}

/** Axes whose places are chosen for their own sake: what is chosen, averaged or tested is so for each combination. */
const CONDITION_AXES = ['machine', 'estimates', 'rules'] as const

/** Places on the axes that have several; in words and as data. */
export interface Condition {
  readonly text: string
  readonly places: Readonly<Record<string, string>>
}

function conditionsOf(table: ResultTable): readonly { condition: Condition; part: ResultTable }[] {
  const varied = CONDITION_AXES.map((axis) => distinctOf(table, axis).length > 1)
  return splitTable(table, CONDITION_AXES).map(({ key, table: part }) => {
    const entries = CONDITION_AXES.map((axis, k) => [axis, key[k]] as const).filter((_, k) => varied[k])
    const text = entries.map(([axis, place]) => `${axis} ${place}`).join(', ')
    return { condition: { text, places: Object.fromEntries(entries) }, part }
  })
}

/** A policy that was chosen on the training part of a fold, beside what the test part says. */
export interface FoldChoice {
  /** The trace of a split by time, or `all traces`; else such as `without CTC`, with the condition. */
  readonly fold: string
  readonly condition: Condition
  readonly selected: SelectedPolicy
  /** Medians of the objective over the test cells; null where it has no value. */
  readonly test: {
    readonly chosen: number | null
    readonly baseline: number | null
    /** The change of the policy that the test part would have chosen for itself. */
    readonly hindsight: number | null
  }
}

/**
 * For each fold and each objective that the split chooses by (see evaluation/results/holdout.ts). The folds of a split by time are
 * the traces, each by itself, and where there are several all of them together; those of a split by trace are the traces,
 * each of which tests what is chosen on all others. What really happened (`recorded`) is no policy that one could choose.
 */
function foldChoices(spec: StudySpec, table: ResultTable): readonly FoldChoice[] {
  const { split, baseline } = spec
  if (split === null) return []
  const objectives = objectivesOf(spec).filter(({ name }) => split.choose.includes(name))
  const place = table.keys.indexOf(POLICY_KEY)
  const rows = table.rows.filter(({ key }) => key[place] !== RECORDED || baseline === RECORDED)
  return conditionsOf({ ...table, rows }).flatMap(({ condition, part }) => {
    const folds = foldsOf(spec, part).map((fold) => ({
      ...fold,
      split: [fold.split, condition.text].filter(Boolean).join(', '),
    }))
    const random = new Random(spec.seed).fork('selection').fork(condition.text)
    const chosen = selectAndTest(folds, objectives, baseline, random)
    return chosen.map((selected): FoldChoice => {
      const fold = folds.find(({ split: name }) => name === selected.split)
      if (fold === undefined) throw new RangeError(`there is no fold ${selected.split}`)
      const medians = mediansOf(fold.test).filter(({ objective }) => objective === selected.objective)
      const medianOf = (policy: string) => medians.find((one) => one.policy === policy)?.median ?? null
      return {
        fold: selected.split,
        condition,
        selected,
        test: {
          chosen: medianOf(selected.chosen.policy),
          baseline: medianOf(baseline),
          hindsight: medianOf(selected.hindsight.policy),
        },
      }
    })
  })
}

function foldsOf({ split }: StudySpec, table: ResultTable): TrainTest[] {
  const traces = distinctOf(table, 'trace')
  const only = (axis: string, holds: (place: string) => boolean, from = table): ResultTable => {
    const place = from.keys.indexOf(axis)
    return { keys: from.keys, rows: from.rows.filter(({ key }) => holds(key[place])) }
  }
  if (split?.by === 'time') {
    const parts = (split: string, from: ResultTable): TrainTest => ({
      split,
      train: only('part', (part) => part === 'train', from),
      test: only('part', (part) => part === 'test', from),
    })
    const each = traces.map((trace) => {
      return parts(
        trace,
        only('trace', (name) => name === trace),
      )
    })
    return traces.length > 1 ? [...each, parts('all traces', table)] : each
  }
  return traces.map((trace) => ({
    split: `without ${trace}`,
    train: only('trace', (name) => name !== trace),
    test: only('trace', (name) => name === trace),
  }))
}

/** A policy's mean ratio to the baseline over the traces. */
export interface TraceAverage {
  readonly condition: Condition
  /** The part of a split by time, else null. */
  readonly part: string | null
  readonly objective: string
  readonly policy: string
  readonly traces: number
  /** Null where a value is below 0, so that ratios mean nothing. */
  readonly ratio: number | null
  /** The shift that is added to each value of the objective first, as one is 0. */
  readonly shift: number
}

/**
 * The geometric mean of the ratio policy / baseline (evaluation/results/mean-ratio.ts): over the windows of each trace, then over the
 * traces, so that every trace counts the same. Empty where there is one trace only.
 */
function traceAverages(spec: StudySpec, table: ResultTable): readonly TraceAverage[] {
  const { baseline } = spec
  if (distinctOf(table, 'trace').length < 2) return []
  return conditionsOf(table).flatMap(({ condition, part: whole }) => {
    const parts =
      spec.split?.by === 'time'
        ? splitTable(whole, ['part']).map(({ key, table: rows }) => ({ part: key[0], rows }))
        : [{ part: null, rows: whole }]
    return parts.flatMap(({ part, rows }) =>
      objectivesOf(spec).flatMap(({ name: objective, unit }) => {
        const values = rows.rows.filter((row) => row.objective === objective).map(({ value }) => value)
        const shift = shiftFor(unit, values.filter(isValue))
        const others = distinctOf(rows, POLICY_KEY).filter((policy) => policy !== baseline)
        return others.map((policy): TraceAverage => {
          const logs = splitTable(rows, ['trace']).flatMap(({ table: trace }) => {
            const { pairs } = pairsOf(trace, objective, policy, baseline)
            return pairs.length === 0 || shift === null ? [] : [meanLogRatio(pairs, shift)]
          })
          const ratio = logs.length > 0 ? Math.exp(mean(logs)) : null
          return { condition, part, objective, policy, traces: logs.length, ratio, shift: shift ?? 0 }
        })
      }),
    )
  })
}

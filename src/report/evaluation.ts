/**
 * Policies and strategies evaluated on logs, absolute and relative to a baseline: what they reach on each log, and over
 * several logs the geometric mean of their ratios to the baseline (Fleming, Wallace: How not to lie with statistics, CACM
 * 29(3), 1986: of ratios it is the mean that does not depend on what is taken as the baseline). Pure.
 */
import type { ObjectiveValues } from '../sim/objectives/index.js'
import type { ObjectiveInfo } from './model.js'
import { type ComparedPolicy, isValue, relativeChange } from './ranking.js'
import { csvField } from './result-table.js'

export interface EvaluatedLog {
  readonly trace: string
  /** The same ones, in the same order, on every log; the baseline is one of them. */
  readonly policies: readonly ComparedPolicy[]
}

export interface Evaluation {
  readonly logs: readonly EvaluatedLog[]
  readonly objectives: readonly ObjectiveInfo[]
  readonly baseline: string
}

/** One value with its change, for files. */
export interface EvaluationRecord {
  readonly trace: string
  readonly policy: string
  readonly objective: string
  readonly unit: string
  /** Null where the objective has none. */
  readonly value: number | null
  /** (value − baseline's) / |baseline's|; null where one of them is missing, or the baseline's is 0 and the value is not. */
  readonly change: number | null
}

const COLUMNS = ['trace', 'policy', 'objective', 'unit', 'value', 'change'] as const

export function evaluationRecords({ logs, objectives, baseline }: Evaluation): EvaluationRecord[] {
  return logs.flatMap(({ trace, policies }) => {
    const base = valuesOf(policies, baseline)
    return policies.flatMap(({ policy, objectives: values }) =>
      objectives.map(({ name, unit }): EvaluationRecord => {
        const value = values[name] ?? null
        return {
          trace,
          policy,
          objective: name,
          unit,
          value: isValue(value) ? value : null,
          change: relativeChange(value, base[name] ?? null),
        }
      }),
    )
  })
}

/** The records as CSV (RFC 4180, lines end in a line feed), head first; empty where there is no value. */
export function evaluationCsv(evaluation: Evaluation): string {
  const lines = evaluationRecords(evaluation).map((record) =>
    COLUMNS.map((name) => csvField(String(record[name] ?? ''))).join(','),
  )
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`
}

/** What a policy reaches over all logs under one objective. */
export interface MeanChange {
  readonly policy: string
  readonly objective: string
  /** Geometric mean of the ratios to the baseline, less 1; null where a log has no positive ratio. */
  readonly change: number | null
}

export function meanChanges({ logs, objectives, baseline }: Evaluation): MeanChange[] {
  const policies = logs[0]?.policies.map(({ policy }) => policy) ?? []
  return policies.flatMap((policy) =>
    objectives.map(({ name }): MeanChange => {
      const logarithms = logs.map(({ policies: on }) => {
        const [value, base] = [valuesOf(on, policy)[name], valuesOf(on, baseline)[name]]
        return isValue(value) && isValue(base) && value > 0 && base > 0 ? Math.log(value / base) : Number.NaN
      })
      const mean = logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length
      return { policy, objective: name, change: Number.isFinite(mean) ? Math.expm1(mean) : null }
    }),
  )
}

function valuesOf(policies: readonly ComparedPolicy[], name: string): ObjectiveValues {
  return policies.find(({ policy }) => policy === name)?.objectives ?? {}
}

/** An evaluation for other programs: every value with its change, as records and as CSV. Pure. */

import { csvField } from '../../core/csv.js'
import type { Unit } from '../../core/format.js'
import { isValue, relativeChange } from '../../evaluation/results/ranking.js'
import { crossRow, crossTables } from '../cross.js'
import type { Evaluation } from '../evaluation.js'

/** One value with its change, for files. */
export interface EvaluationRecord {
  readonly trace: string
  readonly policy: string
  readonly objective: string
  readonly unit: Unit
  /** Null where the objective has none. */
  readonly value: number | null
  /** (value − baseline's) / |baseline's|; null where one of them is missing, or the baseline's is 0 and the value is not. */
  readonly change: number | null
  /** Logs that the strategy was learnt from, in words; null for policies. */
  readonly learntFrom: string | null
  /** Whether this log is one of them, so that the value is no test; null for policies. */
  readonly learnt: boolean | null
  /** Whether a strategy beats all one-line rules in the objective that it is judged by; else null. */
  readonly beatsAnchors: boolean | null
}

const COLUMNS = [
  'trace',
  'policy',
  'objective',
  'unit',
  'value',
  'change',
  'learntFrom',
  'learnt',
  'beatsAnchors',
] as const

export function evaluationRecords(evaluation: Evaluation): EvaluationRecord[] {
  const { logs, objectives, baseline, strategies } = evaluation
  const tables = crossTables(evaluation)
  return logs.flatMap(({ trace, policies }, log) => {
    const base = policies.find(({ policy }) => policy === baseline)?.objectives ?? {}
    return policies.flatMap(({ policy, objectives: values }) => {
      const strategy = strategies.find((each) => each.name === policy)
      return objectives.map(({ name, unit }): EvaluationRecord => {
        const value = values[name] ?? null
        const table = tables.find(({ objective }) => objective.name === name)
        return {
          trace,
          policy,
          objective: name,
          unit,
          value: isValue(value) ? value : null,
          change: relativeChange(value, base[name] ?? null),
          learntFrom: strategy?.learntFrom.join(' + ') ?? null,
          learnt: strategy?.learntOn.includes(trace) ?? null,
          beatsAnchors:
            table === undefined ? null : (crossRow(table, policy)?.cells[log].beatsAnchors ?? null),
        }
      })
    })
  })
}

/** The records as CSV (RFC 4180, lines end in a line feed), head first; empty where there is no value. */
export function evaluationCsv(evaluation: Evaluation): string {
  const lines = evaluationRecords(evaluation).map((record) =>
    COLUMNS.map((name) => csvField(String(record[name] ?? ''))).join(','),
  )
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`
}

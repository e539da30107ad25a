/**
 * Policies and strategies evaluated on logs, absolute and relative to a baseline: what they reach on each log, and over
 * several logs the geometric mean of their ratios to the baseline (evaluation/results/mean-ratio.ts). Pure.
 */

import { meanLogRatio, shiftFor } from '../evaluation/results/mean-ratio.js'
import { type ComparedPolicy, isValue } from '../evaluation/results/ranking.js'
import type { ObjectiveValues } from '../sim/objectives/index.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'

export interface EvaluatedLog {
  readonly trace: string
  /** The same ones, in the same order, on every log; the baseline is one of them. */
  readonly policies: readonly ComparedPolicy[]
}

export interface Evaluation {
  readonly logs: readonly EvaluatedLog[]
  readonly objectives: readonly ObjectiveInfo[]
  readonly baseline: string
  /** Which of the policies are strategies; none need be. */
  readonly strategies: readonly EvaluatedStrategy[]
}

/** Facts of a strategy beside its values. */
export interface EvaluatedStrategy {
  /** One of the policies. */
  readonly name: string
  /** Logs that it was learnt from, in words; empty where nobody says. */
  readonly learntFrom: readonly string[]
  /** Those of the evaluation's logs that it was learnt from, whatever they were called then. */
  readonly learntOn: readonly string[]
  /** Name of the objective that it is judged by; null where nobody says. */
  readonly objective: string | null
  /** On each log the one-line rules that keep to what the strategy had to keep to: who starves jobs is no rival. */
  readonly rivals: readonly (readonly string[])[]
  /** On each log the policies that break what the strategy has to keep to. */
  readonly breaking: readonly (readonly string[])[]
}

/** The mean of a policy over all logs under one objective. */
export interface MeanChange {
  readonly policy: string
  readonly objective: string
  /** Geometric mean of the ratios to the baseline, less 1; null where a log has no value of one, or one below 0. */
  readonly change: number | null
  /** The shift that is added to each value of the objective first, as one is 0. */
  readonly shift: number
}

export function meanChanges({ logs, objectives, baseline }: Evaluation): MeanChange[] {
  const policies = logs[0]?.policies.map(({ policy }) => policy) ?? []
  const shifts = objectives.map(({ name, unit }) => {
    const values = logs.flatMap(({ policies: on }) => on.map((each) => each.objectives[name]))
    return shiftFor(unit, values.filter(isValue))
  })
  return policies.flatMap((policy) =>
    objectives.map(({ name }, k): MeanChange => {
      const shift = shifts[k]
      const pairs = logs.flatMap(({ policies: on }) => {
        const [one, other] = [valuesOf(on, policy)[name], valuesOf(on, baseline)[name]]
        return isValue(one) && isValue(other) ? [{ one, other }] : []
      })
      const known = shift !== null && pairs.length === logs.length
      const change = known ? Math.expm1(meanLogRatio(pairs, shift)) : null
      return { policy, objective: name, change, shift: shift ?? 0 }
    }),
  )
}

function valuesOf(policies: readonly ComparedPolicy[], name: string): ObjectiveValues {
  return policies.find(({ policy }) => policy === name)?.objectives ?? {}
}

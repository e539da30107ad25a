/** What a tuning is asked to do, as plain data. */
import type { Json } from '../../core/json.js'
import type { LearntLog } from '../../evaluation/final-measurement.js'
import { scenarioJson, scenarioOf } from '../../evaluation/scenario.js'
import type { WindowDraw } from '../../evaluation/windows.js'
import type { TunedParameter } from './template.js'

export const TUNE_METHODS = ['cma-es', 'es', 'random'] as const
export type TuneMethod = (typeof TUNE_METHODS)[number]

/** Random stretches of the logs, the same ones for all candidates of a generation. */
export interface TuneWindows extends WindowDraw {
  /** Whether each generation has windows of its own, or all have the same. */
  readonly redraw: boolean
}

export interface TuneSpec {
  /** With names in braces for the parameters (template.ts). */
  readonly policy: string
  readonly parameters: readonly TunedParameter[]
  /** A name or a formula; a cost unless its name says that more is better. */
  readonly objective: string
  /** The policy by whose value each value is divided; null: none. */
  readonly relativeTo: string | null
  readonly logs: readonly LearntLog[]
  /** Null: the training part of each log, in one piece. */
  readonly windows: TuneWindows | null
  readonly method: TuneMethod
  /** Candidates a generation; the method's own number where null. */
  readonly population: number | null
  /** Candidates at least, rounded up to whole generations. */
  readonly evaluations: number
  readonly earlyStop: boolean
  readonly seed: number
  /** Policies beside the tuned one in the final table. */
  readonly compare: readonly string[]
}

export function tuneJson(spec: TuneSpec): Json {
  const logs = spec.logs.map((log) => ({ ...log, scenario: scenarioJson(log.scenario) }))
  return { ...spec, logs } as unknown as Json
}

/** The spec of what `tuneJson` made. */
export function tuneSpecOf(json: Json): TuneSpec {
  const spec = json as unknown as TuneSpec
  const logs = spec.logs.map((log) => ({ ...log, scenario: scenarioOf(log.scenario as unknown as Json) }))
  return { ...spec, logs }
}

/** `measurement`, a part of studies: some policies on some logs, each simulated and measured. Nothing is searched. */
import { type Codec, exact, list, nullable, object, text } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import type { InvestigationKind } from '../../evaluation/investigation.js'
import { SCENARIO, type Scenario } from '../../evaluation/scenarios/scenario.js'
import { type SimulateResult, simulateResults, simulateTask } from '../../evaluation/tasks/simulate.js'

export interface MeasurementSpec {
  readonly logs: readonly { readonly name: string; readonly scenario: Scenario }[]
  readonly policies: readonly string[]
  /** Names or formulas. */
  readonly objectives: readonly string[]
}

/** Log by log, policy by policy, objective by objective. */
export type Measured = readonly (readonly (readonly (number | null)[])[])[]

const SPEC: Codec<MeasurementSpec> = object({
  logs: list(object({ name: text, scenario: SCENARIO })),
  policies: list(text),
  objectives: list(text),
})
const MEASURED: Codec<Measured> = list(list(list(nullable(exact))))

export function measurementJson(spec: MeasurementSpec): Json {
  return SPEC.encode(spec)
}

/** The spec of what `measurementJson` made. */
export function measurementSpecOf(json: Json): MeasurementSpec {
  return readKept(SPEC, json, 'measurement')
}

/** The result of a measurement that is done, of its state. */
export function measuredIn(state: Json): Measured {
  return readKept(MEASURED, state, 'measurement')
}

export const MEASUREMENT: InvestigationKind = {
  kind: 'measurement',
  open: (json, _, state) => {
    const { logs, policies, objectives } = measurementSpecOf(json)
    let measured: Measured = state === null ? [] : measuredIn(state)
    return {
      next: () => {
        if (measured.length >= logs.length) return null
        const { name, scenario } = logs[measured.length]
        return {
          label: name,
          tasks: policies.map((policy) => simulateTask(scenario, policy, objectives)),
          steps: true,
        }
      },
      take: (results) => {
        measured = [...measured, simulateResults(results).map(valuesOf)]
        return null
      },
      progress: () => ({
        done: measured.length * policies.length,
        total: logs.length * policies.length,
        note: '',
      }),
      snapshot: () => MEASURED.encode(measured),
      finish: () => ({ files: [] }),
    }
  },
  facts: (json) => {
    const { logs, policies } = measurementSpecOf(json)
    return [
      ['logs', logs.map(({ name }) => name).join(', ')],
      ['policies', String(policies.length)],
    ]
  },
  converging: () => null,
  convergence: () => [],
}

function valuesOf(result: SimulateResult): readonly (number | null)[] {
  if ('above' in result) throw new TypeError('a simulation without a limit was given up')
  return result
}

/** `measurement`, a part of studies: some policies on some logs, each simulated and measured. Nothing is searched. */
import type { Json } from '../../core/json.js'
import type { InvestigationKind } from '../../evaluation/investigation.js'
import { type Scenario, scenarioJson, scenarioOf } from '../../evaluation/scenario.js'
import { type SimulateResult, simulateTask } from '../../evaluation/tasks/simulate.js'

export interface MeasurementSpec {
  readonly logs: readonly { readonly name: string; readonly scenario: Scenario }[]
  readonly policies: readonly string[]
  /** Names or formulas. */
  readonly objectives: readonly string[]
}

/** Log by log, policy by policy, objective by objective. */
export type Measured = readonly (readonly (readonly (number | null)[])[])[]

export function measurementJson({ logs, policies, objectives }: MeasurementSpec): Json {
  return {
    logs: logs.map(({ name, scenario }) => ({ name, scenario: scenarioJson(scenario) })),
    policies,
    objectives,
  }
}

/** The spec of what `measurementJson` made. */
export function measurementSpecOf(json: Json): MeasurementSpec {
  const spec = json as unknown as MeasurementSpec
  const revived = (scenario: Scenario) => scenarioOf(scenario as unknown as Json)
  return { ...spec, logs: spec.logs.map(({ name, scenario }) => ({ name, scenario: revived(scenario) })) }
}

/** What a measurement that is done has found, of its state. */
export function measuredIn(state: Json): Measured {
  return state as unknown as Measured
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
        measured = [...measured, (results as readonly SimulateResult[]).map(valuesOf)]
        return null
      },
      progress: () => ({
        done: measured.length * policies.length,
        total: logs.length * policies.length,
        note: '',
      }),
      snapshot: () => measured,
      finish: () => ({ files: [] }),
    }
  },
  facts: (json) => {
    const { logs, policies } = json as unknown as MeasurementSpec
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

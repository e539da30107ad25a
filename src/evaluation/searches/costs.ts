/**
 * Costs of simulations by an objective: a number to be minimised, of an objective of which more is better its negative.
 */
import { QueuewrightError } from '../../core/errors.js'
import type { CompositeObjective } from '../../sim/objectives/index.js'
import type { Dataset } from '../../trace/dataset.js'
import { requireValue } from '../scenarios/required-value.js'
import { type Scenario, scenarioJson, scenarioOf, stageOf } from '../scenarios/scenario.js'
import { missingData } from '../tasks/failure.js'
import { recent } from '../tasks/recent.js'
import type { SimulateResult } from '../tasks/simulate.js'
import { measuredObjectives } from './preferred.js'

/** The cost of a simulation under which a formula is no number. Times any weight it stays finite. */
const WORST_COST = 1e200
const KEPT_SCENARIOS = 1024

/**
 * The measures of a task for the objective: itself, and the parts of a formula, which tell one that is no number from one
 * without a value; of an objective that is derived the parts alone.
 */
export function measuredBy({ text, parts, derived }: CompositeObjective): readonly string[] {
  const names = parts.map(({ name }) => name).filter((name) => name !== text)
  return derived ? names : [text, ...names]
}

/**
 * @param result of a task with the objectives of `measuredBy` in front
 * @returns null where the objective has no value on these jobs, whatever the schedule
 */
export function costOf(objective: CompositeObjective, result: SimulateResult): number | 'above' | null {
  if ('above' in result) return 'above'
  const names = measuredBy(objective)
  if (objective.derived) return measuredObjectives([objective]).values(result.slice(0, names.length))[0]
  const [value, ...parts] = result.slice(0, names.length)
  if (value !== null && Number.isFinite(value)) return objective.sense === 'max' ? -value : value
  // Null is also what an infinity or no number is in JSON: of a formula all of whose parts have values.
  return value === null && (parts.length === 0 || parts.includes(null)) ? null : WORST_COST
}

/** Bounds that are known of a scenario before anything is simulated on it. */
export interface CostBounds {
  /** A lower bound of the objective's cost; 0 where none is known. */
  readonly least: number
  /** Why the objective has no value on it, whatever the schedule; null where it has one. */
  readonly fault: QueuewrightError | null
}

/** Asked for the same scenarios again and again. */
export function costBoundsOf(
  objective: CompositeObjective,
  datasets: ReadonlyMap<string, Dataset>,
): (scenario: Scenario) => CostBounds {
  const boundsIn = recent(KEPT_SCENARIOS, (text): CostBounds => {
    const scenario = scenarioOf(JSON.parse(text))
    const dataset = datasets.get(scenario.data) ?? missingData(scenario.data)
    try {
      const stage = stageOf(scenario, dataset)
      requireValue(objective, stage, scenario.machine)
      return { least: stage.bounds(objective)?.least ?? 0, fault: null }
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      return { least: 0, fault: error }
    }
  })
  return (scenario) => boundsIn(JSON.stringify(scenarioJson(scenario)))
}

/**
 * A scenario: all that a simulation depends on but the policy, as plain data that crosses threads, queues and files.
 * From it the jobs of the simulation are made, step by step: the rows of the window; a model's estimates, if any;
 * preparation for the machine.
 */
import type { Json } from '../core/json.js'
import { type Trimming, trimRows } from '../sim/breakdown.js'
import { type Bounds, boundsOf, type Ceiling } from '../sim/ceiling.js'
import type { CompositeObjective } from '../sim/objectives/index.js'
import type { SimulatedPolicy } from '../sim/policy.js'
import { type Preparation, prepareJobs } from '../sim/prepare.js'
import type { DecisionWitness } from '../sim/rule-based/index.js'
import type { Rules } from '../sim/rules.js'
import type { Schedule } from '../sim/schedule.js'
import { type Simulation, simulate, simulateBelow } from '../sim/simulate.js'
import { situationClock } from '../sim/situation.js'
import { type Dataset, rowsFrom, selectRows, traceOf } from '../trace/index.js'
import { applyEstimates } from '../workload/estimates/index.js'
import { parseEstimateSource } from './estimate-source.js'

export interface Scenario {
  /** Digest of the data. */
  readonly data: string
  /** Rows [from, to) of the data, simulated on an empty machine; null: all. */
  readonly window: readonly [from: number, to: number] | null
  /** Processors of the machine. */
  readonly machine: number
  /** See estimate-source.ts. */
  readonly estimates: string
  /** Of what a model of estimates draws. */
  readonly seed: number
  readonly overrun: Preparation['overrun']
  readonly oversize: Preparation['oversize']
  readonly rules: Rules
  /** Jobs at the window's beginning and end that are simulated and not judged. */
  readonly trimming: Trimming
}

/** A scenario made ready: what stays the same for all policies that are simulated on it. */
export interface Stage {
  /** Jobs as they are simulated. */
  readonly jobs: Simulation['jobs']
  /** Rows of the jobs that are judged; null: all. */
  readonly judged: Int32Array | null
  /** @param witness is told of decisions of rules */
  readonly run: (policy: SimulatedPolicy, witness?: DecisionWitness) => Schedule
  /** Bounds of an objective over the judged jobs; null where it allows none. */
  readonly bounds: (objective: CompositeObjective) => Bounds | null
  /** `run`, which may be given up on the way; null where it was. */
  readonly runBelow: (policy: SimulatedPolicy, ceiling: Ceiling, witness?: DecisionWitness) => Schedule | null
}

/**
 * @param dataset the one that the scenario names
 * @throws QueuewrightError `job-oversize`, `usage` where trimming leaves no job to judge, and what models of estimates
 *   refuse
 */
export function stageOf(scenario: Scenario, dataset: Dataset): Stage {
  const { window, machine: processors, seed, overrun, oversize, rules, trimming } = scenario
  const { model, predictor, estimates } = parseEstimateSource(scenario.estimates)
  const whole = traceOf(dataset)
  const part = window === null ? whole : selectRows(whole, rowsFrom(...window))
  const trace = model === null ? part : applyEstimates(part, model, seed)
  const { jobs, rows } = prepareJobs(trace.jobs, { processors, estimates, overrun, oversize })
  const { fields } = rows === null ? trace : selectRows(trace, rows)
  const situation = situationClock(dataset.clock)
  const facts = { jobs, processors, rules, situation, fields, ...(predictor && { predictor }) }
  const judged = trimRows(jobs, trimming)
  return {
    jobs,
    judged,
    bounds: (objective) => boundsOf(jobs, judged, processors, objective),
    run: (policy, witness) => simulate({ ...facts, policy, ...(witness && { witness }) }),
    runBelow: (policy, ceiling, witness) =>
      simulateBelow({ ...facts, policy, ...(witness && { witness }) }, ceiling),
  }
}

/** JSON has no infinity: an unlimited sight is null there. */
export function scenarioJson(scenario: Scenario): Json {
  const { rules, window, ...rest } = scenario
  const sight = Number.isFinite(rules.sight) ? rules.sight : null
  return { ...rest, window, rules: { ...rules, sight } } as unknown as Json
}

/** The scenario of what `scenarioJson` made. */
export function scenarioOf(json: Json): Scenario {
  const scenario = json as unknown as Scenario & { readonly rules: { readonly sight: number | null } }
  const sight = scenario.rules.sight ?? Number.POSITIVE_INFINITY
  return { ...scenario, rules: { ...scenario.rules, sight } }
}

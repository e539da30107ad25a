/** The task `simulate`: one policy in one scenario, measured by some objectives. */
import {
  anyOf,
  type Codec,
  type Decoded,
  exact,
  isObject,
  json,
  list,
  nullable,
  object,
  text,
} from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import type { Task } from '../../optimize/evaluator.js'
import {
  compileObjective,
  findObjective,
  type MeasuredSchedule,
  measureOne,
} from '../../sim/objectives/index.js'
import { type ParsedPolicy, parsePolicy, RULE_BASED } from '../../sim/policy.js'
import { type Scenario, scenarioJson, scenarioOf, stageOf } from '../scenarios/scenario.js'
import { recent } from './recent.js'
import type { TaskKind } from './task-kind.js'
import { visits } from './visited.js'

const PAYLOAD = object({ scenario: json, policy: text, objectives: list(text) })
type Payload = Decoded<typeof PAYLOAD>

/**
 * A value for each objective, null where it has none (a group without jobs, a log without work). Of a task with a limit,
 * and a score above it, the limit instead.
 */
export type SimulateResult = Values | { readonly above: number }
type Values = readonly (number | null)[]

export const SIMULATE_RESULT: Codec<SimulateResult> = anyOf(
  'values of objectives, or what they are above',
  list(nullable(exact)),
  object({ above: exact }),
)

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function simulateResults(results: readonly Json[]): readonly SimulateResult[] {
  return results.map((result) => readKept(SIMULATE_RESULT, result, 'result'))
}

/**
 * @param policy as written
 * @param objectives names or formulas
 * @param limit see `Task`; on the first objective. Saves time only where that allows bounds (sim/early-stop.ts)
 */
export function simulateTask(
  scenario: Scenario,
  policy: string,
  objectives: readonly string[],
  limit?: number,
): Task {
  const payload = { scenario: scenarioJson(scenario), policy, objectives }
  const task = { kind: SIMULATE.kind, payload, data: [scenario.data] }
  return limit === undefined ? task : { ...task, limit }
}

/** Stages that a thread keeps at a time, of logs and of short windows, of which a search goes through hundreds in turn. */
const KEPT_STAGES = 64
const KEPT_SHORT_STAGES = 1024
/** Jobs of a short window, at most. */
const SHORT = 4096
const KEPT_TEXTS = 1024
/** A policy of a long formula has a quarter of a megabyte, and is made in a millisecond: searches go through thousands. */
const KEPT_POLICIES = 128
const KEPT_BOUNDS = 4
/** Scenarios with objectives, partitions and strategies for which results of rigid rules are kept, and how many of each. */
const KEPT_VISITS = 64
const KEPT_VISITED = 64

export const SIMULATE: TaskKind = {
  kind: 'simulate',
  open: (dataset) => {
    const stageIn = (written: string) => {
      const scenario = scenarioOf(JSON.parse(written))
      const stage = stageOf(scenario, dataset(scenario.data))
      const bounds = recent(KEPT_BOUNDS, (objective) => stage.bounds(compileObjective(objective)))
      return { ...stage, bounds }
    }
    const stages = recent(KEPT_STAGES, stageIn)
    const shortStages = recent(KEPT_SHORT_STAGES, stageIn)
    const stageFor = (scenario: Json) => {
      const window = isObject(scenario) ? scenario.window : null
      const isShort = Array.isArray(window) && window[1] - window[0] <= SHORT
      return (isShort ? shortStages : stages)(JSON.stringify(scenario))
    }
    const policies = recent(KEPT_POLICIES, parsePolicy)
    const measures = recent(KEPT_TEXTS, measureOf)
    const rigid = recent(KEPT_VISITS, () => visits<Values>(KEPT_VISITED))
    const visitsOf = (policy: ParsedPolicy, { scenario, objectives }: Payload) => {
      if (policy.algorithm !== RULE_BASED || policy.base.kind !== 'rigid') return null
      const { base } = policy
      const { partitions, strategies } = base
      return { base, of: rigid(JSON.stringify([scenario, objectives, partitions, strategies])) }
    }
    return (given, limit) => {
      const payload = readKept(PAYLOAD, given, 'task')
      const { scenario, policy: written, objectives } = payload
      const policy = policies(written)
      const within = (values: Values): SimulateResult =>
        limit !== undefined && (values[0] ?? limit) > limit ? { above: limit } : values
      const visited = visitsOf(policy, payload)
      const known = visited?.of.known(visited.base)
      if (known !== undefined) return within(known)
      const watch = visited?.of.watch(visited.base)
      const { run, runBelow, measured: measuredOn, bounds } = stageFor(scenario)
      const earlyStop = limit === undefined ? undefined : bounds(objectives[0])?.earlyStop(limit)
      const schedule =
        earlyStop === undefined ? run(policy, watch?.witness) : runBelow(policy, earlyStop, watch?.witness)
      if (schedule === null) return { above: limit as number }
      const measured = measuredOn(schedule)
      const values = objectives.map((objective) => measures(objective)(measured))
      watch?.done(values)
      return within(values)
    }
  },
}

/** The measure of an objective of a schedule: by its name, or a formula. */
export function measureOf(text: string): (measured: MeasuredSchedule) => number | null {
  const named = findObjective(text)
  if (named !== undefined) return (measured) => measureOne(measured, named)
  const { of } = compileObjective(text)
  return (measured) => {
    try {
      return of(measured)
    } catch (error) {
      if (error instanceof QueuewrightError && error.kind === 'objective-undefined') return null
      throw error
    }
  }
}

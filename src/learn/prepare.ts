/**
 * The spec of a learning, of what was asked for: everything that can be known to be wrong is found before anything is
 * begun, and what scores and constraints refer to (policies' values on the training parts) is simulated.
 */

import { QueuewrightError } from '../core/errors.js'
import { Random } from '../core/random.js'
import { largestOf } from '../core/statistics.js'
import { parseEstimateSource } from '../evaluation/scenarios/estimate-source.js'
import {
  boundOn,
  type Measurer,
  measurerOn,
  requirePossible,
} from '../evaluation/scenarios/required-bound.js'
import { requireValue } from '../evaluation/scenarios/required-value.js'
import { type Scenario, type Stage, stageOf } from '../evaluation/scenarios/scenario.js'
import { type LearntLog, trainingOf } from '../evaluation/searches/final-measurement.js'
import { objectivesBy } from '../evaluation/searches/preferred.js'
import { checkWindows, drawWindows } from '../evaluation/searches/windows.js'
import { missingData } from '../evaluation/tasks/failure.js'
import type { CompositeObjective } from '../sim/objectives/index.js'
import { parsePolicy } from '../sim/policy.js'
import { parseConstraint, policyOf } from '../strategy/index.js'
import type { Dataset } from '../trace/dataset.js'
import { caseName, casesOn, policyIn, weighted } from './cases.js'
import { checkTogether, type LearnConstraint, policiesIn } from './constraints.js'
import { contextOf } from './context.js'
import { learnerFor } from './learners.js'
import type { LearnSpec, TrainingCase } from './spec.js'

/** As `LearnSpec`, with constraints as written. */
export interface LearnRequest
  extends Omit<LearnSpec, 'constraints' | 'cases' | 'groups' | 'shownGroups' | 'beside'> {
  readonly constraints: readonly string[]
  /** Objectives that the final table is to show beside the usual ones. */
  readonly beside?: readonly string[]
}

/** Options by which the parts of a request are named in messages. */
const FIELDS = { constraints: '--subject-to' } as const
/** The policy under which costs are usual. */
const USUAL_POLICY = 'easy'
/** Highest group that a policy can name. */
const MOST_GROUPS = 99

/**
 * @param datasets all that the logs' scenarios name
 * @throws QueuewrightError `usage` for constraints that cannot be kept; `objective-undefined` for an objective without a value;
 *   what logs, objectives and policies are refused with
 */
export function prepareLearning(request: LearnRequest, datasets: ReadonlyMap<string, Dataset>): LearnSpec {
  const { logs, tests, relativeTo, beside = [], windows, preferences = [] } = request
  const read = objectivesBy(preferences, 'deepest')
  const objective = read(request.objective)
  const written = request.constraints.map((text) => parseConstraint(text, FIELDS.constraints, read))
  const references = policiesIn(written)
  const compare = [
    ...new Set([...request.compare, ...references, ...(relativeTo === null ? [] : [relativeTo])]),
  ]
  for (const policy of compare) parsePolicy(policy)
  for (const algorithm of request.under) parsePolicy(policyIn({ algorithm }, USUAL_POLICY))
  checkNames([...logs, ...tests])
  const datasetOf = (digest: string) => datasets.get(digest) ?? missingData(digest)
  const valued = [objective, ...written.map((constraint) => constraint.objective)]
  const partIn = (scenario: Scenario): Part => {
    const stage = stageOf(scenario, datasetOf(scenario.data))
    for (const each of valued) requireValue(each, stage, scenario.machine)
    return { scenario, stage, measured: measurerOn(stage) }
  }
  const trainings = logs.map((log) => within(log.name, () => partIn(trainingOf(log))))
  for (const { name, scenario, train, jobs } of [...logs, ...tests]) {
    if (train < jobs) {
      const rest = { ...scenario, window: [train, jobs] as const }
      within(name, () => stageOf(rest, datasetOf(scenario.data)))
    }
  }
  if (windows !== null) for (const log of logs) checkWindows(windows, log, log.name)
  const redraw = windows?.redraw ?? false
  if (redraw && written.length > 0) throw boundsMove(written[0].text)
  const parts = redraw ? [] : logs.map((log, k) => partsOf(request, log, trainings[k], partIn))
  const cases = redraw ? [] : fixedCases(request, objective, parts)
  const partOf = cases.map(({ log, window }) => partFor(parts[log], window))
  const constraints = written.map(
    (each): LearnConstraint => ({
      text: each.text,
      objective: each.objective.text,
      sense: each.sense,
      bounds: partOf.map(({ measured }) => boundOn(each, measured)),
    }),
  )
  const names = cases.map((each) => caseName(request, each))
  checkTogether(constraints, names, FIELDS.constraints)
  for (const [place, part] of partOf.entries()) {
    for (const [k, constraint] of constraints.entries()) {
      const { scenario, stage } = part
      const bound = constraint.bounds[place]
      requirePossible(written[k], bound, FIELDS.constraints, names[place], scenario.machine, stage)
    }
  }
  const { ungrouped = false } = learnerFor(request.learner)
  const groups = groupsOf(
    trainings.map(({ stage }) => stage),
    ungrouped,
  )
  const measured = [...logs, ...tests].map(({ scenario }) => highestGroup(datasetOf(scenario.data).jobs))
  const shownGroups = Math.min(MOST_GROUPS, largestOf([ungrouped ? 0 : groups, ...measured]))
  const spec: LearnSpec = { ...request, constraints, compare, cases, groups, shownGroups, beside }
  for (const log of logs)
    within(log.name, () => requireTaken(spec, log, objective, datasetOf(log.scenario.data)))
  return spec
}

/** A refusal, by one job and not in the middle of a run, of what a log's rules or machine do not let candidates do. */
function requireTaken(
  spec: LearnSpec,
  { scenario }: LearntLog,
  objective: CompositeObjective,
  dataset: Dataset,
): void {
  const { machine, data, seed, overrun, oversize, rules, facility } = scenario
  const { model } = parseEstimateSource(scenario.estimates)
  const stage = stageOf(
    {
      ...{ machine, data, seed, overrun, oversize, rules, window: [0, 1], trimming: {} },
      estimates: model === null ? scenario.estimates : 'actual',
      ...(facility && { facility }),
    },
    dataset,
  )
  const learner = learnerFor(spec.learner).open(spec.learner, contextOf(spec, objective), null)
  const [first] = learner.ask()?.flatMap(({ candidates }) => candidates.slice(0, 1)) ?? []
  const candidates = first === undefined ? [] : [policyOf(first)]
  const algorithms = spec.under.length === 0 ? [null] : spec.under
  const tried = candidates.flatMap((policy) => algorithms.map((algorithm) => policyIn({ algorithm }, policy)))
  for (const policy of tried) stage.run(parsePolicy(policy))
}

/** Rows of a log that candidates are simulated on. */
interface Part {
  readonly scenario: Scenario
  readonly stage: Stage
  readonly measured: Measurer
}

/** The parts of a log that are learnt from: all of it, or windows. */
function partsOf(
  { windows, seed }: LearnRequest,
  log: LearntLog,
  whole: Part,
  partIn: (scenario: Scenario) => Part,
): readonly Part[] {
  if (windows === null) return [whole]
  const tried = new Map<Scenario, Part>()
  const random = new Random(seed).fork('windows').fork(log.name)
  const drawn = drawWindows(log, windows, random, (scenario) => {
    try {
      tried.set(scenario, partIn(scenario))
      return null
    } catch (error) {
      if (error instanceof QueuewrightError) return error
      throw error
    }
  })
  return drawn.flatMap((scenario) => tried.get(scenario) ?? [])
}

function partFor(parts: readonly Part[], [from]: TrainingCase['window']): Part {
  const found = parts.find(({ scenario }) => scenario.window?.[0] === from)
  if (found === undefined) throw new RangeError(`no part begins at row ${from}`)
  return found
}

/** @param parts of each log */
function fixedCases(
  request: LearnRequest,
  objective: CompositeObjective,
  parts: readonly (readonly Part[])[],
): readonly TrainingCase[] {
  const { logs, relativeTo } = request
  const windows = parts.map((own, log) =>
    own.map(({ scenario, measured }) => ({
      window: scenario.window ?? ([0, logs[log].train] as const),
      usual: within(logs[log].name, () => usualCost(measured(USUAL_POLICY, objective), request)),
    })),
  )
  const cases = casesOn(request, windows)
  if (relativeTo === null) return weighted(request, cases, null)
  const base = cases.map((each) =>
    partFor(parts[each.log], each.window).measured(policyIn(each, relativeTo), objective),
  )
  return weighted(request, cases, base)
}

/** The unit of scores: what a value under the usual policy costs, 1 where it is none. */
function usualCost(value: number, { objective }: LearnRequest): number {
  if (Math.abs(value) < Number.POSITIVE_INFINITY || Number.isNaN(value)) return Math.abs(value) || 1
  throw new QueuewrightError('objective-undefined', `${objective} is infinite under ${USUAL_POLICY}`, {
    value: objective,
    remedy: 'Add something to what it divides by, as in 1/(1 + maxWait)',
  })
}

/** Bounds are of given jobs. */
function boundsMove(text: string): QueuewrightError {
  return new QueuewrightError('usage', 'a constraint on windows that each generation has anew', {
    field: FIELDS.constraints,
    value: text,
    remedy: 'Leave out one of both',
  })
}

/** User groups of the jobs: 1 to the highest. */
function groupsOf(stages: readonly Stage[], ungrouped: boolean): number {
  const groups = largestOf([1, ...stages.map(({ jobs }) => highestGroup(jobs))])
  if (ungrouped || groups <= MOST_GROUPS) return groups
  throw new QueuewrightError('usage', 'too many user groups to learn something for each', {
    field: '--group-by',
    value: groups,
    expected: `at most ${MOST_GROUPS}`,
    remedy: 'Form groups by share of the consumption, with --group-by share',
  })
}

function highestGroup({ group }: Stage['jobs']): number {
  return group.reduce((highest, each) => Math.max(highest, each), 0)
}

function checkNames(logs: readonly LearntLog[]): void {
  const names = logs.map(({ name }) => name)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice === undefined) return
  throw new QueuewrightError('usage', 'two logs have the same name', {
    field: 'logs',
    value: twice,
    remedy: 'Name each log once; give the file of one of them another name',
  })
}

/** Failures name the log. */
function within<Result>(file: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.detail.file !== undefined) throw error
    throw error.with({ file })
  }
}

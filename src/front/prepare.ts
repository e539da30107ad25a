/**
 * The spec of a search for a front, of what was asked for: everything that can be known to be wrong is found before
 * anything is begun.
 */
import { QueuewrightError } from '../core/errors.js'
import { boundOn, measurerOn, requirePossible } from '../evaluation/scenarios/required-bound.js'
import { requireValue } from '../evaluation/scenarios/required-value.js'
import { type Stage, stageOf } from '../evaluation/scenarios/scenario.js'
import { objectivesBy } from '../evaluation/searches/preferred.js'
import { compileObjective, requireObjective } from '../sim/objectives/index.js'
import { parseConstraint } from '../strategy/index.js'
import type { Dataset } from '../trace/dataset.js'
import { PLANS } from './plans/index.js'
import type { FrontConstraint, FrontSpec } from './spec.js'

/** As `FrontSpec`, without what the jobs say, and with constraints as written. */
export interface FrontRequest
  extends Omit<FrontSpec, 'groups' | 'groupJobs' | 'objectives' | 'beside' | 'constraints'> {
  /** Names; null: AWRT, that of each user group, and UTIL, and beside them the longest wait of policies. */
  readonly objectives: readonly string[] | null
  readonly constraints?: readonly string[]
}

/** Options by which the parts of a request are named in messages. */
const FIELDS = { objectives: '--objectives', constraints: '--subject-to' } as const

/**
 * @param dataset the one that the scenario names
 * @throws QueuewrightError `usage` for objectives and budgets that will not do, `formula-name`, and `objective-undefined` for
 *   a group without jobs; what constraints are refused with
 */
export function prepareFront(request: FrontRequest, dataset: Dataset): FrontSpec {
  const { scenario } = request
  const stage = stageOf(scenario, dataset)
  if (stage.pressing !== null) {
    throw new QueuewrightError('usage', 'a front is of schedules in which all jobs run', {
      field: '--cancelled',
      value: 'press',
      remedy: 'Leave jobs out that were cancelled while they waited: --cancelled drop',
    })
  }
  const found = groupsOf(stage, scenario.machine)
  const groups = found.map(({ group }) => group)
  const objectives = request.objectives ?? ['AWRT', ...groups.map((group) => `AWRT${group}`), 'UTIL']
  checkObjectives(objectives, stage, scenario.machine)
  const beside = request.objectives === null ? ['maxWait'] : []
  const { constraints: written = [], ...asked } = request
  const constraints = constraintsOn(request, written, stage)
  const spec: FrontSpec = {
    ...{ ...asked, groups, groupJobs: found.map(({ jobs }) => jobs), objectives, beside },
    ...(constraints.length === 0 ? {} : { constraints }),
  }
  // A budget or rules that the plan cannot do with are told before anything is begun.
  PLANS[spec.plan](spec, stage.jobs)
  return spec
}

/** User groups with jobs that do any work and are judged, ascending; and how many jobs that are. */
function groupsOf({ jobs, judged, measured: measuredOn }: Stage, processors: number) {
  const measured = measuredOn({ jobs, processors, start: jobs.submit })
  const counts = new Map<number, number>()
  const rows = judged ?? jobs.group.keys()
  for (const row of rows) counts.set(jobs.group[row], (counts.get(jobs.group[row]) ?? 0) + 1)
  return Array.from(counts, ([group, count]) => ({ group, jobs: count }))
    .filter(({ group }) => group > 0 && measured.group(group).work > 0)
    .sort((a, b) => a.group - b.group)
}

function constraintsOn(
  { name, scenario: { machine }, preferences = [] }: FrontRequest,
  written: readonly string[],
  stage: Stage,
): readonly FrontConstraint[] {
  const read = objectivesBy(preferences)
  const measured = measurerOn(stage)
  return written.map((each) => {
    const constraint = parseConstraint(each, FIELDS.constraints, read)
    const { text, objective, sense } = constraint
    requireValue(objective, stage, machine)
    const bound = boundOn(constraint, measured)
    requirePossible(constraint, bound, FIELDS.constraints, name, machine, stage)
    return { text, objective: objective.text, sense, bound }
  })
}

function checkObjectives(names: readonly string[], stage: Stage, machine: number): void {
  const bad = (value: string, expected: string) =>
    new QueuewrightError('usage', 'unusable option', {
      field: FIELDS.objectives,
      value,
      expected,
    })
  for (const name of names) requireObjective(name)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) throw bad(twice, 'each objective once')
  if (names.length < 2) throw bad(names.join(','), 'two objectives or more')
  for (const name of names) requireValue(compileObjective(name), stage, machine)
}

/** Policies on a log, side by side. */
import { QueuewrightError } from '../../core/errors.js'
import type { DataTable } from '../../core/exhibit.js'
import { type Given, settled } from '../../core/settings/index.js'
import { groupLegend } from '../../evaluation/group-legend.js'
import { relativeChange } from '../../evaluation/results/ranking.js'
import type { ComparisonReport, UserChanges } from '../../report/model.js'
import { policyName } from '../../sim/policy.js'
import type { LogSource } from '../inputs/log.js'
import { besideOwn, namedPolicy, readPolicies, type WrittenPolicy } from '../inputs/policies.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import {
  checkFacts,
  type Experiment,
  type ExperimentOptions,
  experimentFacts,
  experimentJson,
  liveNotes,
  type Outcome,
  prepareExperiment,
  reportBase,
  runPolicies,
} from './experiment.js'
import { COMPARING, SHOWN } from './experiment-settings.js'
import { recordedBeside } from './recorded.js'
import { shownObjectives } from './shown-objectives.js'
import { userChanges, usersTable } from './users.js'

export type CompareOptions = ExperimentOptions &
  Given<Omit<typeof COMPARING, 'policies'>> & {
    /** Separated by commas, where they are one text. */
    readonly policies?: string | readonly WrittenPolicy[] | undefined
  }

export interface Comparison {
  readonly experiment: Experiment
  readonly outcomes: readonly Outcome[]
  /** Name of one of the policies. */
  readonly baseline: string
}

/**
 * @throws QueuewrightError `usage` for a policy that stands twice and for a baseline that is none of them; as
 *   `prepareExperiment`
 */
export async function comparePolicies(
  source: LogSource,
  asked: CompareOptions,
  ports: Ports,
): Promise<Comparison> {
  const { options, own } = await atOwnSite(asked)
  const policies = await besideOwn(
    await readPolicies(options.policies, COMPARING.policies),
    (options.baseline ?? null) === null ? own : null,
  )
  const names = policies.map(({ name }) => name)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) {
    throw new QueuewrightError('usage', 'a policy stands twice', { field: '--policies', value: twice })
  }
  const baseline = await baselineOf(options, names, own)
  const experiment = await prepareExperiment(source, policies, options, ports)
  return { experiment, outcomes: await runPolicies(experiment, policies, options, ports), baseline }
}

/**
 * @param names of the policies
 * @param own the site's
 */
async function baselineOf(
  { baseline }: CompareOptions,
  names: readonly string[],
  own: string | null,
): Promise<string> {
  if (baseline === undefined || baseline === null) {
    if (own !== null) return policyName(own)
    return names.includes('easy') ? 'easy' : names[0]
  }
  const { name } = await namedPolicy(baseline)
  if (names.includes(name)) return name
  throw new QueuewrightError('usage', 'the baseline is none of the policies', {
    field: '--baseline',
    value: name,
    expected: names.join(', '),
  })
}

/** The changes under each policy but the baseline. */
function changesOfUsers(
  { stage }: Experiment,
  outcomes: readonly Outcome[],
  baseline: string,
): readonly UserChanges[] {
  const base = outcomes.find(({ policy }) => policy === baseline)
  if (base === undefined) return []
  const before = stage.measured(base.schedule).users
  if (before.users.length < 2) return []
  return outcomes
    .filter((each) => each !== base)
    .map(({ policy, schedule }) => userChanges(policy, stage.measured(schedule).users, before))
}

/** Users and their groups, with their mean waits. */
export function comparedUsers({ experiment, outcomes, baseline }: Comparison): DataTable {
  return usersTable(experiment.stage, experiment.groups, outcomes, baseline)
}

/** The comparison for other programs. */
export function comparisonJson({ experiment, outcomes, baseline }: Comparison) {
  const base = outcomes.find(({ policy }) => policy === baseline)
  return {
    ...experimentJson(experiment),
    baseline,
    recorded: recordedBeside(experiment, outcomes, baseline),
    users: changesOfUsers(experiment, outcomes, baseline),
    timing: { readSeconds: experiment.readSeconds },
    policies: outcomes.map(({ policy, objectives, breakdown, seconds }) => ({
      policy,
      objectives,
      relative: Object.fromEntries(
        Object.entries(objectives).map(([name, value]) => [
          name,
          relativeChange(value, base?.objectives[name] ?? null),
        ]),
      ),
      waits: breakdown,
      timing: { simulateSeconds: seconds },
    })),
  }
}

/**
 * @param options with the objectives that are shown first, as `shownObjectives` reads them
 * @param command by which it can be made again
 */
export function comparisonReport(
  { experiment, outcomes, baseline }: Comparison,
  options: CompareOptions & Given<typeof SHOWN>,
  command: string,
): ComparisonReport {
  const live = liveNotes(experiment)
  return {
    ...reportBase(experiment, options, command),
    recorded: recordedBeside(experiment, outcomes, baseline),
    facts: [
      ...experimentFacts(experiment),
      ...(live.length === 0 ? [] : [['jobs', live.join('; ')] as const]),
      ...checkFacts(options),
      ...groupLegend(experiment),
    ],
    columns: shownObjectives(experiment, settled(SHOWN, options).columns, '--columns'),
    results: outcomes,
    baseline,
    users: changesOfUsers(experiment, outcomes, baseline),
  }
}

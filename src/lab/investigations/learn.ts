/** A strategy learnt from logs, whatever the learner. */
import { type Given, settled } from '../../core/settings/index.js'
import { recordedLog, recordedRows, valuesBy } from '../../evaluation/recorded.js'
import { USUAL_BASELINE } from '../../evaluation/results/found-rows.js'
import type { LearntLog } from '../../evaluation/searches/final-measurement.js'
import { measuredObjectives, objectivesBy } from '../../evaluation/searches/preferred.js'
import { checkWindows } from '../../evaluation/searches/windows.js'
import {
  type Asked,
  askable,
  finalColumns,
  type Goal,
  goalOf,
  type LearnerFamily,
  type LearnerKind,
  type LearnerSettings,
  type Learning,
  type LearnSpec,
  type LearnWindows,
  learnerFor,
  learningOf,
  learnJson,
  prepareLearning,
  settledLearner,
} from '../../learn/index.js'
import type { Preference } from '../../preference/index.js'
import { parsePolicy, splitPolicies } from '../../sim/policy.js'
import { semanticsOf } from '../../sim/rule-settings.js'
import { parseConstraint } from '../../strategy/index.js'
import type { Dataset } from '../../trace/index.js'
import { namedByOptions, usage } from '../failures.js'
import type { LogSource } from '../inputs/log.js'
import { soughtBy } from '../inputs/objectives.js'
import { policyTexts } from '../inputs/policies.js'
import type { ScenarioOptions } from '../inputs/prepare.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import type { AskedRun } from '../runs/investigate.js'
import { namedGreedy, usualGreedy } from './greedy-member.js'
import { readLearntLog } from './learnt-log.js'

/** Options of the logs; the seed is that of all that depends on chance. */
export type LearntOn = Omit<ScenarioOptions, 'seed'>

/** Settings of a learning beside how its logs are read and simulated. */
export interface LearnGoal
  extends Given<ReturnType<typeof goalOf>>,
    Omit<Given<ReturnType<typeof learningOf>>, 'test'> {
  /** Algorithms under all of which each order is tried, separated by commas. */
  readonly under?: string | null | undefined
  /** Logs that nothing is learnt from, to measure the result on. */
  readonly test?: readonly LogSource[] | undefined
}

export interface LearnOptions extends LearntOn, LearnGoal {}

/** A learner, and what it is set to. */
export interface LearnerAsked {
  readonly family: LearnerFamily
  readonly kind: LearnerKind
  readonly given: Asked<LearnerKind['settings']>
}

/**
 * The beginning of a learning: the logs are read, and all that can be known to be wrong is found.
 * @param name of the run, in front of that of the first log
 * @param sources none: the demonstration workload
 * @throws QueuewrightError as `learningRequest`, and for settings that the learner refuses, before any log is read
 */
export async function learnRequest(
  name: string,
  sources: readonly LogSource[],
  { family, kind, given }: LearnerAsked,
  options: LearnOptions,
  ports: Ports,
): Promise<AskedRun> {
  if (!family.orders) checkCompress(options)
  const { test = [], ...asked } = options
  const declared = { ...goalOf(family), ...learningOf(family) }
  const { under = null, ...settings } = namedByOptions(declared, () => settled(declared, asked))
  const sought = await soughtBy(settings.objective, constraintsOf(settings.subjectTo))
  const { objective, constraints } = sought
  const { relativeTo } = settings
  const goal: Goal = { objective, relativeTo, constraints, under: under === null ? [] : splitPolicies(under) }
  const declarations = askable(kind)
  const named = typeof given.greedy === 'string' ? await namedGreedy(given.greedy) : undefined
  const settingsWith = (greedy: string | undefined) =>
    namedByOptions(declarations, () => settledLearner(kind, { ...given, greedy }, goal)) as LearnerSettings
  namedByOptions(declarations, () => checkLearner(settingsWith(named)))
  const choosesGreedy = 'greedy' in declarations && named === undefined
  return learningRequest(
    name,
    sources,
    options,
    { ...settings, objective, subjectTo: constraints, under, redraw: false },
    async (logs) => settingsWith(choosesGreedy ? await usualGreedy({ objective, logs }, ports) : named),
    ports,
    { test, preferences: sought.preferences },
  )
}

/** @throws QueuewrightError `usage`; `policy-parameter` for an unknown feature */
function checkLearner(settings: LearnerSettings): void {
  learnerFor(settings).open({ ...settings }, { seed: 0, groups: 1, favoured: [] }, null)
}

const NO_CONSTRAINT = 'none'

function constraintsOf(written: readonly string[]): readonly string[] {
  if (!written.includes(NO_CONSTRAINT)) return written
  if (written.length === 1) return []
  throw usage('--subject-to', written.join(', '), `either ${NO_CONSTRAINT} or constraints`)
}

/** @throws QueuewrightError `usage` for reservations that are to be kept, which rules cannot */
function checkCompress(options: LearntOn): void {
  const { compress } = semanticsOf(options)
  if (compress !== 'none') return
  const remedy = 'Take --compress queue: reservations cannot be kept when rules change the policy'
  throw usage('--compress', compress, 'queue', remedy)
}

/** Facts of the strategies to come, and what is of interest of them. */
export interface Expected {
  /** Logs that nothing is learnt from, to measure the result on. */
  readonly test?: readonly LogSource[]
  /** Those that labels stand for, in the objective and in constraints. */
  readonly preferences?: readonly Preference[]
  /** Policies like them, by which fields of logs are read. */
  readonly like?: readonly string[]
  /** Objectives that the final table shows beside the usual ones. */
  readonly beside?: readonly string[]
}

/**
 * The same for a learner that is at hand.
 * @param learnerOn settings of the learner, which may depend on what there is to learn from
 * @throws QueuewrightError as `prepareLog` and `prepareLearning`
 */
export async function learningRequest(
  name: string,
  sources: readonly LogSource[],
  asked: LearntOn,
  learning: Learning,
  learnerOn: (logs: readonly LearntLog[]) => LearnerSettings | Promise<LearnerSettings>,
  ports: Ports,
  { test = [], preferences = [], like = [], beside = [] }: Expected = {},
): Promise<AskedRun> {
  const { objective, subjectTo: constraints, relativeTo, combine, seed, earlyStop, train } = learning
  const under = learning.under === null ? [] : splitPolicies(learning.under)
  const windows = windowsOf(learning)
  const { options, own } = await atOwnSite(asked)
  const written = await policyTexts(learning.compare)
  const compare = own === null || written.includes(own) ? written : [own, ...written]
  const policies = [...like, ...compare].map(parsePolicy)
  const objectiveBy = objectivesBy(preferences)
  const sought = [
    ...[objective, ...beside].map(objectiveBy),
    ...constraints.map((text) => parseConstraint(text, '--subject-to', objectiveBy).objective),
  ]
  const parts = sought.flatMap((each) => each.parts)
  const datasets = new Map<string, Dataset>()
  const known: Awaited<ReturnType<typeof readLearntLog>>[] = []
  const read = async (source: LogSource, percent: number): Promise<LearntLog> => {
    const on = { ...options, seed }
    const ready = await readLearntLog(source, on, policies, parts, percent, ports)
    const { file, log, dataset } = ready
    if (windows !== null && percent > 0) checkWindows(windows, log, file)
    datasets.set(dataset.digest, dataset)
    known.push(ready)
    return log
  }
  const logs: LearntLog[] = []
  for (const source of sources.length === 0 ? [undefined] : sources) logs.push(await read(source, train))
  const tests: LearntLog[] = []
  for (const source of test) tests.push(await read(source, 0))
  const learner = await learnerOn(logs)
  const spec = prepareLearning(
    {
      objective,
      ...(preferences.length === 0 ? {} : { preferences }),
      constraints,
      relativeTo,
      logs,
      tests,
      windows,
      under,
      combine,
      learner,
      earlyStop,
      seed,
      compare,
      ...(own !== null && { baseline: own }),
      beside,
    },
    datasets,
  )
  const recorded = await ports.blocking(() => recordedIn(spec, known))
  return {
    name: `${name}-${logs[0].name}`,
    spec: learnJson({ ...spec, ...recorded }),
    seed,
    datasets,
    groups: known,
  }
}

/** The recorded schedules of logs that say what really happened; nothing where none does. */
function recordedIn(
  spec: LearnSpec,
  logs: readonly Awaited<ReturnType<typeof readLearntLog>>[],
): Pick<LearnSpec, 'recorded' | 'recordedRows'> {
  const columns = finalColumns(spec)
  const valuesOf = valuesBy(columns, measuredObjectives(columns.map(objectivesBy(spec.preferences ?? []))))
  const baseline = spec.baseline ?? USUAL_BASELINE
  const recorded = logs.flatMap((each) => recordedLog(each.log.name, each, baseline, valuesOf) ?? [])
  if (recorded.length === 0) return {}
  return { recorded, recordedRows: logs.flatMap((each) => recordedRows(each.log, each, columns, valuesOf)) }
}

function windowsOf({ windows, windowJobs, redraw }: Learning): LearnWindows | null {
  return windows === null ? null : { count: windows, jobs: windowJobs, ...(redraw && { redraw }) }
}

/**
 * The one way to make a log ready: read, cleaned, grouped and filtered (log.ts), the site's settings beside it (site.ts), as a
 * scenario over a dataset, which is plain data that evaluators anywhere take; and the stage of it, on which anybody here can
 * simulate at once.
 */
import { QueuewrightError } from '../../core/errors.js'
import { formatCount, plural } from '../../core/format.js'
import type { Given } from '../../core/settings/index.js'
import {
  fieldIn,
  orderFields,
  type Scenario,
  type Stage,
  scenarioFields,
  scenarioNames,
  stageOf,
} from '../../evaluation/scenarios/scenario.js'
import { type SCENARIO_SETTINGS, scenarioSettingsOf } from '../../evaluation/scenarios/scenario-settings.js'
import { findJobLine, inputName } from '../../runtime/index.js'
import { atLog, checkFacility, SITE_LIMITS } from '../../sim/facility/index.js'
import { membersOf } from '../../sim/members.js'
import type { NamedObjective } from '../../sim/objectives/index.js'
import { type ParsedPolicy, RECORDED, RULE_BASED, type SimulatedPolicy, SLURM } from '../../sim/policy.js'
import type { PreparedJobs } from '../../sim/prepare.js'
import { siteJson } from '../../sim/site-codec.js'
import { type Dataset, type DropCounts, datasetOf, type LogField, type Trace } from '../../trace/index.js'
import { named, renamed } from '../failures.js'
import type { Ports } from '../ports.js'
import { namedNumbers } from './class-names.js'
import { type Log, type LogOptions, type LogSource, machineOf, readLog } from './log.js'
import { followsSlurm, lacksOf, readSalt, readSite, type SiteOptions } from './site.js'
import {
  atSite,
  listsIn,
  numbersIn,
  readSiteDocument,
  type SiteAtHand,
  secondOf,
  strangersIn,
} from './site-document.js'

/** All that a simulation depends on but the policy, as far as somebody says. */
export type ScenarioOptions = LogOptions &
  Given<typeof SCENARIO_SETTINGS> &
  SiteOptions & {
    /** The seed of what a model of estimates draws. */
    readonly seed?: number
  }

/** A log made ready for simulation. */
export interface PreparedLog {
  /** The user's name for the log. */
  readonly file: string
  /** Cleaned, grouped, filtered. */
  readonly trace: Trace
  readonly groups: Log['groups']
  readonly dataset: Dataset
  /** The whole log, without a window. */
  readonly scenario: Scenario
  readonly stage: Stage
  /** Jobs left out at any step, by reason. */
  readonly dropped: DropCounts
  /** Sentences that a user should know of the log, its preparation, its site, and what policies lack. */
  readonly notices: readonly string[]
  /** Those of them that say what of the site, or for a policy, is not known or not simulated. */
  readonly lacks: readonly string[]
  readonly readSeconds: number
}

/**
 * Reads the log, unless it is at hand, prepares its jobs, and tells the notices.
 * @param policies those that will be simulated on it; `recorded` needs the log's waits
 * @param further fields to read beside those that are simulated with
 * @param parts of the objectives that will be measured, whose classes of jobs ask for fields
 */
export async function prepareLog(
  source: LogSource,
  policies: readonly ParsedPolicy[],
  given: ScenarioOptions,
  ports: Ports,
  further: readonly LogField[] = [],
  parts: readonly NamedObjective[] = [],
): Promise<PreparedLog> {
  // What cannot be meant is found before a long log is read.
  const document = await readSiteDocument(given)
  const options = withSlurmConf(atSite(given, document), document, policies)
  const settings = {
    ...scenarioSettingsOf(options, options.seed),
    ...(document && { facility: document.facility }),
  }
  const wanted = scenarioFields(policies, settings, parts)
  const isRead = typeof source === 'object'
  const reading = readingFor(policies, options)
  const log = isRead ? source : await readLog(source, reading, [...new Set([...further, ...wanted])], ports)
  const facts = { parts, document }
  const ready = await prepared(log, isRead ? undefined : source, policies, options, settings, facts)
  for (const notice of ready.notices) ports.note(notice)
  return ready
}

/**
 * How a log is read for policies: jobs that were cancelled while they waited press on Slurm's queue, where nobody says otherwise and no
 * job depends on others.
 */
export function readingFor<Options extends LogOptions & Pick<ScenarioOptions, 'feedback'>>(
  policies: readonly ParsedPolicy[],
  options: Options,
): Options {
  const isSaid = (options.cancelled ?? null) !== null
  const isFed = (options.feedback ?? null) !== null
  if (isSaid || isFed || !policies.some(({ algorithm }) => algorithm === SLURM)) return options
  return { ...options, cancelled: 'press' }
}

/** The settings of a site's Slurm are those of the file that says what the machine is, for policies that follow them. */
function withSlurmConf(
  options: ScenarioOptions,
  document: SiteAtHand | null,
  policies: readonly ParsedPolicy[],
): ScenarioOptions {
  const slurmConf = document?.slurmConf
  const isSaid = (options.slurmConf ?? null) !== null
  if (slurmConf === undefined || isSaid || !policies.some(followsSlurm)) return options
  return { ...options, slurmConf }
}

/** @param path of the log, for the line of a job that cannot be simulated */
async function prepared(
  { file, trace, groups, seconds }: Log,
  path: string | undefined,
  policies: readonly ParsedPolicy[],
  options: ScenarioOptions,
  given: ScenarioFacts,
  { parts, document }: { readonly parts: readonly NamedObjective[]; readonly document: SiteAtHand | null },
): Promise<PreparedLog> {
  const salt = await readSalt(options)
  const here = () => numbered(given, trace, salt)
  const settings = document?.file === undefined ? here() : named(document.file, here)
  const strangers = document === null ? [] : strangersIn(document.facility, trace, salt)
  const { site, notices } = await readSite(options, policies, trace)
  const dataset = datasetOf(
    trace,
    scenarioFields(policies, settings, parts),
    site === null ? undefined : siteJson(site),
    namedNumbers(scenarioNames(settings, parts), trace, salt),
  )
  const machine = machineOf(trace, options, file)
  const scenario: Scenario = { data: dataset.digest, window: null, machine, ...settings }
  const stage = await stageNamed(scenario, dataset, policies, path, strangers.length > 0)
  // A log without waits is told of before anything is begun.
  for (const policy of policies) if (policy.algorithm === RECORDED) stage.run(policy)
  const fields = Object.fromEntries(
    orderFields(policies).map((field) => [field, fieldIn(trace, stage.prepared, field)]),
  )
  const members = () => membersOf(stage.jobs.user, fields['unixGroup'])
  const lacks = [
    ...(document?.notices ?? []),
    ...strangers,
    ...notices,
    ...lacksOf(policies, { site, members, fields }),
  ]
  return {
    ...{ file, trace, groups, dataset, scenario, stage },
    dropped: added(trace.dropped, stage.prepared.dropped),
    notices: [
      ...trace.notices,
      ...cutNotices(options),
      ...(options.groupBy === 'run' ? [RUN_GROUPS] : []),
      ...pressingNotices(stage),
      ...judgedNotices(stage, settings),
      ...preparationNotices(stage.prepared, settings),
      ...policies.flatMap((policy) => slashNotice(policy) ?? []),
      ...lacks,
    ],
    lacks,
    readSeconds: seconds,
  }
}

/** A scenario but for the log and the machine's size. */
type ScenarioFacts = Omit<Scenario, 'data' | 'window' | 'machine'>

/** The settings with the log's numbers for the names of the site. */
function numbered(settings: ScenarioFacts, trace: Trace, salt: string | null): ScenarioFacts {
  const { facility } = settings
  if (facility === undefined) return settings
  return { ...settings, facility: atLog(facility, numbersIn(trace, salt), secondOf(trace), listsIn(trace)) }
}

const OF_A_SITE = 'Correct the site document, or choose --oversize drop or --oversize cap'
const OF_STRANGERS =
  'Give the --salt-file of the import, without which names of the site are nobody in this log (or qw import sacct --keep-names)'

/**
 * `stageOf`, whose failures name the file and the line of the job, also of one that its site can never hold.
 * @param hasStrangers whether the site names users or accounts whose numbers the log does not say
 */
async function stageNamed(
  scenario: Scenario,
  dataset: Dataset,
  policies: readonly ParsedPolicy[],
  path: string | undefined,
  hasStrangers: boolean,
): Promise<Stage> {
  let stage: Stage | null = null
  try {
    stage = stageOf(scenario, dataset)
    const simulated = policies.find((policy): policy is SimulatedPolicy => policy.algorithm !== RECORDED)
    if (scenario.facility !== undefined && simulated !== undefined) {
      const { jobs, fields = {}, predictor } = stage.simulationOf(simulated)
      const checked = { policy: simulated, rules: scenario.rules, predictor }
      checkFacility(scenario.facility, checked, jobs, fields)
    }
    return stage
  } catch (error) {
    if (path === undefined || !(error instanceof QueuewrightError)) throw error
    const { job, field, value } = error.detail
    // What has no meaning on a site is no fault of the log.
    if (job === undefined && stage !== null) throw error
    const size =
      field === 'size' && Number.isFinite(value)
        ? value
        : dataset.jobs.size[dataset.jobs.id.indexOf(job ?? -1)]
    const line = job === undefined ? null : await findJobLine(path, job, Number(size))
    // How large the machine is, a site says.
    const isOfSite = error.kind === 'job-oversize' && stage === null && scenario.facility !== undefined
    const isOfStrangers = hasStrangers && field === 'partition'
    const remedy = isOfSite ? OF_A_SITE : isOfStrangers ? OF_STRANGERS : error.detail.remedy
    const told = error.with({ ...(remedy !== undefined && { remedy }) })
    throw renamed(inputName(path), line === null ? told : told.with({ line }))
  }
}

/** An order of no doubt: a name, with parameters or without, or a formula in parentheses. */
const PLAIN_ORDER = /^(\w+(\(.*\))?|\(.*\))$/s

/** How a policy is read whose slash may be meant to divide; null where there is no doubt. */
function slashNotice(policy: ParsedPolicy): string | null {
  if (policy.algorithm === RECORDED || policy.algorithm === RULE_BASED || policy.backfillOrder === null) {
    return null
  }
  const { algorithm, order, backfillOrder } = policy
  const parts = [order.name, backfillOrder.name]
  if (parts.every((part) => PLAIN_ORDER.test(part))) return null
  const written = parts.join('/')
  return `${algorithm}:${written} orders the queue by ${order.name} and backfills by ${backfillOrder.name}; to divide, write ${algorithm}:(${written})`
}

/** Filters that take jobs out of the middle of a log, and what classes call the same. */
const CUTTING = {
  sizes: 'size',
  users: 'user',
  groups: 'group',
  partitions: 'partition',
  queues: 'queue',
} as const

const RUN_GROUPS =
  'groups go by true run times, which no scheduler knows: policies that go by groups see the future'

/** Whoever asks how a few jobs fare seldom wants the others taken away. */
function cutNotices(options: LogOptions): readonly string[] {
  const given = Object.keys(CUTTING).flatMap((key) => {
    const filter = key as keyof typeof CUTTING
    const list = options[filter]
    return typeof list === 'string' ? [{ filter, list }] : []
  })
  if (given.length === 0) return []
  const written = given.map(({ filter, list }) => `--${filter} ${list}`).join(' ')
  const conditions = given.map(
    ({ filter, list }) => `${CUTTING[filter]}=${list.replace(/(\d)\s*-/g, '$1..')}`,
  )
  return [
    `${written} takes all other jobs away before anything is simulated, so that nobody waits for them: to simulate all and judge these alone, --judge "${conditions.join(' & ')}"`,
  ]
}

function pressingNotices({ pressing }: Stage): readonly string[] {
  if (pressing === null || pressing.unable === 0) return []
  return [`${formatCount(pressing.unable)} of those could never have been started, and press on nobody`]
}

function judgedNotices({ jobs, judged }: Stage, { judge }: Pick<Scenario, 'judge'>): readonly string[] {
  if (judge === undefined || judged === null) return []
  return [
    `${formatCount(judged.length)} of ${plural(jobs.length, 'job')} ${judged.length === 1 ? 'is' : 'are'} judged, those with ${judge}; all are simulated`,
  ]
}

function preparationNotices(
  { adjusted, capped, dropped }: PreparedJobs,
  { overrun }: Pick<Scenario, 'overrun'>,
): string[] {
  const notices: string[] = []
  const refused = dropped[SITE_LIMITS] ?? 0
  if (refused > 0) {
    notices.push(
      `${plural(refused, 'job')} that the limits of the site never let run ${refused === 1 ? 'was' : 'were'} left out (--oversize drop)`,
    )
  }
  if (adjusted > 0) {
    const what = overrun === 'kill' ? 'is cut to the estimate' : 'has the estimate raised'
    notices.push(`what ran longer than estimated ${what}: ${plural(adjusted, 'job')} (--overrun ${overrun})`)
  }
  if (capped > 0)
    notices.push(`${plural(capped, 'job was', 'jobs were')} cut to the machine's size (--oversize cap)`)
  return notices
}

function added(a: DropCounts, b: DropCounts): DropCounts {
  const sum: Record<string, number> = { ...a }
  for (const [reason, count] of Object.entries(b)) sum[reason] = (sum[reason] ?? 0) + count
  return sum
}

/** Running policies on a log: what `simulate` and `compare` share. */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { median } from '../../core/statistics.js'
import { parseEstimateSource } from '../../evaluation/estimate-source.js'
import type { PolicyResult } from '../../report/model.js'
import { findJobLine, inputName } from '../../runtime/index.js'
import { type Breakdown, breakdown, parseMargin, type Trimming, trimRows } from '../../sim/breakdown.js'
import type { Dependencies } from '../../sim/dependencies.js'
import { membersOf } from '../../sim/members.js'
import {
  type CompositeObjective,
  compileObjective,
  measure,
  objectiveNames,
  requireObjective,
} from '../../sim/objectives/index.js'
import { compositeInfo, type ObjectiveInfo, objectiveInfo } from '../../sim/objectives/info.js'
import type { JobField } from '../../sim/order.js'
import { type ParsedPolicy, RECORDED, RULES } from '../../sim/policy.js'
import type { Predictor } from '../../sim/prediction.js'
import { type PreparedJobs, prepareJobs } from '../../sim/prepare.js'
import { recordedSchedule } from '../../sim/recorded.js'
import type { Rules } from '../../sim/rules.js'
import type { Schedule } from '../../sim/schedule.js'
import { simulate } from '../../sim/simulate.js'
import type { Site } from '../../sim/site.js'
import { situationClock } from '../../sim/situation.js'
import { validate } from '../../sim/validate.js'
import { type DropCounts, describeTrace, type SwfField, selectRows, type Trace } from '../../trace/index.js'
import {
  DEPENDENCY_FIELDS,
  dependenciesOf,
  extractSessions,
  SESSION_FIELDS,
  sessionsOfLog,
} from '../../workload/sessions/index.js'
import { named, renamed } from './failures.js'
import { type LogOptions, machineOf, readLog } from './log.js'
import { usage } from './options.js'
import { type FeedbackOptions, type FeedbackSource, type RuleOptions, rulesOf } from './rules.js'
import { fieldsFor, lacksOf, readSite, type SiteOptions } from './site.js'
import type { Terminal } from './terminal.js'
import { version } from './version.js'

export interface ExperimentOptions extends LogOptions, RuleOptions, FeedbackOptions, SiteOptions {
  readonly objective?: readonly string[]
  readonly warmUp?: string
  readonly coolDown?: string
  readonly repeat: number
  readonly check?: true
}

/** A log made ready for simulation. */
export interface Experiment {
  /** What the user named the log by. */
  readonly file: string
  readonly trace: Trace
  readonly processors: number
  readonly rules: Rules
  readonly prepared: PreparedJobs
  /** Null where the scheduler goes by estimates. */
  readonly predictor: Predictor | null
  /** Of the prepared jobs; null where all are submitted at their recorded instants. */
  readonly dependencies: Dependencies | null
  /** How the site's Slurm is configured; null where no file says. */
  readonly site: Site | null
  /** Fields beside the prepared jobs that the policies' orders ask for. */
  readonly jobFields: Partial<Readonly<Record<JobField, Float64Array>>>
  /** Jobs left out at any step, by reason. */
  readonly dropped: DropCounts
  readonly notices: readonly string[]
  readonly readSeconds: number
  readonly objectives: readonly ObjectiveInfo[]
  readonly composites: readonly CompositeObjective[]
  readonly trimming: Trimming
}

export interface Outcome extends PolicyResult {
  readonly seconds: { readonly median: number; readonly min: number }
}

/**
 * Reads the log (the demonstration workload where `path` is undefined) and prepares its jobs.
 * @param policies parsed policies; `recorded` needs the log's waits
 */
export async function prepareExperiment(
  path: string | undefined,
  policies: readonly ParsedPolicy[],
  options: ExperimentOptions,
  terminal: Terminal,
  further: readonly SwfField[] = [],
): Promise<Experiment> {
  const composites = (options.objective ?? []).map(compileObjective)
  const trimming = trimmingOf(options)
  const rules = rulesOf(options)
  const orderFields = fieldsFor(policies)
  const fields = new Set<SwfField>([...further, ...feedbackFields(options), ...orderFields, 'partition'])
  if (policies.some(({ algorithm }) => algorithm === RECORDED)) fields.add('wait')
  const { trace, groups, seconds } = await readLog(path, options, [...fields], terminal)
  const file = path === undefined ? trace.name : inputName(path)
  const processors = machineOf(trace, options, file)
  const prepared = await prepareNamed(trace, processors, options, path)
  const dependencies = named(file, () => feedbackOf(trace, prepared, options))
  const jobFields = Object.fromEntries(
    orderFields.map((field) => [field, preparedField(trace, prepared, field)]),
  )
  const { site, notices } = await readSite(options, policies, trace)
  const members = () => membersOf(prepared.jobs.user, jobFields.unixGroup)
  const lacks = lacksOf(policies, { site, members, fields: jobFields })
  const names = objectiveNames(groups.filter(({ group }) => group > 0).length)
  return {
    file,
    trace,
    processors,
    rules,
    prepared,
    predictor: parseEstimateSource(options.estimates).predictor,
    dependencies,
    site,
    jobFields,
    dropped: added(trace.dropped, prepared.dropped),
    notices: [...trace.notices, ...preparationNotices(prepared, options), ...notices, ...lacks],
    readSeconds: seconds,
    objectives: [
      ...names.map((name) => objectiveInfo(requireObjective(name))),
      ...composites.map(compositeInfo),
    ],
    composites,
    trimming,
  }
}

/** What the options leave out of all measures. */
export function trimmingOf({ warmUp, coolDown }: Pick<ExperimentOptions, 'warmUp' | 'coolDown'>): Trimming {
  return {
    ...(warmUp === undefined ? {} : { warmUp: parseMargin(warmUp, '--warm-up') }),
    ...(coolDown === undefined ? {} : { coolDown: parseMargin(coolDown, '--cool-down') }),
  }
}

const FEEDBACK_FIELDS: Readonly<Record<FeedbackSource, readonly SwfField[]>> = {
  sessions: SESSION_FIELDS,
  log: DEPENDENCY_FIELDS,
}

function feedbackFields(options: ExperimentOptions): readonly SwfField[] {
  const { feedback, thinkLimit } = options
  if (thinkLimit !== undefined && feedback !== 'sessions') {
    throw usage('--think-limit', `${thinkLimit} s`, 'only with --feedback sessions')
  }
  return feedback === undefined ? [] : FEEDBACK_FIELDS[feedback]
}

/** The dependencies between the prepared jobs, by what the log recorded of them. */
function feedbackOf(
  trace: Trace,
  { rows }: PreparedJobs,
  { feedback, thinkLimit }: ExperimentOptions,
): Dependencies | null {
  if (feedback === undefined) return null
  const recorded = rows === null ? trace : selectRows(trace, rows)
  if (feedback === 'log') return dependenciesOf(sessionsOfLog(recorded))
  return dependenciesOf(extractSessions(recorded, thinkLimit === undefined ? {} : { threshold: thinkLimit }))
}

/** What the JSON of `simulate` and `compare` has in common; an unlimited sight is null there. */
export function experimentJson(experiment: Experiment) {
  const { trace, processors, prepared, dropped, notices, rules, predictor, dependencies } = experiment
  return {
    trace: trace.name,
    digest: trace.digest,
    machine: processors,
    jobs: prepared.jobs.length,
    dropped,
    notices,
    rules: { ...rules, sight: Number.isFinite(rules.sight) ? rules.sight : null },
    predictor: predictor?.name ?? null,
    dependentJobs: dependencies === null ? null : dependentJobs(dependencies),
  }
}

/** What the reports of `simulate` and `compare` have in common. */
export function reportFacts(experiment: Experiment, command: string) {
  const { trace, processors, rules, objectives, dropped, notices } = experiment
  return {
    trace,
    description: describeTrace(trace, processors),
    rules,
    objectives,
    dropped,
    notices,
    provenance: { version: version(), command },
  }
}

/**
 * Runs one policy as often as asked and measures it.
 * @param onRun told after each run
 */
export function runPolicy(
  experiment: Experiment,
  policy: ParsedPolicy,
  options: ExperimentOptions,
  onRun: () => void = () => {},
): Outcome {
  const situation = situationClock(experiment.trace.clock)
  const { prepared, processors, rules, predictor, dependencies, site, jobFields } = experiment
  const live = { ...(predictor && { predictor }), ...(dependencies && { dependencies }) }
  const facts = { fields: jobFields, ...(site && { site }) }
  const times: number[] = []
  let schedule: Schedule | null = null
  for (let run = 0; run < options.repeat; run++) {
    const from = performance.now()
    schedule =
      policy.algorithm === RECORDED
        ? recordedSchedule(prepared.jobs, processors, fieldOf(experiment, 'wait'))
        : simulate({ jobs: prepared.jobs, processors, policy, rules, situation, ...live, ...facts })
    times.push((performance.now() - from) / 1000)
    onRun()
  }
  if (schedule === null) throw new RangeError('a policy is run at least once')
  if (options.check) check(schedule, policy, rules, experiment)
  const rows = trimRows(schedule.jobs, experiment.trimming)
  const names = experiment.objectives
    .map(({ name }) => name)
    .filter((name) => !experiment.composites.some(({ text }) => text === name))
  const values: Record<string, number | null> = { ...measure(schedule, rows, names) }
  for (const composite of experiment.composites) values[composite.text] = composite.measure(schedule, rows)
  return {
    policy: policy.name,
    schedule,
    objectives: values,
    breakdown: waits(experiment, schedule, rows),
    seconds: { median: median(Float64Array.from(times).sort()), min: Math.min(...times) },
  }
}

/** Jobs that are submitted when others have ended. */
export function dependentJobs({ preceding }: Dependencies): number {
  return preceding.reduce((count, row) => count + (row >= 0 ? 1 : 0), 0)
}

/** What is predicted and what depends on what, in words; nothing where a simulation goes by the log alone. */
export function liveNotes({ predictor, dependencies }: Experiment): readonly string[] {
  return [
    ...(predictor === null ? [] : [`run times predicted by ${predictor.name}`]),
    ...(dependencies === null
      ? []
      : [`${plural(dependentJobs(dependencies), 'job')} submitted when others have ended`]),
  ]
}

/** A field of the log beside the prepared jobs. */
export function fieldOf({ trace, prepared }: Experiment, field: SwfField): Float64Array {
  return preparedField(trace, prepared, field)
}

function preparedField(trace: Trace, { jobs, rows }: PreparedJobs, field: SwfField): Float64Array {
  const column = trace.fields[field]
  if (column === undefined) return new Float64Array(jobs.length).fill(-1)
  return rows === null ? column : Float64Array.from(rows, (row) => column[row])
}

function waits(experiment: Experiment, schedule: Schedule, rows: Int32Array | null): Breakdown {
  const field = fieldOf(experiment, 'partition')
  const partition =
    schedule.rows === undefined ? field : Float64Array.from(schedule.rows, (row) => field[row])
  return breakdown(schedule, rows, partition.some((value) => value >= 0) ? partition : null)
}

function check(schedule: Schedule, policy: ParsedPolicy, rules: Rules, { predictor }: Experiment): void {
  // A scheduler that goes by predictions promises nothing, as they change; nor does one whose policy changes.
  const promises = policy.algorithm !== RECORDED && policy.algorithm !== RULES && predictor === null
  const violations = validate(schedule, promises ? { rules, policy } : { rules })
  if (violations.length === 0) return
  const [first] = violations
  throw new QueuewrightError(
    'check-failed',
    `${policy.name} breaks a rule of schedules${violations.length > 1 ? ` (${violations.length} times)` : ''}: ${first.message}`,
    {
      job: first.job,
      field: first.rule,
      remedy:
        policy.algorithm === RECORDED
          ? 'Recorded starts need not fit the machine: see --machine'
          : 'Please report this: it is a defect of Queuewright',
    },
  )
}

/** `prepareJobs`, whose failures name the file and the line of the job. */
async function prepareNamed(
  trace: Trace,
  processors: number,
  options: ExperimentOptions,
  path: string | undefined,
): Promise<PreparedJobs> {
  const { estimates } = parseEstimateSource(options.estimates)
  try {
    return prepareJobs(trace.jobs, { ...options, estimates, processors })
  } catch (error) {
    if (path === undefined || !(error instanceof QueuewrightError)) throw error
    const { job, value } = error.detail
    const line = job === undefined ? null : await findJobLine(path, job, Number(value))
    throw renamed(inputName(path), line === null ? error : error.with({ line }))
  }
}

function preparationNotices(prepared: PreparedJobs, options: ExperimentOptions): string[] {
  const notices: string[] = []
  if (prepared.adjusted > 0) {
    const what = options.overrun === 'kill' ? 'were cut to their estimate' : 'have had their estimate raised'
    notices.push(
      `${prepared.adjusted} jobs ran longer than estimated and ${what} (--overrun ${options.overrun})`,
    )
  }
  if (prepared.capped > 0)
    notices.push(`${prepared.capped} jobs were cut to the machine's size (--oversize cap)`)
  return notices
}

function added(a: DropCounts, b: DropCounts): DropCounts {
  const sum: Record<string, number> = { ...a }
  for (const [reason, count] of Object.entries(b)) sum[reason] = (sum[reason] ?? 0) + count
  return sum
}

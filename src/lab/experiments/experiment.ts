/** Running policies on a log that was made ready: what comparing, simulating and bounding share. */
import { QueuewrightError } from '../../core/errors.js'
import type { Fact } from '../../core/exhibit.js'
import { formatCount, formatValue, plural } from '../../core/format.js'
import { type Given, settled } from '../../core/settings/index.js'
import { median, smallestOf } from '../../core/statistics.js'
import { dependentJobs } from '../../evaluation/scenarios/feedback.js'
import { fieldIn, type Scenario, type Stage } from '../../evaluation/scenarios/scenario.js'
import { elsewhere } from '../../preference/index.js'
import type { PolicyResult } from '../../report/model.js'
import { droppedText } from '../../report/rows.js'
import { version } from '../../runtime/version.js'
import { type Breakdown, breakdownBy, classesOf } from '../../sim/breakdown.js'
import { watching } from '../../sim/early-stop.js'
import { type Facility, facilityFields } from '../../sim/facility/index.js'
import { validateFacility } from '../../sim/facility/validate.js'
import { validateNodes } from '../../sim/nodes/validate.js'
import {
  type CompositeObjective,
  type MeasuredSchedule,
  measureAll,
  objectiveNames,
  requireObjective,
} from '../../sim/objectives/index.js'
import { compositeInfo, type ObjectiveInfo, objectiveInfo } from '../../sim/objectives/info.js'
import { type ParsedPolicy, RECORDED, RULE_BASED, SLURM } from '../../sim/policy.js'
import type { Schedule } from '../../sim/schedule.js'
import { type Violation, validate } from '../../sim/validate.js'
import { describeTrace, type SwfField } from '../../trace/index.js'
import type { LogSource } from '../inputs/log.js'
import { groupsJson } from '../inputs/members.js'
import { askedObjectives } from '../inputs/objectives.js'
import { type PreparedLog, prepareLog, type ScenarioOptions } from '../inputs/prepare.js'
import { facilityFacts } from '../inputs/site-document.js'
import type { Ports, Steps } from '../ports.js'
import { EXPERIMENT } from './experiment-settings.js'

export type ExperimentOptions = ScenarioOptions &
  Given<typeof EXPERIMENT> & {
    /** Whether reports show the names of users and accounts that the log's header may have. */
    readonly names?: true
  }

/** A log made ready, and what is measured on it. */
export interface Experiment extends PreparedLog {
  readonly objectives: readonly ObjectiveInfo[]
  readonly composites: readonly CompositeObjective[]
}

/** One policy on a log: its schedule, and what that is worth. */
export interface Outcome extends PolicyResult {
  readonly seconds: { readonly median: number; readonly min: number }
}

/** @throws QueuewrightError as `askedObjectives` and `prepareLog` */
export async function prepareExperiment(
  source: LogSource,
  policies: readonly ParsedPolicy[],
  options: ExperimentOptions,
  ports: Ports,
  further: readonly SwfField[] = [],
): Promise<Experiment> {
  // A slip of the pen is found before a long log is read.
  const { objective } = settled(EXPERIMENT, options)
  const { objectives: composites, preferences } = await askedObjectives(objective)
  const parts = composites.flatMap((each) => each.parts)
  const log = await prepareLog(source, policies, options, ports, [...further, 'partition', 'wait'], parts)
  const digests = [log.trace.digest, log.dataset.digest]
  const strange = preferences.flatMap((preference) => elsewhere(preference, digests))
  for (const notice of strange) ports.note(notice)
  return experimentOn({ ...log, notices: [...log.notices, ...strange] }, composites)
}

export function experimentOn(log: PreparedLog, composites: readonly CompositeObjective[]): Experiment {
  const names = objectiveNames(log.groups.filter(({ group }) => group > 0).length)
  return {
    ...log,
    objectives: [
      ...names.map((name) => objectiveInfo(requireObjective(name))),
      ...composites.map(compositeInfo),
    ],
    composites,
  }
}

/** The JSON that `simulate` and `compare` have in common; an unlimited sight is null there. */
export function experimentJson({ trace, scenario, stage, dropped, notices, groups }: Experiment) {
  const { rules, machine } = scenario
  const { jobs, predictor, dependencies } = stage
  return {
    trace: trace.name,
    digest: trace.digest,
    machine,
    jobs: jobs.length,
    ...(scenario.judge !== undefined && {
      judge: scenario.judge,
      judged: stage.judged?.length ?? jobs.length,
    }),
    dropped,
    notices,
    rules: { ...rules, sight: Number.isFinite(rules.sight) ? rules.sight : null },
    predictor: predictor?.name ?? null,
    dependentJobs: dependencies === null ? null : dependentJobs(dependencies),
    groups: groupsJson({ trace, groups }),
  }
}

/** The report that `simulate` and `compare` have in common. */
export function reportBase(
  { trace, scenario, objectives, composites: [asked], dropped, notices }: Experiment,
  { names }: ExperimentOptions,
  command: string,
) {
  return {
    trace,
    describe: () => describeTrace(trace, scenario.machine),
    names: names ?? false,
    rules: scenario.rules,
    objectives,
    // What was asked for; else what users feel.
    verdict: asked === undefined ? objectiveInfo(requireObjective('meanWait')) : compositeInfo(asked),
    dropped,
    notices,
    provenance: { version: version(), command },
  }
}

/** The simulation in words. */
export function experimentFacts({ trace, scenario, stage, dropped }: Experiment): Fact[] {
  return [
    ['log', `${trace.name}, ${plural(stage.jobs.length, 'job')} (left out: ${droppedText(dropped)})`],
    ['machine', plural(scenario.machine, 'processor')],
    ...judgedFacts(scenario, stage),
    ...facilityFacts(scenario.facility),
  ]
}

/** The fact that some jobs alone are judged, where it is so. */
function judgedFacts({ judge }: Scenario, { jobs, judged }: Stage): Fact[] {
  if (judge === undefined || judged === null) return []
  return [
    ['judged', `${formatCount(judged.length)} of ${plural(jobs.length, 'job')}, ${judge}; all are simulated`],
  ]
}

/** The fact that the schedules were checked, where they were. */
export function checkFacts({ check }: ExperimentOptions): Fact[] {
  return check ? [['check', 'every schedule passes the independent check']] : []
}

/**
 * Runs one policy as often as asked and measures it.
 * @param bar told how far each run is, and of each that is done but the last
 */
export function runPolicy(
  experiment: Experiment,
  policy: ParsedPolicy,
  options: ExperimentOptions,
  { clock }: Ports,
  bar: Pick<Steps, 'step' | 'part'>,
): Outcome {
  const { trace, stage, composites } = experiment
  const { repeat, check } = settled(EXPERIMENT, options)
  const times: number[] = []
  let schedule: Schedule | null = null
  for (let run = 0; run < repeat; run++) {
    const from = clock()
    const watch = watching(stage.jobs.length, (share) => bar.part(policy.name, share))
    schedule = stage.runBelow(policy, watch)
    times.push((clock() - from) / 1000)
    if (run < repeat - 1) bar.step(policy.name)
  }
  if (schedule === null) throw new RangeError('a policy is run at least once')
  if (check) requireValid(schedule, policy, experiment)
  const measured = stage.measured(schedule)
  const names = experiment.objectives
    .map(({ name }) => name)
    .filter((name) => !composites.some(({ text }) => text === name))
  const objectives: Record<string, number | null> = { ...measureAll(measured, names) }
  for (const composite of composites) objectives[composite.text] = composite.of(measured)
  const partition = fieldIn(trace, stage.prepared, 'partition')
  return {
    policy: policy.name,
    schedule,
    objectives,
    breakdown: waits(measured, partition),
    seconds: { median: median(Float64Array.from(times).sort()), min: smallestOf(times) },
  }
}

/** Runs all policies, one after the other. */
export async function runPolicies(
  experiment: Experiment,
  policies: readonly ParsedPolicy[],
  options: ExperimentOptions,
  ports: Ports,
): Promise<readonly Outcome[]> {
  const { repeat } = settled(EXPERIMENT, options)
  const bar = ports.steps('simulating', policies.length * repeat)
  const outcomes: Outcome[] = []
  try {
    for (const policy of policies) {
      const outcome = await ports.blocking(() => runPolicy(experiment, policy, options, ports, bar))
      outcomes.push(outcome)
      bar.step(outcomeLine(outcome))
    }
  } finally {
    bar.stop()
  }
  return outcomes
}

/** The objectives that tell a policy's worth while others are still to be simulated. */
const FIRST_TOLD = ['meanWait', 'AWRT', 'AVEbsld', 'UTIL'] as const

/** `easy: meanWait 3 h 28 min, AWRT 23 h 40 min, …`. */
function outcomeLine({ policy, objectives }: Pick<Outcome, 'policy' | 'objectives'>): string {
  const told = FIRST_TOLD.map(
    (name) => `${name} ${formatValue(objectives[name], requireObjective(name).objective.unit)}`,
  )
  return `${policy}: ${told.join(', ')}`
}

/** Notes of predictions and dependencies; none where a simulation goes by the log alone. */
export function liveNotes({ stage: { predictor, dependencies } }: Experiment): readonly string[] {
  return [
    ...(predictor === null ? [] : [`run times predicted by ${predictor.name}`]),
    ...(dependencies === null
      ? []
      : [`${plural(dependentJobs(dependencies), 'job')} submitted when others have ended`]),
  ]
}

function waits(measured: MeasuredSchedule, field: Float64Array): Breakdown {
  const { schedule, rows } = measured
  const partition =
    schedule.rows === undefined ? field : Float64Array.from(schedule.rows, (row) => field[row])
  const known = partition.some((value) => value >= 0)
  return breakdownBy(classesOf(schedule.jobs, rows, known ? partition : null), measured)
}

function facilityViolations(
  schedule: Schedule,
  facility: Facility,
  { trace, stage }: Pick<Experiment, 'trace' | 'stage'>,
): readonly Violation[] {
  const fields = Object.fromEntries(
    facilityFields(facility).map((field) => [field, fieldIn(trace, stage.prepared, field)]),
  )
  const { places } = schedule
  const { nodes } = facility
  // Of recorded starts nobody knows the nodes.
  const judged = nodes !== undefined && places !== undefined
  return [
    ...validateFacility(schedule, facility, fields),
    ...(judged ? validateNodes(schedule, facility, nodes, places, fields) : []),
  ]
}

/** Whatever a schedule does that nothing allows: neither the machine nor, of jobs, what they ask for. */
export function violationsOf(
  schedule: Schedule,
  policy: ParsedPolicy,
  { scenario, stage, trace }: Pick<Experiment, 'scenario' | 'stage' | 'trace'>,
): readonly Violation[] {
  // A scheduler that goes by predictions promises nothing, as they change; nor does one whose policy changes. What others were promised
  // that are not in the schedule nobody can tell from it.
  const { facility } = scenario
  const promises =
    policy.algorithm !== RECORDED &&
    policy.algorithm !== RULE_BASED &&
    policy.algorithm !== SLURM &&
    stage.predictor === null &&
    stage.pressing === null &&
    facility === undefined
  const { rules } = scenario
  return [
    ...validate(schedule, promises ? { rules, policy } : { rules }),
    ...(facility === undefined ? [] : facilityViolations(schedule, facility, { trace, stage })),
  ]
}

function requireValid(schedule: Schedule, policy: ParsedPolicy, experiment: Experiment): void {
  const violations = violationsOf(schedule, policy, experiment)
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

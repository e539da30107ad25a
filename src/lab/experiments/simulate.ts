/** One policy on a log, and its schedule as a log. */
import type { DataTable, Fact } from '../../core/exhibit.js'
import { formatCount, formatSeconds, plural } from '../../core/format.js'
import { groupLegend } from '../../evaluation/group-legend.js'
import { dependentJobs } from '../../evaluation/scenarios/feedback.js'
import type { SimulationReport } from '../../report/model.js'
import { version } from '../../runtime/version.js'
import type { PreparedJobs } from '../../sim/prepare.js'
import type { Schedule } from '../../sim/schedule.js'
import { replaceColumns, scheduleAsTrace, selectRows, type Trace, traceWith } from '../../trace/index.js'
import { withDependencyFields } from '../../workload/sessions/index.js'
import type { LogSource } from '../inputs/log.js'
import { readPolicy, type WrittenPolicy } from '../inputs/policies.js'
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
  runPolicy,
} from './experiment.js'
import { recordedBeside } from './recorded.js'
import { usersTable } from './users.js'

export type SimulateOptions = ExperimentOptions & {
  /** Absent: what the site goes by, else EASY. */
  readonly policy?: WrittenPolicy
}

export interface Simulated {
  readonly experiment: Experiment
  readonly outcome: Outcome
}

/** The policy of a site where nobody says one. */
const USUAL_POLICY = 'easy'

/** Fields that a schedule as a log keeps. */
const SCHEDULE_FIELDS = [
  'requestedMemory',
  'status',
  'unixGroup',
  'application',
  'queue',
  'partition',
] as const

/**
 * @param whole whether the schedule will be asked for as a log, with all fields
 * @throws QueuewrightError as `readPolicy` and `prepareExperiment`
 */
export async function simulatePolicy(
  source: LogSource,
  asked: SimulateOptions,
  ports: Ports,
  whole = false,
): Promise<Simulated> {
  const { options, own } = await atOwnSite(asked)
  const policy = await readPolicy(options.policy ?? own ?? USUAL_POLICY)
  const experiment = await prepareExperiment(source, [policy], options, ports, whole ? SCHEDULE_FIELDS : [])
  const bar = ports.steps('simulating', options.repeat ?? 1)
  try {
    const outcome = await ports.blocking(() => runPolicy(experiment, policy, options, ports, bar))
    return { experiment, outcome }
  } finally {
    bar.stop()
  }
}

/** Users and their groups, with their mean waits. */
export function simulatedUsers({ experiment, outcome }: Simulated): DataTable {
  return usersTable(experiment.stage, experiment.groups, [outcome], outcome.policy)
}

/** The simulation for other programs. */
export function simulationJson({ experiment, outcome }: Simulated) {
  return {
    ...experimentJson(experiment),
    policy: outcome.policy,
    objectives: outcome.objectives,
    recorded: recordedBeside(experiment, [outcome], outcome.policy),
    waits: outcome.breakdown,
    timing: { readSeconds: experiment.readSeconds, simulateSeconds: outcome.seconds },
  }
}

/** @param command by which it can be made again */
export function simulationReport(
  { experiment, outcome }: Simulated,
  options: SimulateOptions,
  command: string,
): SimulationReport {
  const facts = [
    ...experimentFacts(experiment),
    ['policy', outcome.policy] as const,
    ...liveFacts(experiment.stage, outcome.schedule),
    ...checkFacts(options),
    ...groupLegend(experiment),
  ]
  const recorded = recordedBeside(experiment, [outcome], outcome.policy)
  return { ...reportBase(experiment, options, command), facts, recorded, result: outcome }
}

/** Facts of predictions and feedback, where there are any. */
function liveFacts(
  { jobs: recorded, predictor, dependencies }: Experiment['stage'],
  { corrections, jobs, rows }: Schedule,
): Fact[] {
  const facts: Fact[] = []
  if (predictor !== null && corrections !== undefined) {
    const count = corrections.reduce((sum, each) => sum + each, 0)
    facts.push(['predictions', `${predictor.name}, ${plural(count, 'correction')}`])
  }
  if (dependencies !== null && rows !== undefined) {
    const moved = rows.reduce((sum, row, job) => sum + jobs.submit[job] - recorded.submit[row], 0)
    const count = dependentJobs(dependencies)
    const mean = count === 0 ? 0 : moved / count
    facts.push([
      'feedback',
      `${plural(count, 'job depends', 'jobs depend')} on others, submitted on average ${formatSeconds(Math.abs(mean))} ${mean < 0 ? 'earlier' : 'later'} than recorded`,
    ])
  }
  return facts
}

/** How long it took, on this machine at this time. */
export function timingText({ experiment, outcome }: Simulated, { repeat = 1 }: SimulateOptions): string {
  const { median } = outcome.seconds
  const rate = formatCount(Math.round(experiment.stage.jobs.length / median))
  const times = repeat > 1 ? ` (median of ${repeat})` : ''
  return `read in ${experiment.readSeconds.toFixed(2)} s, simulated in ${median.toFixed(3)} s${times}, ${rate} jobs/s`
}

/** The schedule as a log: simulated submits and waits, and what the jobs were simulated with. */
export function simulatedTrace({ experiment, outcome }: Simulated): Trace {
  const { trace, stage, scenario } = experiment
  const { prepared, dependencies } = stage
  const { rows } = outcome.schedule
  const { jobs, start } = requestedSchedule(prepared, outcome.schedule)
  const kept = prepared.rows === null ? trace : selectRows(trace, prepared.rows)
  const told = dependencies === null ? kept : withDependencyFields(kept, dependencies)
  const ordered = rows === undefined ? told : selectRows(told, rows)
  return scheduleAsTrace(traceWith(ordered, { jobs, processors: scenario.machine }), start, [
    [`Schedule of policy ${outcome.policy} by Queuewright ${version()}`, ...liveNotes(experiment)].join(', '),
  ])
}

/** `schedule` with what users asked for, where the scheduler went by predictions. */
export function requestedSchedule(prepared: PreparedJobs, schedule: Schedule): Schedule {
  if (schedule.corrections === undefined) return schedule
  const { estimate } = prepared.jobs
  const { jobs, rows } = schedule
  const asked = rows === undefined ? estimate : Float64Array.from(rows, (row) => estimate[row])
  return { ...schedule, jobs: replaceColumns(jobs, { estimate: asked }) }
}

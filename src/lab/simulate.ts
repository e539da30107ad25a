/** One policy on a log, and its schedule as a log. */
import type { SimulationReport } from '../report/model.js'
import { version } from '../runtime/version.js'
import type { PreparedJobs } from '../sim/prepare.js'
import type { Schedule } from '../sim/schedule.js'
import { replaceColumns, scheduleAsTrace, selectRows, type Trace, traceWith } from '../trace/index.js'
import { withDependencyFields } from '../workload/sessions/index.js'
import {
  type Experiment,
  type ExperimentOptions,
  experimentJson,
  liveNotes,
  type Outcome,
  prepareExperiment,
  reportFacts,
  runPolicy,
} from './experiment.js'
import type { LogSource } from './log.js'
import { readPolicy, type WrittenPolicy } from './policies.js'
import type { Ports } from './ports.js'

export interface SimulateOptions extends ExperimentOptions {
  /** As written; `@FILE`: a strategy. */
  readonly policy: WrittenPolicy
}

export interface Simulated {
  readonly experiment: Experiment
  readonly outcome: Outcome
}

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
  options: SimulateOptions,
  ports: Ports,
  whole = false,
): Promise<Simulated> {
  const policy = await readPolicy(options.policy)
  const experiment = await prepareExperiment(source, [policy], options, ports, whole ? SCHEDULE_FIELDS : [])
  const bar = ports.steps('simulating', options.repeat ?? 1)
  const outcome = await ports.blocking(() =>
    runPolicy(experiment, policy, options, ports, () => bar.step(policy.name)),
  )
  bar.stop()
  return { experiment, outcome }
}

/** The simulation for other programs. */
export function simulationJson({ experiment, outcome }: Simulated) {
  return {
    ...experimentJson(experiment),
    policy: outcome.policy,
    objectives: outcome.objectives,
    waits: outcome.breakdown,
    timing: { readSeconds: experiment.readSeconds, simulateSeconds: outcome.seconds },
  }
}

/** @param command by which it can be made again */
export function simulationReport({ experiment, outcome }: Simulated, command: string): SimulationReport {
  return { ...reportFacts(experiment, command), result: outcome }
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

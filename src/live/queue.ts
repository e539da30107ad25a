/**
 * The queue of a live Slurm at an instant, as it is steered and foretold: what waits, by array (all tasks of one have one factor,
 * since writing that of a task splits the array), what runs, and what is left alone, with the reason.
 */
import { groupedBy } from '../core/grouping.js'
import {
  FACTOR_FORMAT,
  parseSiteFactors,
  parseSqueue,
  type QueuedJob,
  type SiteFactor,
  SQUEUE_FORMAT,
} from '../trace/slurm-run/index.js'
import { asked, type SlurmCommands } from './commands.js'

/** A job that waits, or what waits of an array. */
export interface WaitingJob {
  /** The number under which it is written to. */
  readonly job: number
  /** Tasks that wait; 1 where it is of no array. */
  readonly tasks: number
  readonly user: string
  readonly partitions: readonly string[]
  readonly processors: number
  readonly limit: number
  /** Unix time. */
  readonly submit: number
  /** As slurmctld has them now. */
  readonly priority: number
  readonly factor: number
}

/** Why a waiting job is not steered, for tables. */
export type LeftAlone = 'partition' | 'ineligible' | 'heterogeneous' | 'unranked' | 'mixed'

export interface LiveQueue {
  /** Unix time before the first call. */
  readonly at: number
  /** All that squeue shows, those that have ended lately among them. */
  readonly jobs: readonly QueuedJob[]
  /** Those that may be steered, by submit and number. */
  readonly waiting: readonly WaitingJob[]
  /** Processors of jobs that run. */
  readonly busy: number
  /** Waiting jobs and arrays that are left alone, by reason. */
  readonly left: ReadonlyMap<LeftAlone, number>
  /** By record; of those that sprio shows. */
  readonly factors: ReadonlyMap<number, number>
}

/**
 * Reasons of jobs that could not start on an empty machine, by Slurm's own words (src/common/job_state_reason.c). Limits of what
 * runs at one time (`AssocGrpCpuLimit`, `QOSMaxJobsPerUserLimit`) and licences are none: those jobs wait for others to end.
 */
const INELIGIBLE = [
  /^(?:Dependency|DependencyNeverSatisfied|BeginTime|JobHeld\w*|JobHoldMaxRequeue|Reservation.*)$/,
  /^(?:JobLaunchFailure|BurstBufferOperation|NodeDown|FrontEndDown)$/,
  // Asked for what there is not, or by whom it may not be.
  /^(?:BadConstraints|Constraints|MaxMemPerLimit|Invalid(?:Account|QOS)|(?:Account|QOS)NotAllowed)$/,
  // A limit of each job, or of each of its nodes.
  /^(?:(?:Assoc|QOS)Max\w+Per(?:Job|Node)(?:Limit)?|QOSMin\w+)$/,
  // What may be used in all is used up, but for what jobs that run are yet to use.
  /^(?:(?:Assoc|QOS)Grp(?!\w*Run)\w*(?:Minutes|Wall)(?:Limit)?|QOSUsageThreshold)$/,
]
/** Reasons that are of one partition: a job in several may start in another. */
const OF_PARTITION = /^Partition(?:Down|Inactive|NodeLimit|TimeLimit|Config)$/
/** States of jobs that hold their processors. */
export const HOLDING: readonly string[] = [
  'RUNNING',
  'COMPLETING',
  'SUSPENDED',
  'CONFIGURING',
  'SIGNALING',
  'STAGE_OUT',
]
export const WAITING = 'PENDING'

/**
 * @param partitions those that are steered
 * @throws QueuewrightError `slurm-unreachable`; as `parseSqueue` and `parseSiteFactors`
 */
export async function lookAtQueue(
  commands: SlurmCommands,
  partitions: readonly string[],
  now: () => number,
): Promise<LiveQueue> {
  const at = now()
  // Both at once: a job that is in one list alone has just come or gone, and has its turn next time.
  const [factors, jobs] = await Promise.all([
    asked(commands, 'sprio', '-h', '-o', FACTOR_FORMAT),
    jobsInQueue(commands),
  ])
  return queueOf(at, jobs, parseSiteFactors(factors), partitions)
}

/** @throws QueuewrightError `slurm-unreachable`; as `parseSqueue` */
export async function jobsInQueue(commands: SlurmCommands): Promise<readonly QueuedJob[]> {
  return parseSqueue(await asked(commands, 'squeue', '-r', '-h', '-a', '-t', 'all', '-o', SQUEUE_FORMAT))
}

export function queueOf(
  at: number,
  jobs: readonly QueuedJob[],
  factors: readonly SiteFactor[],
  partitions: readonly string[],
): LiveQueue {
  const rows = groupedBy(factors, ({ record }) => record)
  const waiting: WaitingJob[] = []
  const left = new Map<LeftAlone, number>()
  const pending = jobs.filter(({ state }) => state === WAITING)
  for (const [array, tasks] of groupedBy(pending, (job) => job.array)) {
    const found = steerable(array, tasks, rows, partitions)
    if (typeof found === 'string') left.set(found, (left.get(found) ?? 0) + 1)
    else waiting.push(found)
  }
  const busy = jobs.reduce(
    (sum, { state, processors }) => sum + (HOLDING.includes(state) ? processors : 0),
    0,
  )
  return {
    at,
    jobs,
    waiting: waiting.sort((a, b) => a.submit - b.submit || a.job - b.job),
    busy,
    left,
    factors: new Map(factors.map(({ record, site }) => [record, site])),
  }
}

/** Whether a waiting job could start on an empty machine. */
export function isEligible({ reason, priority, partitions }: QueuedJob): boolean {
  const isShut = partitions.length === 1 && OF_PARTITION.test(reason)
  return priority > 0 && !isShut && !INELIGIBLE.some((reasons) => reasons.test(reason))
}

function steerable(
  array: number,
  tasks: readonly QueuedJob[],
  rows: ReadonlyMap<number, readonly SiteFactor[]>,
  partitions: readonly string[],
): WaitingJob | LeftAlone {
  const eligible = tasks.filter(isEligible)
  if (tasks.some(({ id }) => id.includes('+'))) return 'heterogeneous'
  if (tasks.some((task) => task.partitions.some((name) => !partitions.includes(name)))) return 'partition'
  if (eligible.length === 0) return 'ineligible'
  const records = [...new Set(tasks.map(({ record }) => record))].flatMap((record) => rows.get(record) ?? [])
  if (records.length === 0) return 'unranked'
  const [{ site }] = records
  if (records.some((row) => row.site !== site)) return 'mixed'
  const [{ user, processors, limit, submit }] = eligible
  return {
    ...{ job: array, tasks: eligible.length, user, processors, limit, submit, factor: site },
    partitions: tasks[0].partitions,
    priority: records.reduce((most, row) => Math.max(most, row.priority), 0),
  }
}

/**
 * A policy that looks on: what it would start next, beside what Slurm does start. It reads squeue alone, and sacct for what ended
 * while nobody looked; nothing is written to Slurm.
 */
import type { JobDetails, QueuedJob } from '../trace/slurm-run/index.js'
import { Arrears, accountedSince } from './accounts.js'
import type { EventSink } from './audit.js'
import type { SlurmCommands } from './commands.js'
import { WITHOUT_LIMIT } from './order.js'
import { HOLDING, jobsInQueue, WAITING } from './queue.js'
import {
  type ShadowEntry,
  type ShadowJob,
  type ShadowRequest,
  type ShadowState,
  shadowDetails,
} from './shadow-log.js'
import { isPassing } from './steer.js'
import type { Surroundings } from './surroundings.js'

/** A policy that is asked about a live queue. */
export interface ShadowPolicy {
  readonly partitions: readonly string[]
  /** Requests for a site's nodes, by record, none where nodes do not matter; null where nothing that jobs ask for does. */
  readonly details: () => Promise<ReadonlyMap<number, JobDetails> | null>
  /** Jobs in the order in which the policy would start them, if nobody came and all ran for as long as they ask. */
  readonly next: (
    jobs: readonly QueuedJob[],
    details: ReadonlyMap<number, JobDetails>,
    at: number,
  ) => Promise<readonly string[]>
}

/** A shadow's log, as far as it is written to; on the disk when the promise is fulfilled. */
export type ShadowWriter = (entries: readonly ShadowEntry[]) => Promise<void>

export interface ShadowOptions {
  /** Seconds between looks. */
  readonly every: number
  /** Unix time; infinite: for ever. */
  readonly until: number
  readonly once: boolean
}

/**
 * Looks on until it is told to end.
 * @param before what the log has so far
 * @throws QueuewrightError `slurm-unreachable` with `once`
 */
export async function shadow(
  { commands, now, sleep }: Surroundings,
  shadowed: ShadowPolicy,
  before: ShadowState,
  write: ShadowWriter,
  { every, until, once }: ShadowOptions,
  tell: EventSink,
  signal: AbortSignal,
): Promise<void> {
  const known = new Map(before.jobs)
  /** The jobs that the policy would start next, as of the last look; null where too long ago. */
  let next: readonly string[] | null = null
  let last = before.last
  const arrears = new Arrears(before.owed)
  let owed = before.owed
  while (now() < until && !signal.aborted) {
    try {
      const at = now()
      const jobs = await jobsInQueue(commands)
      const details = await shadowed.details()
      const found: ShadowJob[] = jobs.flatMap((job) => noted(job, shadowed.partitions, details, at))
      const seen = new Set(found.map(({ id }) => id))
      const lost = [...known.values()].filter(({ id, end }) => end === null && !seen.has(id))
      // Jobs that ended, or even came, while nobody looked.
      if ((lost.length > 0 || next === null) && last > 0) arrears.owe(last)
      const late = await collected(arrears, commands, shadowed, lost, at, tell)
      found.push(...late.filter(({ id }) => !seen.has(id)))
      const news = found.filter((job) => isNews(job, known.get(job.id)))
      const began = news.filter(({ id, start }) => start !== null && known.get(id)?.start === null)
      const entries: ShadowEntry[] = [...news]
      if (arrears.since !== owed) entries.push({ kind: 'owed', at, since: arrears.since })
      const started = began.filter(({ id }) => next?.includes(id)).map(({ id }) => id)
      if (next !== null && started.length > 0) {
        const expected = next.slice(0, started.length)
        entries.push({ kind: 'starts', at, started, expected })
        await tell({ event: 'starts', started, expected, agreed: agreed(started, expected) })
      }
      await write(entries)
      owed = arrears.since
      for (const job of news) known.set(job.id, job)
      // While something is owed the same accounts are told again.
      const forget = ({ id, end }: ShadowJob) => end !== null && !seen.has(id) && owed === null
      for (const job of known.values()) if (forget(job)) known.delete(job.id)
      next = await shadowed.next(jobs, details ?? new Map(), at)
      last = at
      await tell({ event: 'look', waiting: next.length, next: next.slice(0, 5) })
    } catch (error) {
      if (!isPassing(error) || once) throw error
      await tell({ event: 'skipped', text: error.message })
      next = null
    }
    if (once) return
    await sleep(Math.min(every, Math.max(0, until - now())), signal)
  }
}

/** How many of the jobs that were started were among as many that were expected. */
export function agreed(started: readonly string[], expected: readonly string[]): number {
  return started.reduce((count, id) => count + (expected.includes(id) ? 1 : 0), 0)
}

function noted(
  job: QueuedJob,
  partitions: readonly string[],
  details: ReadonlyMap<number, JobDetails> | null,
  at: number,
): readonly ShadowJob[] {
  if (!job.partitions.some((name) => partitions.includes(name))) return []
  const { id, user, processors, limit, submit, state, start, end } = job
  const isOn = HOLDING.includes(state)
  const isWaiting = state === WAITING
  // Of one that was cancelled while it waited both are the instant of that, or none.
  const ran = !isWaiting && start < (isOn ? Number.POSITIVE_INFINITY : end)
  return [
    {
      ...{ kind: 'job', at, id, user, processors, limit: limitOf(limit), submit },
      start: ran ? start : null,
      end: isWaiting || isOn ? null : Number.isNaN(end) ? at : end,
      ...(details !== null && { asked: requestOf(job, details.get(job.record)) }),
    },
  ]
}

function requestOf(job: QueuedJob, details: JobDetails | undefined): ShadowRequest {
  const { id, array, account, qos, partitions } = job
  return {
    ...{ account, qos, partitions, array: id.includes('_') ? array : null },
    details: details === undefined ? null : shadowDetails(details),
  }
}

function limitOf(limit: number): number {
  return Number.isFinite(limit) ? limit : WITHOUT_LIMIT
}

function isNews(job: ShadowJob, known: ShadowJob | undefined): boolean {
  return known === undefined ? true : known.start !== job.start || known.end !== job.end
}

/** The accounts of what is owed; none where they have no answer now, which is asked for again. */
async function collected(
  arrears: Arrears,
  commands: SlurmCommands,
  { partitions }: ShadowPolicy,
  lost: readonly ShadowJob[],
  at: number,
  tell: EventSink,
): Promise<readonly ShadowJob[]> {
  const { since } = arrears
  if (since === null) return []
  try {
    const found = await accounted(commands, partitions, since, at)
    const told = new Set(found.map(({ id }) => id))
    arrears.paid(
      at,
      lost.every(({ id }) => told.has(id)),
    )
    return found
  } catch (error) {
    if (!isPassing(error)) throw error
    await tell({ event: 'owed', since, text: error.message })
    return []
  }
}

/** The accounts of jobs since an instant. */
async function accounted(
  commands: SlurmCommands,
  partitions: readonly string[],
  since: number,
  at: number,
): Promise<readonly ShadowJob[]> {
  const jobs = await accountedSince(commands, partitions, since)
  return jobs.map(({ id, user, processors, limit, submit, start, end }) => ({
    ...{ kind: 'job' as const, at, id, user, processors, limit: limitOf(limit), submit, end },
    start: start < end ? start : null,
  }))
}

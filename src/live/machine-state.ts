/**
 * A machine at an instant, with what runs and what waits, as a table of jobs that can be simulated from there on.
 *
 * Until the instant the machine is full: running jobs are there from before the first submit, with the run times that make them
 * end when they do, and a job of ours holds all other processors until then. So whoever waits waits, by his own submit time, as all
 * orders know it, and what starts at the instant is what the policy would start now.
 */
import { type JobTable, JobTableBuilder } from '../trace/job-table.js'

export interface RunningJob {
  readonly id: number
  readonly user: number
  readonly size: number
  /** Seconds on the clock of `at`. */
  readonly start: number
  /** Seconds that it asked for. */
  readonly limit: number
}

export interface QueuedRow {
  readonly id: number
  readonly user: number
  readonly size: number
  readonly submit: number
  readonly limit: number
}

export interface MachineState {
  readonly at: number
  readonly processors: number
  readonly running: readonly RunningJob[]
  /** Those that could start, by submit. */
  readonly waiting: readonly QueuedRow[]
}

/** A job that comes later. */
export interface ComingJob extends QueuedRow {
  readonly runtime: number
}

/** Run times of the running jobs, from their starts, and of the waiting ones. */
export interface RunTimes {
  readonly running: ArrayLike<number>
  readonly waiting: ArrayLike<number>
}

export interface Continued {
  readonly jobs: JobTable
  /** At least those of the machine: what runs has them. */
  readonly processors: number
  /** Row of each waiting job, and of each that comes. */
  readonly waiting: Int32Array
  readonly coming: Int32Array
}

/** The least that a job still runs, or is planned to. */
const SHORTEST = 1

export function continued(
  { at, processors, running, waiting }: MachineState,
  { running: ran, waiting: runs }: RunTimes,
  coming: readonly ComingJob[] = [],
): Continued {
  const begin = waiting.reduce((least, { submit }) => Math.min(least, submit), at) - 1
  const busy = running.reduce((sum, { size }) => sum + size, 0)
  const builder = new JobTableBuilder(running.length + waiting.length + coming.length + 1)
  running.forEach(({ id, user, size, start, limit }, k) => {
    const runtime = Math.max(start + ran[k], at + SHORTEST) - begin
    builder.addValues(id, begin, runtime, Math.max(start + limit - begin, runtime), size, user, 0)
  })
  const idle = processors - busy
  // Before all others of its instant, as the least number.
  if (idle > 0) builder.addValues(-1, begin, at - begin, at - begin, idle, -1, 0)
  const first = builder.length
  waiting.forEach(({ id, user, size, submit, limit }, k) => {
    builder.addValues(id, submit, Math.min(runs[k], limit), limit, size, user, 0)
  })
  for (const { id, user, size, submit, limit, runtime } of coming) {
    builder.addValues(id, Math.max(submit, at), Math.min(runtime, limit), limit, size, user, 0)
  }
  const { table, place } = builder.finish()
  const rowOf = new Int32Array(table.length)
  for (let row = 0; row < table.length; row++) rowOf[place === null ? row : place[row]] = row
  return {
    jobs: table,
    processors: Math.max(processors, busy),
    waiting: rowOf.subarray(first, first + waiting.length),
    coming: rowOf.subarray(first + waiting.length),
  }
}

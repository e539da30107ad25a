/**
 * A schedule made ready to be judged: the sums that objectives are made of, taken in one pass over the columns and
 * only when the first objective asks; and the waits in order, for quantiles. Sums are compensated (core/statistics),
 * so that they do not depend on the order of jobs beyond the last digit.
 */
import { ascending, CompensatedSums } from '../../core/statistics.js'
import type { Schedule } from '../schedule.js'

/** τ of the bounded slowdown, seconds (SC'17 eq. 1). */
export const TAU = 10

/** Bounded slowdown of a job: max(1, (w + p)/max(p, τ)). */
export function boundedSlowdown(wait: number, runtime: number): number {
  return Math.max(1, (wait + runtime) / Math.max(runtime, TAU))
}

/** Sums over the jobs judged. */
export interface ScheduleSums {
  readonly jobs: number
  /** Σ p m, processor seconds. */
  readonly work: number
  /** Σ p m (C − r). */
  readonly workResponse: number
  /** Σ p m w. */
  readonly workWait: number
  /** Σ p² m. */
  readonly squaredWork: number
  /** Σ w, seconds. */
  readonly wait: number
  /** Σ (C − r), seconds. */
  readonly response: number
  /** Σ of bounded slowdowns. */
  readonly slowdown: number
  /** Largest wait; −∞ without jobs, as for the next; the two least ones +∞. */
  readonly longestWait: number
  readonly lastEnd: number
  readonly firstStart: number
  readonly firstSubmit: number
}

/** Weighted response of one user group. */
export interface GroupSums {
  readonly work: number
  readonly workResponse: number
}

const WORK = 0
const WORK_RESPONSE = 1
const WORK_WAIT = 2
const SQUARED_WORK = 3
const WAIT = 4
const RESPONSE = 5
const SLOWDOWN = 6
const SUMS = 7

/** What objectives read (`Measured`). */
export class MeasuredSchedule {
  readonly schedule: Schedule
  /** Rows of the jobs judged; null: all. */
  readonly rows: Int32Array | null
  #sums: ScheduleSums | null = null
  #groups: CompensatedSums | null = null
  #waits: Float64Array | null = null

  constructor(schedule: Schedule, rows: Int32Array | null) {
    this.schedule = schedule
    this.rows = rows
  }

  get sums(): ScheduleSums {
    this.#sums ??= sumsOf(this.schedule, this.rows)
    return this.#sums
  }

  group(group: number): GroupSums {
    this.#groups ??= groupSums(this.schedule, this.rows)
    const sums = this.#groups
    if (2 * group + 1 >= sums.count) return { work: 0, workResponse: 0 }
    return { work: sums.value(2 * group), workResponse: sums.value(2 * group + 1) }
  }

  get waits(): Float64Array {
    this.#waits ??= ascending(waitsOf(this.schedule, this.rows))
    return this.#waits
  }
}

/** Wait of each job judged, in the order of rows. */
export function waitsOf(schedule: Schedule, rows: Int32Array | null): Float64Array {
  const { start } = schedule
  const { submit } = schedule.jobs
  const waits = new Float64Array(rows === null ? start.length : rows.length)
  for (let k = 0; k < waits.length; k++) {
    const row = rows === null ? k : rows[k]
    waits[k] = start[row] - submit[row]
  }
  return waits
}

function sumsOf(schedule: Schedule, rows: Int32Array | null): ScheduleSums {
  const { start } = schedule
  const { submit, runtime, size } = schedule.jobs
  const jobs = rows === null ? start.length : rows.length
  const sums = new CompensatedSums(SUMS)
  let longestWait = Number.NEGATIVE_INFINITY
  let lastEnd = Number.NEGATIVE_INFINITY
  let firstStart = Number.POSITIVE_INFINITY
  let firstSubmit = Number.POSITIVE_INFINITY
  for (let k = 0; k < jobs; k++) {
    const row = rows === null ? k : rows[k]
    const begin = start[row]
    const released = submit[row]
    const p = runtime[row]
    const end = begin + p
    const wait = begin - released
    const response = end - released
    const work = p * size[row]
    sums.add(WORK, work)
    sums.add(WORK_RESPONSE, work * response)
    sums.add(WORK_WAIT, work * wait)
    sums.add(SQUARED_WORK, work * p)
    sums.add(WAIT, wait)
    sums.add(RESPONSE, response)
    sums.add(SLOWDOWN, boundedSlowdown(wait, p))
    if (wait > longestWait) longestWait = wait
    if (end > lastEnd) lastEnd = end
    if (begin < firstStart) firstStart = begin
    if (released < firstSubmit) firstSubmit = released
  }
  return {
    jobs,
    work: sums.value(WORK),
    workResponse: sums.value(WORK_RESPONSE),
    workWait: sums.value(WORK_WAIT),
    squaredWork: sums.value(SQUARED_WORK),
    wait: sums.value(WAIT),
    response: sums.value(RESPONSE),
    slowdown: sums.value(SLOWDOWN),
    longestWait,
    lastEnd,
    firstStart,
    firstSubmit,
  }
}

/** For each group from 0 on two sums side by side: Σ p m and Σ p m (C − r). */
function groupSums(schedule: Schedule, rows: Int32Array | null): CompensatedSums {
  const { start } = schedule
  const { submit, runtime, size, group } = schedule.jobs
  const jobs = rows === null ? start.length : rows.length
  let groups = 0
  for (let k = 0; k < group.length; k++) if (group[k] > groups) groups = group[k]
  const sums = new CompensatedSums(2 * (groups + 1))
  for (let k = 0; k < jobs; k++) {
    const row = rows === null ? k : rows[k]
    const work = runtime[row] * size[row]
    sums.add(2 * group[row], work)
    sums.add(2 * group[row] + 1, work * (start[row] + runtime[row] - submit[row]))
  }
  return sums
}

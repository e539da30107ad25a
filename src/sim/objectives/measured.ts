/**
 * A schedule made ready to be judged: the sums that objectives are made of, taken in one pass over the columns and
 * only when the first objective asks; and the waits in order, for quantiles. Sums are compensated (core/statistics),
 * so that they do not depend on the order of jobs beyond the last digit. What no schedule changes is kept for the jobs.
 */
import { stableOrder } from '../../core/ordering.js'
import { CompensatedSums } from '../../core/statistics.js'
import type { JobTable } from '../../trace/job-table.js'
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

const WORK_RESPONSE = 0
const WORK_WAIT = 1
const WAIT = 2
const RESPONSE = 3
const SLOWDOWN = 4
const SUMS = 5

/** The sums of a schedule that objectives read (`Measured`). */
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
    this.#groups ??= groupResponses(this.schedule, this.rows)
    const responses = this.#groups
    if (group >= responses.count) return { work: 0, workResponse: 0 }
    const { groupWork } = workOf(this.schedule.jobs, this.rows)
    return { work: groupWork.value(group), workResponse: responses.value(group) }
  }

  get waits(): Float64Array {
    this.#waits ??= sorted(waitsOf(this.schedule, this.rows))
    return this.#waits
  }
}

/** As `ascending`, in the time that radix sorting takes. */
function sorted(waits: Float64Array): Float64Array {
  const order = stableOrder(waits)
  const values = new Float64Array(waits.length)
  for (let k = 0; k < values.length; k++) values[k] = waits[order[k]]
  return values
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
  for (let k = 0; k < jobs; k++) {
    const row = rows === null ? k : rows[k]
    const begin = start[row]
    const released = submit[row]
    const p = runtime[row]
    const end = begin + p
    const wait = begin - released
    const response = end - released
    const work = p * size[row]
    sums.add(WORK_RESPONSE, work * response)
    sums.add(WORK_WAIT, work * wait)
    sums.add(WAIT, wait)
    sums.add(RESPONSE, response)
    sums.add(SLOWDOWN, boundedSlowdown(wait, p))
    if (wait > longestWait) longestWait = wait
    if (end > lastEnd) lastEnd = end
    if (begin < firstStart) firstStart = begin
  }
  const { work, squaredWork, firstSubmit } = workOf(schedule.jobs, rows)
  return {
    ...{ jobs, work, squaredWork, longestWait, lastEnd, firstStart, firstSubmit },
    workResponse: sums.value(WORK_RESPONSE),
    workWait: sums.value(WORK_WAIT),
    wait: sums.value(WAIT),
    response: sums.value(RESPONSE),
    slowdown: sums.value(SLOWDOWN),
  }
}

/** Σ p m (C − r) of each group from 0 on. */
function groupResponses(schedule: Schedule, rows: Int32Array | null): CompensatedSums {
  const { start } = schedule
  const { submit, runtime, size, group } = schedule.jobs
  const jobs = rows === null ? start.length : rows.length
  const sums = new CompensatedSums(workOf(schedule.jobs, rows).groupWork.count)
  for (let k = 0; k < jobs; k++) {
    const row = rows === null ? k : rows[k]
    const work = runtime[row] * size[row]
    sums.add(group[row], work * (start[row] + runtime[row] - submit[row]))
  }
  return sums
}

/** The sums over the jobs judged that no schedule changes. */
interface Work extends Pick<ScheduleSums, 'work' | 'squaredWork' | 'firstSubmit'> {
  readonly rows: Int32Array | null
  /** Σ p m of each group from 0 on. */
  readonly groupWork: CompensatedSums
}

/** Tables are judged again and again, by the same rows, and do not change. */
const kept = new WeakMap<JobTable, Work>()

function workOf(table: JobTable, rows: Int32Array | null): Work {
  const known = kept.get(table)
  if (known?.rows === rows) return known
  const { submit, runtime, size, group } = table
  const jobs = rows === null ? table.length : rows.length
  const [work, squaredWork] = [new CompensatedSums(1), new CompensatedSums(1)]
  const groupWork = new CompensatedSums(group.reduce((most, each) => Math.max(most, each), 0) + 1)
  let firstSubmit = Number.POSITIVE_INFINITY
  for (let k = 0; k < jobs; k++) {
    const row = rows === null ? k : rows[k]
    const of = runtime[row] * size[row]
    work.add(0, of)
    squaredWork.add(0, of * runtime[row])
    groupWork.add(group[row], of)
    if (submit[row] < firstSubmit) firstSubmit = submit[row]
  }
  const made = { rows, work: work.value(0), squaredWork: squaredWork.value(0), groupWork, firstSubmit }
  kept.set(table, made)
  return made
}

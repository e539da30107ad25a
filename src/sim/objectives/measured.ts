/**
 * A schedule made ready to be judged: the sums that objectives are made of, taken in one pass over the columns and
 * only when the first objective asks; and the waits in order, for quantiles. Sums are compensated (core/statistics),
 * so that they do not depend on the order of jobs beyond the last digit. What no schedule changes is kept for the jobs.
 */
import { stableOrder } from '../../core/ordering.js'
import { CompensatedSums } from '../../core/statistics.js'
import type { JobTable } from '../../trace/job-table.js'
import type { Schedule } from '../schedule.js'
import { ClassRows, type JobClass } from './job-class.js'

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

/** Means over the jobs of each user that are judged, in any order; jobs of nobody are left out. */
export interface UserMeans {
  readonly users: Int32Array
  /** Jobs of each. */
  readonly jobs: Float64Array
  readonly waits: Float64Array
  /** Bounded slowdowns. */
  readonly slowdowns: Float64Array
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
  /** Σ p m (C − r) of groups that were asked for. */
  readonly #responses = new Map<number, number>()
  #waitOf: Float64Array | null = null
  #byWait: Int32Array | null = null
  #waits: Float64Array | null = null
  #users: UserMeans | null = null
  #delivered: number | null = null
  readonly #classes: ClassRows
  readonly #within = new Map<string, MeasuredSchedule>()

  /**
   * @param rows rows of the jobs that are judged; null: all
   * @param classes of these jobs; absent: as far as the table alone tells them
   * @param whole all judged jobs, where these are a class of them
   */
  constructor(
    schedule: Schedule,
    rows: Int32Array | null,
    classes?: ClassRows,
    readonly whole: MeasuredSchedule | null = null,
  ) {
    this.schedule = schedule
    this.rows = rows
    this.#classes = classes ?? ClassRows.ofTable(schedule.jobs, rows)
  }

  within(jobClass: JobClass): MeasuredSchedule {
    const { text } = jobClass
    const known = this.#within.get(text)
    if (known !== undefined) return known
    const rows = this.#classes.of(jobClass)
    const part = new MeasuredSchedule(this.schedule, rows, this.#classes, this)
    this.#within.set(text, part)
    return part
  }

  get users(): UserMeans {
    this.#users ??= userMeans(this.schedule, this.rows)
    return this.#users
  }

  get delivered(): number {
    this.#delivered ??= deliveredUntil(this.schedule, this.rows, lastSubmit(this.whole ?? this))
    return this.#delivered
  }

  get sums(): ScheduleSums {
    this.#sums ??= sumsOf(this.schedule, this.rows)
    return this.#sums
  }

  group(group: number): GroupSums {
    const { groupWork, groupRows } = workOf(this.schedule.jobs, this.rows)
    if (group >= groupWork.count) return { work: 0, workResponse: 0 }
    let workResponse = this.#responses.get(group)
    if (workResponse === undefined) {
      workResponse = workResponseOf(this.schedule, groupRows(group))
      this.#responses.set(group, workResponse)
    }
    return { work: groupWork.value(group), workResponse }
  }

  /** The wait of each job judged, in the order of rows. */
  get waitOf(): Float64Array {
    this.#waitOf ??= waitsOf(this.schedule, this.rows)
    return this.#waitOf
  }

  /** Places in these by ascending wait. */
  get byWait(): Int32Array {
    this.#byWait ??= stableOrder(this.waitOf)
    return this.#byWait
  }

  get waits(): Float64Array {
    this.#waits ??= inOrder(this.waitOf, this.byWait)
    return this.#waits
  }
}

function inOrder(values: Float64Array, order: Int32Array): Float64Array {
  const sorted = new Float64Array(values.length)
  for (let k = 0; k < sorted.length; k++) sorted[k] = values[order[k]]
  return sorted
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

/** Σ p m (C − r) of some jobs. */
function workResponseOf({ start, jobs }: Schedule, rows: Int32Array): number {
  const { submit, runtime, size } = jobs
  const sum = new CompensatedSums(1)
  for (const row of rows) {
    const work = runtime[row] * size[row]
    sum.add(0, work * (start[row] + runtime[row] - submit[row]))
  }
  return sum.value(0)
}

/** In one pass: users by their places in what their numbers index. */
function userMeans({ start, jobs: { submit, runtime, user, length } }: Schedule, rows: Int32Array | null) {
  const places = new Map<number, number>()
  const jobs: number[] = []
  const count = rows?.length ?? length
  const of = new Int32Array(count)
  for (let k = 0; k < count; k++) {
    const number = user[rows === null ? k : rows[k]]
    let place = number < 0 ? -1 : places.get(number)
    if (place === undefined) {
      place = places.size
      places.set(number, place)
      jobs.push(0)
    }
    if (place >= 0) jobs[place]++
    of[k] = place
  }
  const waits = new CompensatedSums(jobs.length)
  const slowdowns = new CompensatedSums(jobs.length)
  for (let k = 0; k < count; k++) {
    if (of[k] < 0) continue
    const row = rows === null ? k : rows[k]
    const wait = start[row] - submit[row]
    waits.add(of[k], wait)
    slowdowns.add(of[k], boundedSlowdown(wait, runtime[row]))
  }
  return {
    users: Int32Array.from(places.keys()),
    jobs: Float64Array.from(jobs),
    waits: Float64Array.from(jobs, (each, place) => waits.value(place) / each),
    slowdowns: Float64Array.from(jobs, (each, place) => slowdowns.value(place) / each),
  }
}

function lastSubmit({ schedule: { jobs }, rows }: MeasuredSchedule): number {
  let last = Number.NEGATIVE_INFINITY
  const count = rows?.length ?? jobs.length
  for (let k = 0; k < count; k++) last = Math.max(last, jobs.submit[rows === null ? k : rows[k]])
  return last
}

/** Processor seconds of the jobs before an instant. */
function deliveredUntil({ start, jobs }: Schedule, rows: Int32Array | null, until: number): number {
  const { runtime, size, length } = jobs
  const sum = new CompensatedSums(1)
  const count = rows?.length ?? length
  for (let k = 0; k < count; k++) {
    const row = rows === null ? k : rows[k]
    const seconds = Math.min(runtime[row], until - start[row])
    if (seconds > 0) sum.add(0, size[row] * seconds)
  }
  return sum.value(0)
}

/** The sums over the jobs judged that no schedule changes. */
interface Work extends Pick<ScheduleSums, 'work' | 'squaredWork' | 'firstSubmit'> {
  /** Σ p m of each group from 0 on. */
  readonly groupWork: CompensatedSums
  /** Rows of the jobs of a group that are judged, in their order; found once. */
  readonly groupRows: (group: number) => Int32Array
}

/** Tables are judged again and again, by the same rows and classes, and do not change. */
const kept = new WeakMap<JobTable, WeakMap<object, Work>>()
const ALL = {}

function workOf(table: JobTable, rows: Int32Array | null): Work {
  let byRows = kept.get(table)
  if (byRows === undefined) {
    byRows = new WeakMap()
    kept.set(table, byRows)
  }
  const known = byRows.get(rows ?? ALL)
  if (known !== undefined) return known
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
  const byGroup = new Map<number, Int32Array>()
  const groupRows = (of: number) => {
    const own = byGroup.get(of) ?? rowsOfGroups(table, rows, [of])
    byGroup.set(of, own)
    return own
  }
  const made = {
    work: work.value(0),
    squaredWork: squaredWork.value(0),
    groupWork,
    groupRows,
    firstSubmit,
  }
  byRows.set(rows ?? ALL, made)
  return made
}

/**
 * Rows of the jobs of some groups, in their order.
 * @param rows of the jobs that are judged; null: all
 * @param groups null: all
 */
export function rowsOfGroups(
  { group, length }: JobTable,
  rows: Int32Array | null,
  groups: readonly number[] | null,
): Int32Array {
  const judged = rows ?? Int32Array.from({ length }, (_, row) => row)
  return groups === null ? judged : judged.filter((row) => groups.includes(group[row]))
}

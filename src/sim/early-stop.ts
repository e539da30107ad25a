/**
 * Giving a simulation up as soon as it is proven that its objective ends above a limit.
 *
 * The proof: at any instant the jobs that have started keep their starts, those that wait start now or later, and
 * those to come start at their submits or later. The schedule in which all of them start that early need not be
 * possible, but an objective that never falls where a job starts later (`CompositeObjective.rises`) is on it no larger
 * than on the true one. So its value there is a lower bound, and once that is above the limit the rest need not be
 * simulated. Sums of n terms, none negative, are off by less than n·2⁻⁵³ of their value, which `MARGIN` covers up to 10⁷
 * jobs (checked); the bound that is handed out is lowered by it.
 */
import { largestOf } from '../core/statistics.js'
import type { JobTable } from '../trace/job-table.js'
import type { CompositeObjective } from './objectives/composite-objective.js'
import { ClassRows, type JobClass } from './objectives/job-class.js'
import {
  boundedSlowdown,
  type GroupSums,
  rowsOfGroups,
  type ScheduleSums,
  type UserMeans,
} from './objectives/measured.js'
import type { Measured } from './objectives/objective.js'

/** The engine's question while it simulates. */
export interface EarlyStop {
  /** Rows submitted from which on it is to be asked again; more than there are rows: never. */
  readonly next: number
  /**
   * Whether the simulation can be given up.
   * @param starts of the rows; NaN for those that have not started
   * @param submitted rows submitted so far
   * @param now no job without a start starts before this instant, seconds from the log's zero
   */
  exceeded(starts: Float64Array, submitted: number, now: number): boolean
}

/** Looks at a simulation under way, of so many jobs, and never gives it up. @param told the share that has been submitted */
export function watching(jobs: number, told: (share: number) => void): EarlyStop {
  const watch = {
    next: Math.ceil(jobs / WATCHED),
    exceeded: (_: Float64Array, submitted: number): boolean => {
      told(submitted / jobs)
      watch.next = submitted + Math.ceil(jobs / WATCHED)
      return false
    },
  }
  return watch
}

/** Places at which a simulation is looked at to tell how far it is. */
const WATCHED = 100

/** The relative margin of a bound. */
const MARGIN = 1e-7
const MOST_JOBS = 10_000_000
/** Places at which a simulation may be looked at. */
const LOOKS = 24

/** The part that bounds of one objective over the same jobs share. */
export interface Bounds {
  /** A lower bound for every schedule of the jobs: each as if it were alone. */
  readonly least: number
  /** An early stop for one simulation. */
  readonly earlyStop: (limit: number) => ObjectiveStop
}

export interface ObjectiveStop extends EarlyStop {
  /** The last bound, proven; −Infinity before the first. */
  readonly bound: number
}

/**
 * @param jobs those that are simulated, in their order
 * @param rows rows of the jobs that are judged; null: all
 * @param classes of these jobs; absent: as far as the table alone tells them
 * @returns null where the objective allows no bounds
 * @throws QueuewrightError `objective-undefined` where it has no value on any schedule of these jobs
 */
export function boundsOf(
  jobs: JobTable,
  rows: Int32Array | null,
  processors: number,
  objective: CompositeObjective,
  classes = ClassRows.ofTable(jobs, rows),
): Bounds | null {
  const { length } = jobs
  if (!objective.rises || length === 0 || length > MOST_JOBS) return null
  const within = new Map(
    objective.parts.flatMap((part) => {
      if (!part.within) return []
      const marks = new Uint8Array(length)
      for (const row of classes.of(part.within)) marks[row] = 1
      return [[part.within.text, marks] as const]
    }),
  )
  // Most searches are for response times of groups: they need no other sums, and no other jobs.
  const ofGroups = objective.parts.every(({ group, within }) => group !== null && !within)
  const named = objective.parts.flatMap(({ group }) => (group === null ? [] : [group]))
  const groups = named.length === 0 ? 0 : largestOf(jobs.group) + 1
  const counted = rowsOfGroups(jobs, rows, ofGroups ? named : null)

  const marks = Array.from({ length: LOOKS }, (_, k) => Math.ceil((length * (k + 1)) / LOOKS))
  // places[k]: how many rows before the k-th mark count; rest[k]: those from it on (0: all), each started at its submit.
  const places: number[] = []
  for (let k = 0, place = 0; k < LOOKS; k++) {
    while (place < counted.length && counted[place] < marks[k]) place++
    places.push(place)
  }
  const rest: Tally[] = []
  const tally = new Tally(jobs, null, groups, within, ofGroups)
  for (let mark = LOOKS, place = counted.length; mark >= 0; mark--) {
    const from = mark === 0 ? 0 : places[mark - 1]
    for (; place > from; place--) {
      const row = counted[place - 1]
      tally.add(row, jobs.submit[row])
    }
    rest[mark] = tally.copy()
  }
  const value = (sums: Tally): number => objective.of(sums.measured(processors)) * (1 - MARGIN)
  return {
    least: value(rest[0]),
    earlyStop: (limit) => {
      let look = 0
      /** All that count before this place have started, and are in `settled`. */
      let first = 0
      const settled = new Tally(jobs, null, groups, within, ofGroups)
      const earlyStop = {
        next: marks[0],
        bound: Number.NEGATIVE_INFINITY,
        exceeded: (starts: Float64Array, submitted: number, now: number): boolean => {
          while (look < LOOKS && marks[look] < submitted) look++
          const until = places[look] ?? counted.length
          for (; first < until; first++) {
            const start = starts[counted[first]]
            if (Number.isNaN(start)) break
            settled.add(counted[first], start)
          }
          const sums = settled.copy()
          for (let place = first; place < until; place++) {
            const row = counted[place]
            const start = starts[row]
            sums.add(row, Number.isNaN(start) ? Math.max(now, jobs.submit[row]) : start)
          }
          sums.join(rest[Math.min(look + 1, LOOKS)])
          earlyStop.bound = Math.max(earlyStop.bound, value(sums))
          if (earlyStop.bound > limit) return true
          // Far below the limit it is not reached soon: half of what is missing, as if the bound grew evenly.
          const missing = limit > 0 ? 1 - Math.max(0, earlyStop.bound) / limit : 1
          look += Math.max(1, Math.floor((missing * LOOKS) / 2))
          earlyStop.next = marks[look] ?? length + 1
          return false
        },
      }
      return earlyStop
    },
  }
}

/** The jobs of each class, by its text: 1 at their rows. */
type Marks = ReadonlyMap<string, Uint8Array>
const NO_CLASSES: Marks = new Map()
const NO_USERS: UserMeans = {
  users: new Int32Array(0),
  jobs: new Float64Array(0),
  waits: new Float64Array(0),
  slowdowns: new Float64Array(0),
}

/** Plain sums over some of the jobs, which objectives read like those of a schedule. */
class Tally implements ScheduleSums {
  readonly #jobs: JobTable
  readonly #judged: Uint8Array | null
  jobs = 0
  work = 0
  workResponse = 0
  workWait = 0
  squaredWork = 0
  wait = 0
  response = 0
  slowdown = 0
  longestWait = Number.NEGATIVE_INFINITY
  lastEnd = Number.NEGATIVE_INFINITY
  firstStart = Number.POSITIVE_INFINITY
  firstSubmit = Number.POSITIVE_INFINITY
  readonly groupWork: Float64Array
  readonly groupResponse: Float64Array
  readonly #within: Marks
  /** Whether only sums of groups are asked for. */
  readonly #ofGroups: boolean
  readonly #classes: ReadonlyMap<string, Tally>

  constructor(jobs: JobTable, judged: Uint8Array | null, groups: number, within: Marks, ofGroups: boolean) {
    this.#jobs = jobs
    this.#judged = judged
    this.#within = within
    this.#ofGroups = ofGroups
    this.#classes = new Map(
      Array.from(within, ([text, marks]) => [text, new Tally(jobs, marks, groups, NO_CLASSES, false)]),
    )
    this.groupWork = new Float64Array(groups)
    this.groupResponse = new Float64Array(groups)
  }

  add(row: number, start: number): void {
    for (const part of this.#classes.values()) part.add(row, start)
    if (this.#judged !== null && this.#judged[row] === 0) return
    const { submit, runtime, size, group } = this.#jobs
    const p = runtime[row]
    const released = submit[row]
    const wait = start - released
    const end = start + p
    const response = end - released
    const work = p * size[row]
    if (this.groupWork.length > 0) {
      this.groupWork[group[row]] += work
      this.groupResponse[group[row]] += work * response
    }
    if (this.#ofGroups) return
    this.jobs++
    this.work += work
    this.workResponse += work * response
    this.workWait += work * wait
    this.squaredWork += work * p
    this.wait += wait
    this.response += response
    this.slowdown += boundedSlowdown(wait, p)
    if (wait > this.longestWait) this.longestWait = wait
    if (end > this.lastEnd) this.lastEnd = end
    if (start < this.firstStart) this.firstStart = start
    if (released < this.firstSubmit) this.firstSubmit = released
  }

  copy(): Tally {
    const copied = new Tally(this.#jobs, this.#judged, this.groupWork.length, this.#within, this.#ofGroups)
    copied.join(this)
    return copied
  }

  join(other: Tally): void {
    for (const [text, part] of this.#classes) part.join(other.#classes.get(text) as Tally)
    this.jobs += other.jobs
    this.work += other.work
    this.workResponse += other.workResponse
    this.workWait += other.workWait
    this.squaredWork += other.squaredWork
    this.wait += other.wait
    this.response += other.response
    this.slowdown += other.slowdown
    this.longestWait = Math.max(this.longestWait, other.longestWait)
    this.lastEnd = Math.max(this.lastEnd, other.lastEnd)
    this.firstStart = Math.min(this.firstStart, other.firstStart)
    this.firstSubmit = Math.min(this.firstSubmit, other.firstSubmit)
    for (let group = 0; group < this.groupWork.length; group++) {
      this.groupWork[group] += other.groupWork[group]
      this.groupResponse[group] += other.groupResponse[group]
    }
  }

  measured(processors: number): Measured {
    const group = (number: number): GroupSums => ({
      work: this.groupWork[number] ?? 0,
      workResponse: this.groupResponse[number] ?? 0,
    })
    const part = ({ text }: JobClass) => (this.#classes.get(text) as Tally).measured(processors)
    return {
      ...{ schedule: { processors }, sums: this, group, within: part, whole: null },
      // Of quantiles of waits the bound is the least that they can be.
      waits: new Float64Array(Math.min(1, this.jobs)),
      // No objective that rises asks for these.
      ...{ users: NO_USERS, delivered: 0 },
    }
  }
}

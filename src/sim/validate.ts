/**
 * The independent judge of schedules (docs/semantics.md, "Checks"): looks at the result alone and knows nothing of the
 * simulator that made it.
 *
 * Rules for every schedule, O(n log n), meant for millions of jobs:
 * - `placed`: every job has a start. (A schedule has one start a job, so none can be started twice.)
 * - `submit`: no job starts before it was submitted.
 * - `capacity`: at no instant do jobs hold more processors than the machine has. A job holds its processors over
 *   [start, end). A zero-second job holds none for any time, but its processors must be free at its start beside
 *   all jobs that run across that instant; jobs that start there may follow it, as its completion is an event of
 *   the same instant.
 *
 * Promises of an algorithm, checked when a policy is given whose queue order is the order of jobs (a static key
 * that never falls from one row to the next), as only there a later job can never go before an earlier one:
 * - `order` (FCFS): jobs start in queue order. O(n).
 * - `head-promise` (EASY, estimates exact): a job that becomes head at h, when the last of the jobs before it is
 *   started or it is submitted itself, reserves the earliest instant at which enough processors are free by the
 *   jobs running then; it starts no later. Not computed as an instant but as a sum: the promise is broken if
 *   the job would have fitted beside those of them that end only at its start or after it. O(n log n).
 * - `reservation-promise` (CONS, estimates exact, whole queue visible): with exact estimates nothing moves a
 *   reservation, so each job has the earliest slot that the jobs before it leave from its submit on. A plain
 *   static placement, see placement.ts: O(n q), q the length of the queue. Zero-second jobs are promised nothing:
 *   what they would reserve, [start, start), is empty, so that a job started earlier may run across it.
 * With a pass interval no start is promised to the second, and these two are left out.
 *
 * Pure; may import the trace room and the types of this one, never the engine.
 */
import type { JobTable } from '../trace/job-table.js'
import { Placement } from './placement.js'
import type { Policy } from './policy.js'
import { endOf, type Schedule } from './schedule.js'
import { DEFAULT_SEMANTICS, type Semantics } from './semantics.js'

export type CheckRule =
  | 'placed'
  | 'submit'
  | 'capacity'
  | 'order'
  | 'head-promise'
  | 'reservation-promise'
  | 'partition'
  | 'nodes'
  | 'limit'
  | 'maintenance'

/** One breach of a rule. */
export interface Violation {
  readonly rule: CheckRule
  /** The job's number in the log. */
  readonly job: number
  /** When, seconds from the log's zero; NaN for a job that was never started. */
  readonly instant: number
  /** One sentence. */
  readonly message: string
}

export interface ValidateOptions {
  /** The policy that made the schedule; without it only the rules for every schedule are checked. */
  readonly policy?: Policy
  /** The rules it was made under. */
  readonly rules?: Semantics
}

/** At most so many breaches of one rule are returned: a wrecked schedule of millions of jobs has millions. */
export const MOST_VIOLATIONS = 1000

/**
 * All breaches of the rules above, rule by rule, each rule's in order of time; an empty array for a sound schedule.
 * At most `MOST_VIOLATIONS` of each rule.
 */
export function validate(schedule: Schedule, options: ValidateOptions = {}): Violation[] {
  const { policy, rules = DEFAULT_SEMANTICS } = options
  const broken = [...checkPlaced(schedule), ...checkSubmit(schedule)]
  // The other checks assume finite starts: what they would say of a schedule without them has no meaning.
  if (broken.some(({ rule }) => rule === 'placed')) return broken
  for (const each of checkCapacity(schedule)) broken.push(each)
  if (policy === undefined || !goesByJobOrder(schedule, policy, rules)) return broken
  const promises = rules.passInterval === 0 && estimatesAreExact(schedule.jobs)
  if (policy.algorithm === 'head') for (const each of checkOrder(schedule)) broken.push(each)
  if (policy.algorithm === 'easy' && promises)
    for (const each of checkHeadPromise(schedule)) broken.push(each)
  if (policy.algorithm === 'cons' && promises && rules.sight === Number.POSITIVE_INFINITY) {
    for (const each of checkReservationPromise(schedule)) broken.push(each)
  }
  return broken
}

function checkPlaced({ jobs, start }: Schedule): Violation[] {
  return breaches(
    'placed',
    jobs,
    (row) => !Number.isFinite(start[row]),
    start,
    () => 'was never started',
  )
}

function checkSubmit({ jobs, start }: Schedule): Violation[] {
  const early = (row: number) => start[row] < jobs.submit[row]
  return breaches('submit', jobs, early, start, (row) => `starts before its submit at ${jobs.submit[row]}`)
}

function checkOrder({ jobs, start }: Schedule): Violation[] {
  const early = (row: number) => row > 0 && start[row] < start[row - 1]
  return breaches(
    'order',
    jobs,
    early,
    start,
    (row) =>
      `starts before job ${jobs.id[row - 1]}, which is ahead of it in the queue (start ${start[row - 1]})`,
  )
}

/** A sweep over the starts and the ends, both in order of time. */
function checkCapacity(schedule: Schedule): Violation[] {
  const { jobs, processors, start } = schedule
  const n = jobs.length
  const end = ends(schedule)
  const byStart = rowsBy(start)
  const byEnd = rowsBy(end)
  const broken: Violation[] = []
  let used = 0
  let ended = 0
  for (let from = 0; from < n; ) {
    const now = start[byStart[from]]
    let to = from
    while (to < n && start[byStart[to]] === now) to++
    for (; ended < n && end[byEnd[ended]] <= now; ended++) {
      // Zero-second jobs are never added to what is used.
      if (end[byEnd[ended]] > start[byEnd[ended]]) used -= jobs.size[byEnd[ended]]
    }
    const across = used
    for (let k = from; k < to; k++) {
      const row = byStart[k]
      const lasting = end[row] > now
      if (lasting) used += jobs.size[row]
      const held = lasting ? used : across + jobs.size[row]
      if (held > processors && broken.length < MOST_VIOLATIONS) {
        broken.push(breach('capacity', jobs, row, now, `brings ${held} processors into use of ${processors}`))
      }
    }
    from = to
  }
  return broken
}

/**
 * For every job j that had to wait as head from h on: Σ sizes of the jobs that ran at h (started before h, or at h
 * and ahead of j) and end no earlier than j's start. A Fenwick tree over the ends, filled in order of starts.
 */
function checkHeadPromise(schedule: Schedule): Violation[] {
  const { jobs, processors, start } = schedule
  const n = jobs.length
  const end = ends(schedule)
  const headAt = new Float64Array(n)
  let latest = Number.NEGATIVE_INFINITY
  for (let row = 0; row < n; row++) {
    headAt[row] = Math.max(latest, jobs.submit[row])
    latest = Math.max(latest, start[row])
  }
  const byStart = rowsBy(start)
  const byHead = rowsBy(headAt)
  const endRank = ranksOf(rowsBy(end))
  const sortedEnds = Float64Array.from(end).sort()
  const tree = new Float64Array(n + 1)
  let running = 0
  let total = 0
  const late: number[] = []
  for (const row of byHead) {
    for (; running < n; running++) {
      const other = byStart[running]
      if (start[other] > headAt[row] || (start[other] === headAt[row] && other >= row)) break
      total += jobs.size[other]
      for (let k = endRank[other] + 1; k <= n; k += k & -k) tree[k] += jobs.size[other]
    }
    if (start[row] <= headAt[row]) continue
    let gone = 0
    for (let k = lowerBound(sortedEnds, start[row]); k > 0; k -= k & -k) gone += tree[k]
    if (processors - (total - gone) >= jobs.size[row] && late.length < MOST_VIOLATIONS) late.push(row)
  }
  return late.map((row) =>
    breach(
      'head-promise',
      jobs,
      row,
      start[row],
      `was head from ${headAt[row]} and could have started earlier`,
    ),
  )
}

function checkReservationPromise({ jobs, processors, start }: Schedule): Violation[] {
  const broken: Violation[] = []
  const placement = new Placement(processors)
  for (let row = 0; row < jobs.length && broken.length < MOST_VIOLATIONS; row++) {
    placement.forget(jobs.submit[row])
    const slot = placement.earliest(jobs.submit[row], jobs.size[row], jobs.estimate[row])
    if (start[row] > slot && jobs.estimate[row] > 0) {
      broken.push(
        breach('reservation-promise', jobs, row, start[row], `had its first reservation at ${slot}`),
      )
    }
    placement.hold(start[row], start[row] + jobs.runtime[row], jobs.size[row])
  }
  return broken
}

/** Whether the queue order is the order of jobs: then a later row never goes before an earlier one. */
function goesByJobOrder({ jobs, processors }: Schedule, policy: Policy, rules: Semantics): boolean {
  const ranking = policy.order.bind({
    jobs,
    processors,
    origin: jobs.submit[0] ?? 0,
    // A ranking that asks the time is not static, and of no interest here.
    timeClasses: {
      at: () => 0,
      until: () => Number.POSITIVE_INFINITY,
      weekday: () => 0,
      hour: () => 0,
      nextHour: () => Number.POSITIVE_INFINITY,
    },
    live: false,
    field: () => () => -1,
    site: null,
    members: () => [],
  })
  if (ranking.kind !== 'static') return false
  const { keys } = ranking
  for (let row = 1; row < jobs.length; row++) {
    // NaN counts as +∞, and fails this comparison: no promise is checked then.
    const ordered = rules.ties === 'earliest' ? keys[row - 1] <= keys[row] : keys[row - 1] < keys[row]
    if (!ordered) return false
  }
  return true
}

function estimatesAreExact({ length, estimate, runtime }: JobTable): boolean {
  for (let row = 0; row < length; row++) if (estimate[row] !== runtime[row]) return false
  return true
}

function ends(schedule: Schedule): Float64Array {
  return Float64Array.from({ length: schedule.jobs.length }, (_, row) => endOf(schedule, row))
}

/** Rows in ascending order of `times`, equal ones in job order. */
function rowsBy(times: Float64Array): Int32Array {
  const rows = Int32Array.from({ length: times.length }, (_, row) => row)
  return rows.sort((a, b) => times[a] - times[b] || a - b)
}

function ranksOf(rows: Int32Array): Int32Array {
  const ranks = new Int32Array(rows.length)
  for (let k = 0; k < rows.length; k++) ranks[rows[k]] = k
  return ranks
}

/** How many of `sorted` lie before `time`. */
function lowerBound(sorted: Float64Array, time: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < time) low = middle + 1
    else high = middle
  }
  return low
}

function breaches(
  rule: CheckRule,
  jobs: JobTable,
  broken: (row: number) => boolean,
  instants: Float64Array,
  message: (row: number) => string,
): Violation[] {
  const found: Violation[] = []
  for (let row = 0; row < jobs.length && found.length < MOST_VIOLATIONS; row++) {
    if (broken(row)) found.push(breach(rule, jobs, row, instants[row], message(row)))
  }
  return found
}

function breach(rule: CheckRule, jobs: JobTable, row: number, instant: number, message: string): Violation {
  const when = Number.isNaN(instant) ? '' : ` at ${instant}`
  return { rule, job: jobs.id[row], instant, message: `Job ${jobs.id[row]}${when}: ${message}.` }
}

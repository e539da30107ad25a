/**
 * When jobs that wait will start: many futures of a machine, each simulated under the policy of its site with run times drawn from
 * what the same users' jobs ran before, and with jobs that come as they came in a week before; of each job the median of its starts
 * and the interval between its tenth and ninetieth percentile.
 */
import { groupedBy } from '../core/grouping.js'
import { Random } from '../core/random.js'
import { firstFrom, quantile } from '../core/statistics.js'
import type { TimeClassClock } from '../sim/order.js'
import type { SimulatedPolicy } from '../sim/policy.js'
import { simulate } from '../sim/simulate.js'
import {
  type ComingJob,
  continued,
  type MachineState,
  type QueuedRow,
  type RunningJob,
} from './machine-state.js'

/** A job that has ended, as the past of its user. */
export interface PastJob extends ComingJob {
  /** On the clock of the machine's state. */
  readonly end: number
}

export interface FutureOptions {
  readonly policy: SimulatedPolicy
  readonly situation: TimeClassClock
  readonly futures: number
  readonly seed: number
}

/** The starts of one waiting job, on the clock of that state. */
export interface Forecast {
  readonly job: QueuedRow
  readonly median: number
  /** A start lies between them in eight of ten futures. */
  readonly early: number
  readonly late: number
  /** If all ran for as long as they ask and nobody came. */
  readonly planned: number
  /** Waiting jobs that start before it, in the mean. */
  readonly before: number
}

const WEEK = 604_800
const DAY = 86_400
/** Ended jobs of a user that count, the latest. */
const RECENT = 60
/** Ended jobs of all users that count, and for how much beside one's own. */
const EVERYBODY = 500
const OTHERS = 0.35
/** So many are a past. */
const ENOUGH = 4
/** Limits that are alike, as a ratio. */
const ALIKE = 1.25
/** How often the jobs of a user run alike in a future: a program that fails, or has converged, does so again. */
const TOGETHER = 0.8
/** Jobs that come are looked at for so long, and so many of them. */
const HORIZON = 2 * DAY
const MOST_COMING = 500

/**
 * @param past by end; jobs that ended before it
 * @returns in the order of `waiting`
 */
export function forecasts(
  state: MachineState,
  past: readonly PastJob[],
  { policy, situation: clock, futures, seed }: FutureOptions,
): readonly Forecast[] {
  const { at, running, waiting } = state
  const random = new Random(seed)
  const draw = drawing(past)
  const coming = arriving(past, at)
  const pools = {
    running: running.map((job) => draw(job, at - job.start)),
    waiting: waiting.map((job) => draw(job, 0)),
  }
  const run = (
    ran: ArrayLike<number>,
    runs: ArrayLike<number>,
    later: readonly ComingJob[],
  ): Float64Array => {
    const found = continued(state, { running: ran, waiting: runs }, later)
    const { start } = simulate({ jobs: found.jobs, processors: found.processors, policy, situation: clock })
    return Float64Array.from(found.waiting, (row) => start[row])
  }
  const planned = run(limitsOf(running), limitsOf(waiting), [])
  const starts = waiting.map(() => new Float64Array(futures))
  const before = new Float64Array(waiting.length)
  for (let future = 0; future < futures; future++) {
    const shared = new Map<number, number>()
    const one = ({ user }: { readonly user: number }, pool: Float64Array): number => {
      const common = shared.get(user) ?? random.uniform()
      shared.set(user, common)
      const place = random.uniform() < TOGETHER ? common : random.uniform()
      return pool[Math.min(pool.length - 1, Math.floor(place * pool.length))]
    }
    const ran = running.map((job, k) => one(job, pools.running[k]))
    const runs = waiting.map((job, k) => one(job, pools.waiting[k]))
    const found = run(ran, runs, coming(random))
    found.forEach((start, k) => {
      starts[k][future] = start
    })
    ranksOf(found).forEach((rank, k) => {
      before[k] += rank
    })
  }
  return waiting.map((job, k) => {
    const sorted = starts[k].sort()
    return {
      ...{ job, planned: planned[k], before: before[k] / futures, median: quantile(sorted, 0.5) },
      ...{ early: quantile(sorted, 0.1), late: quantile(sorted, 0.9) },
    }
  })
}

function limitsOf(jobs: readonly (QueuedRow | RunningJob)[]): readonly number[] {
  return jobs.map(({ limit }) => limit)
}

/** How many start before each. */
function ranksOf(starts: Float64Array): Int32Array {
  const sorted = starts.slice().sort()
  return Int32Array.from(starts, (start) => firstFrom(sorted, start))
}

/** The run times that a job can have, ascending: by what its user's jobs ran, and, as a fallback, by what all did. */
function drawing(past: readonly PastJob[]) {
  const byUser = groupedBy(past, ({ user }) => user)
  const all = past.slice(-EVERYBODY)
  const values = (jobs: readonly PastJob[], limit: number, elapsed: number) =>
    jobs.map((job) => limit * Math.min(1, job.runtime / job.limit)).filter((value) => value > elapsed)
  return ({ user, limit }: QueuedRow | RunningJob, elapsed: number): Float64Array => {
    const isAlike = (job: PastJob) => job.limit <= ALIKE * limit && limit <= ALIKE * job.limit
    const own = (byUser.get(user) ?? []).slice(-RECENT)
    const alike = own.filter(isAlike)
    const known = values(alike.length >= ENOUGH ? alike : own, limit, elapsed)
    const others = all.filter(isAlike)
    const pooled = values(others.length >= EVERYBODY / 10 ? others : all, limit, elapsed)
    const share = Math.min(pooled.length, Math.max(ENOUGH, Math.ceil(known.length * OTHERS)))
    for (let k = 0; k < share; k++) known.push(pooled[Math.floor(((k + 0.5) / share) * pooled.length)])
    // It may as well go on to its limit, the more so the fewer have ever run for so long.
    if (known.length < ENOUGH)
      for (let k = 1; k <= ENOUGH; k++) known.push(elapsed + (k / ENOUGH) * (limit - elapsed))
    return Float64Array.from(known, (value) => Math.max(value, elapsed + 1)).sort()
  }
}

/** The jobs of a week before, or, of a younger log, of a day, as if they came now. */
function arriving(past: readonly PastJob[], at: number): (random: Random) => readonly ComingJob[] {
  const came = past.toSorted((a, b) => a.submit - b.submit)
  const submits = Float64Array.from(came, ({ submit }) => submit)
  const age = at - (submits[0] ?? at)
  const step = age >= WEEK ? WEEK : DAY
  const steps = Math.floor(age / step)
  return (random) => {
    if (steps === 0) return []
    const back = step * (1 + random.below(steps))
    const first = firstFrom(submits, at - back)
    const end = Math.min(firstFrom(submits, Math.min(at, at - back + HORIZON)), first + MOST_COMING)
    return came.slice(first, end).map((job) => ({ ...job, submit: job.submit + back }))
  }
}

/**
 * The run times that a job can have, by what jobs ran before, as shares of their limits: those of the same user, which weigh the more the
 * more alike they are and the later they ended, and those of everybody. Of a job that runs already those alone that are longer than it
 * has run. What is drawn from is the weighted empirical law of such shares, the kernel estimate of a law that depends on covariates (Nadaraya,
 * Theory of Probability and its Applications 9(1), 1964; Stone, Annals of Statistics 5(4), 1977), with ratios for distances.
 */
import type { Random } from '../../core/random.js'
import type { JobTable } from '../../trace/job-table.js'

/** Ended jobs of a user that count, the latest. */
const RECENT = 200
/** So many jobs of a user after another halve what it weighs. */
const HALVED = 3
/** Ended jobs of all users that count, the latest. */
const EVERYBODY = 500
/** The weight of these together, where the last job of the user that is like the one asked about weighs 1. */
const OTHERS = 0.5
/** Run times of a job, each as likely as the others. */
const LIKELY = 100
/**
 * How often the level of a job is that of all jobs of its user; else it is that of those which ask for the same: a program that fails, or has
 * converged, does so again. Levels of two jobs of a user are correlated by 0.4² = 0.16, of two that ask for the same by 0.4² + 0.6² = 0.52.
 */
const OF_USER = 0.4
/** The least that a job still runs, or is planned to, seconds. */
export const SHORTEST = 1

/** An ended job. */
interface Past {
  /** Share of its limit, to 1. */
  readonly share: number
  readonly size: number
  /** Seconds, above 0. */
  readonly limit: number
  /** Its weight to a job that is like it; 0: it is one of everybody's. */
  readonly recent: number
}

/**
 * @param ended rows of the jobs that have ended, by end
 * @returns of a job and how long it has run the seconds that it can run, ascending, each as likely as the others
 */
export function runTimesAfter(
  { user, size, estimate, runtime }: JobTable,
  ended: Int32Array,
): (job: number, elapsed: number) => Float64Array {
  const past = (row: number, recent: number): Past => {
    const limit = Math.max(1, estimate[row])
    return { share: Math.min(1, runtime[row] / limit), size: size[row], limit, recent }
  }
  const byUser = new Map<number, number[]>()
  for (const row of ended) {
    const own = byUser.get(user[row])
    if (own === undefined) byUser.set(user[row], [row])
    else own.push(row)
  }
  const everybody = Array.from(ended.subarray(-EVERYBODY), (row) => past(row, 0)).sort(byShare)
  const known = new Map<number, readonly Past[]>()
  const knownOf = (owner: number): readonly Past[] => {
    const found = known.get(owner)
    if (found !== undefined) return found
    const latest = (byUser.get(owner) ?? []).slice(-RECENT).reverse()
    const own = latest.map((row, after) => past(row, HALVED / (HALVED + after))).sort(byShare)
    // Two runs in order, which the sort of the engine merges.
    const all = [...own, ...everybody].sort(byShare)
    known.set(owner, all)
    return all
  }
  return (job, elapsed) => {
    const limit = Math.max(1, estimate[job])
    const all = knownOf(user[job])
    const weights = weightsOf(all, size[job], limit)
    const longer = all.findIndex(({ share }) => share * limit > elapsed)
    return longer < 0 ? toTheLimit(elapsed, limit) : quantilesFrom(longer, all, weights, elapsed, limit)
  }
}

/** @returns of a job its level among the run times that it can have, from 0 to below 1, in one future of all */
export function levelsIn({ user, size, estimate }: JobTable, random: Random): (job: number) => number {
  const shared = new Map<string, number>()
  const common = (jobs: string): number => {
    const level = shared.get(jobs) ?? random.uniform()
    shared.set(jobs, level)
    return level
  }
  return (job) =>
    common(random.uniform() < OF_USER ? `${user[job]}` : `${user[job]} ${size[job]} ${estimate[job]}`)
}

function byShare(one: Past, other: Past): number {
  return one.share - other.share
}

function weightsOf(all: readonly Past[], size: number, limit: number): Float64Array {
  const weights = new Float64Array(all.length)
  let others = 0
  all.forEach((past, k) => {
    weights[k] = 1 / (ratio(past.size, size) * ratio(past.limit, limit)) ** 2
    if (past.recent === 0) others += weights[k]
  })
  all.forEach(({ recent }, k) => {
    weights[k] *= recent === 0 ? OTHERS / others : recent
  })
  return weights
}

/** The quantiles of the seconds that jobs from one on would have run within the limit. */
function quantilesFrom(
  first: number,
  all: readonly Past[],
  weights: Float64Array,
  elapsed: number,
  limit: number,
): Float64Array {
  let total = 0
  for (let k = first; k < all.length; k++) total += weights[k]
  let k = first
  let below = weights[k]
  return Float64Array.from({ length: LIKELY }, (_, place) => {
    const mark = ((place + 0.5) / LIKELY) * total
    while (below < mark && k + 1 < all.length) below += weights[++k]
    return Math.max(all[k].share * limit, elapsed + SHORTEST)
  })
}

/** Where no job ever ran for so long, any time to the limit is as likely. */
function toTheLimit(elapsed: number, limit: number): Float64Array {
  return Float64Array.from({ length: LIKELY }, (_, place) =>
    Math.max(elapsed + ((place + 0.5) / LIKELY) * (limit - elapsed), elapsed + SHORTEST),
  )
}

function ratio(one: number, other: number): number {
  return one > other ? one / other : other / one
}

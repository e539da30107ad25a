/**
 * Self-regulation: users come less often while much is submitted, and more often while little is. The sessions of
 * users who know nothing of each other vary far more from week to week, in the work that they bring, than those of a
 * real log, whose users see the queue (Shmueli and Feitelson, MASCOTS 2007; Feitelson, Workload Modeling for Computer
 * Systems Performance Evaluation, 2015, chapter 8).
 *
 * Here it is a clock between the users' and the week's: where users' time passes by d, operational time passes by
 * d·(R/R̄)^γ, between 1/4 and 4. R is the work rate of the sessions so far, exponentially weighted over τ = 2 days, R̄
 * the mean rate that is expected, γ ≥ 0 the strength. γ is fitted: that whose generated workloads vary from week to
 * week as much as the log did (coefficient of variation of the work submitted in a week).
 */
import { Random } from '../../core/random.js'
import { mean } from '../../core/statistics.js'
import { Pool } from './pool.js'
import { rounded } from './tables.js'
import { STRONGEST_REGULATION, type WorkloadModel } from './workload-model.js'

const DAY = 86_400
const WEEK = 7 * DAY
const MEMORY = 2 * DAY
const LARGEST_FACTOR = 4
/** Users' time after which the rate is looked at anew, seconds. */
const LONGEST_STEP = MEMORY / 8

/**
 * Operational starts of the sessions of a pool, in order, and the time up to which all of them are here.
 * @param pace what all times between sessions are multiplied by
 */
export function sessionTimes(
  { sessions, workRate: expected, horizon }: Pick<Pool, 'sessions' | 'workRate' | 'horizon'>,
  pace: number,
  strength: number,
): { start: Float64Array; end: number } {
  const { start: from, work } = sessions
  const start = new Float64Array(from.length)
  let rate = expected
  let before = 0
  let now = 0
  const pass = (until: number): void => {
    let left = (until - before) * pace
    before = until
    while (left > 0) {
      const users = Math.min(left, LONGEST_STEP)
      left -= users
      const factor = strength > 0 && expected > 0 ? (rate / expected) ** strength : 1
      const passed = users * Math.min(LARGEST_FACTOR, Math.max(1 / LARGEST_FACTOR, factor))
      now += passed
      rate *= Math.exp(-passed / MEMORY)
    }
  }
  for (let k = 0; k < start.length; k++) {
    pass(from[k])
    start[k] = now
    rate += work[k] / MEMORY
  }
  pass(horizon)
  return { start, end: now }
}

/** Coefficient of variation of the work of sessions that start in each whole week; NaN for fewer than `LEAST_WEEKS`. */
export function weeklyVariation(
  start: ArrayLike<number>,
  work: ArrayLike<number>,
  from: number,
  to: number,
): number {
  const weeks = Math.floor((to - from) / WEEK)
  if (weeks < LEAST_WEEKS) return Number.NaN
  const sums = new Float64Array(weeks)
  for (let k = 0; k < start.length; k++) {
    const week = Math.floor((start[k] - from) / WEEK)
    if (week >= 0 && week < weeks) sums[week] += work[k]
  }
  const average = mean(sums)
  return average > 0 ? Math.sqrt(mean(sums.map((sum) => (sum - average) ** 2))) / average : Number.NaN
}

export const LEAST_WEEKS = 8
const SAMPLES = 4
const STEPS = 12

/** γ of a model whose log varied by `variation` from week to week; 0 where that is not known. */
export function fitRegulation(model: WorkloadModel, variation: number): number {
  if (!(variation > 0)) return 0
  const pools = Array.from({ length: SAMPLES }, (_, k) => {
    const pool = new Pool(model, 1, new Random(`regulation ${k}`), false)
    pool.fill(model.evidence.seconds)
    const { sessions, workRate, horizon } = pool
    return { sessions, workRate, horizon }
  })
  const generated = (strength: number): number =>
    mean(
      pools.map((pool) => {
        const { start, end } = sessionTimes(pool, 1, strength)
        return weeklyVariation(start, pool.sessions.work, 0, end)
      }),
    )
  if (!(generated(0) > variation)) return 0
  let low = 0
  let high = STRONGEST_REGULATION
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (generated(middle) > variation) low = middle
    else high = middle
  }
  return rounded((low + high) / 2)
}

/**
 * How long sessions are: whether a session goes on after a job.
 *
 * The chance is σ(L[k][w] + β): k the class of the number of jobs so far, w the class of the job's work (size · run
 * time), L the site's log odds, β the archetype's own. Who has submitted many jobs goes on, and who has submitted much
 * work does not: without w, a model has sessions of hundreds of huge jobs that no real log has. L is that of the
 * frequencies (with half a job added on either side), β makes the expected number of jobs that go on equal to the
 * observed one, by bisection.
 *
 * As long jobs end sessions, and users keep less of a job across sessions than within, a job of work w is left sooner
 * or later than others. What users choose anew is therefore drawn with weights leave(w) = g·a_within + (1 − g)·a_across,
 * g the share of such jobs after which a session goes on, a the chances of choosing anew: a chain that leaves a state x
 * at the rate r(x) for states drawn from p is found in x in proportion to p(x)/r(x).
 */
import { eachSession, type LogUser } from './population.js'
import { rounded } from './tables.js'
import { type Archetype, classOf, LARGEST_ODDS, PROGRESS_EDGES, WORK_QUANTILES } from './workload-model.js'

/** By class of jobs so far and class of work: jobs, and those of them that were not their session's last. */
export interface GoingOn {
  readonly jobs: readonly Float64Array[]
  readonly on: readonly Float64Array[]
}

/** @param workClass of each row */
export function countGoingOn(users: readonly LogUser[], workClass: Int8Array): GoingOn {
  const table = () =>
    Array.from({ length: PROGRESS_EDGES.length + 1 }, () => new Float64Array(WORK_QUANTILES.length + 1))
  const counts = { jobs: table(), on: table() }
  eachSession(users, (rows) => {
    for (let k = 0; k < rows.length; k++) {
      const progress = classOf(PROGRESS_EDGES, k + 1)
      counts.jobs[progress][workClass[rows[k]]]++
      if (k + 1 < rows.length) counts.on[progress][workClass[rows[k]]]++
    }
  })
  return counts
}

/**
 * The jobs that the prior counts as in a cell of L, beside its own; it is the cell before: the same work, fewer jobs so
 * far.
 */
const PRIOR_JOBS = 5

/** L of the site. */
export function siteOdds({ jobs, on }: GoingOn): readonly (readonly number[])[] {
  const shares = jobs.map((row) => Array.from(row, () => 0.5))
  return jobs.map((row, k) =>
    Array.from(row, (count, w) => {
      const before = k > 0 ? shares[k - 1][w] : 0.5
      const prior = k > 0 ? PRIOR_JOBS : 1
      const share = (on[k][w] + prior * before) / (count + prior)
      shares[k][w] = share
      return limited(Math.log(share / (1 - share)))
    }),
  )
}

/** β of an archetype, and the shares of its jobs after which a session goes on, by class of work. */
export function fitPersistence(
  { jobs, on }: GoingOn,
  odds: readonly (readonly number[])[],
): Pick<Archetype, 'persistence' | 'goesOn'> {
  const expected = (beta: number): number =>
    jobs.reduce(
      (sum, row, k) => sum + row.reduce((part, n, w) => part + n * logistic(odds[k][w] + beta), 0),
      0,
    )
  const all = total(jobs)
  // Half a job on either side, as for the site: an archetype may have sessions of one job only.
  const seen = (all * (total(on) + 0.5)) / (all + 1)
  let low = -LARGEST_ODDS
  let high = LARGEST_ODDS
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (expected(middle) < seen) low = middle
    else high = middle
  }
  const persistence = rounded((low + high) / 2)
  const goesOn = Array.from({ length: WORK_QUANTILES.length + 1 }, (_, w) => {
    const count = jobs.reduce((sum, row) => sum + row[w], 0)
    const went = jobs.reduce((sum, row, k) => sum + row[w] * logistic(odds[k][w] + persistence), 0)
    return count > 0 ? rounded(went / count) : 0
  })
  return { persistence, goesOn }
}

/** leave(w), what counts of jobs are weighted with where users choose anew; above 0. */
export function leavingWeights({ goesOn, within, across }: Archetype): readonly number[] {
  return goesOn.map((on) => Math.max(0.01, on * within.none + (1 - on) * across.none))
}

export function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

function limited(odds: number): number {
  return rounded(Math.max(-LARGEST_ODDS, Math.min(LARGEST_ODDS, odds)))
}

function total(table: readonly Float64Array[]): number {
  return table.reduce((sum, row) => sum + row.reduce((part, n) => part + n, 0), 0)
}

/**
 * The run times that a job can have, by what its user's jobs ran before: of alike limits where there are enough, with a part of what
 * everybody's did; of a job that runs already those alone that are longer than it has run.
 */
import type { JobTable } from '../../trace/job-table.js'

/** Ended jobs of a user that count, the latest. */
const RECENT = 60
/** Ended jobs of all users that count, and for how much beside one's own. */
const EVERYBODY = 500
const OTHERS = 0.35
/** So many are a past. */
const ENOUGH = 4
/** Limits that are alike, as a ratio. */
const ALIKE = 1.25
/** The least that a job still runs, or is planned to, seconds. */
export const SHORTEST = 1

/**
 * @param ended rows of the jobs that have ended, by end
 * @returns of a job and how long it has run the seconds that it can run, ascending
 */
export function runTimesAfter(
  { user, estimate, runtime }: JobTable,
  ended: Int32Array,
): (job: number, elapsed: number) => Float64Array {
  const byUser = new Map<number, number[]>()
  for (const row of ended) {
    const own = byUser.get(user[row])
    if (own === undefined) byUser.set(user[row], [row])
    else own.push(row)
  }
  const all = [...ended.subarray(Math.max(0, ended.length - EVERYBODY))]
  const values = (rows: readonly number[], limit: number, elapsed: number) =>
    rows
      .map((row) => limit * Math.min(1, estimate[row] > 0 ? runtime[row] / estimate[row] : 1))
      .filter((value) => value > elapsed)
  return (job, elapsed) => {
    const limit = estimate[job]
    const isAlike = (row: number) => estimate[row] <= ALIKE * limit && limit <= ALIKE * estimate[row]
    const own = (byUser.get(user[job]) ?? []).slice(-RECENT)
    const alike = own.filter(isAlike)
    const known = values(alike.length >= ENOUGH ? alike : own, limit, elapsed)
    const others = all.filter(isAlike)
    const pooled = values(others.length >= EVERYBODY / 10 ? others : all, limit, elapsed)
    const share = Math.min(pooled.length, Math.max(ENOUGH, Math.ceil(known.length * OTHERS)))
    for (let k = 0; k < share; k++) known.push(pooled[Math.floor(((k + 0.5) / share) * pooled.length)])
    // It may as well go on to its limit, the more so the fewer have ever run for so long.
    if (known.length < ENOUGH)
      for (let k = 1; k <= ENOUGH; k++) known.push(elapsed + (k / ENOUGH) * (limit - elapsed))
    return Float64Array.from(known, (value) => Math.max(value, elapsed + SHORTEST)).sort()
  }
}

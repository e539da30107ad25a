/** From one job of a session to the next: whether its user waits for an end, for how long, and how patient users are. */
import type { Trace } from '../../trace/trace.js'
import type { Sessions } from '../sessions/index.js'
import type { LogUser } from './population.js'
import { rounded } from './tables.js'
import { classOf, PATIENCE_CLASSES, PATIENCE_EDGES } from './workload-model.js'

/** Jobs that the whole site counts for beside an archetype's own, in how patient its users are. */
const PRIOR_STEPS = 10

/** Steps of users between two jobs of a session. */
export interface Steps {
  /** By row: whether the user waited before he submitted it; −1 for the first job of a session. */
  readonly waited: Int8Array
  /** By row: class of the run time of the job before. */
  readonly after: Int8Array
  /** By row: seconds since the submit of the job before. */
  readonly pause: Float64Array
  readonly waits: readonly number[][]
  readonly thinks: readonly number[]
}

export function stepsOf({ jobs, fields }: Trace, sessions: Sessions, users: readonly LogUser[]): Steps {
  const waited = new Int8Array(jobs.length).fill(-1)
  const after = new Int8Array(jobs.length)
  const pause = new Float64Array(jobs.length)
  const waits = Array.from({ length: PATIENCE_CLASSES }, (): number[] => [])
  const thinks: number[] = []
  for (const { rows } of users) {
    for (let k = 1; k < rows.length; k++) {
      const row = rows[k]
      const before = rows[k - 1]
      if (sessions.session[row] !== sessions.session[before]) continue
      const newBatch = sessions.batch[row] !== sessions.batch[before]
      waited[row] = newBatch ? 1 : 0
      after[row] = classOf(PATIENCE_EDGES, jobs.runtime[before])
      pause[row] = jobs.submit[row] - jobs.submit[before]
      if (!newBatch) continue
      const preceding = sessions.preceding[row]
      thinks.push(sessions.think[row])
      waits[classOf(PATIENCE_EDGES, jobs.runtime[preceding])].push(fields.wait?.[preceding] ?? 0)
    }
  }
  return { waited, after, pause, waits, thinks }
}

/** By class of the run time before: the share of steps at which the user waited; beside `prior` where there is one. */
export function patienceOf(
  { waited, after }: Steps,
  prior: readonly number[] | null,
  users?: readonly LogUser[],
): number[] {
  const counts = new Float64Array(PATIENCE_CLASSES)
  const steps = new Float64Array(PATIENCE_CLASSES)
  const count = (row: number): void => {
    if (waited[row] < 0) return
    steps[after[row]]++
    counts[after[row]] += waited[row]
  }
  if (users === undefined) for (let row = 0; row < waited.length; row++) count(row)
  else for (const { rows } of users) rows.forEach(count)
  const weight = prior === null ? 0 : PRIOR_STEPS
  return Array.from(counts, (waits, k) => {
    const total = steps[k] + weight
    return total > 0 ? rounded((waits + weight * (prior?.[k] ?? 0)) / total) : 0
  })
}

/** Seconds between the submits of a batch. */
export function pausesOf(users: readonly LogUser[], { waited, pause }: Steps): readonly number[] {
  const pauses: number[] = []
  for (const { rows } of users) {
    for (const row of rows) if (waited[row] === 0) pauses.push(pause[row])
  }
  return pauses
}

/** The jobs of a log as a model may tell of them: with sizes and requested times that enough users have. */
import type { Trace } from '../../trace/trace.js'
import type { JobKinds } from './habits.js'
import type { LogUser } from './population.js'
import { AT_LIMIT, BELOW_A_SECOND, classOf, REQUEST_EDGES, RUN_CLASSES_PER_DECADE } from './workload-model.js'

const DAY = 86_400
/** Share of the requested time from which on a job counts as having run into its limit. */
const LIMIT_SHARE = 0.99
/** Requested times, in seconds, that stand in for those that too few users have; longer ones in days. */
const USUAL_REQUESTS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 20, 30, 45].map((minutes) => minutes * 60),
  ...[1, 1.5, 2, 3, 4, 6, 8, 10, 12, 18].map((hours) => hours * 3600),
  ...[1, 1.5, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28].map((days) => days * DAY),
]

export interface CommonKinds extends JobKinds {
  readonly overruns: readonly number[][]
  readonly movedSizes: number
  readonly movedEstimates: number
}

/** The jobs with sizes and requested times that at least `least` users have, and classes of run times. */
export function commonKinds(trace: Trace, users: readonly LogUser[], least: number): CommonKinds {
  const { size, estimate, runtime } = trace.jobs
  const largest = size.reduce((high, value) => Math.max(high, value), 1)
  const powers = Array.from({ length: 31 }, (_, k) => 2 ** k).filter((power) => power < largest)
  const sizes = sorted([...sharedValues(users, size, least), ...powers, largest])
  const requests = sorted(
    [...sharedValues(users, estimate, least), ...USUAL_REQUESTS].filter((value) => value > 0),
  )
  const known = new Set(sizes)
  const asked = new Set(requests)
  const overruns = Array.from({ length: REQUEST_EDGES.length + 1 }, (): number[] => [])
  let movedSizes = 0
  let movedEstimates = 0
  const run = new Int32Array(runtime.length)
  for (let row = 0; row < run.length; row++) {
    const atLimit = estimate[row] > 0 && runtime[row] >= LIMIT_SHARE * estimate[row]
    if (atLimit) overruns[classOf(REQUEST_EDGES, estimate[row])].push(runtime[row] / estimate[row])
    run[row] = atLimit ? AT_LIMIT : runClass(runtime[row])
  }
  return {
    size: size.map((value) => {
      if (known.has(value)) return value
      movedSizes++
      return nearest(sizes, value)
    }),
    estimate: estimate.map((value) => {
      if (!(value > 0)) return -1
      if (asked.has(value)) return value
      movedEstimates++
      return requests.find((request) => request > value) ?? requests[requests.length - 1]
    }),
    run,
    overruns,
    movedSizes,
    movedEstimates,
  }
}

function runClass(runtime: number): number {
  return runtime < 1 ? BELOW_A_SECOND : Math.floor(RUN_CLASSES_PER_DECADE * Math.log10(runtime))
}

/** Values that jobs of at least `least` users have. */
function sharedValues(users: readonly LogUser[], column: ArrayLike<number>, least: number): number[] {
  const counts = new Map<number, number>()
  for (const { rows } of users) {
    const own = new Set<number>()
    for (const row of rows) own.add(column[row])
    for (const value of own) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= least).map(([value]) => value)
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

/** By ratio; of two as near the smaller. */
function nearest(values: readonly number[], value: number): number {
  const distance = (other: number) => Math.abs(Math.log(other / value))
  return values.reduce((best, other) => (distance(other) < distance(best) ? other : best))
}

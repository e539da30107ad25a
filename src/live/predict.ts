/**
 * When jobs that wait will start: many futures of a machine (workload/futures), shared out among evaluators; of each job the median
 * of its starts and the interval between its tenth and ninetieth percentile, moved by what such intervals were wrong by before.
 */
import { firstFrom } from '../core/statistics.js'
import {
  type FuturesCase,
  futureStarts,
  futuresOf,
  futuresTask,
  hindsightsIn,
  hindsightTask,
} from '../evaluation/tasks/futures.js'
import type { Evaluator } from '../optimize/evaluator.js'
import type { WaitingReason } from '../sim/waiting-reason.js'
import type { Dataset } from '../trace/dataset.js'
import { momentsOfWaiting, moved, movesAfter, quantilesIn } from '../workload/futures/index.js'

export interface ForecastOptions {
  readonly futures: number
  /** Earlier instants at which it is looked how true futures were; 0: nothing is moved. */
  readonly hindsight: number
  /** How far back these lie, seconds. */
  readonly history: number
}

/** The starts of one waiting job, seconds from the instant on. */
export interface Forecast {
  /** Its row. */
  readonly row: number
  readonly median: number
  /** A start lies between them in eight of ten cases. */
  readonly early: number
  readonly late: number
  /** If all ran for as long as they ask and nobody came. */
  readonly planned: number
  /** By a cycle of Slurm's backfill, with the order of the policy, 0 for now; null where it would plan no start. */
  readonly backfilled: number | null
  /** Waiting jobs that start before it, in the mean. */
  readonly before: number
  /** Why it does not start now, jobs in reasons as rows; null where it does, or nobody can say. */
  readonly reason: WaitingReason | null
}

/** Futures of one task, and of one earlier instant. */
const PORTION = 10
const LOOKED_BACK = 25
/** The part of the history that earlier instants lie in: before it there is no past. */
export const RECENT = 2 / 3

/** @returns in the order of submits; none where nobody waits */
export async function forecasts(
  of: FuturesCase,
  dataset: Dataset,
  evaluator: Evaluator,
  { futures: count, hindsight, history }: ForecastOptions,
): Promise<readonly Forecast[]> {
  const { futures, snapshot } = futuresOf(of, dataset)
  const { waiting } = futures.rows
  if (waiting.length === 0) return []
  const past = Math.min(history, of.at - dataset.jobs.submit[0])
  const since = of.at - past * RECENT
  const earlier = momentsOfWaiting(
    { submit: dataset.jobs.submit, start: snapshot.start },
    since,
    of.at,
    hindsight,
  )
  const portions = Array.from({ length: Math.ceil(count / PORTION) }, (_, k) => k * PORTION)
  const results = await evaluator.evaluate([
    ...portions.map((from) => futuresTask(of, from, Math.min(PORTION, count - from))),
    ...earlier.map((at) => hindsightTask({ ...of, at }, LOOKED_BACK, of.at)),
  ])
  const found = results.slice(0, portions.length).flatMap((each) => futureStarts(each))
  const seen = results.slice(portions.length).map((each, k) => ({ at: earlier[k], jobs: hindsightsIn(each) }))
  const placeOf = new Map(Array.from(waiting, (row, place) => [row, place]))
  const moves = movesAfter(seen, (row, instant) => found[instant % count][placeOf.get(row) ?? -1])
  const before = meanRanks(found)
  const planned = futures.planned()
  const backfilled = futures.backfilled()
  const reasons = futures.reasons()
  return Array.from(waiting, (row, k) => {
    const sorted = Float64Array.from(found, (starts) => starts[k]).sort()
    const [early, median, late] = moved(quantilesIn(sorted), moves)
    return {
      ...{ row, early, median, late, planned: planned[k] - of.at, before: before[k] },
      // A cycle knows whole seconds, and plans for the one that has begun.
      backfilled: backfilled[k] === null ? null : Math.max(0, backfilled[k] - of.at),
      reason: reasons[k],
    }
  })
}

/** How many start before each, in the mean of the futures. */
function meanRanks(futures: readonly (readonly number[])[]): readonly number[] {
  const sums = futures[0].map(() => 0)
  for (const starts of futures) {
    const sorted = Float64Array.from(starts).sort()
    starts.forEach((start, k) => {
      sums[k] += firstFrom(sorted, start)
    })
  }
  return sums.map((sum) => sum / futures.length)
}

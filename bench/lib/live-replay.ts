/** Predictions of starts on a replayed log, for bench/live-replay.mjs. */
import { futuresOf } from '../../src/evaluation/tasks/futures.js'
import { prepareLog } from '../../src/lab/inputs/prepare.js'
import { foretoldAt } from '../../src/lab/live/foretold.js'
import { QUIET } from '../../src/lab/ports.js'
import { type Forecast, livePolicy } from '../../src/live/index.js'
import { RECENT } from '../../src/live/predict.js'
import {
  hindsightOf,
  LATEST,
  momentsOfWaiting,
  moved,
  movesAfter,
  quantilesIn,
  startsBy,
} from '../../src/workload/futures/index.js'

interface Options {
  readonly instants: number
  readonly futures: number
  readonly hindsight: number
  /** Seconds. */
  readonly history: number
  readonly seed: number
  readonly site?: string
}

interface ReplayedForecast extends Pick<Forecast, 'early' | 'median' | 'late' | 'planned' | 'backfilled'> {
  readonly truth: number
}

/**
 * What was foretold of each waiting job, seconds from then, and when it started, at instants evenly spread over the time in which
 * somebody waited in the last two thirds of the log; no start is later than `LATEST`. The futures of each instant are made once:
 * they are the hindsight of later ones, too.
 */
export async function replayedForecasts(
  file: string,
  text: string,
  options: Options,
): Promise<readonly (readonly ReplayedForecast[])[]> {
  const { instants, futures: count, hindsight, history, seed, site } = options
  const policy = livePolicy(text)
  const log = await prepareLog(
    file,
    [policy],
    { overrun: 'kill', oversize: 'drop', cancelled: 'drop', ...(site !== undefined && { site }) },
    QUIET,
  )
  const schedule = log.stage.run(policy)
  const { jobs, start } = schedule
  const rowOf = new Map(Array.from(jobs.id, (id, row) => [`${id}`, row]))
  const [first] = jobs.submit
  const span = jobs.submit[jobs.length - 1] - first
  const from = first + 0.3 * span
  const back = RECENT * history
  const moments = momentsOfWaiting(
    { submit: jobs.submit, start },
    Math.max(first, from - back),
    first + 0.95 * span,
    instants,
  )
  const told = moments.map((moment) => {
    const after = Math.ceil(moment) - first
    const { of, dataset, nameOf } = foretoldAt(log, policy, schedule, after, { history, seed })
    const { futures } = futuresOf(of, dataset)
    const rows = Int32Array.from(futures.rows.waiting, (row) => rowOf.get(nameOf(row).job) ?? -1)
    const starts = startsBy(futures, of.at, count)
    return {
      ...{ at: of.at, rows, planned: futures.planned(), backfilled: futures.backfilled(), starts },
      quantiles: starts.map((each) => quantilesIn(each.toSorted())),
    }
  })
  return told.flatMap(({ at, rows, planned, backfilled, starts: now, quantiles }, k) => {
    if (at < from) return []
    const before = told.slice(0, k).filter((each) => each.at >= at - back)
    const seen = evenly(before, hindsight).map((each) => ({
      at: each.at,
      jobs: hindsightOf(each.rows, each.quantiles, { at: each.at, start }, at),
    }))
    const placeOf = new Map(Array.from(rows, (row, place) => [row, place]))
    const moves = movesAfter(seen, (row, instant) => now[placeOf.get(row) ?? -1][instant % count])
    return [
      Array.from(rows, (row, job) => {
        const [early, median, late] = moved(quantiles[job], moves)
        const slurm = backfilled[job]
        return {
          ...{ truth: Math.min(LATEST, start[row] - at), early, median, late, planned: planned[job] - at },
          backfilled: slurm === null ? null : slurm - at,
        }
      }),
    ]
  })
}

/** So many of a list at most, at even distances. */
function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  return items.length <= most
    ? items
    : Array.from({ length: most }, (_, k) => items[Math.floor(((k + 0.5) * items.length) / most)])
}

/** Predictions of starts on a replayed log, for bench/live-replay.mjs. */
import { inlineEvaluator } from '../../src/evaluation/index.js'
import { foretoldAt } from '../../src/lab/foretold.js'
import { QUIET } from '../../src/lab/ports.js'
import { prepareLog } from '../../src/lab/prepare.js'
import { type Forecast, forecasts, livePolicy } from '../../src/live/index.js'
import { LATEST } from '../../src/workload/futures/index.js'

interface Options {
  readonly instants: number
  readonly futures: number
  readonly hindsight: number
  /** Seconds. */
  readonly history: number
  readonly site?: string
}

interface ReplayedForecast extends Pick<Forecast, 'early' | 'median' | 'late' | 'planned' | 'backfilled'> {
  readonly truth: number
}

/** Of each instant what was foretold of each waiting job, seconds from then, and when it started; no start is later than `LATEST`. */
export async function replayedForecasts(file: string, text: string, { instants, site, ...options }: Options) {
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
  const span = jobs.submit[jobs.length - 1] - jobs.submit[0]
  const found: ReplayedForecast[][] = []
  for (let k = 0; k < instants; k++) {
    const after = Math.floor(span * (0.3 + (0.65 * (k + 0.5)) / instants))
    const foretold = foretoldAt(log, policy, schedule, after, { history: options.history, seed: 1 })
    const { of, dataset, nameOf } = foretold
    const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
    const told = await forecasts(of, dataset, evaluator, options)
    found.push(
      told.map(({ row, early, median, late, planned, backfilled }) => {
        const truth = start[rowOf.get(nameOf(row).job) ?? -1] - of.at
        return { truth: Math.min(LATEST, truth), early, median, late, planned, backfilled }
      }),
    )
  }
  return found
}

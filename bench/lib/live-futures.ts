/** Forecasts of a long queue, timed, for bench/live-futures.mjs. */

import { prepareLog } from '../../src/lab/inputs/prepare.js'
import { foretoldAt } from '../../src/lab/live/foretold.js'
import { QUIET } from '../../src/lab/ports.js'
import { forecasts, livePolicy } from '../../src/live/index.js'
import { openEngine } from '../../src/runtime/engines/index.js'

const HISTORY = 90 * 86_400

/** Milliseconds of wall-clock and processor time, from the opening of the engine on, and what was foretold. */
export async function timedFutures(
  file: string,
  text: string,
  { waiting, futures, workers }: { waiting: number; futures: number; workers: number },
) {
  const policy = livePolicy(text)
  const before = livePolicy('easy')
  const log = await prepareLog(
    file,
    [before, policy],
    { overrun: 'kill', oversize: 'drop', cancelled: 'drop' },
    QUIET,
  )
  const schedule = log.stage.run(before)
  const { submit } = schedule.jobs
  const after = firstWith(waiting, submit, schedule.start) - submit[0]
  const { of, dataset } = foretoldAt(log, policy, schedule, after, { history: HISTORY, seed: 1 })
  const spent = process.cpuUsage()
  const begun = performance.now()
  const evaluator = await openEngine(
    { engine: workers === 1 ? 'inline' : 'threads', workers, notice: QUIET.note },
    new Map([[dataset.digest, dataset]]),
  )
  const told = await forecasts(of, dataset, evaluator, { futures, hindsight: 0, history: HISTORY })
  const wall = performance.now() - begun
  const { user, system } = process.cpuUsage(spent)
  await evaluator.close()
  return { wall, processor: (user + system) / 1000, waiting: told.length, past: dataset.jobs.length, told }
}

/** The first submit at which so many jobs wait. */
function firstWith(waiting: number, submit: Float64Array, start: Float64Array): number {
  const starts = start.toSorted()
  let begun = 0
  for (let row = 0; row < submit.length; row++) {
    while (begun < starts.length && starts[begun] < submit[row]) begun++
    if (row - begun >= waiting) return submit[row]
  }
  throw new Error(`never so many as ${waiting} jobs wait`)
}

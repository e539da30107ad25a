/** The jobs that come, as they came in random weeks of the past, or, of a younger log, on random days. */
import type { Random } from '../../core/random.js'
import { firstFrom } from '../../core/statistics.js'

/** A job that comes: like that of a row, at another time. */
export interface Coming {
  readonly row: number
  /** Seconds from the log's zero. */
  readonly submit: number
}

/** The jobs that come in so many seconds from the instant on; the first of a longer time are those of a shorter one. */
export type Arriving = (random: Random, seconds: number) => readonly Coming[]

export const DAY = 86_400
const WEEK = 7 * DAY

/** @param submit of all jobs, ascending */
export function weeksBefore(submit: Float64Array, at: number): Arriving {
  const age = at - (submit[0] ?? at)
  const step = age >= WEEK ? WEEK : DAY
  const steps = Math.floor(age / step)
  return (random, seconds) => {
    const coming: Coming[] = []
    for (let from = 0; steps > 0 && from < seconds; from += step) {
      const back = step * (1 + random.below(steps))
      const first = firstFrom(submit, at - back)
      const end = firstFrom(submit, at - back + Math.min(step, seconds - from))
      for (let row = first; row < end; row++) coming.push({ row, submit: submit[row] + back + from })
    }
    return coming
  }
}

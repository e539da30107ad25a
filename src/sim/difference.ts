/** Changes for jobs when one schedule takes the place of another of the same jobs: who starts earlier, who later. Pure. */
import type { Schedule } from './schedule.js'

/** The fates of a job. */
export const SAME = 0
export const EARLIER = 1
export const LATER = 2

export interface Difference {
  /** Jobs that start earlier under the new schedule, at the same instant, later. */
  readonly earlier: number
  readonly same: number
  readonly later: number
  /** `SAME`, `EARLIER` or `LATER`, row by row. */
  readonly fate: Int32Array
  /** Seconds by which jobs start later, row by row; below 0: earlier. */
  readonly delay: Float64Array
}

/** @throws RangeError where the jobs are not the same */
export function differenceOf(before: Schedule, after: Schedule): Difference {
  const { length } = before.start
  if (before.jobs.id.length !== after.jobs.id.length || length !== after.start.length) {
    throw new RangeError('schedules of different jobs')
  }
  const fate = new Int32Array(length)
  const delay = new Float64Array(length)
  const counts = [0, 0, 0]
  for (let row = 0; row < length; row++) {
    if (before.jobs.id[row] !== after.jobs.id[row]) throw new RangeError('schedules of different jobs')
    delay[row] = after.start[row] - before.start[row]
    fate[row] = delay[row] === 0 ? SAME : delay[row] < 0 ? EARLIER : LATER
    counts[fate[row]]++
  }
  return { same: counts[SAME], earlier: counts[EARLIER], later: counts[LATER], fate, delay }
}

/** Reasons for which a job waited. */
export interface WaitFacts {
  /** Jobs submitted later that started while it waited. */
  readonly overtakers: number
  /** Processors times seconds of these, while it waited. */
  readonly overtakingWork: number
  /** Jobs submitted before it that were still waiting when it came. */
  readonly ahead: number
  /** Processors free on the mean while it waited; null where it did not wait. */
  readonly meanFree: number | null
}

export function waitFacts({ jobs, start, processors }: Schedule, row: number): WaitFacts {
  const [from, to] = [jobs.submit[row], start[row]]
  let [overtakers, overtakingWork, ahead, busy] = [0, 0, 0, 0]
  for (let other = 0; other < start.length; other++) {
    if (other === row) continue
    const within = Math.min(to, start[other] + jobs.runtime[other]) - Math.max(from, start[other])
    if (within > 0) busy += within * jobs.size[other]
    if (other > row && start[other] >= from && start[other] < to) {
      overtakers++
      overtakingWork += Math.max(0, within) * jobs.size[other]
    }
    if (other < row && start[other] > from) ahead++
  }
  const meanFree = to > from ? processors - busy / (to - from) : null
  return { overtakers, overtakingWork, ahead, meanFree }
}

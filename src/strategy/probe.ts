/**
 * Asks an order about jobs that there are not: what their keys are at an instant of the week, after they have waited some
 * time. The order is bound to a table of such jobs, whose submits are what makes their waits.
 */
import type { QueueOrder, QueueState, Ranking, TimeClass, TimeClassClock, VisibleJobs } from '../sim/order.js'
import { timeClassClock, UTC_TIME_CLASSES } from '../sim/time-class.js'
import { plainWorld } from '../sim/world.js'

/** A job that is asked about. */
export interface Probe {
  readonly group: number
  /** Processors. */
  readonly size: number
  /** Seconds. */
  readonly estimate: number
  /** Seconds since its submit; at most `LONGEST_WAIT`. */
  readonly wait: number
}

const HOUR = 3600
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** Longest wait that is asked about. */
export const LONGEST_WAIT = 365 * DAY
/** Weeks since the log began; more than `LONGEST_WAIT`. */
const AGE = 54

/** Saturday and Wednesday of week `AGE`; the clock's second 0 was a Thursday, 0:00. */
const SATURDAY = AGE * WEEK + 2 * DAY
const WEDNESDAY = AGE * WEEK + 6 * DAY

/** An instant in each situation, far from its ends. */
export const INSTANTS: Readonly<Record<TimeClass, number>> = {
  0: SATURDAY + 12 * HOUR,
  1: WEDNESDAY + 13 * HOUR,
  2: WEDNESDAY + 22 * HOUR,
}

/** The same instants of the week, five weeks after the log began at most. */
export const YOUNG_INSTANTS: Readonly<Record<TimeClass, number>> = {
  0: INSTANTS[0] - (AGE - 4) * WEEK,
  1: INSTANTS[1] - (AGE - 4) * WEEK,
  2: INSTANTS[2] - (AGE - 4) * WEEK,
}

/** The queue and the machine as an order sees them that looks at them when it is asked. */
export const USUAL_STATE: Pick<QueueState, 'waiting' | 'free'> = { waiting: 10, free: 0 }

export interface Asked {
  readonly now: number
  readonly state: Pick<QueueState, 'waiting' | 'free'>
  /** UTC where absent. */
  readonly clock?: TimeClassClock
}

/** A clock that at `INSTANTS[1]` shows the time of `INSTANTS[situation]`: another situation in a log that is no older. */
export function clockShowing(situation: TimeClass): TimeClassClock {
  return timeClassClock({ unixStart: INSTANTS[situation] - INSTANTS[1] + WEEK, zone: 0 })
}

/** Keys of the probes, the smallest first; NaN becomes +∞. */
export function keysOf(
  order: QueueOrder,
  probes: readonly Probe[],
  processors: number,
  { now, state, clock }: Asked,
): Float64Array {
  const n = probes.length
  const ranking = boundTo(order, probes, processors, now, clock)
  const out = new Float64Array(n)
  ranking.score(
    out,
    Int32Array.from({ length: n }, (_, row) => row),
    n,
    { ...state, now },
  )
  return out.map((key) => (Number.isNaN(key) ? Number.POSITIVE_INFINITY : key))
}

/** The ranking of the probes; it may be asked at `now` alone. */
export function boundTo(
  order: QueueOrder,
  probes: readonly Probe[],
  processors: number,
  now: number,
  timeClasses: TimeClassClock = UTC_TIME_CLASSES,
): Ranking {
  const jobs: VisibleJobs = {
    length: probes.length,
    submit: Float64Array.from(probes, ({ wait }) => now - wait),
    estimate: Float64Array.from(probes, ({ estimate }) => estimate),
    size: Int32Array.from(probes, ({ size }) => size),
    user: new Int32Array(probes.length).fill(1),
    group: Int32Array.from(probes, ({ group }) => group),
  }
  return order.bind({
    ...plainWorld(jobs, processors),
    timeClasses,
    members: () => [{ account: -1, user: 1 }],
  })
}

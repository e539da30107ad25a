/** The availability profile by brute force: what is free at an instant is what no running or planned job holds. */
import { expectedEnds, type Twin } from './state.js'

/** A job's hold on `size` processors over [from, to). */
export interface Hold {
  readonly from: number
  readonly to: number
  readonly size: number
}

/** Holds of the running jobs, as plans see them. */
export function runningHolds(twin: Twin): Hold[] {
  return expectedEnds(twin).map(({ row, end }) => ({
    from: Number.NEGATIVE_INFINITY,
    to: end,
    size: twin.jobs.size[row],
  }))
}

export function holdOf(twin: Twin, row: number, slot: number): Hold {
  return { from: slot, to: slot + twin.jobs.estimate[row], size: twin.jobs.size[row] }
}

/** Processors that `holds` leave free at `time`. */
export function freeAt(holds: readonly Hold[], processors: number, time: number): number {
  return holds
    .filter((hold) => hold.from <= time && time < hold.to)
    .reduce((free, hold) => free - hold.size, processors)
}

/** The profile as a list of (time, free): free processors from each time to the next. */
export function profileOf(
  holds: readonly Hold[],
  processors: number,
  now: number,
): { time: number; free: number }[] {
  const times = new Set([now, ...holds.flatMap((hold) => [hold.from, hold.to]).filter((time) => time > now)])
  return [...times].sort((a, b) => a - b).map((time) => ({ time, free: freeAt(holds, processors, time) }))
}

/** The earliest instant from `now` at which `size` processors are free for `duration` (and at that instant). */
export function earliestSlot(
  holds: readonly Hold[],
  processors: number,
  now: number,
  size: number,
  duration: number,
): number {
  const profile = profileOf(holds, processors, now)
  const slot = profile.find((step) =>
    profile.every(
      ({ time, free }) =>
        free >= size || time < step.time || (time > step.time && time >= step.time + duration),
    ),
  )
  if (slot === undefined) throw new Error(`a job of ${size} does not fit a machine of ${processors}`)
  return slot.time
}

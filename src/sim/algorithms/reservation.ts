/**
 * The one reservation of aggressive backfilling (Lifka 1995; Mu'alem and Feitelson 2001): when the blocked head can
 * start by the running jobs' estimated ends, and how many processors it then leaves.
 */
import type { SchedulerView } from '../scheduler.js'
export class HeadReservation {
  /** The earliest instant at which, by the estimates, enough processors are free. */
  shadow = 0
  /** Processors free then beyond the head's need. */
  spare = 0
  /** Those that backfilled jobs may use; −1 where the rules admit nobody on spare processors. */
  extra = 0
  /** A job may be backfilled if it ends, by its estimate, at or before this instant (or on spare processors). */
  deadline = 0

  /** Computes the reservation of a job that needs more processors than are free. */
  update(engine: SchedulerView, size: number): void {
    const { plannedEnd, plannedSize, planFirst, planEnd } = engine.running
    let free = engine.free
    let k = planFirst
    while (free < size) free += plannedSize[k++]
    let shadow = plannedEnd[k - 1]
    // A job past its estimated end may end at any moment: it ends just after now.
    if (shadow <= engine.now) shadow = nextAfter(engine.now)
    for (; k < planEnd && plannedEnd[k] <= shadow; k++) free += plannedSize[k]
    this.shadow = shadow
    this.spare = free - size
    if (engine.rules.backfill.admit === 'before-shadow') {
      this.extra = -1
      this.deadline = nextBefore(shadow)
    } else {
      this.extra = this.spare
      this.deadline = shadow
    }
  }
}

const float = new Float64Array(1)
const bits = new BigInt64Array(float.buffer)

/** The next 64-bit float above `x`. */
export function nextAfter(x: number): number {
  if (x === 0) return Number.MIN_VALUE
  float[0] = x
  bits[0] += x > 0 ? 1n : -1n
  return float[0]
}

/** The next 64-bit float below `x`. */
function nextBefore(x: number): number {
  return -nextAfter(-x)
}

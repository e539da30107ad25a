/**
 * Jobs that leave by themselves: cancelled at an instant of their own, whether they wait or run then. They go before all else that
 * happens at it, so that a pass of that instant finds their place free. The engine knows nothing of them: its clock is moved from
 * one of these instants to the next.
 */
import { QueuewrightError } from '../core/errors.js'
import type { EarlyStop } from './early-stop.js'
import type { Engine } from './engine/engine.js'

/**
 * Runs an engine to its last event.
 * @param leaves the instant at which each job leaves, behind its submit; Infinity where it does not
 * @returns the start of each job, NaN where it left before; null where `earlyStop` had the simulation given up
 */
export function startsLeaving(
  engine: Engine,
  leaves: Float64Array,
  earlyStop: EarlyStop | null,
): Float64Array | null {
  const leaving = Int32Array.from(leaves.keys()).filter((job) => leaves[job] < Number.POSITIVE_INFINITY)
  for (const job of leaving.sort((a, b) => leaves[a] - leaves[b] || a - b)) {
    const instant = leaves[job]
    if (!engine.advance(instant, earlyStop, false)) return null
    if (!engine.withdraw(job, instant)) engine.finish(job, instant)
  }
  return engine.run(earlyStop)
}

export function leavingDependent(): QueuewrightError {
  return new QueuewrightError('usage', 'jobs that were cancelled do not wait for others', {
    field: '--cancelled',
    value: 'press',
    remedy: 'Leave them out with --cancelled drop, or leave the feedback out.',
  })
}

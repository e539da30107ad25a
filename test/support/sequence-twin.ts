/** Slow twin of sim/sequence.ts: the definition, instant by instant, from all jobs placed so far. */
import type { JobTable } from '../../src/trace/job-table.js'

/**
 * The start of each job: the least instant, of its submit, its predecessor's start and the ends of those before it, that
 * is not before the first two and at which its processors are free.
 */
export function simulateSequenceSlowly(
  { submit, runtime, size }: JobTable,
  processors: number,
  sequence: ArrayLike<number>,
): Float64Array {
  const start = new Float64Array(sequence.length)
  const placed: number[] = []
  for (const job of Array.from(sequence)) {
    const before = placed.length === 0 ? Number.NEGATIVE_INFINITY : start[placed[placed.length - 1]]
    const earliest = Math.max(submit[job], before)
    const instants = [earliest, ...placed.map((other) => start[other] + runtime[other])]
      .filter((instant) => instant >= earliest)
      .sort((a, b) => a - b)
    const isFree = (instant: number) =>
      placed.reduce((sum, other) => sum + (start[other] + runtime[other] > instant ? size[other] : 0), 0) +
        size[job] <=
      processors
    // A job of no duration gives its processors back at the instant at which it takes them, before the next one asks.
    start[job] = instants.find(isFree) as number
    placed.push(job)
  }
  return start
}

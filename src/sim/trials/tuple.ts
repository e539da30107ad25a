/**
 * Tuples (S, Q) of simulated trials: jobs of a log that follow each other, the first of which set the state of the
 * machine (S), while the others are judged (Q). D. Carastan-Santos and R. Y. de Camargo (SC 2017, 3.2) take 16 and 32.
 */
import type { JobTable } from '../../trace/job-table.js'

/** By columns, in submit order, S before Q. */
export interface TrialTuple {
  /** The machine's processors; no job is larger. */
  readonly processors: number
  /** Number of jobs in S; the others, at least one, are Q. */
  readonly state: number
  /** Seconds from the first submit of the tuple. */
  readonly submit: Float64Array
  /** Seconds. */
  readonly runtime: Float64Array
  readonly size: Int32Array
}

/** How a log is cut into tuples. */
export interface TupleShape {
  /** Jobs in S, 0 or more. */
  readonly state: number
  /** Jobs in Q, 1 or more. */
  readonly judged: number
  readonly processors: number
}

/**
 * The tuple that begins at a row.
 * @param jobs ready to run (prepare.ts)
 * @throws RangeError where the table ends before the tuple, and for a job larger than the machine
 */
export function tupleAt(
  jobs: JobTable,
  first: number,
  { state, judged, processors }: TupleShape,
): TrialTuple {
  const end = first + state + judged
  if (!(first >= 0 && judged >= 1 && end <= jobs.length)) {
    throw new RangeError(`there is no tuple of ${state} and ${judged} jobs at row ${first} of ${jobs.length}`)
  }
  const size = jobs.size.slice(first, end)
  if (size.some((each) => each > processors))
    throw new RangeError('a tuple with a job larger than the machine')
  const origin = jobs.submit[first]
  return {
    processors,
    state,
    submit: Float64Array.from(jobs.submit.subarray(first, end), (submit) => submit - origin),
    runtime: jobs.runtime.slice(first, end),
    size,
  }
}

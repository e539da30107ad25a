/**
 * The port of optimisers: one proposes batches of candidates and is told their scores. It knows
 * nothing of jobs, of files or of time; how candidates are evaluated, and by how many workers, is its caller's affair.
 *
 * The sequence of batches depends on the settings, the seed and the scores told, on nothing else.
 */
import type { Json } from '../core/json.js'

export interface Optimizer<Candidate> {
  /** Scores a candidate has. */
  readonly objectives: number
  /** Why it ends of itself (converged, degenerate, …), one sentence; null while it goes on. */
  readonly stopped: string | null
  /** The scores of the present batch that matter (see `Selection`). Only with one objective. */
  readonly selection: Selection
  /** The batch to be scored: the same until `tell`. */
  ask(): readonly Candidate[]
  /**
   * @param scores batch × objectives, row-major; minimised. NaN counts as +Infinity, the worst.
   * @throws RangeError for another number of scores
   */
  tell(scores: Float64Array): void
  /** The whole state, as plain data: an optimiser restored from it goes on to the same batches. */
  snapshot(): Json
}

/**
 * When a candidate may go unevaluated. A candidate whose score is certainly above `floor`, and certainly above the
 * `selects`-th best of `rivals` and the batch together, influences nothing that the optimiser does: it may be told as
 * any number above both, such as a proven lower bound of its score.
 */
export interface Selection {
  /** How many candidates enter the next step by their rank; the batch's length where all do. */
  readonly selects: number
  /** Scores of earlier candidates that compete with the batch. */
  readonly rivals: readonly number[]
  /** Candidates below it matter apart from their rank (a success rule); −Infinity where there is none. */
  readonly floor: number
}

/** Where only the best of the batch is of interest. */
export const THE_BEST: Selection = { selects: 1, rivals: [], floor: Number.NEGATIVE_INFINITY }

/** What is known of a tuple while its trials are done. */
import type { TrialSums } from '../../../sim/trials/index.js'
import type { Checkpoint } from './convergence.js'

export interface TupleTrials {
  readonly sums: TrialSums
  /** One for each batch of trials, at least one. */
  readonly path: readonly Checkpoint[]
}

/** After its last batch. */
export function latest({ path }: TupleTrials): Checkpoint {
  return path[path.length - 1]
}

/** The state of a tuple while its trials are done. */
import { exact, list, number, object, objectOf, whole } from '../../../core/codec.js'
import type { TrialSums } from '../../../sim/trials/index.js'
import type { Checkpoint } from './convergence.js'

export interface TupleTrials {
  readonly sums: TrialSums
  /** One for each batch of trials, at least one. */
  readonly path: readonly Checkpoint[]
}

const numbers = list(number())
export const TRIAL_SUMS = objectOf<TrialSums>({
  ...{ trials: whole(0), blocks: whole(0), value: numbers, square: numbers, cross: numbers },
  ...{ total: number(), totalSquare: number() },
})
const TUPLE = objectOf<TupleTrials>({
  sums: TRIAL_SUMS,
  path: list(objectOf<Checkpoint>({ trials: whole(0), precision: exact })),
})
/** Those that were begun, in the order of the log. */
export const TRIALS_STATE = object({ tuples: list(TUPLE) })

/** After its last batch. */
export function latest({ path }: TupleTrials): Checkpoint {
  return path[path.length - 1]
}

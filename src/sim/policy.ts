/** A policy: an algorithm and the orders it goes by. */
import type { QueueOrder } from './order.js'

/** The algorithms of SEMANTICS. `head` is FCFS over any order (with a dynamic order: greedy). */
export const ALGORITHM_NAMES = ['head', 'list', 'easy', 'cons'] as const
export type AlgorithmName = (typeof ALGORITHM_NAMES)[number]

export interface Policy {
  /** As the user wrote it, e.g. `easy:submit/estimate`. */
  readonly name: string
  readonly algorithm: AlgorithmName
  readonly order: QueueOrder
  /** The order in which EASY backfills; the queue order itself where null. */
  readonly backfillOrder: QueueOrder | null
}

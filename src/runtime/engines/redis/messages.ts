/** What the owner of a run and its workers say to each other, packed. */
import type { FailureJson } from '../../../core/errors.js'
import type { Task } from '../../../optimize/evaluator.js'
import type { BatchDone } from './ledger.js'

/** The data of a job of BullMQ. */
export interface BatchMessage {
  readonly tasks: readonly Task[]
  /** Digests of the data that the owner has; a task that names others fails. */
  readonly data: readonly string[]
}

/** What the job returns: what was done, or why no task of it can be done anywhere. */
export type BatchAnswer = { readonly done: BatchDone } | { readonly failure: FailureJson }

/** Why BullMQ fails a job that stalled more often than `MAX_STALLED`. */
export const STALLED = 'job stalled more than allowable limit'
/** Why a worker fails a job whose data is gone. */
export const LOST = 'the batch is gone'

/**
 * Milliseconds. A worker that is silent for `LOCK_TIME` has lost its jobs; that is looked for every `STALLED_INTERVAL`.
 * The lock is renewed by the worker's main thread, which does no evaluations.
 */
export const LOCK_TIME = 5000
export const STALLED_INTERVAL = 1000
/** How often a job may lose its worker before its owner takes it apart. */
export const MAX_STALLED = 8
/** Tries of a job that fails for reasons that are not in its tasks. */
export const ATTEMPTS = 3
/**
 * Milliseconds that a worker keeps such a job before it gives it back. BullMQ's own backoff would be until a time of the
 * worker's clock, which others would compare with theirs.
 */
export const BACKOFF = 500

/** Jobs that a worker holds: one for each thread, and some so that no thread waits for the next. */
export function prefetch(threads: number): number {
  return threads + 2
}

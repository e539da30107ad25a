/** Messages between the owner of a run and its workers, packed. */
import {
  type Codec,
  json,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  textOrNumber,
} from '../../../core/codec.js'
import { EXIT_CODES, type FailureJson, type FailureKind } from '../../../core/errors.js'
import { Place } from '../../../core/place.js'
import type { Task } from '../../../optimize/evaluator.js'
import type { Outcome } from '../outcomes.js'
import type { BatchDone } from './ledger.js'

/** The data of a job of BullMQ. */
export interface BatchMessage {
  readonly tasks: readonly Task[]
  /** Digests of the data that the owner has; a task that names others fails. */
  readonly data: readonly string[]
}

/** The job's return: what was done, or why no task of it can be done anywhere. */
export type BatchAnswer = { readonly done: BatchDone } | { readonly failure: FailureJson }

const FAILURE: Codec<FailureJson> = object({
  kind: oneOf(Object.keys(EXIT_CODES) as FailureKind[]),
  what: text,
  detail: record(textOrNumber),
})
const DONE = object({ result: json })
const FAILED = object({ failure: FAILURE })
const hasFailed = (value: unknown) => typeof value === 'object' && value !== null && 'failure' in value
const OUTCOME: Codec<Outcome> = {
  schema: { anyOf: [DONE.schema, FAILED.schema] },
  decode: (value, at) => (hasFailed(value) ? FAILED.decode(value, at) : DONE.decode(value, at)),
  encode: (outcome) => ('failure' in outcome ? FAILED.encode(outcome) : DONE.encode(outcome)),
}

/**
 * A worker's answer. Whoever may write into the queue may answer, and an answer that is none must end a run, not
 * enter it.
 * @param count tasks of the batch
 * @throws QueuewrightError `input-document`
 */
export function readAnswer(value: unknown, count: number): BatchAnswer {
  const at = Place.of('an answer in the queue')
  if (hasFailed(value)) return FAILED.decode(value, at)
  const outcomes = list(nullable(OUTCOME), count)
  return object({ done: object({ outcomes, took: number(0) }) }).decode(value, at)
}

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

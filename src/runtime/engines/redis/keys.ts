/**
 * Keys in Redis, all of them under one prefix. A run (one evaluator, from its opening to its end) has a queue of its
 * own, so that several do not disturb one another; workers find the runs in a set. Whatever must not outlive its
 * owner by much expires unless the owner renews it.
 */
import { type Decoded, object, text, whole } from '../../../core/codec.js'

export const PREFIX = 'queuewright'

/** Set of the runs' ids. */
export const RUNS = `${PREFIX}:runs`
/** Set of the workers' ids. */
export const WORKERS = `${PREFIX}:workers`

/** The name of a run's queue: BullMQ puts the prefix and `:` before it, and `:` and more behind it. */
export function queueName(run: string): string {
  return `run-${run}`
}

/** `RunInfo`; as long as its owner lives. */
export function leaseKey(run: string): string {
  return `${PREFIX}:lease:${run}`
}

/** `WorkerInfo`; as long as the worker lives. */
export function workerKey(worker: string): string {
  return `${PREFIX}:worker:${worker}`
}

/** Set of digests of data that a worker looked for and did not find. */
export function wantedKey(run: string): string {
  return `${PREFIX}:wanted:${run}`
}

/** The number of parts of some data; its parts stand under the same with `:k`. */
export function dataKey(run: string, digest: string): string {
  return `${PREFIX}:data:${run}:${digest}`
}

/** The part of a key that only the keys of one run have. */
export function isKeyOf(run: string, key: string): boolean {
  return key.startsWith(`${PREFIX}:${queueName(run)}:`) || key.split(':')[2] === run
}

/** The run that a key of a queue of BullMQ belongs to; null for other keys. */
export function runOf(key: string): string | null {
  const [prefix, name = ''] = key.split(':')
  const start = queueName('')
  return prefix === PREFIX && name.startsWith(start) ? name.slice(start.length) : null
}

/** A process, in words for people. */
const WHEREABOUTS = { host: text, pid: whole(0), build: object({ version: text, digest: text }) }

export const RUN_INFO = object(WHEREABOUTS)
export type RunInfo = Decoded<typeof RUN_INFO>

export const WORKER_INFO = object({ ...WHEREABOUTS, threads: whole(1) })
export type WorkerInfo = Decoded<typeof WORKER_INFO>

/** Milliseconds. */
export const LEASE_TIME = 60_000
export const WORKER_TIME = 10_000
export const DATA_TIME = 600_000

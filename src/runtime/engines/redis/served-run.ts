/** A worker's part in one run: takes batches from its queue, does them, and answers. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { failureJson, QueuewrightError } from '../../../core/errors.js'
import type { Dataset } from '../../../trace/dataset.js'
import type { Outcome } from '../outcomes.js'
import type { TaskPool } from '../task-pool.js'
import { pack, unpack } from './codec.js'
import type { Gate } from './gate.js'
import { PREFIX, queueName } from './keys.js'
import type { BullMq } from './libraries.js'
import {
  BACKOFF,
  type BatchAnswer,
  type BatchMessage,
  LOCK_TIME,
  LOST,
  MAX_STALLED,
  prefetch,
  STALLED_INTERVAL,
} from './messages.js'
import { doSuspects, type Suspicion } from './suspects.js'

export interface ServedRun {
  /** Batches that wait for a worker. */
  waiting(): Promise<number>
  /** Ends the service, after the batches in hand. */
  close(): Promise<void>
  /**
   * Ends it without a word, where it has not ended, as Redis does not answer: others take over what is in hand when its
   * locks have expired.
   */
  abandon(): void
}

export interface RunService {
  readonly client: Redis
  readonly bullmq: BullMq
  readonly pool: TaskPool
  readonly gate: Gate
  /** As it says who did a job. */
  readonly name: string
  readonly dataset: (digest: string) => Promise<Dataset>
  /** Aborted where the worker stops: batches in hand are answered as far as they are done. */
  readonly stop: AbortSignal
  readonly onBatch: (event: 'begun' | 'ended', done: number) => void
  readonly onError: (error: Error) => void
}

/** Milliseconds after which a batch is given back as far as it is not done. */
const BATCH_LIMIT = 5000
/** Milliseconds before another try where Redis gave no answer. */
const RETRY = 1000

export function serveRun(run: string, service: RunService): ServedRun {
  const { bullmq, client, pool, name, onBatch, onError } = service
  const worker: Worker = new bullmq.Worker(
    queueName(run),
    async (job: Job) => {
      onBatch('begun', 0)
      let done = 0
      try {
        const answer = await answerOf(job, service)
        if ('done' in answer) done = answer.done.outcomes.filter((outcome) => outcome !== null).length
        return pack(answer)
      } finally {
        onBatch('ended', done)
      }
    },
    {
      connection: client,
      prefix: PREFIX,
      name,
      concurrency: prefetch(pool.threads),
      lockDuration: LOCK_TIME,
      stalledInterval: STALLED_INTERVAL,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: RETRY,
      // What BullMQ would check and print, connection.ts has checked and said.
      skipVersionCheck: true,
    },
  )
  worker.on('error', onError)
  return {
    waiting: () => client.llen(worker.toKey('wait')),
    close: () => worker.close(),
    abandon: () => {
      worker.close(true).catch(() => {})
    },
  }
}

async function answerOf(job: Job, service: RunService): Promise<BatchAnswer> {
  if (typeof job.data !== 'string') throw new Error(LOST)
  const { tasks, data } = unpack(job.data) as BatchMessage
  const { gate, pool, stop } = service
  let took = 0
  /** Does some of the tasks; those after a stop or a long time stay undone. */
  const some = async (places: readonly number[], datasets: ReadonlyMap<string, Dataset>) => {
    const outcomes = new Array<Outcome | null>(places.length).fill(null)
    const part = places.map((place) => tasks[place])
    const take = (k: number, outcome: Outcome, each: number) => {
      outcomes[k] = outcome
      took += each
    }
    await untilEnough(stop, (signal) => pool.run(part, datasets, take, { signal, lanes: 1 }))
    return outcomes
  }
  const fetch = () => datasetsOf(data, service.dataset)
  const every = tasks.map((_, place) => place)
  try {
    const outcomes =
      job.stalledCounter > 0
        ? await gate.alone(() =>
            doSuspects({
              count: tasks.length,
              before: suspicionOf(job.progress),
              note: (suspicion) => job.updateProgress({ ...suspicion }),
              fetch,
              task: async (place, datasets) => (stop.aborted ? null : (await some([place], datasets))[0]),
            }),
          )
        : await gate.shared(async () => some(every, await fetch()))
    return { done: { outcomes, took } }
  } catch (error) {
    // What is wrong with the data is wrong for all its tasks, wherever they are done.
    if (error instanceof QueuewrightError) return { failure: failureJson(error) }
    await sleep(BACKOFF, undefined, { signal: stop }).catch(() => {})
    throw error
  }
}

/** Runs `work`, whose signal is aborted by `stop` and after `BATCH_LIMIT`; what it throws then is ignored. */
async function untilEnough(stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(end, BATCH_LIMIT)
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  try {
    await work(controller.signal)
  } catch (error) {
    if (!controller.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

async function datasetsOf(
  digests: readonly string[],
  dataset: (digest: string) => Promise<Dataset>,
): Promise<ReadonlyMap<string, Dataset>> {
  const datasets = new Map<string, Dataset>()
  // One after the other, as they share the connection with all else that is said.
  for (const digest of digests) datasets.set(digest, await dataset(digest))
  return datasets
}

function suspicionOf(progress: unknown): Suspicion | null {
  return isSuspicion(progress) ? progress : null
}

function isSuspicion(progress: unknown): progress is Suspicion {
  if (typeof progress !== 'object' || progress === null) return false
  return 'at' in progress && typeof progress.at === 'number' && 'deaths' in progress
}

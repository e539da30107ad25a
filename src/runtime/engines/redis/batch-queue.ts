/**
 * The queue of a run, as its owner sees it: batches go in, and each comes back once, as answered, as failed or as lost.
 * BullMQ's stream of events tells what happens; a batch of which nothing is heard for a while is looked up, and put in
 * again where it is gone.
 */
import type { Redis } from 'ioredis'
import { QueuewrightError } from '../../../core/errors.js'
import { failureOf } from '../outcomes.js'
import { pack, unpack } from './codec.js'
import { PREFIX, queueName } from './keys.js'
import type { Batch, BatchDone } from './ledger.js'
import type { BullMq } from './libraries.js'
import { ATTEMPTS, type BatchMessage, LOST, readAnswer, STALLED } from './messages.js'

/** The possible fates of a batch. */
export type BatchFate =
  | { readonly kind: 'done'; readonly done: BatchDone }
  /** Nobody did it. */
  | { readonly kind: 'lost' }
  /** Too many workers died with it. */
  | { readonly kind: 'deadly' }
  /** No worker can do it, for a reason that is none of its tasks'. */
  | { readonly kind: 'failed'; readonly error: Error }

export interface BatchQueueEvents {
  readonly messageOf: (batch: Batch) => BatchMessage
  readonly fate: (batch: Batch, fate: BatchFate) => void
  readonly failed: (error: unknown) => void
}

export interface BatchQueue {
  /** Batches that are not back. */
  readonly size: number
  readonly send: (batches: readonly Batch[]) => void
  /** Takes out batches: nothing is told of them any more. */
  readonly withdraw: (which: (batch: Batch) => boolean) => void
  /** To be called every second. */
  readonly look: () => void
  /** Has all batches looked up at the next look. */
  readonly doubt: () => void
  close(): Promise<void>
}

interface Sent {
  readonly id: string
  readonly batch: Batch
  /** Looks since anything was heard of it. */
  quiet: number
  /** Whether it was not found when it was looked up last. */
  missing: boolean
}

/** Looks without news of a batch before it is looked up. */
const QUIET = 5
/** Events that BullMQ keeps in its stream: some five a batch. */
const EVENTS = 5000

export function batchQueue(
  { Queue, QueueEvents }: BullMq,
  client: Redis,
  run: string,
  { messageOf, fate, failed: fail }: BatchQueueEvents,
): BatchQueue {
  const failed = (error: unknown) => fail(error instanceof SyntaxError ? garbled(error) : error)
  const sent = new Map<string, Sent>()
  let count = 0
  let closed = false
  const shared = { connection: client, prefix: PREFIX, skipVersionCheck: true }
  const queue = new Queue(queueName(run), { ...shared, streams: { events: { maxLen: EVENTS } } })
  // From the first event on: the queue is new.
  const events = new QueueEvents(queueName(run), { ...shared, lastEventId: '0' })

  /** Runs what nobody waits for. */
  const aside = (work: Promise<unknown>) => {
    work.catch((error: unknown) => {
      if (!closed) failed(error)
    })
  }
  const jobOf = ({ id, batch }: Sent) => ({
    name: 'batch',
    data: pack(messageOf(batch)),
    opts: { jobId: id, attempts: ATTEMPTS },
  })
  const add = (some: readonly Sent[]) => queue.addBulk(some.map(jobOf))
  /** A job that a worker holds cannot be removed: it ends unheard. */
  const remove = (id: string) => {
    if (!closed) queue.remove(id).catch(() => {})
  }
  const back = (id: string, what: (batch: Batch) => BatchFate) => {
    const one = sent.get(id)
    sent.delete(id)
    remove(id)
    if (one !== undefined) fate(one.batch, what(one.batch))
  }
  const answered = (id: string, text: string) =>
    back(id, ({ places }) => {
      try {
        const answer = readAnswer(unpack(text), places.length)
        return 'done' in answer
          ? { kind: 'done', done: answer.done }
          : { kind: 'failed', error: failureOf(answer.failure) }
      } catch (error) {
        const remedy = 'Look who else writes into this Redis; what is done is not lost'
        const what = 'an answer in the queue is none of a worker'
        return { kind: 'failed', error: new QueuewrightError('task-failed', what, { remedy, cause: error }) }
      }
    })
  const undone = (id: string, reason: string) =>
    back(id, () => {
      if (reason === LOST) return { kind: 'lost' }
      if (reason === STALLED) return { kind: 'deadly' }
      const what = `workers could not do a batch of evaluations: ${reason}`
      return { kind: 'failed', error: new QueuewrightError('task-failed', what) }
    })

  const lookUp = async (one: Sent): Promise<void> => {
    one.quiet = 0
    const state = await queue.getJobState(one.id)
    if (!sent.has(one.id)) return
    if (state === 'unknown') {
      // The first time it may be on its way; the second time it is gone.
      if (one.missing) await add([one])
      else one.quiet = QUIET
      one.missing = !one.missing
      return
    }
    one.missing = false
    if (state !== 'completed' && state !== 'failed') return
    const job = await queue.getJob(one.id)
    if (job === undefined) return
    if (state === 'completed') answered(one.id, String(job.returnvalue))
    else undone(one.id, job.failedReason)
  }

  events.on('completed', ({ jobId, returnvalue }) => answered(jobId, String(returnvalue)))
  events.on('failed', ({ jobId, failedReason }) => undone(jobId, failedReason))
  events.on('active', ({ jobId }) => {
    const one = sent.get(jobId)
    if (one !== undefined) Object.assign(one, { quiet: 0, missing: false })
  })
  events.on('error', failed)
  queue.on('error', failed)

  return {
    get size() {
      return sent.size
    },
    send: (batches) => {
      if (batches.length === 0) return
      const some = batches.map((batch) => ({ id: `batch-${++count}`, batch, quiet: 0, missing: false }))
      for (const one of some) sent.set(one.id, one)
      aside(add(some))
    },
    withdraw: (which) => {
      for (const { id, batch } of sent.values()) {
        if (!which(batch)) continue
        sent.delete(id)
        remove(id)
      }
    },
    look: () => {
      for (const one of sent.values()) if (one.quiet++ >= QUIET) aside(lookUp(one))
    },
    doubt: () => {
      for (const one of sent.values()) one.quiet = QUIET
    },
    close: async () => {
      closed = true
      sent.clear()
      await events.close()
      await queue.close()
    },
  }
}

/** A failure of the library's own parsing: it reads events and jobs of the run as JSON. */
function garbled(cause: SyntaxError): QueuewrightError {
  return new QueuewrightError('task-failed', `something in the queue is none of ours: ${cause.message}`, {
    remedy: 'Look who else writes into this Redis; what is done is not lost',
    cause,
  })
}

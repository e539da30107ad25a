/**
 * The evaluator whose tasks are done by workers on any number of machines, by way of a queue of BullMQ in Redis.
 *
 * Tasks go out in batches, somewhat more than the workers can hold, and each comes back with its outcomes. Whatever a
 * batch meets on its way (a worker that dies, Redis restarted, keys evicted), it is given out again until its answer is
 * here; an answer counts once, because a batch is struck out when the first one comes. What lies in Redis belongs
 * to the run alone and is removed at the end.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import { QueuewrightError } from '../../../core/errors.js'
import type { Json } from '../../../core/json.js'
import type { EvaluateOptions, Evaluator, Task } from '../../../optimize/evaluator.js'
import type { Dataset } from '../../../trace/dataset.js'
import { thisBuild } from '../../build.js'
import { gatherOutcomes } from '../outcomes.js'
import { type Environment, parseQueueAddress, patienceOf } from './address.js'
import { type BatchFate, batchQueue } from './batch-queue.js'
import { connectQueue, queueFailure, unreachable } from './connection.js'
import { forgetWish, renewData, storeDataset } from './data-store.js'
import { heartbeat } from './heartbeat.js'
import { DATA_TIME, type RunInfo, type WorkerInfo } from './keys.js'
import { type Batch, batchLedger, type Call } from './ledger.js'
import { queueLibraries } from './libraries.js'
import { prefetch } from './messages.js'
import { endRun, renewRun } from './presence.js'
import { within } from './within.js'
import { isOf, workersWatch } from './workers-watch.js'

export interface RedisOptions {
  readonly notice: (text: string) => void
  readonly environment: Environment
}

/** Milliseconds between two looks at the queue, and at most for cleaning up. */
const LOOK = 1000
const FAREWELL = 5000
/** The data of a run is renewed so many times before it would expire. */
const RENEWALS = 5

/** How the promise of a call is settled. */
interface Settle {
  readonly resolve: (results: readonly Json[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * @param engine the address of the queue
 * @param datasets all data that tasks will name, by digest
 * @throws QueuewrightError `usage`, `engine-unreachable`, `engine-refused`
 */
export async function redisEvaluator(
  engine: string,
  datasets: ReadonlyMap<string, Dataset>,
  { notice, environment }: RedisOptions,
): Promise<Evaluator> {
  const address = parseQueueAddress(engine)
  const patience = patienceOf(environment)
  const { bullmq, ioredis } = await queueLibraries()
  const connection = await connectQueue(ioredis, address, environment, {
    notice,
    refused: (failure) => fail(failure),
    restored: () => queue.doubt(),
  })
  const { client } = connection
  const run = randomUUID()
  const info: RunInfo = { host: hostname(), pid: process.pid, build: thisBuild() }
  const ledger = batchLedger()
  const calls = new Map<Call, Settle>()
  const data = sharedData(client, run, datasets)
  const judge = workersWatch(address.text, info.build)
  let workers: readonly WorkerInfo[] = []
  /** Aborted, with the cause, when nothing can be done any more. */
  const dead = new AbortController()

  const end = (call: Call, how: (settle: Settle) => void) => {
    ledger.forget(call)
    queue.withdraw((batch) => batch.call === call)
    const settle = calls.get(call)
    calls.delete(call)
    if (settle !== undefined) how(settle)
  }
  const endDone = (call: Call) =>
    end(call, ({ resolve, reject }) => {
      try {
        resolve(call.outcomes.results())
      } catch (error) {
        reject(error)
      }
    })
  /** Nothing can be done any more. */
  const fail = (error: unknown) => {
    const failure = queueFailure(error, address)
    dead.abort(failure)
    for (const call of [...calls.keys()]) end(call, ({ reject }) => reject(failure))
  }
  /** The end of all calls, unless the connection is away: then it comes back, or `patience` ends them. */
  const failUnlessAway = (error: unknown) => {
    const failure = queueFailure(error, address)
    if (!(failure instanceof QueuewrightError && failure.kind === 'engine-unreachable')) fail(failure)
  }

  const onFate = (batch: Batch, fate: BatchFate): void => {
    if (fate.kind === 'lost') ledger.putBack(batch)
    else if (fate.kind === 'failed') end(batch.call, ({ reject }) => reject(fate.error))
    else {
      const isDone = fate.kind === 'deadly' ? ledger.halve(batch) : ledger.finish(batch, fate.done)
      if (isDone) endDone(batch.call)
    }
  }
  const queue = batchQueue(bullmq, client, run, {
    messageOf: ({ call, places }) => {
      const tasks = places.map((place) => call.tasks[place])
      return { tasks, data: digestsOf(tasks).filter((digest) => datasets.has(digest)) }
    },
    fate: (batch, fate) => {
      try {
        onFate(batch, fate)
      } catch (error) {
        // Whoever was told of a result failed.
        end(batch.call, ({ reject }) => reject(error))
      }
      send()
    },
    failed: failUnlessAway,
  })

  const ours = () => workers.filter((worker) => isOf(info.build, worker))
  const threads = () => ours().reduce((sum, worker) => sum + worker.threads, 0) || 1
  const send = () => {
    // What workers hold, and one more for each thread.
    const most = ours().reduce((sum, worker) => sum + prefetch(worker.threads) + worker.threads, prefetch(1))
    const batches: Batch[] = []
    while (!dead.signal.aborted && queue.size + batches.length < most) {
      const batch = ledger.next(threads())
      if (batch === null) break
      batches.push(batch)
    }
    queue.send(batches)
  }

  let looks = 0
  const look = async (): Promise<void> => {
    const found = await renewRun(client, run, info)
    workers = found.workers
    // Large data takes longer than a look may.
    data.storeAgain(found.wanted).catch(failUnlessAway)
    if (++looks % (DATA_TIME / LOOK / RENEWALS) === 0) await data.renew()
    if (calls.size > 0) {
      const verdict = judge(workers)
      if (verdict.kind === 'notice') notice(verdict.text)
      else if (verdict.kind === 'failure') fail(verdict.failure)
    }
    queue.look()
    send()
  }
  const looking = heartbeat(LOOK, look, {
    missed: (count) => {
      if (count * LOOK >= patience * 1000) fail(unreachable(address, null, patience))
    },
    failed: failUnlessAway,
  })
  const close = async (): Promise<void> => {
    looking.stop()
    fail(new Error('the evaluator was closed'))
    const away = client.status !== 'ready'
    const cleanUp = async () => {
      await queue.close()
      if (!away) await endRun(client, run)
    }
    // Where Redis is away, the run's keys expire, or a worker removes them.
    await within(cleanUp(), away ? 0 : FAREWELL)
    await connection.close()
  }
  // A queue that falls silent just now never answers the first look.
  await Promise.race([looking.first, once(dead.signal, 'abort')])
  if (dead.signal.aborted) {
    await close()
    throw dead.signal.reason
  }

  return {
    get width() {
      return threads()
    },
    evaluate: async (tasks: readonly Task[], { signal, onResult }: EvaluateOptions = {}) => {
      dead.signal.throwIfAborted()
      signal?.throwIfAborted()
      if (tasks.length === 0) return []
      const call: Call = { tasks, outcomes: gatherOutcomes(onResult) }
      const results = new Promise<readonly Json[]>((resolve, reject) => calls.set(call, { resolve, reject }))
      const abort = () => end(call, ({ reject }) => reject(signal?.reason))
      signal?.addEventListener('abort', abort)
      const begin = () => {
        if (calls.has(call)) ledger.open(call)
        send()
      }
      data.store(digestsOf(tasks)).then(begin).catch(failUnlessAway)
      try {
        return await results
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    close,
  }
}

function digestsOf(tasks: readonly Task[]): string[] {
  return [...new Set(tasks.flatMap(({ data }) => data))]
}

/** The data of a run in the queue: each put there when it is needed first, and again when a worker misses it. */
function sharedData(client: Redis, run: string, datasets: ReadonlyMap<string, Dataset>) {
  const stored = new Map<string, Promise<void>>()
  const underWay = new Set<string>()
  const storeOne = (digest: string): Promise<void> => {
    const dataset = datasets.get(digest)
    if (dataset === undefined) return Promise.resolve()
    let storing = stored.get(digest)
    if (storing === undefined) {
      underWay.add(digest)
      storing = storeDataset(client, run, dataset).finally(() => underWay.delete(digest))
      stored.set(digest, storing)
    }
    return storing
  }
  return {
    store: async (digests: readonly string[]): Promise<void> => {
      for (const digest of digests) await storeOne(digest)
    },
    storeAgain: async (digests: readonly string[]): Promise<void> => {
      for (const digest of digests.filter((each) => !underWay.has(each))) {
        stored.delete(digest)
        await storeOne(digest)
        await forgetWish(client, run, digest)
      }
    },
    renew: () => renewData(client, run, stored.keys()),
  }
}

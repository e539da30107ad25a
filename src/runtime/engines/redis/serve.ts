/**
 * A worker: a process that does the tasks of all runs of its own build, in threads, until it is told to stop or has had
 * nothing to do for long enough. Its main thread only talks with Redis; if it did evaluations, it could not renew the
 * locks of its jobs.
 */

import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import type { QueuewrightError } from '../../../core/errors.js'
import { plural } from '../../../core/format.js'
import type { Dataset } from '../../../trace/dataset.js'
import { buildText, thisBuild } from '../../build.js'
import { type TaskPool, taskPool } from '../task-pool.js'
import { type Environment, parseQueueAddress } from './address.js'
import { connectQueue, queueFailure } from './connection.js'
import { fetchDataset } from './data-store.js'
import { gate } from './gate.js'
import { heartbeat } from './heartbeat.js'
import type { RunInfo, WorkerInfo } from './keys.js'
import { queueLibraries } from './libraries.js'
import { dismissWorker, removeEnded, removeOrphans, renewWorker, runsOf } from './presence.js'
import { type ServedRun, serveRun } from './served-run.js'
import { within } from './within.js'

export interface ServeOptions {
  /** As many as the process may use processors where absent. */
  readonly threads?: number
  /** Milliseconds without work after which the worker ends; never where absent. */
  readonly idle?: number
  /** Stops the worker: batches in hand are given back as far as they are not done. */
  readonly signal: AbortSignal
  readonly notice: (text: string) => void
  readonly environment: Environment
}

export interface Served {
  readonly reason: 'stopped' | 'idle'
  /** Evaluations done. */
  readonly evaluations: number
}

/** Milliseconds between two looks at what there is to do; how often a worker says that it is there, in looks. */
const LOOK = 500
const RENEW_EVERY = 5
/** Milliseconds without a run after which threads and data are given back. */
const KEEP = 60_000
/** Milliseconds that evaluations under way may take to end (Slurm kills 30 s after it told a job to end); an answer. */
const GRACE = 18_000
const ANSWER = 2000
/** Data that is kept at a time. */
const KEPT_DATA = 32

/**
 * @param engine the address of the queue
 * @throws QueuewrightError `usage`, `engine-unreachable` where the queue cannot be reached at first, `engine-refused`
 */
export async function serveTasks(engine: string, options: ServeOptions): Promise<Served> {
  const { threads, idle, signal, notice, environment } = options
  const address = parseQueueAddress(engine)
  const { bullmq, ioredis } = await queueLibraries()
  /** The controller of all that ends the worker. */
  const end = new AbortController()
  // Every batch in hand listens to it.
  setMaxListeners(0, end.signal)
  let refusal: QueuewrightError | null = null
  const refused = (failure: QueuewrightError) => {
    refusal ??= failure
    end.abort()
  }
  const events = { notice, refused, restored: () => {} }
  const connection = await connectQueue(ioredis, address, environment, events)
  const { client } = connection
  const onError = (error: Error) => {
    const failure = queueFailure(error, address)
    if (failure !== error && (failure as QueuewrightError).kind === 'engine-refused')
      refused(failure as QueuewrightError)
    // Others are of the connection, which comes back, or of jobs that a run took away: another worker does them.
  }

  const id = randomUUID()
  const build = thisBuild()
  const host = hostname()
  const runs = new Map<string, ServedRun>()
  /** Runs that are over, until the batches in hand are. */
  const closing = new Set<Promise<void>>()
  const strangers = new Set<string>()
  const turns = gate()
  let kept = keeper(client, threads)
  const info: WorkerInfo = { host, pid: process.pid, build, threads: kept.pool.threads }
  let reason: Served['reason'] = 'stopped'
  let evaluations = 0
  let inHand = 0
  let lastWork = performance.now()
  /** When the last look began that came to its end, and the beats since then. */
  let lastLook = Number.NEGATIVE_INFINITY
  let unanswered = 0

  const open = (run: string, owner: RunInfo): ServedRun => {
    notice(`serving a run of ${owner.host}, process ${owner.pid}`)
    return serveRun(run, {
      client,
      bullmq,
      pool: kept.pool,
      gate: turns,
      name: `${host}:${process.pid}`,
      dataset: (digest) => kept.dataset(run, digest),
      stop: end.signal,
      onBatch: (event, done) => {
        inHand += event === 'begun' ? 1 : -1
        evaluations += done
        lastWork = performance.now()
      },
      onError,
    })
  }
  const close = async (run: string, served: ServedRun) => {
    await served.close()
    // What BullMQ writes of its own accord while a run's queue is being removed.
    await removeEnded(client, run)
  }
  const look = async (): Promise<void> => {
    const present = await runsOf(client)
    for (const { id: run, info: owner } of present) {
      if (owner === null) await removeEnded(client, run)
      else if (owner.build.digest !== build.digest) {
        if (!strangers.has(run)) notice(strangerText(owner))
        strangers.add(run)
      } else if (!runs.has(run) && !end.signal.aborted) runs.set(run, open(run, owner))
    }
    for (const [run, served] of runs) {
      if (present.some((each) => each.id === run && each.info !== null)) continue
      runs.delete(run)
      const closed = close(run, served)
        .catch(onError)
        .finally(() => closing.delete(closed))
      closing.add(closed)
    }
    // Work that this process has not come to take, on a busy machine, is no lack of work.
    if (idle !== undefined && inHand === 0)
      for (const served of runs.values()) if ((await served.waiting()) > 0) lastWork = performance.now()
    if (runs.size === 0 && closing.size === 0 && kept.used && performance.now() - lastWork > KEEP) {
      await kept.pool.close()
      kept = keeper(client, threads)
    }
  }

  let looks = 0
  const looking = heartbeat(
    LOOK,
    async () => {
      if (looks % RENEW_EVERY === 0) await renewWorker(client, id, info)
      if (looks++ === 0) await removeOrphans(client)
      const began = performance.now()
      await look()
      lastLook = began
      unanswered = 0
    },
    { failed: (error) => onError(error as Error) },
  )
  const resting = setInterval(() => {
    if (idle === undefined || inHand > 0 || end.signal.aborted) return
    // By what is known: a process that was stopped itself, or had no processor, does not know what has come meanwhile. Where
    // nobody answers it is by beats, of which such a process has missed none.
    const unheard = unanswered++ * LOOK - GRACE
    if (lastLook - lastWork < idle && unheard < idle) return
    reason = 'idle'
    end.abort()
  }, LOOK)
  const stop = () => end.abort()
  signal.addEventListener('abort', stop)
  try {
    notice(
      `worker ready: ${plural(info.threads, 'thread')} for ${address.text}, queuewright ${buildText(build)}`,
    )
    if (signal.aborted) stop()
    if (!end.signal.aborted) await new Promise((resolve) => end.signal.addEventListener('abort', resolve))
  } finally {
    looking.stop()
    clearInterval(resting)
    signal.removeEventListener('abort', stop)
    const ended = () => Promise.allSettled([...[...runs].map((each) => close(...each)), ...closing])
    const closed = client.status === 'ready' ? ended() : Promise.resolve()
    await within(closed, GRACE)
    // Evaluations that are still under way are given up: their batches are answered without them.
    await kept.pool.close()
    await within(closed, ANSWER)
    if (client.status === 'ready') await within(dismissWorker(client, id), ANSWER)
    for (const served of runs.values()) served.abandon()
    await connection.close()
  }
  if (refusal !== null) throw refusal
  return { reason, evaluations }
}

/** Threads, and the data that they share. */
interface Keeper {
  readonly pool: TaskPool
  /** Whether there is anything to give back. */
  readonly used: boolean
  readonly dataset: (run: string, digest: string) => Promise<Dataset>
}

function keeper(client: Redis, threads: number | undefined): Keeper {
  const kept = new Map<string, Dataset>()
  // By run too: what one run does not have, another may.
  const underWay = new Map<string, Promise<Dataset>>()
  const fetch = async (run: string, digest: string): Promise<Dataset> => {
    const dataset = await fetchDataset(client, run, digest)
    kept.set(digest, dataset)
    if (kept.size > KEPT_DATA) for (const [oldest] of kept) if (kept.delete(oldest)) break
    return dataset
  }
  return {
    pool: taskPool(threads),
    get used() {
      return kept.size > 0
    },
    dataset: async (run, digest) => {
      const found = kept.get(digest)
      if (found !== undefined) return found
      const key = `${run} ${digest}`
      const fetching = underWay.get(key) ?? fetch(run, digest).finally(() => underWay.delete(key))
      underWay.set(key, fetching)
      return fetching
    },
  }
}

function strangerText({ host, pid, build }: RunInfo): string {
  const ours = buildText(thisBuild())
  return `a run of ${host}, process ${pid}, waits for workers of queuewright ${buildText(build)}; this is ${ours}`
}

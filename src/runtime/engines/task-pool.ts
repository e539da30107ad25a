/**
 * Threads that do tasks, over data that they share with the caller: a trace is posted as a handle on its memory, never
 * copied. What the threads do is in pool-worker.ts.
 *
 * Tasks go to the threads in chunks, so that short tasks share the time until a thread has its next message (up to half
 * a millisecond), and so that no thread is left with a long chunk at the end: a chunk takes about `CHUNK_TIME`, by the time
 * that tasks took so far, and no more than a fair share of what is left. A chunk whose tasks take much longer than that is
 * answered in parts.
 *
 * A thread that breaks down (out of memory) takes its chunk with it: the tasks of that chunk are done again one at a
 * time, so that only the one that breaks a thread fails.
 */
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { failureJson, QueuewrightError } from '../../core/errors.js'
import type { Task } from '../../optimize/evaluator.js'
import type { Dataset } from '../../trace/dataset.js'
import { packageFile } from '../package.js'
import { guidedSize, meanWith } from './guided-size.js'
import type { Outcome } from './outcomes.js'

/** A message to a thread. */
export interface Chunk {
  readonly tasks: readonly Task[]
  /** All that the tasks need, and that the thread may not have yet. */
  readonly datasets: readonly Dataset[]
  /** Milliseconds after which no further task is begun. */
  readonly limit: number
}

/** Its answer. */
export interface ChunkDone {
  /** Outcomes of the chunk's tasks, from the first; fewer where they took too long, but one. */
  readonly outcomes: readonly Outcome[]
  /** Milliseconds that these took. */
  readonly took: number
}

/** Milliseconds. */
const CHUNK_TIME = 100
const CHUNK_LIMIT = 5 * CHUNK_TIME

export interface PoolRunOptions {
  /** Begins no further chunk once aborted: `run` rejects with its reason when those under way have ended. */
  readonly signal?: AbortSignal
  /** Chunks of this call that are under way at a time; as many as there are threads where absent. */
  readonly lanes?: number
}

export interface TaskPool {
  readonly threads: number
  /**
   * Does `tasks`. Where several calls are under way, the threads serve them by turns.
   * @param datasets by digest; a task whose data is not among them fails
   * @param onOutcome told of each task once, with the milliseconds that a task of its chunk took in the mean;
   *   `task-failed` for one that breaks its thread down
   */
  run(
    tasks: readonly Task[],
    datasets: ReadonlyMap<string, Dataset>,
    onOutcome: (index: number, outcome: Outcome, took: number) => void,
    options?: PoolRunOptions,
  ): Promise<void>
  /** Ends the threads at once: calls under way reject. */
  close(): Promise<void>
}

/**
 * Before Node 24 a thread that ends while V8 compiles for it on another one can abort the process (`data.first` is null in
 * node_platform.cc: the isolate is taken from the list before its compilations have stopped). Threads that begin after
 * this call compile for themselves, which costs no processor time; the main thread goes on as it was.
 */
function compileInThread(): void {
  if (Number.parseInt(process.versions.node, 10) < 24) setFlagsFromString('--no-concurrent-recompilation')
}

/** @param threads 1 or more; as many as the machine has processors where absent */
export function taskPool(threads: number = availableParallelism()): TaskPool {
  compileInThread()
  const pool = new Piscina<Chunk, ChunkDone>({
    filename: packageFile('dist/runtime/engines/pool-worker.js').href,
    minThreads: threads,
    maxThreads: threads,
    // A chunk at a time and a thread; the next one is posted when its answer is here.
    concurrentTasksPerWorker: 1,
  })
  let closed = false
  /** Milliseconds that a task takes: a moving mean; null before the first. */
  let mean: number | null = null
  return {
    threads,
    run: async (tasks, datasets, onOutcome, { signal, lanes = threads } = {}) => {
      let next = 0
      /** The tasks [from, to), one after the other. */
      const inOrder = async (from: number, to: number): Promise<void> => {
        let size = to - from
        for (let at = from; at < to && !signal?.aborted; ) {
          const part = tasks.slice(at, Math.min(to, at + size))
          const { outcomes, took } = await inThread(part)
          if (outcomes.length === 0) {
            size = 1
            continue
          }
          const each = took / outcomes.length
          mean = meanWith(mean, each)
          for (const outcome of outcomes) onOutcome(at++, outcome, each)
        }
      }
      /** No outcome where several tasks went to a thread that broke down. */
      const inThread = async (part: readonly Task[]): Promise<ChunkDone> => {
        try {
          return await pool.run({ tasks: part, datasets: datasetsFor(part, datasets), limit: CHUNK_LIMIT })
        } catch (cause) {
          if (closed) throw cause
          const failed = { failure: failureJson(brokenDown(cause)) }
          return { outcomes: part.length > 1 ? [] : [failed], took: 0 }
        }
      }
      const lane = async (): Promise<void> => {
        while (next < tasks.length && !signal?.aborted) {
          const from = next
          next = from + guidedSize(tasks.length - from, lanes, mean, { target: CHUNK_TIME })
          await inOrder(from, next)
        }
      }
      const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
      for (const ended of ends) if (ended.status === 'rejected') throw ended.reason
      signal?.throwIfAborted()
    },
    close: () => {
      closed = true
      return pool.destroy()
    },
  }
}

function datasetsFor(tasks: readonly Task[], datasets: ReadonlyMap<string, Dataset>): readonly Dataset[] {
  const wanted = new Set(tasks.flatMap(({ data }) => data))
  return [...wanted].flatMap((digest) => datasets.get(digest) ?? [])
}

function brokenDown(cause: unknown): QueuewrightError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new QueuewrightError('task-failed', `an evaluation broke its worker thread down: ${why}`, {
    remedy:
      'If memory ran out, use fewer workers, or give them more with NODE_OPTIONS=--max-old-space-size=MB',
    cause,
  })
}

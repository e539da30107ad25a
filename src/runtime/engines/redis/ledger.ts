/**
 * Which task of which call goes into which batch, and what came of it: the memory of a run's owner, apart from any
 * queue. A task is in one of three places: not given out, in a batch, or done; it is done once.
 */
import { failureJson, QueuewrightError } from '../../../core/errors.js'
import type { Task } from '../../../optimize/evaluator.js'
import { guidedSize, meanWith } from '../guided-size.js'
import type { Outcome, Outcomes } from '../outcomes.js'

/** Milliseconds of one thread that a batch should take, and below which it is not worth the queue. */
const BATCH_TIME = 1000
const LEAST_TIME = 50

/** A call of `Evaluator.evaluate`: one task or more. */
export interface Call {
  readonly tasks: readonly Task[]
  readonly outcomes: Outcomes
}

export interface Batch {
  readonly call: Call
  /** Places of its tasks among those of the call. */
  readonly places: readonly number[]
}

/** The part of a batch that a worker did. */
export interface BatchDone {
  /** As long as the batch's tasks; null for tasks that it gives back. */
  readonly outcomes: readonly (Outcome | null)[]
  /** Milliseconds that the others took, summed over threads. */
  readonly took: number
}

export interface Ledger {
  /** Has the tasks of a call given out from now on. */
  readonly open: (call: Call) => void
  /**
   * Takes a batch to be given out, from the call that has waited longest; null where there is none.
   * @param threads those that share the work
   */
  readonly next: (threads: number) => Batch | null
  /** @returns whether the batch's call is done */
  readonly finish: (batch: Batch, done: BatchDone) => boolean
  /** A batch that nobody did; its tasks are given out again. */
  readonly putBack: (batch: Batch) => void
  /**
   * A batch that ended the processes of all workers that tried it: its tasks are given out again in two halves, and a
   * task that was alone has failed.
   * @returns whether the batch's call is done
   */
  readonly halve: (batch: Batch) => boolean
  /** Forgets a call; what comes of its batches from now on is ignored. */
  readonly forget: (call: Call) => void
}

interface Entry {
  readonly call: Call
  /** The first task that was never given out. */
  fresh: number
  /** Places of tasks that were given out and came back; none of these lists is empty. */
  readonly returned: number[][]
  /** Tasks that are not done. */
  open: number
}

export function batchLedger(): Ledger {
  const entries = new Map<Call, Entry>()
  let mean: number | null = null

  const returned = (batch: Batch, places: readonly number[]) => {
    if (places.length > 0) entries.get(batch.call)?.returned.push([...places])
  }
  const done = (batch: Batch, place: number, outcome: Outcome) => {
    const entry = entries.get(batch.call)
    if (entry === undefined) return
    entry.open--
    entry.call.outcomes.take(place, outcome)
  }
  const isDone = ({ call }: Batch): boolean => {
    if (entries.get(call)?.open !== 0) return false
    return entries.delete(call)
  }
  const placesOf = (entry: Entry, threads: number): readonly number[] | null => {
    const { call, returned } = entry
    const fresh = call.tasks.length - entry.fresh
    const left = fresh + returned.reduce((sum, places) => sum + places.length, 0)
    if (left === 0) return null
    const size = guidedSize(left, threads, mean, { target: BATCH_TIME, least: LEAST_TIME })
    const again = returned[0]
    if (again === undefined) {
      const from = entry.fresh
      entry.fresh = Math.min(call.tasks.length, from + size)
      return Array.from({ length: entry.fresh - from }, (_, k) => from + k)
    }
    const places = again.splice(0, size)
    if (again.length === 0) returned.shift()
    return places
  }

  return {
    open: (call) => {
      entries.set(call, { call, fresh: 0, returned: [], open: call.tasks.length })
    },
    next: (threads) => {
      for (const entry of entries.values()) {
        const places = placesOf(entry, threads)
        if (places !== null) return { call: entry.call, places }
      }
      return null
    },
    finish: (batch, { outcomes, took }) => {
      const count = outcomes.filter((outcome) => outcome !== null).length
      if (count > 0) mean = meanWith(mean, took / count)
      const { places } = batch
      for (const [k, place] of places.entries()) {
        const outcome = outcomes[k]
        if (outcome !== null) done(batch, place, outcome)
      }
      returned(
        batch,
        places.filter((_, k) => outcomes[k] === null),
      )
      return isDone(batch)
    },
    putBack: (batch) => returned(batch, batch.places),
    halve: (batch) => {
      const { places } = batch
      const half = places.length >> 1
      if (half === 0) done(batch, places[0], { failure: failureJson(deadlyTask()) })
      else {
        returned(batch, places.slice(0, half))
        returned(batch, places.slice(half))
      }
      return isDone(batch)
    },
    forget: (call) => {
      entries.delete(call)
    },
  }
}

/** The failure of a task that no worker survived. */
export function deadlyTask(): QueuewrightError {
  return new QueuewrightError('task-failed', 'every worker that began this evaluation died with it', {
    remedy: 'Most often memory ran out: give workers more, or fewer threads each (qw worker --workers N)',
  })
}

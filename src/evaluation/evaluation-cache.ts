/**
 * Evaluations that are not done twice: an evaluator in front of another one that knows results of earlier tasks by
 * what they depend on.
 *
 * A cache changes no byte of a result. A task with a limit gives its score only up to the limit, else the limit itself
 * (`Task`): so a full result serves every limit, and that a score is above one limit serves every smaller one.
 */
import type { Json } from '../core/json.js'
import { sha256 } from '../core/sha256.js'
import type { Evaluator, Task } from '../optimize/evaluator.js'

/** Where results are kept. It may forget, and must not change them. */
export interface EvaluationStore {
  get(key: string): Json | undefined
  set(key: string, result: Json): void
}

export interface CacheCounts {
  /** Tasks that were asked for. */
  readonly asked: number
  /** Those of them that were not done, because their results were known or came with the same call. */
  readonly reused: number
}

export interface CachedEvaluator extends Evaluator {
  readonly counts: CacheCounts
}

const KEY_DIGITS = 32

/**
 * The key of a task without a limit: SHA-256 over its kind, its payload (whatever the order of its
 * members), the digests of its data and the version that evaluates; cut to 32 hexadecimal digits.
 */
export function taskKey({ kind, payload, data }: Task, version: string): string {
  return keyOf(canonical([version, kind, payload, data]))
}

/** @param version what evaluates; results of different versions are kept apart */
export function cachedEvaluator(inner: Evaluator, store: EvaluationStore, version: string): CachedEvaluator {
  const counts = { asked: 0, reused: 0 }
  const known = (key: string, { limit }: Task): Json | undefined => {
    const full = store.get(key)
    if (limit === undefined || full !== undefined) return full === undefined ? full : within(full, limit)
    const bound = store.get(boundKey(key))
    return typeof bound === 'number' && limit <= bound ? { above: limit } : undefined
  }
  const keep = (key: string, { limit }: Task, result: Json): void => {
    if (limit === undefined || !isAbove(result)) store.set(key, result)
    else store.set(boundKey(key), Math.max(limit, Number(store.get(boundKey(key)) ?? limit)))
  }
  return {
    width: inner.width,
    counts,
    evaluate: async (tasks, { signal, onResult } = {}) => {
      signal?.throwIfAborted()
      const results: Json[] = []
      const settle = (index: number, result: Json): void => {
        results[index] = result
        onResult?.(index, result)
      }
      /** Tasks to be done, each with the places of all that are the same. */
      const open = new Map<string, { readonly key: string; readonly task: Task; readonly places: number[] }>()
      for (const [index, task] of tasks.entries()) {
        counts.asked++
        const key = taskKey(task, version)
        const found = known(key, task)
        if (found !== undefined) {
          counts.reused++
          settle(index, found)
          continue
        }
        const exact = `${key} ${task.limit}`
        const same = open.get(exact)
        if (same === undefined) open.set(exact, { key, task, places: [index] })
        else {
          counts.reused++
          same.places.push(index)
        }
      }
      if (open.size === 0) return results
      const asked = [...open.values()]
      await inner.evaluate(
        asked.map(({ task }) => task),
        {
          ...(signal === undefined ? {} : { signal }),
          onResult: (k, result) => {
            const { key, task, places } = asked[k]
            keep(key, task, result)
            for (const index of places) settle(index, result)
          },
        },
      )
      return results
    },
    close: () => inner.close(),
  }
}

/**
 * A store in memory, of two generations: when the young one is full it becomes the old one, and the old one is forgotten
 * but for what was asked for since.
 * @param most results that it keeps, 2 or more; at least half of them are those that were used last
 */
export function memoryStore(most: number): EvaluationStore {
  let young = new Map<string, Json>()
  let old = young
  const set = (key: string, result: Json): void => {
    young.set(key, result)
    if (young.size < most / 2) return
    old = young
    young = new Map()
  }
  return {
    get: (key) => {
      const found = young.get(key)
      if (found !== undefined) return found
      const kept = old.get(key)
      if (kept !== undefined) set(key, kept)
      return kept
    },
    set,
  }
}

/** The result of a task with this limit whose full result is known. */
function within(full: Json, limit: number | undefined): Json {
  const [score] = Array.isArray(full) ? full : []
  return limit !== undefined && typeof score === 'number' && score > limit ? { above: limit } : full
}

function isAbove(result: Json): boolean {
  return typeof result === 'object' && result !== null && 'above' in result
}

/** Where the largest limit is kept that the score is known to be above. */
function boundKey(key: string): string {
  return keyOf(`${key} above`)
}

function keyOf(text: string): string {
  return sha256(text).slice(0, KEY_DIGITS)
}

/** JSON text in which the members of objects stand in the order of their names. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

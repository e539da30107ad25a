import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import {
  cachedEvaluator,
  type EvaluationStore,
  memoryStore,
  taskKey,
} from '../../../src/evaluation/evaluation-cache.js'
import type { Evaluator, Task } from '../../../src/optimize/evaluator.js'

const task = (payload: Json, limit?: number): Task => ({
  kind: 'count',
  payload,
  data: ['d'],
  ...(limit === undefined ? {} : { limit }),
})

/** Of a task {x}: [x], or its limit where that is exceeded. */
function honest({ payload, limit }: Task): Json {
  const { x } = payload as { readonly x: number }
  if (limit !== undefined && x > limit) return { above: limit }
  return [x]
}

interface Counting extends Evaluator {
  readonly asked: Task[][]
}

/** @param fails which tasks cannot be done */
function counting(fails: (task: Task) => boolean = () => false): Counting {
  const asked: Task[][] = []
  return {
    width: 3,
    asked,
    evaluate: async (tasks, { onResult } = {}) => {
      asked.push([...tasks])
      const results: Json[] = []
      let failure: Error | null = null
      for (const [index, each] of tasks.entries()) {
        if (fails(each)) failure ??= new Error(`cannot do ${JSON.stringify(each.payload)}`)
        else {
          results[index] = honest(each)
          onResult?.(index, results[index])
        }
      }
      if (failure !== null) throw failure
      return results
    },
    close: async () => {},
  }
}

describe('taskKey', () => {
  it('depends on kind, payload, data and version, and not on the order of members', () => {
    const key = taskKey(task({ a: 1, b: { c: 2, d: [3] } }), '1')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(taskKey(task({ b: { d: [3], c: 2 }, a: 1 }), '1')).toBe(key)
    const others = [
      taskKey(task({ a: 1, b: { c: 2, d: [3] } }), '2'),
      taskKey({ ...task({ a: 1, b: { c: 2, d: [3] } }), kind: 'other' }, '1'),
      taskKey({ ...task({ a: 1, b: { c: 2, d: [3] } }), data: ['e'] }, '1'),
      taskKey(task({ a: 1, b: { c: 2, d: ['3'] } }), '1'),
      taskKey(task({ a: 1, b: { c: 2, d: [3, null] } }), '1'),
      taskKey(task({ a: { c: 2, d: [3] }, b: 1 }), '1'),
    ]
    expect(new Set([key, ...others]).size).toBe(others.length + 1)
  })

  it('does not depend on the limit', () => {
    expect(taskKey(task({ x: 1 }, 5), '1')).toBe(taskKey(task({ x: 1 }), '1'))
  })
})

describe('cachedEvaluator', () => {
  it('does each of several equal tasks of a call once, and none again', async () => {
    const inner = counting()
    const cached = cachedEvaluator(inner, memoryStore(100), '1')
    const told: [number, Json][] = []
    const tasks = [task({ x: 1 }), task({ x: 2 }), task({ x: 1 }), task({ x: 1 })]
    const results = await cached.evaluate(tasks, { onResult: (k, result) => told.push([k, result]) })
    expect(results).toEqual([[1], [2], [1], [1]])
    expect(inner.asked).toEqual([[tasks[0], tasks[1]]])
    expect(told.toSorted(([a], [b]) => a - b)).toEqual([
      [0, [1]],
      [1, [2]],
      [2, [1]],
      [3, [1]],
    ])
    expect(cached.counts).toEqual({ asked: 4, reused: 2 })

    expect(await cached.evaluate([task({ x: 3 }), task({ x: 2 })])).toEqual([[3], [2]])
    expect(inner.asked[1]).toEqual([task({ x: 3 })])
    expect(await cached.evaluate([task({ x: 3 }), task({ x: 2 })])).toEqual([[3], [2]])
    expect(inner.asked).toHaveLength(2)
    expect(cached.counts).toEqual({ asked: 8, reused: 5 })
    expect(cached.width).toBe(3)
  })

  it('keeps results of different versions apart', async () => {
    const store = memoryStore(100)
    const inner = counting()
    await cachedEvaluator(inner, store, '1').evaluate([task({ x: 1 })])
    await cachedEvaluator(inner, store, '2').evaluate([task({ x: 1 })])
    await cachedEvaluator(inner, store, '1').evaluate([task({ x: 1 })])
    expect(inner.asked).toHaveLength(2)
  })

  it('fails as the evaluator behind it does, and keeps what was done', async () => {
    const inner = counting(({ payload }) => (payload as { x: number }).x < 0)
    const cached = cachedEvaluator(inner, memoryStore(100), '1')
    const tasks = [task({ x: 1 }), task({ x: -1 }), task({ x: 2 }), task({ x: -2 }), task({ x: -1 })]
    const told: number[] = []
    await expect(cached.evaluate(tasks, { onResult: (k) => told.push(k) })).rejects.toThrow('{"x":-1}')
    expect(told).toEqual([0, 2])
    // What failed is not kept: it is tried again.
    await expect(cached.evaluate(tasks)).rejects.toThrow('{"x":-1}')
    expect(inner.asked[1]).toEqual([tasks[1], tasks[3]])
  })

  it('does nothing once it is told to stop', async () => {
    const inner = counting()
    const stop = AbortSignal.abort(new Error('enough'))
    const cached = cachedEvaluator(inner, memoryStore(100), '1')
    await expect(cached.evaluate([task({ x: 1 })], { signal: stop })).rejects.toThrow('enough')
    expect(inner.asked).toHaveLength(0)
  })

  it('uses a full result for every limit, and what is above a limit for every smaller one', async () => {
    const inner = counting()
    const cached = cachedEvaluator(inner, memoryStore(100), '1')
    const one = async (x: number, limit?: number) => {
      const before = inner.asked.length
      const [result] = await cached.evaluate([task({ x }, limit)])
      expect(result).toEqual(honest(task({ x }, limit)))
      return inner.asked.length === before ? 'known' : 'done'
    }
    expect(await one(10)).toBe('done')
    expect(await one(10, 12)).toBe('known')
    expect(await one(10, 10)).toBe('known')
    expect(await one(10, 9)).toBe('known')
    // A full result under a limit is the result without one, too.
    expect(await one(20, 25)).toBe('done')
    expect(await one(20)).toBe('known')
    expect(await one(40, 5)).toBe('done')
    expect(await one(40, 4)).toBe('known')
    expect(await one(40, 6)).toBe('done')
    expect(await one(40, 5.5)).toBe('known')
    expect(await one(40)).toBe('done')
    expect(await one(40, 39)).toBe('known')
  })

  it('gives what the evaluator behind it gives, whatever it knows, in whatever store', async () => {
    const tasks = fc.array(
      fc.record({ x: fc.integer({ min: 0, max: 12 }), limit: fc.option(fc.integer({ min: 0, max: 12 })) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(tasks), fc.integer({ min: 2, max: 20 }), async (calls, most) => {
        const cached = cachedEvaluator(counting(), memoryStore(most), '1')
        for (const call of calls) {
          const wanted = call.map(({ x, limit }) => task({ x }, limit ?? undefined))
          const told: Json[] = []
          const results = await cached.evaluate(wanted, {
            onResult: (k, result) => {
              expect(told[k]).toBeUndefined()
              told[k] = result
            },
          })
          expect(results).toEqual(wanted.map(honest))
          expect(told).toEqual(results)
        }
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

describe('memoryStore', () => {
  it('keeps what was used last, and no more than it may', () => {
    const store = memoryStore(10)
    for (let k = 0; k < 100; k++) {
      store.set(String(k), k)
      for (let j = Math.max(0, k - 4); j <= k; j++) expect(store.get(String(j))).toBe(j)
    }
    const kept = Array.from({ length: 100 }, (_, k) => memoryKept(store, k)).filter(Boolean)
    expect(kept.length).toBeLessThanOrEqual(10)
  })

  it('does not forget what is asked for again and again', () => {
    const store = memoryStore(4)
    store.set('a', 1)
    for (let k = 0; k < 50; k++) {
      store.set(`b${k}`, k)
      expect(store.get('a')).toBe(1)
    }
  })

  it('takes the last of several values', () => {
    const store = memoryStore(100)
    store.set('a', 1)
    store.set('a', null)
    expect(store.get('a')).toBeNull()
  })
})

function memoryKept(store: EvaluationStore, k: number): boolean {
  return store.get(String(k)) !== undefined
}

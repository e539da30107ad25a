/** The engine of threads, compiled as it is shipped: the same bytes as the calling thread, and nothing lost. */
import { beforeAll, describe, expect, it } from 'vitest'
import { inlineEvaluator } from '../../src/evaluation/inline-evaluator.js'
import type { openEngine } from '../../src/runtime/engines/index.js'
import { COMPILED_URL } from '../support/compiled.js'
import { DATASETS, failingTasks, mixedTasks, saidOf, sitesTasks } from '../support/engine-tasks.js'

const TASKS = [...mixedTasks(60), ...sitesTasks(16)]

let open: typeof openEngine
beforeAll(async () => {
  open = (await import(/* @vite-ignore */ `${COMPILED_URL}runtime/engines/index.js`)).openEngine
})
const threads = (workers: number) => open({ engine: 'threads', workers, notice: () => {} }, DATASETS)

describe('threads', () => {
  it.each([1, 2, 3])('%i give the same results as the calling thread, each told once', async (count) => {
    const evaluator = await threads(count)
    expect(evaluator.width).toBe(count)
    const said = await saidOf(evaluator, TASKS)
    const again = await evaluator.evaluate(TASKS.slice(0, 7))
    await evaluator.close()
    expect(said.told).toHaveLength(TASKS.length)
    expect(JSON.stringify(said)).toBe(JSON.stringify(await saidOf(inlineEvaluator(DATASETS), TASKS)))
    expect(JSON.stringify(again)).toBe(JSON.stringify(said.results?.slice(0, 7)))
  })

  it('do all that can be done, and fail as the calling thread does', async () => {
    const evaluator = await threads(2)
    const said = await saidOf(evaluator, failingTasks())
    await evaluator.close()
    const expected = await saidOf(inlineEvaluator(DATASETS), failingTasks())
    expect(expected.failure).toContain('larger than the machine')
    expect(said).toEqual(expected)
  })

  it('stop when they are told to', async () => {
    const evaluator = await threads(2)
    const control = new AbortController()
    let told = 0
    const onResult = () => {
      told++
      control.abort(new Error('enough'))
    }
    const many = Array.from({ length: 40 }, () => TASKS).flat()
    await expect(evaluator.evaluate(many, { onResult, signal: control.signal })).rejects.toThrow('enough')
    await evaluator.close()
    expect(told).toBeLessThan(many.length)
  })

  it('say which data is missing', async () => {
    const absent = failingTasks().filter(({ data }) => data.includes('absent'))
    expect(absent).toHaveLength(1)
    const evaluator = await threads(1)
    await expect(evaluator.evaluate(absent)).rejects.toMatchObject({ kind: 'data-missing' })
    await evaluator.close()
  })
})

/** The engine of threads, compiled as it is shipped: the same bytes as the calling thread, and nothing lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { threadEvaluator } from '../../src/runtime/engines/threads.js'
import { DEFAULT_RULES } from '../../src/sim/rules.js'
import { inlineEvaluator } from '../../src/study/inline-evaluator.js'
import type { Scenario } from '../../src/study/scenario.js'
import { simulateTask } from '../../src/study/tasks/simulate.js'
import { datasetOf } from '../../src/trace/dataset.js'
import { demoTrace } from '../../src/workload/demo.js'
import { type Compiled, compileSources } from '../support/compiled.js'

const small = datasetOf(demoTrace({ jobs: 200 }))
const large = datasetOf(demoTrace({ jobs: 900, seed: 2 }))
const datasets = new Map([small, large].map((dataset) => [dataset.digest, dataset]))
const scenario = (dataset: typeof small): Scenario => ({
  data: dataset.digest,
  window: null,
  machine: dataset.processors ?? 64,
  estimates: 'user',
  seed: 1,
  overrun: 'extend',
  oversize: 'error',
  rules: DEFAULT_RULES,
  trimming: {},
})
const POLICIES = ['easy', 'fcfs', 'cons:saf', 'easy:(-wait/estimate)', 'list:spt']
const TASKS = Array.from({ length: 60 }, (_, k) =>
  simulateTask(
    scenario(k % 3 === 0 ? large : small),
    POLICIES[k % POLICIES.length],
    ['AVEbsld', 'AWRT2'],
    k % 7 === 0 ? 3 : undefined,
  ),
)

let compiled: Compiled
let threads: typeof threadEvaluator
beforeAll(async () => {
  compiled = compileSources(['core', 'trace', 'optimize', 'sim', 'workload', 'report', 'study', 'runtime'])
  threads = (await import(/* @vite-ignore */ `${compiled.url}runtime/engines/threads.js`)).threadEvaluator
})
afterAll(() => compiled.remove())

describe('threads', () => {
  it.each([1, 2, 3])('%i give the same results as the calling thread, each told once', async (count) => {
    const evaluator = threads(datasets, count)
    expect(evaluator.width).toBe(count)
    const told: number[] = []
    const results = await evaluator.evaluate(TASKS, { onResult: (index) => told.push(index) })
    const again = await evaluator.evaluate(TASKS.slice(0, 7))
    await evaluator.close()
    expect(JSON.stringify(results)).toBe(JSON.stringify(await inlineEvaluator(datasets).evaluate(TASKS)))
    expect(JSON.stringify(again)).toBe(JSON.stringify(results.slice(0, 7)))
    expect(told.toSorted((a, b) => a - b)).toEqual(TASKS.map((_, k) => k))
  })

  it('do all that can be done, and fail as the calling thread does', async () => {
    const bad = (machine: number) => simulateTask({ ...scenario(small), machine }, 'easy', ['AWRT'])
    const tasks = [TASKS[0], bad(3), TASKS[1], bad(2), ...TASKS.slice(2, 20)]
    const outcome = async (evaluator: ReturnType<typeof threadEvaluator>) => {
      const told: number[] = []
      const onResult = (index: number) => told.push(index)
      const message = await evaluator.evaluate(tasks, { onResult }).catch((error: Error) => error.message)
      await evaluator.close()
      return { message, told: told.toSorted((a, b) => a - b) }
    }
    const expected = await outcome(inlineEvaluator(datasets))
    expect(expected.message).toContain('larger than the machine')
    expect(await outcome(threads(datasets, 2))).toEqual(expected)
  })

  it('stop when they are told to', async () => {
    const evaluator = threads(datasets, 2)
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
    const task = simulateTask({ ...scenario(small), data: 'absent' }, 'easy', ['AWRT'])
    const evaluator = threads(datasets, 1)
    await expect(evaluator.evaluate([task])).rejects.toMatchObject({ kind: 'data-missing' })
    await evaluator.close()
  })
})

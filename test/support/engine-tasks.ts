/** Tasks on which engines are compared, and what becomes of them in the calling thread. */
import { QueuewrightError } from '../../src/core/errors.js'
import type { Json } from '../../src/core/json.js'
import { simulateTask } from '../../src/evaluation/tasks/simulate.js'
import type { Evaluator, Task } from '../../src/optimize/evaluator.js'
import { type Dataset, datasetOf } from '../../src/trace/dataset.js'
import { demoTrace } from '../../src/workload/demo.js'
import { scenarioOn } from './scenarios.js'

const SMALL = datasetOf(demoTrace({ jobs: 200 }))
const LARGE = datasetOf(demoTrace({ jobs: 2000, seed: 2 }))

export const DATASETS: ReadonlyMap<string, Dataset> = new Map(
  [SMALL, LARGE].map((dataset) => [dataset.digest, dataset]),
)

const POLICIES = ['easy', 'fcfs', 'cons:saf', 'easy:(-wait/estimate)', 'list:spt']

/** Short tasks and longer ones on two sets of data, some with a limit. */
export function mixedTasks(count: number): Task[] {
  return Array.from({ length: count }, (_, k) =>
    simulateTask(
      scenarioOn(k % 3 === 0 ? LARGE : SMALL, { seed: k }),
      POLICIES[k % POLICIES.length],
      ['AVEbsld', 'AWRT2'],
      k % 7 === 0 ? 3 : undefined,
    ),
  )
}

/** Tasks of some 10 to 100 ms each. */
export function longTasks(count: number): Task[] {
  return Array.from({ length: count }, (_, k) =>
    simulateTask(scenarioOn(LARGE, { seed: k }), 'head:(-wait ^ 2 / estimate - queue)', ['AVEbsld']),
  )
}

/** Among good tasks some that fail, each for another reason. */
export function failingTasks(): Task[] {
  const tasks = mixedTasks(30)
  tasks.splice(4, 0, simulateTask(scenarioOn(SMALL, { machine: 3 }), 'easy', ['AWRT']))
  tasks.splice(9, 0, simulateTask(scenarioOn(SMALL), 'easy', ['AWRT7 + AWRT']))
  tasks.splice(15, 0, simulateTask(scenarioOn(SMALL, { data: 'absent' }), 'easy', ['AWRT']))
  tasks.splice(20, 0, { kind: 'unheard-of', payload: null, data: [] })
  return tasks
}

/** All that an evaluator said of some tasks. */
export interface Said {
  readonly results: readonly Json[] | null
  /** In the order of the tasks; told more than once is an error. */
  readonly told: readonly (readonly [index: number, result: Json])[]
  readonly failure: string | null
}

export async function saidOf(evaluator: Evaluator, tasks: readonly Task[]): Promise<Said> {
  const told = new Map<number, Json>()
  const onResult = (index: number, result: Json) => {
    if (told.has(index)) throw new Error(`told twice of task ${index}`)
    told.set(index, result)
  }
  const inOrder = () => [...told].toSorted(([a], [b]) => a - b)
  try {
    const results = await evaluator.evaluate(tasks, { onResult })
    return { results, told: inOrder(), failure: null }
  } catch (error) {
    const text =
      error instanceof QueuewrightError || isForeign(error)
        ? `${error.kind}: ${error.message}`
        : String(error)
    return { results: null, told: inOrder(), failure: text }
  }
}

/** A `QueuewrightError` of compiled code, whose class is another one. */
function isForeign(error: unknown): error is QueuewrightError {
  return error instanceof Error && error.name === 'QueuewrightError'
}

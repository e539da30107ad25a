/** Tasks on which engines are compared, and what becomes of them in the calling thread. */
import { QueuewrightError } from '../../src/core/errors.js'
import type { Json } from '../../src/core/json.js'
import { settled } from '../../src/core/settings/index.js'
import type { GridCase } from '../../src/evaluation/scenarios/grid-case.js'
import type { MarketCase } from '../../src/evaluation/scenarios/market-case.js'
import { gridTask } from '../../src/evaluation/tasks/grid.js'
import { marketTask } from '../../src/evaluation/tasks/market.js'
import { multiclusterTask } from '../../src/evaluation/tasks/multicluster.js'
import { severalTask } from '../../src/evaluation/tasks/several.js'
import { simulateTask } from '../../src/evaluation/tasks/simulate.js'
import type { Evaluator, Task } from '../../src/optimize/evaluator.js'
import {
  AT_FIRST,
  CLUSTER_ALGORITHMS,
  GRID_POLICIES,
  PLAN_SETTINGS,
  PUBLISHED_CLUSTERS,
  plainDomain,
  USUAL_MARKET,
  writtenSite,
} from '../../src/sites/index.js'
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

const GRID = {
  ...{ data: SMALL.digest, window: null, estimates: 'user', arrivals: 'turn', parts: 'local' },
  sites: [48, 48, 32].map(writtenSite),
} as const satisfies GridCase
const MARKET = {
  ...{ data: SMALL.digest, window: [0, 60], arrivals: 'turn', parts: 'largest' },
  ...{ domains: [64, 64].map(plainDomain), descriptions: '', file: '', requestsAlone: false },
} as const satisfies MarketCase
const OPEN = { hops: null, timeToLive: null, budget: null, deadline: null }
const CLUSTER_JOBS = {
  tasks: Int32Array.of(3, 60, 130, 8),
  base: Float64Array.of(100, 700, 350, 20),
  sigma: Float64Array.of(0.7, 0.85, 0.9, 1),
  bandwidth: Float64Array.of(50, 20, 40, 5),
}

/** Tasks of several machines, of every kind: grids, markets, packets of clusters, cells of studies. */
export function sitesTasks(count: number): Task[] {
  const search = settled(PLAN_SETTINGS, { population: 8, generations: 3 })
  const clusters = { kind: 'clusters', system: PUBLISHED_CLUSTERS, arrivals: 'batch' } as const
  return Array.from({ length: count }, (_, k) => {
    switch (k % 4) {
      case 0:
        return gridTask(GRID, {
          ...{ policy: GRID_POLICIES[(k / 4) % 4], siteChoice: 'soonest', move: 0, overhead: k },
        })
      case 1: {
        const utilityFunction = `UF${1 + (k % 5)}`
        return marketTask(MARKET, { ...USUAL_MARKET, ...OPEN, utilityFunction, maxOffers: 5 }, ['AWRT'])
      }
      case 2:
        return multiclusterTask({
          ...{
            system: PUBLISHED_CLUSTERS,
            jobs: CLUSTER_JOBS,
            places: [0, 1, 2, 3],
            waiting: k % 3,
            state: AT_FIRST,
          },
          ...{
            algorithm: CLUSTER_ALGORITHMS[k % CLUSTER_ALGORITHMS.length],
            settings: search,
            seed: String(k),
          },
        })
      default:
        return severalTask(
          {
            ...{ data: SMALL.digest, window: [0, 40], estimates: 'actual', trimming: {}, seed: k },
            machines: clusters,
          },
          { kind: 'clusters', algorithm: 'ga-mf', packet: 10, settings: search },
          ['makespan', 'splitJobs'],
        )
    }
  })
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

/** Slurm's two schedulers by hand: a machine of a few nodes with 4 cores each, cycle by cycle. */
import { describe, expect, it } from 'vitest'
import { inventoryOf } from '../../../../src/sim/nodes/index.js'
import { PrintedPriorities } from '../../../../src/sim/slurm/index.js'
import { backfillCycle } from '../../../../src/sim/slurm/scheduler/backfill.js'
import type { BackfillSettings } from '../../../../src/sim/slurm/scheduler/backfill-times.js'
import { Cluster, type SlurmRequest, slurmRequest } from '../../../../src/sim/slurm/scheduler/cluster.js'
import { Limits } from '../../../../src/sim/slurm/scheduler/limits.js'
import { mainCycle } from '../../../../src/sim/slurm/scheduler/main.js'
import { has, nodeSet } from '../../../../src/sim/slurm/scheduler/node-set.js'
import { choosePlacement } from '../../../../src/sim/slurm/scheduler/packing.js'
import { Plan } from '../../../../src/sim/slurm/scheduler/plan.js'
import {
  type PrioritizedEntry,
  type QueueEntry,
  type RunningJob,
  type SlurmJob,
  sortQueue,
} from '../../../../src/sim/slurm/scheduler/queue.js'
import type { WatchedJob } from '../../../../src/trace/slurm-run/index.js'

const REQUEST = slurmRequest({})

const NOBODY = new Limits([])

/** Nodes of 4 cores; a partition of each list of nodes, all of tier 1. */
function machine(nodes: number, ...partitions: number[][]): Cluster {
  return new Cluster(
    inventoryOf([
      {
        names: Array.from({ length: nodes }, (_, k) => `n${k}`),
        ...{ cores: 4, memory: 4000, gres: {}, features: [], weight: 1 },
      },
    ]),
    partitions.map((own, k) => ({
      name: `p${k}`,
      nodes: Uint8Array.from({ length: nodes }, (_, node) => (own.includes(node) ? 1 : 0)),
      tier: 1,
    })),
  )
}

function job(id: number, cores: number, limit = 60, more: Partial<SlurmJob> = {}): SlurmJob {
  const usual = { group: id, array: false, component: false, het: -1, user: 0, limits: [] }
  return { id, ...usual, limit, request: slurmRequest({ cores }), ...more }
}

const entry = (of: SlurmJob, partition = 0, priority = 100 - of.id): PrioritizedEntry => ({
  job: of,
  partition,
  priority,
})

const ids = (starts: readonly { entry: QueueEntry }[]) => starts.map((start) => start.entry.job.id)

describe('the choice of nodes', () => {
  const chosen = (available: number[], request: Partial<SlurmRequest>) =>
    choosePlacement(slurmRequest(request), Int32Array.from(available))

  it('takes the smallest run of nodes that is large enough, from its beginning on', () => {
    expect(chosen([4, 4, 4, 4, 0, 4, 4, 0, 4], { cores: 6 })).toEqual({ nodes: [5, 6], cores: [4, 2] })
  })

  it('takes the largest run first where none is large enough', () => {
    expect(chosen([4, 0, 4, 4, 0, 4], { cores: 9 })).toEqual({ nodes: [0, 2, 3], cores: [1, 4, 4] })
  })

  it('gives a job that one node can hold the node with the fewest cores that do', () => {
    expect(chosen([4, 2, 3], { cores: 2 })).toEqual({ nodes: [1], cores: [2] })
  })

  it('leaves out nodes with little to give where few nodes are allowed', () => {
    expect(chosen([1, 1, 4, 4], { cores: 8, mostNodes: 2, leastNodes: 2 })).toEqual({
      nodes: [2, 3],
      cores: [4, 4],
    })
    expect(chosen([1, 1, 4], { cores: 8, mostNodes: 2 })).toBeNull()
  })

  it('keeps a core for each node that is asked for', () => {
    expect(chosen([4, 4, 4], { cores: 5, leastNodes: 3 })).toEqual({ nodes: [0, 1, 2], cores: [3, 1, 1] })
  })
})

describe('the nodes', () => {
  it('give cores by memory, tasks and GPUs, and none to a job that shares no node', () => {
    const cluster = machine(1, [0])
    expect(cluster.coresFor(slurmRequest({ memoryPerCore: 1500 }), 0)).toBe(2)
    expect(cluster.coresFor(slurmRequest({ coresPerTask: 3 }), 0)).toBe(3)
    expect(cluster.coresFor(slurmRequest({ coresPerNode: 2 }), 0)).toBe(2)
    expect(cluster.coresFor(slurmRequest({ gpusPerNode: 1 }), 0)).toBe(0)
    cluster.take(REQUEST, { nodes: [0], cores: [1] })
    expect(cluster.coresFor(REQUEST, 0)).toBe(3)
    expect(cluster.coresFor(slurmRequest({ exclusive: true }), 0)).toBe(0)
    cluster.release(REQUEST, { nodes: [0], cores: [1] })
    cluster.take(slurmRequest({ exclusive: true }), { nodes: [0], cores: [1] })
    expect(cluster.coresFor(REQUEST, 0)).toBe(0)
    cluster.setUp(0, false)
    expect(cluster.coresFor(REQUEST, 0)).toBe(0)
  })
})

describe('the main scheduler', () => {
  it('goes by tier, priority and number', () => {
    const queue = [
      entry(job(3, 1), 0, 5),
      entry(job(2, 1), 0, 5),
      entry(job(1, 1), 0, 9),
      entry(job(4, 1), 1, 1),
    ]
    expect(sortQueue(queue, (partition) => partition).map((each) => each.job.id)).toEqual([4, 1, 2, 3])
  })

  it('closes a partition and its nodes with the first job that does not fit', () => {
    const cluster = machine(3, [0, 1], [1, 2])
    const queue = [entry(job(1, 12)), entry(job(2, 1)), entry(job(3, 8), 1), entry(job(4, 4), 1)]
    // 3 would fit on nodes 1 and 2, of which 1 is closed; that closes its own partition too.
    expect(ids(mainCycle(cluster, queue, NOBODY, 100))).toEqual([])
    const [, , , small] = queue
    expect(mainCycle(cluster, [queue[0], small], NOBODY, 100)).toEqual([
      { entry: small, placement: { nodes: [2], cores: [4] } },
    ])
  })

  it('passes over jobs that a limit holds back, or that ask for more nodes than there are, and closes nothing', () => {
    const limits = new Limits([{ jobs: 1, cores: 4, gpus: Number.POSITIVE_INFINITY }])
    const limited = { limits: [0] }
    const queue = [
      entry(job(1, 2, 60, limited)),
      entry(job(2, 1, 60, limited)),
      entry(job(3, 2, 60, { request: slurmRequest({ cores: 2, leastNodes: 2 }) })),
      entry(job(4, 2)),
    ]
    expect(ids(mainCycle(machine(2, [0]), queue, limits, 100))).toEqual([1, 4])
  })

  it('closes a partition with a component of a heterogeneous job', () => {
    const queue = [entry(job(1, 1, 60, { component: true, het: 1 })), entry(job(2, 1)), entry(job(3, 1), 1)]
    expect(ids(mainCycle(machine(2, [0], [1]), queue, NOBODY, 100))).toEqual([3])
  })

  it('looks at so many jobs', () => {
    const queue = [entry(job(1, 1)), entry(job(2, 1)), entry(job(3, 1))]
    expect(ids(mainCycle(machine(1, [0]), queue, NOBODY, 2))).toEqual([1, 2])
  })
})

describe('the plan', () => {
  it('keeps whole nodes for a while, and says when it changes', () => {
    const plan = new Plan(2, 0, 1000)
    plan.reserve([1], 100, 200)
    const during = (from: number, to: number) => {
      const nodes = nodeSet(2)
      const later = plan.restrict(nodes, from, to)
      return { nodes: [0, 1].map((node) => Number(has(nodes, node))), later }
    }
    expect(during(0, 99)).toEqual({ nodes: [1, 1], later: 100 })
    expect(during(0, 100)).toEqual({ nodes: [1, 0], later: 100 })
    expect(during(150, 160)).toEqual({ nodes: [1, 0], later: 200 })
    expect(during(200, 900)).toEqual({ nodes: [1, 1], later: null })
  })
})

describe('the backfill scheduler', () => {
  const SETTINGS: BackfillSettings = {
    resolution: 60,
    window: 86_400,
    mostTested: 500,
    mostOfPartition: 0,
    mostOfUser: 0,
    mostOfArray: 20,
    killWait: 30,
  }
  /** Node 0 is busy until an instant, the others are free. */
  function busy(cluster: Cluster, ends: readonly number[]): RunningJob[] {
    return ends.map((end, node) => {
      const running = { job: job(900 + node, 4), placement: { nodes: [node], cores: [4] }, end }
      cluster.take(running.job.request, running.placement)
      return running
    })
  }

  it('starts what ends before a planned job needs its nodes, and keeps whole nodes for that', () => {
    const cluster = machine(2, [0, 1])
    const running = busy(cluster, [300])
    // 1 needs both nodes and waits for the end at 300; 2 would end at 360, 3 ends in time, on the rest of the same node.
    const queue = [entry(job(1, 8, 120)), entry(job(2, 1, 360)), entry(job(3, 2, 60))]
    const { starts, planned } = backfillCycle(cluster, running, queue, NOBODY, 0, SETTINGS, { whole: true })
    expect(ids(starts)).toEqual([3])
    expect(planned.map(({ entry: { job }, start, end }) => [job.id, start, end])).toEqual([
      [1, 300, 420],
      // Beside nothing, once 1 has ended.
      [2, 420, 780],
    ])
  })

  it('rounds the end of a plan down to the resolution', () => {
    const cluster = machine(1, [0])
    const { planned } = backfillCycle(
      cluster,
      busy(cluster, [95]),
      [entry(job(1, 4, 60))],
      NOBODY,
      0,
      SETTINGS,
      { whole: true },
    )
    expect(planned.map(({ start, end }) => [start, end])).toEqual([[95, 120]])
  })

  it('takes off all jobs that end in a window before it tries again', () => {
    const at = (ends: number[], cores = 4) => {
      const cluster = machine(ends.length, [...ends.keys()])
      const queue = [entry(job(1, cores))]
      return backfillCycle(cluster, busy(cluster, ends), queue, NOBODY, 0, SETTINGS, { whole: true })
        .planned[0].start
    }
    // A window lasts 30 s and up to the next half minute.
    expect(at([65, 110, 130])).toBe(110)
    expect(at([65, 121])).toBe(65)
    expect(at([65, 120])).toBe(120)
    // The next ones end at 150, 210, 330.
    expect(at([65, 130, 160], 8)).toBe(130)
    expect(at([65, 130, 170, 200, 220], 12)).toBe(200)
    expect(at([65, 130, 170, 220, 329], 16)).toBe(329)
  })

  it('looks further where a job would get into what is kept when it runs, by the rounded end of its limit', () => {
    const start = (limit: number) => {
      const cluster = machine(2, [0, 1])
      const queue = [entry(job(1, 8, 120)), entry(job(2, 4, limit))]
      const { planned } = backfillCycle(cluster, busy(cluster, [200, 250]), queue, NOBODY, 0, SETTINGS, {
        whole: true,
      })
      expect(planned[0].start).toBe(250)
      return planned[1].start
    }
    expect(start(90)).toBe(200)
    expect(start(120)).toBe(360)
  })

  it('gives up a plan for which a heterogeneous job could wait for another that waits for it', () => {
    const cluster = machine(3, [0], [1, 2])
    const component = (id: number, cores: number, het: number, partition: number) =>
      entry(job(id, cores, 60, { component: true, het }), partition)
    const queue = [component(1, 4, 1, 0), component(2, 8, 1, 1), component(3, 4, 2, 0), component(4, 4, 2, 1)]
    const { planned } = backfillCycle(cluster, busy(cluster, [300, 500, 600]), queue, NOBODY, 0, SETTINGS, {
      whole: true,
    })
    // The first goes before the second in one partition, and after it in the other.
    expect(planned.map((each) => [each.entry.job.id, each.start])).toEqual([
      [1, 300],
      [2, 600],
      [3, 360],
    ])
  })

  it('starts the components of a heterogeneous job together or not at all', () => {
    const pair = (cores: number) => [
      entry(job(1, 4, 60, { component: true, het: 1 })),
      entry(job(2, cores, 60, { component: true, het: 1 })),
    ]
    const started = (cores: number) => {
      const cluster = machine(3, [0, 1, 2])
      const running = busy(cluster, [300])
      return ids(backfillCycle(cluster, running, pair(cores), NOBODY, 0, SETTINGS, { whole: true }).starts)
    }
    expect(started(4)).toEqual([1, 2])
    expect(started(8)).toEqual([])
  })

  it('plans a component for no time before those planned already', () => {
    const cluster = machine(3, [0, 1, 2])
    const pair = [
      entry(job(1, 8, 60, { component: true, het: 1 })),
      entry(job(2, 4, 60, { component: true, het: 1 })),
    ]
    const { planned } = backfillCycle(cluster, busy(cluster, [300, 300]), pair, NOBODY, 0, SETTINGS, {
      whole: true,
    })
    expect(planned.map(({ start, placement }) => [start, placement.nodes])).toEqual([
      [300, [0, 1]],
      [300, [2]],
    ])
  })

  it('looks at so many jobs of all, of a partition, of a user and of an array', () => {
    const tested = (change: Partial<BackfillSettings>, more: Partial<SlurmJob> = {}) => {
      const cluster = machine(1, [0])
      const queue = [1, 2, 3].map((id) => entry(job(id, 4, 60, more)))
      const settings = { ...SETTINGS, ...change }
      return backfillCycle(cluster, busy(cluster, [300]), queue, NOBODY, 0, settings, { whole: true }).planned
        .length
    }
    expect(tested({})).toBe(3)
    expect(tested({ mostTested: 2 })).toBe(2)
    expect(tested({ mostOfPartition: 1 })).toBe(1)
    expect(tested({ mostOfUser: 2 })).toBe(2)
    expect(tested({ mostOfArray: 1 }, { array: true, group: 1 })).toBe(1)
  })
})

it('a priority that was printed holds from one computation to the next', () => {
  const row = { site: 0, age: 0, fairShare: 0, association: 0, size: 0, partitionFactor: 0, qos: 0, nice: 0 }
  const printed = (before: number, priority: number) => ({
    before,
    rows: [{ ...row, job: 1, partition: 'batch', priority }],
  })
  const state = { state: 'RUNNING', reason: 'None', limit: 60 }
  const began = { states: [{ ...state, at: 135, priority: 11, start: 122 }] } as unknown as WatchedJob
  const start = { scheduler: 'main', partition: 'batch', nodes: 'n1' } as const
  const run = {
    snapshots: [printed(50, 7), printed(70, 9)],
    watched: new Map([
      [1, began],
      [3, began],
    ]),
    log: {
      starts: [
        { ...start, job: 1, at: 122.5 },
        { ...start, job: 3, at: 122.5 },
      ],
      firstPriorities: new Map([[2, { at: 40, priority: 5 }]]),
    },
  }
  const priorities = new PrintedPriorities(run, (at) => Math.floor(at / 60))
  expect(priorities.of([1], 'batch', 55)).toBe(7)
  expect(priorities.of([1], 'batch', 61)).toBe(9)
  expect(priorities.of([1], 'large', 61)).toBeNull()
  expect(priorities.of([2], 'batch', 61)).toBe(5)
  // What it began with tells of the last computation before.
  expect(priorities.of([1], 'batch', 121)).toBe(11)
  // A task has its array's until it starts.
  expect(priorities.of([3, 1], 'batch', 61)).toBe(9)
  expect(priorities.of([3, 1], 'batch', 121)).toBe(11)
})

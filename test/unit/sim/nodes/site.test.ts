/** Sites of nodes: their documents, what is refused, and the judge of where jobs were put. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../src/core/documents.js'
import { QueuewrightError } from '../../../../src/core/errors.js'
import {
  atLog,
  type ListedKind,
  processorsOf,
  SITE_DOCUMENT,
  type SiteDocument,
} from '../../../../src/sim/facility/index.js'
import { JobPlaces } from '../../../../src/sim/facility/places.js'
import { validateNodes } from '../../../../src/sim/nodes/validate.js'
import { type JobField, NODE_FIELDS, SITE_FIELDS } from '../../../../src/sim/order.js'
import { parsePolicy, type SimulatedPolicy } from '../../../../src/sim/policy.js'
import { simulate } from '../../../../src/sim/simulate.js'
import { tableOf } from '../../../support/arbitraries.js'
import { plainPolicy } from '../../../support/policies.js'

function read(members: object): SiteDocument {
  const document = { format: 'queuewright-site', version: 2, name: 'ours', ...SITE, ...members }
  return readDocument(SITE_DOCUMENT, JSON.stringify(document), 'site.json')
}

const SITE = {
  nodes: [
    { names: 'n[1-4]', cores: 8, memory: '16G', features: ['old'] },
    { names: 'g1', cores: 16, memory: 64_000, gpus: 4, weight: 5, gres: { fpga: 3 }, features: ['big'] },
  ],
  partitions: [
    { name: 'batch', nodes: 'n[1-4],g1' },
    { name: 'debug', nodes: 'n[1-2]', partitions: ['debug', 7], queues: [3], tier: 2, 'max-time': '1h' },
    { name: 'whole', nodes: 'n[3-4]', partitions: ['whole'], exclusive: true, 'max-nodes': 1 },
  ],
}

const KEPT = { name: 'kept', nodes: 'n[1-2]', start: 0, end: 100 }

describe('a document of nodes', () => {
  it('is read back as it was written', () => {
    const site = read({ packing: 'consecutive', limits: [{ kind: 'user-jobs', value: 3 }] })
    expect(processorsOf(site.facility)).toBe(48)
    expect(site.facility.partitions[1]).toEqual({
      ...{ name: 'debug', processors: [[0, 1]], tier: 2, exclusive: false, 'max-time': 3600 },
      jobs: { queues: [3], partitions: [7], names: ['debug'] },
    })
    expect(site.facility.nodes?.groups[0].memory).toBe(16_384)
    expect(readDocument(SITE_DOCUMENT, JSON.stringify(SITE_DOCUMENT.encode(site)), 'again')).toEqual(site)
  })

  it("has partitions by the numbers of a log's header", () => {
    const { partitions } = atLog(
      read({}).facility,
      (_, name) => (name === 'debug' ? [2, 7] : []),
      Number,
      () => new Map(),
    )
    expect(partitions.map(({ jobs }) => jobs)).toEqual([
      null,
      { queues: [3], partitions: [7, 2] },
      { queues: [], partitions: [] },
    ])
  })

  const [batch] = SITE.partitions
  it.each<[object, string, string]>([
    [{ partitions: [{ name: 'a', nodes: 'n[1-4]' }] }, 'nodes', 'a node in no partition'],
    [
      { partitions: [batch, { name: 'a', nodes: '', queues: [1] }] },
      'partitions[1].nodes',
      'a partition without nodes',
    ],
    [{ partitions: [{ ...batch, nodes: 'n[1-5],g1' }] }, 'partitions[0].nodes', 'no such node'],
    [{ partitions: [{ ...batch, nodes: 'n[1-4],g1,n1' }] }, 'partitions[0].nodes', 'a node is named twice'],
    [{ partitions: [batch, batch] }, 'partitions[1].name', 'a partition is named twice'],
    [{ partitions: [batch, { name: 'b', nodes: 'n1' }] }, 'partitions[1]', 'all jobs that are left'],
    [{ nodes: [{ names: 'n[1-4],g1,n1', cores: 8 }] }, 'nodes[0].names', 'a node is named twice'],
    [{ nodes: [{ names: 'n[4-1]', cores: 8 }] }, 'nodes[0].names', 'no list of hosts'],
    [{ nodes: [{ names: 'n1', cores: 0 }] }, 'nodes[0].cores', '0'],
    [{ nodes: [{ names: 'n1', cores: 8, memory: '16Q' }] }, 'nodes[0].memory', '16Q'],
    [{ nodes: [] }, 'nodes', '1 to 10000 groups'],
    [{ reservations: [{ ...KEPT, start: -9, end: -1 }] }, 'reservations[0].end', 'a reservation in the past'],
    [{ reservations: [{ ...KEPT, start: 9, end: 9 }] }, 'reservations[0].end', 'after 9, where it begins'],
    [{ reservations: [{ ...KEPT, nodes: 'n9' }] }, 'reservations[0].nodes', 'no such node'],
    [{ reservations: [{ ...KEPT, start: 'today' }] }, 'reservations[0].start', 'or a date such as'],
    [{ reservations: [{ ...KEPT, start: '2026-13-41T00:00:00' }] }, 'reservations[0].start', '2026-13-41'],
    [{ reservations: [{ ...KEPT, end: 2 ** 53 - 1 }] }, 'reservations[0].end', 'whole seconds'],
    [{ reservations: [KEPT, KEPT] }, 'reservations[1].name', 'a reservation is named twice'],
    [{ partitions: [{ ...batch, 'max-time': 0 }] }, 'partitions[0].max-time', 'a second or more'],
    [{ nodes: [{ names: 'n\u0000[1-4]', cores: 8 }] }, 'nodes[0].names', 'no list of hosts'],
    [{ packing: 'worst' }, 'packing', 'worst'],
  ])('is refused: %j', (members, field, message) => {
    expect(() => read(members)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ field }) }),
    )
    expect(() => read(members)).toThrow(message)
  })
})

type Job = Partial<Record<JobField | 'size' | 'estimate' | 'submit', number>>

/** What the numbers of a log stand for, from 1. */
const LISTS: Readonly<Record<ListedKind, readonly string[]>> = {
  PartitionSet: ['batch,debug', 'debug,whole', 'whole,elsewhere'],
  Constraint: ['big', 'old|big', 'big&old', '[old*2]'],
  Gres: ['fpga=2', 'moon=1'],
}

function simulationOf(jobs: readonly Job[], members: object = {}) {
  const facility = atLog(
    read(members).facility,
    (_, name) => (name === 'whole' ? [8] : []),
    (date) => Date.parse(date) / 1000,
    (kind) => new Map(LISTS[kind].map((text, k) => [k + 1, text])),
  )
  const column = (name: JobField) => Float64Array.from(jobs, (job) => job[name] ?? -1)
  const names: readonly JobField[] = ['queue', 'partition', 'requestedNodes', 'requestedMemory']
  const further: readonly JobField[] = [...SITE_FIELDS, ...NODE_FIELDS]
  const fields = Object.fromEntries([...names, ...further].map((name) => [name, column(name)]))
  const table = tableOf(
    jobs.map(({ size = 1, estimate = 100, submit = 0 }, k) => ({
      ...{ id: k + 1, submit, runtime: 10, estimate, size, user: 0, group: 0 },
    })),
  )
  return { jobs: table, processors: processorsOf(facility), facility, fields, policy: plainPolicy('easy') }
}

describe('jobs on nodes', () => {
  it.each<[string, Job, string]>([
    ['processors', { size: 49 }, 'more than the nodes of its partition, batch, can ever hold'],
    ['a node', { size: 2, requestedNodes: 6 }, '2 processors on 6 or more nodes'.replace('2', '6')],
    [
      'memory',
      { size: 1, totalMemory: 65_000 * 1024 },
      '1 processors on 1 or more nodes with 65000 MB for each',
    ],
    ['GPUs', { size: 2, requestedNodes: 2, requestedGpus: 8 }, 'and 4 GPUs on each node'],
    ['time', { queue: 3, estimate: 3601 }, 'asks for more time than its partition, debug, gives'],
    ['features', { size: 17, constraint: 1 }, '17 processors on 1 or more nodes with big'],
    ['kind of constraint', { size: 1, constraint: 4 }, 'job 2 asks for so many nodes of each feature'],
    ['tasks', { size: 12, coresPerTask: 6, requestedNodes: 6 }, 'in tasks of 6'],
    ['task', { size: 20, coresPerTask: 20 }, '20 processors on 1 or more nodes in tasks of 20'],
    ['few tasks', { size: 6, tasksPerNode: 1 }, 'of which 1 may be on a node'],
    ['memory on a node', { memoryPerNode: 70_000 * 1024 }, 'with 70000 MB on each node'],
    ['other resources', { size: 1, otherGres: 2 }, 'and 1 moon on each node'],
    ['partition of several', { partitionSet: 3, size: 9 }, 'of its partition, whole, can ever hold'],
    ['nodes', { partition: 8, size: 9 }, 'more than the nodes of its partition, whole, can ever hold'],
  ])('that never find their %s are refused', (_, job, message) => {
    const run = () => simulate(simulationOf([{}, job]))
    expect(run).toThrow(QueuewrightError)
    expect(run).toThrow(/^job 2 /)
    expect(run).toThrow(message)
  })

  it('are put by what they ask for', () => {
    const jobs: readonly Job[] = [
      { size: 2, requestedGpus: 2 },
      { size: 3, totalMemory: 3 * 4096 * 1024 },
      { size: 2, requestedMemory: 8192 * 1024 },
      { size: 1, partition: 8 },
      { size: 4, requestedNodes: 2, partition: 7 },
    ]
    const { places, start } = simulate(simulationOf(jobs))
    expect([...start]).toEqual([0, 0, 0, 0, 0])
    expect(jobs.map((_, job) => pairsOf(places, job))).toEqual([
      [[4, 2]],
      // Memory leaves room for four such tasks on each node, whether three cores are in use or not.
      [[0, 3]],
      [[1, 2]],
      [[2, 1]],
      // The debug partition goes first; one of its tasks has to be on the second node.
      [
        [0, 3],
        [1, 1],
      ],
    ])
  })
})

/** The nodes of a job, each with its tasks. */
function pairsOf(places: JobPlaces | undefined, job: number): readonly (readonly [number, number])[] {
  const { units, counts } = places?.of(job) ?? { units: new Int32Array(0), counts: new Int32Array(0) }
  return Array.from(units, (node, k) => [node, counts[k]] as const)
}

describe('what jobs ask for', () => {
  const run = (jobs: readonly Job[], policy = 'easy', members: object = {}) => {
    const simulation = { ...simulationOf(jobs, members), policy: parsePolicy(policy) as SimulatedPolicy }
    const schedule = simulate(simulation)
    const { places, start } = schedule
    const { facility, fields } = simulation
    if (places === undefined || facility.nodes === undefined) throw new Error('a site of nodes')
    expect(validateNodes(schedule, facility, facility.nodes, places, fields)).toEqual([])
    return {
      start: [...start],
      on: jobs.map((_, job) => pairsOf(places, job)),
      places,
    }
  }
  const ALL = ['head', 'list', 'easy', 'cons', 'slurm:fcfs']

  it.each(ALL)(
    '%s puts tasks of several cores, few on a node, on nodes with features and resources',
    (policy) => {
      const asked: readonly Job[] = [
        { size: 12, coresPerTask: 4 },
        { size: 3, tasksPerNode: 1, requestedNodes: 3 },
        { size: 2, constraint: 2 },
        { size: 1, constraint: 1 },
        { size: 1, otherGres: 1 },
        { size: 1, exclusive: 1, memoryPerNode: 1024 ** 2 },
      ]
      for (const job of asked) {
        const { on } = run([job], policy)
        expect(on[0].length).toBeGreaterThan(0)
      }
      expect(run([{ size: 12, coresPerTask: 4 }], policy).on[0]).toEqual([[4, 3]])
      expect(
        run([{ size: 3, tasksPerNode: 1, requestedNodes: 3 }], policy).on[0].map(([, tasks]) => tasks),
      ).toEqual([1, 1, 1])
      expect(run([{ size: 1, constraint: 1 }], policy).on[0]).toEqual([[4, 1]])
      expect(run([{ size: 1, otherGres: 1 }], policy).on[0]).toEqual([[4, 1]])
      const [, second] = run(
        [
          { exclusive: 1, constraint: 1 },
          { constraint: 1, submit: 1 },
        ],
        policy,
      ).start
      expect(second).toBeGreaterThanOrEqual(10)
      // A job that holds more than it asked for says nothing of its tasks.
      expect(run([{ size: 8, requestedCores: 3, coresPerTask: 3, tasksPerNode: 1 }], policy).on[0]).toEqual([
        [0, 8],
      ])
    },
  )

  it.each(ALL)('%s tries each of several partitions, the highest tier first', (policy) => {
    // The debug partition has the first two nodes and goes first; whole nodes are of 3 and 4.
    const asked: readonly Job[] = [
      { size: 16, partitionSet: 2 },
      { size: 8, partitionSet: 2, submit: 1 },
    ]
    const { start, places } = run(asked, policy)
    expect(asked.map((_, job) => places.of(job).home)).toEqual([1, 2])
    expect(start[1]).toBeLessThan(10)
    // Where none of them has room the earlier one is taken.
    const more = [...asked, { size: 8, partitionSet: 2, submit: 2 }, { size: 8, partitionSet: 2, submit: 3 }]
    expect(run(more, policy).start[3]).toBeGreaterThanOrEqual(10)
  })

  it.each(ALL)('%s runs as many tasks of an array at a time as it may', (policy) => {
    const task = { arrayJob: 7, arrayThrottle: 2 }
    const { start } = run([task, task, task, { submit: 0 }], policy)
    expect(start.filter((at) => at < 10)).toHaveLength(3)
    expect(start[2]).toBeGreaterThanOrEqual(10)
  })
})

describe('nodes that are kept for others', () => {
  const kept = (members: object) => ({ reservations: [{ ...KEPT, nodes: 'n[1-4],g1', ...members }] })
  const starts = (jobs: readonly Job[], members: object, policy = 'easy') => {
    const { facility, ...rest } = simulationOf(jobs, members)
    return [...simulate({ ...rest, facility, policy: plainPolicy(policy) }).start]
  }

  it.each(['head', 'list', 'easy', 'cons'])('are left in time, and taken as they come free: %s', (policy) => {
    const jobs: readonly Job[] = [{ estimate: 50 }, { estimate: 51 }, { submit: 1, size: 48, estimate: 9 }]
    // The last one is done before they are kept; who serves in order lets it wait.
    const last = policy === 'head' ? 310 : 10
    expect(starts(jobs, kept({ start: 50, end: 300 }), policy)).toEqual([0, 300, last])
  })

  it('are for the jobs of any whom they name', () => {
    const jobs: readonly Job[] = [{ queue: 5 }, { queue: 6, estimate: 9 }]
    expect(starts(jobs, kept({ queues: [5] }))).toEqual([0, 100])
    expect(starts(jobs, kept({ users: [0] }))).toEqual([0, 0])
    expect(starts(jobs, kept({ start: '1970-01-01T00:00:05Z', end: '1970-01-01T00:01:00Z' }))).toEqual([
      60, 60,
    ])
  })

  it('and are of no use where the log comes after them', () => {
    const past = kept({ start: '1969-12-31T23:59:05Z', end: '1969-12-31T23:59:59Z' })
    expect(() => starts([{}], past)).toThrow('reservation kept is in the past: it ends before the log begins')
  })
})

describe('the judge', () => {
  const job: Job = { size: 4, totalMemory: 4 * 4096 * 1024 }
  const judged = (place: (places: JobPlaces) => void, jobs: readonly Job[], start: readonly number[]) => {
    const { facility, fields, ...rest } = simulationOf(jobs)
    const places = new JobPlaces(jobs)
    place(places)
    const { nodes } = facility
    if (nodes === undefined) throw new Error('a site of nodes')
    const schedule = { ...rest, start: Float64Array.from(start) }
    return validateNodes(schedule, facility, nodes, places, fields).map(({ message }) => message)
  }
  const put = (
    places: JobPlaces,
    jobs: readonly Job[],
    of: number,
    ...pairs: readonly (readonly [number, number])[]
  ) => {
    const [nodes, tasks] = [0, 1].map((k) => Int32Array.from(pairs, (pair) => pair[k]))
    places.put(of, { home: { 7: 1, 8: 2 }[jobs[of].partition ?? 0] ?? 0, units: nodes, counts: tasks })
  }

  it.each<
    [string, readonly Job[], readonly number[], readonly (readonly (readonly [number, number])[])[], RegExp[]]
  >([
    ['nothing', [job, job], [0, 10], [[[0, 4]], [[0, 4]]], []],
    ['too few tasks', [job], [0], [[[0, 3]]], [/has 3 tasks placed of 4/]],
    ['too few nodes', [{ ...job, requestedNodes: 2 }], [0], [[[0, 4]]], [/is on 1 nodes, and asked for 2/]],
    ['a node of others', [{ partition: 7 }], [0], [[[3, 1]]], [/is on n4, which is not of its partition/]],
    [
      'cores twice',
      [{ size: 8 }, { size: 1 }],
      [0, 9],
      [[[0, 8]], [[0, 1]]],
      [/at 9: brings 9 of 8 cores of n1/],
    ],
    [
      'memory twice',
      [job, job],
      [0, 9],
      [[[0, 4]], [[0, 4]]],
      [/at 9: brings 32768 of 16384 megabytes of n1/],
    ],
    [
      'GPUs twice',
      [
        { size: 1, requestedGpus: 3 },
        { size: 1, requestedGpus: 3 },
      ],
      [0, 0],
      [[[4, 1]], [[4, 1]]],
      [/brings 6 of 4 GPUs of g1/],
    ],
    ['company', [{ partition: 8 }, {}], [0, 0], [[[2, 1]], [[2, 1]]], [/shares n3, of which job 1 has all/]],
  ])('finds %s', (_, jobs, start, placed, expected) => {
    const found = judged(
      (places) => {
        placed.forEach((pairs, k) => {
          put(places, jobs, k, ...pairs)
        })
      },
      jobs,
      start,
    )
    expect(found).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })
})

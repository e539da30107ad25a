/** Random sites of nodes in overlapping partitions, with limits, reservations, and jobs that ask for what there is. */
import fc from 'fast-check'
import { Random } from '../../src/core/random.js'
import { type Facility, kindsOf, type Limit, processorsOf } from '../../src/sim/facility/index.js'
import { PACKINGS } from '../../src/sim/nodes/index.js'
import { simulate } from '../../src/sim/simulate.js'
import { replaceColumns, selectJobs } from '../../src/trace/job-table.js'
import { tableOf, workloads } from './arbitraries.js'
import { plainPolicy } from './policies.js'

const NOTHING_ELSE = { priorities: [], limits: [], maintenance: null }

const count = (least: number, most: number) => fc.integer({ min: least, max: most })

/** No limit, or one or two of any kind. */
const limitsOf = (): fc.Arbitrary<readonly Limit[]> =>
  fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('user-jobs' as const), value: count(1, 3) }),
      fc.record(
        {
          kind: fc.constant('running' as const),
          users: fc.subarray([0, 1, 2, 3]),
          groups: fc.subarray([0, 1, 2]),
          queues: fc.subarray([0, 1, 2, 3]),
          each: fc.constantFrom('user' as const, 'group' as const),
          jobs: count(1, 3),
          processors: count(4, 12),
          gpus: count(1, 3),
        },
        { requiredKeys: ['kind'] },
      ),
    ),
    { maxLength: 2 },
  )

/** A site of two or three kinds of nodes in overlapping partitions, and what jobs ask of it. */
export const nodeSites = (estimates: 'extend' | 'keep') =>
  workloads({ estimates, maxJobs: 25 }).chain(({ jobs }) =>
    fc.record({
      jobs: fc.constant(jobs),
      groups: fc.array(
        fc.record({
          nodes: count(1, 3),
          cores: count(1, 6),
          memory: count(2, 12),
          gpus: count(0, 2),
          weight: count(0, 1),
          gres: fc.record({ fpga: count(0, 2) }),
          features: fc.subarray(['a', 'b']),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      more: fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.nat(2), fc.nat(5), fc.nat(4), fc.nat(5), fc.nat(2)), {
        minLength: jobs.length,
        maxLength: jobs.length,
      }),
      ranges: fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 2 }),
      tiers: fc.array(fc.nat(1), { minLength: 3, maxLength: 3 }),
      exclusive: fc.boolean(),
      packing: fc.constantFrom(...PACKINGS),
      limits: limitsOf(),
      kept: fc.array(
        fc.record({
          place: fc.nat(8),
          start: fc.nat(400),
          length: count(1, 300),
          queues: fc.subarray([0, 1, 2]),
        }),
        { maxLength: 2 },
      ),
      asked: fc.array(fc.tuple(fc.nat(2), fc.nat(4), fc.nat(2), fc.nat(3)), {
        minLength: jobs.length,
        maxLength: jobs.length,
      }),
    }),
  )

/** Overlapping partitions of processors, with priorities and limits. */
export const processorSites = workloads({ maxJobs: 25 }).chain(({ jobs, processors }) =>
  fc
    .record({
      ranges: fc.array(fc.tuple(fc.nat(processors - 1), fc.nat(processors - 1)), {
        minLength: 1,
        maxLength: 3,
      }),
      queues: fc.array(fc.nat(4), { minLength: jobs.length, maxLength: jobs.length }),
      userJobs: fc.integer({ min: 1, max: 4 }),
      queueJobs: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ ranges, queues, userJobs, queueJobs }) => {
      const partitions = [
        ...ranges.map(([a, b], k) => ({
          ...{ name: `p${k}`, processors: [[Math.min(a, b), Math.max(a, b)] as const] },
          jobs: { queues: [k], partitions: [] },
        })),
        { name: 'all', processors: [[0, processors - 1] as const], jobs: null },
      ]
      const facility: Facility = {
        partitions,
        priorities: [{ queue: 1, priority: 3 }],
        limits: [
          { kind: 'user-jobs', value: userJobs },
          { kind: 'queue-jobs', queue: 2, value: queueJobs },
        ],
        maintenance: null,
      }
      const { sizes } = kindsOf(partitions)
      // A job that is too large for its queue's partition goes to the one that takes all.
      const queue = Float64Array.from(queues, (each, job) =>
        each < ranges.length && jobs.size[job] <= sizes[each] ? each : 9,
      )
      const fields = { queue, partition: new Float64Array(jobs.length).fill(-1) }
      return { jobs, facility, fields, processors: processorsOf(facility) }
    }),
)

type Case = typeof nodeSites extends (estimates: 'keep') => fc.Arbitrary<infer Value> ? Value : never

export function siteOf({ jobs, groups, ranges, tiers, exclusive, packing, limits, kept, asked, more }: Case) {
  const count = groups.reduce((sum, { nodes }) => sum + nodes, 0)
  const cut = ranges.map(
    ([a, b]) => [Math.min(a, b, count - 1), Math.min(Math.max(a, b), count - 1)] as const,
  )
  const facility: Facility = {
    ...NOTHING_ELSE,
    partitions: [
      ...cut.map((processors, k) => ({
        ...{ name: `p${k}`, processors: [processors], jobs: { queues: [k], partitions: [] } },
        ...{ tier: tiers[k], exclusive: exclusive && k === 0, sets: [k + 1, 3] },
      })),
      { name: 'all', processors: [[0, count - 1] as const], jobs: null, tier: tiers[2], sets: [1, 2] },
    ],
    constraints: ['a', 'a|b', 'a&b'].map((text, k) => ({ number: k + 1, text })),
    gres: [{ number: 1, text: 'fpga=1' }],
    limits,
    reservations: kept.map(({ place, start, length, queues }, k) => ({
      ...{ name: `r${k}`, start, end: start + length, queues },
      nodes: [[place % count, Math.min(place, count - 1)] as const].map(
        ([first, last]) => [Math.min(first, last), last] as const,
      ),
    })),
    nodes: {
      packing,
      groups: groups.map(({ nodes, ...rest }, k) => ({ ...rest, names: `g${k}n[1-${nodes}]` })),
    },
  }
  // Half of all that may be asked for, of each job something else.
  const further = (place: 0 | 1 | 2 | 3 | 4 | 5 | 6, none: number) =>
    Float64Array.from(more, (each) => (each[place] > none ? each[place] : -1))
  const column = (place: 0 | 1 | 2 | 3) => Float64Array.from(asked, (each) => each[place])
  const fields = {
    requestedNodes: column(0),
    requestedMemory: column(1).map((megabytes) => megabytes * 1024),
    requestedGpus: column(2).map((gpus) => Math.max(0, gpus - 1)),
    queue: column(3),
    unixGroup: column(2),
    partitionSet: further(0, 0),
    coresPerTask: further(1, 1),
    tasksPerNode: further(2, 0),
    constraint: further(3, 2).map((number) => number - 2),
    memoryPerNode: further(4, 2).map((megabytes) => megabytes * 1024),
    exclusive: further(5, 4).map((number) => number - 4),
    otherGres: further(6, 1).map((number) => number - 1),
    arrayJob: further(1, 0),
    arrayThrottle: Float64Array.from(more, () => 2),
    partition: new Float64Array(jobs.length).fill(-1),
  }
  return { jobs, facility, fields, processors: processorsOf(facility) }
}

/** The jobs that the site can ever hold. */
export function held(site: ReturnType<typeof siteOf>, most: number) {
  const { jobs, fields, facility, processors } = site
  const size = jobs.size.map((each) => Math.min(each, most))
  const asks = { ...fields }
  for (let job = 0; job < jobs.length; job++) {
    const alone = () => {
      const one = Object.fromEntries(
        Object.entries(asks).map(([name, column]) => [name, column.slice(job, job + 1)]),
      )
      return { jobs: selectJobs(replaceColumns(jobs, { size }), Int32Array.of(job)), fields: one }
    }
    const possible = () => {
      try {
        simulate({ ...alone(), facility, processors, policy: plainPolicy('fcfs') })
        return true
      } catch {
        return false
      }
    }
    // A job that is too much asks for less, until it is not.
    for (const name of [
      ...(['constraint', 'otherGres', 'tasksPerNode', 'memoryPerNode', 'exclusive'] as const),
      ...(['requestedGpus', 'requestedNodes', 'requestedMemory', 'partitionSet'] as const),
    ])
      if (!possible()) asks[name][job] = name === 'requestedNodes' || name === 'requestedMemory' ? 0 : -1
    if (!possible()) asks.queue[job] = 9
    if (!possible()) size[job] = 1
  }
  return { ...site, fields: asks, jobs: replaceColumns(jobs, { size }) }
}

const PLAIN = { memory: null, gpus: 0, weight: 1 }

/** Alike nodes in one partition. */
export function machineOf(nodes: number, cores: number): Facility {
  return {
    ...NOTHING_ELSE,
    partitions: [{ name: 'all', processors: [[0, nodes - 1]], jobs: null }],
    nodes: { groups: [{ ...PLAIN, names: `n[1-${nodes}]`, cores }], packing: 'best-fit' },
  }
}

/** Jobs one after another on six nodes that are full from the beginning, most of which end long before their estimates. */
export function crowded(seed: number, count: number) {
  const random = new Random(seed)
  const draw = (least: number, most: number) => least + random.int(most - least + 1)
  const jobs = tableOf(
    Array.from({ length: count }, (_, k) => {
      const runtime = draw(1, 200)
      return {
        id: k + 1,
        submit: 4 * k,
        runtime,
        estimate: runtime * draw(1, 4),
        size: draw(1, k % 5 === 0 ? 12 : 5),
        user: 1,
        group: 1,
      }
    }),
  )
  const facility: Facility = {
    ...machineOf(6, 4),
    nodes: {
      groups: [{ ...PLAIN, names: 'n[1-6]', cores: 4, memory: 16 }],
      packing: 'best-fit',
    },
  }
  const requestedMemory = Float64Array.from(jobs.id, () => 1024 * (draw(0, 5) === 0 ? 8 : draw(1, 4)))
  return { jobs, facility, fields: { requestedMemory }, processors: 24 }
}

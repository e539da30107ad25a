import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import type { JobField, Ranking, World } from '../../../../src/sim/order.js'
import { multifactorOrder, ORDERS, parseOrder } from '../../../../src/sim/orders/index.js'
import type { Site, SitePartition } from '../../../../src/sim/site.js'
import { jobSizeFactor } from '../../../../src/sim/slurm/factors.js'
import { LARGEST_WEIGHT as LARGEST, SLURM_DEFAULTS } from '../../../../src/trace/slurm-conf/settings.js'
import { failureOf } from '../../../support/failures.js'
import { type PartialJob, worldOf } from '../../../support/worlds.js'

const DAY = 86_400
const TIER = 2 ** 32

const NOWHERE: Site = {
  clock: { unixStart: 0, zone: 0 },
  priority: null,
  scheduler: null,
  resources: null,
  partitions: null,
  qos: null,
  shares: null,
}

/** Fields of the log, job by job. */
function fieldsOf(columns: Partial<Record<JobField, readonly number[]>>) {
  const field: World['field'] = (name) => (job) => columns[name]?.[job] ?? -1
  return field
}

/** Priorities of all jobs (of tier 1), as Slurm shows them. */
function prioritiesAt(ranking: Ranking, jobs: number, now: number): number[] {
  const out = new Float64Array(jobs)
  const queue = Int32Array.from({ length: jobs }, (_, job) => job)
  ranking.score(out, queue, jobs, { now, waiting: jobs, free: 0 })
  return [...out].map((key) => -key - TIER)
}

function priorities(
  written: string,
  jobs: readonly PartialJob[],
  now: number,
  more: Partial<World> = {},
): number[] {
  const world = worldOf(jobs, more)
  return prioritiesAt(parseOrder(written).bind(world), jobs.length, now)
}

const ONLY = (text: string) =>
  `multifactor(${['age', 'assoc', 'fairshare', 'size', 'partition', 'qos']
    .filter((name) => !text.includes(`${name}=`))
    .map((name) => `${name}=0`)
    .concat(text)
    .join(', ')})`

describe('the age factor', () => {
  const jobs = [{ submit: 0 }, { submit: 90_000 }, { submit: 172_800 }]

  it('grows to 1 at maxage, as at the last computation', () => {
    const at = (now: number) => priorities(ONLY('age=10000, maxage=2'), jobs, now)
    // 86 400 s is a multiple of the period of 300 s, 86 699 s comes before the next one.
    expect(at(DAY)).toEqual([5_000, 1, 1])
    expect(at(DAY + 299)).toEqual([5_000, 1, 1])
    expect(at(DAY + 300)).toEqual([Math.floor((10_000 * (DAY + 300)) / (2 * DAY)), 1, 1])
    expect(at(2 * DAY)).toEqual([10_000, Math.floor((10_000 * 82_800) / (2 * DAY)), 1])
    expect(at(9 * DAY)).toEqual([10_000, 10_000, 10_000])
  })

  it('counts periods from the first submit', () => {
    const world = worldOf([{ submit: 100 }], { origin: 100 })
    const ranking = parseOrder(ONLY('age=1000000, maxage=1')).bind(world)
    expect(prioritiesAt(ranking, 1, 399)).toEqual([1])
    expect(prioritiesAt(ranking, 1, 400)).toEqual([Math.floor((1_000_000 * 300) / DAY)])
  })

  it('is 1 at once where maxage is 0', () => {
    expect(priorities(ONLY('age=77, maxage=0'), jobs, 0)).toEqual([77, 77, 77])
  })

  it('is the same with and without an account of usage', () => {
    const times = [0, 7, 29.5, 30, 59.999, 60, 1_000_003]
    const bound = (fairshare: number) =>
      multifactorOrder({ age: 1e9, size: 0, partition: 0, fairshare, period: 30, maxAge: 2_000_000 }).bind(
        worldOf([{ submit: 0.3 }], { origin: 0.3 }),
      )
    const without = bound(0)
    const withAccount = bound(1)
    for (const now of times) {
      const [priority] = prioritiesAt(without, 1, now + 0.3)
      // Alone, the user has the fair-share factor 1.
      expect(prioritiesAt(withAccount, 1, now + 0.3)).toEqual([
        Math.max(priority, 1) + (priority > 1 ? 1 : 0),
      ])
    }
  })
})

describe('nice', () => {
  it('is taken off, as far as to 1, and −1 says that nobody set any', () => {
    const jobs = [{ submit: 0 }, { submit: 0 }, { submit: 0 }, { submit: 0 }]
    const field = fieldsOf({ nice: [-1, 40, -25, 500] })
    expect(priorities(ONLY('age=100, maxage=0'), jobs, 0, { field })).toEqual([100, 60, 125, 1])
  })
})

describe('the job size factor', () => {
  const favour = (favorSmall: boolean, relativeToTime: boolean) => ({ favorSmall, relativeToTime })

  it.each([
    [16, 600, false, false, 16 / 64],
    [64, 600, false, false, 1],
    [16, 600, true, false, 48 / 64],
    [64, 600, true, false, 0],
    [16, 600, false, true, 16 / 10 / 64],
    [16, 601, false, true, 16 / 11 / 64],
    [16, 600, true, true, 1 - 16 / 10 / 64],
    // The largest job with the shortest limit has all of it.
    [64, 0, false, true, 1],
    [64, 60, false, true, 1],
  ])('of %i processors for %i s, small %s, relative %s: %f', (size, estimate, small, relative, factor) => {
    const job = { cores: size, nodes: Number.NaN }
    const minutes = Math.ceil(estimate / 60)
    const machine = { cores: 64, nodes: Number.NaN }
    expect(jobSizeFactor(job, minutes, machine, favour(small, relative))).toBeCloseTo(factor, 15)
  })

  it('weighs', () => {
    const jobs = [{ size: 16 }, { size: 33 }]
    expect(priorities(ONLY('size=1000'), jobs, 0)).toEqual([250, 515])
    expect(priorities(ONLY('size=1000, favorsmall=1'), jobs, 0)).toEqual([750, 484])
    expect(priorities(ONLY('size=1000, relative=1'), [{ size: 32, estimate: 240 }], 0)).toEqual([125])
  })
})

describe('partitions and QOS', () => {
  const site: Site = {
    ...NOWHERE,
    partitions: new Map([
      [1, { jobFactor: { value: 50, share: 0.5 }, tier: 1 }],
      [2, { jobFactor: { value: 100, share: 1 }, tier: 3 }],
    ]),
    qos: new Map([
      [1, { priority: { value: 10, share: 0.1 }, usageFactor: 1 }],
      [4, { priority: { value: 100, share: 1 }, usageFactor: 0 }],
    ]),
  }
  const jobs = [{}, {}, {}, {}]
  const more = { site, field: fieldsOf({ partition: [1, 2, 9, -1], queue: [4, 1, 1, -1] }) }

  it('add the part of the highest, unknown ones nothing', () => {
    const bound = parseOrder(ONLY('partition=1000, qos=100')).bind(worldOf(jobs, more))
    const keys = prioritiesAt(bound, 4, 0)
    expect([keys[0], keys[2], keys[3]]).toEqual([600, 10, 1])
    // Its partition is of tier 3: two tiers above.
    expect(keys[1]).toBe(2 * TIER + 1_010)
  })

  it('add raw values where they are not to be normalised', () => {
    const order = multifactorOrder({
      ...SLURM_DEFAULTS,
      partition: 3,
      qos: 1,
      normalPartition: false,
      normalQos: false,
    })
    const keys = prioritiesAt(order.bind(worldOf(jobs, more)), 4, 0)
    expect([keys[0], keys[2]]).toEqual([250, 10])
  })
})

describe('what a job asks for', () => {
  const resources = { nodes: 8, weights: [], chargesLargest: false, chargesAtEnd: true }
  const jobs = [{ size: 48 }, { size: 16, estimate: 600 }, { size: 8 }]
  const columns = { requestedCores: [16, -1, 8], requestedNodes: [2, 8, -1] }
  const more = { site: { ...NOWHERE, resources }, field: fieldsOf(columns) }

  it('is its size where a Slurm is known: the mean of its parts of the processors and of the nodes', () => {
    expect(priorities(ONLY('size=1000'), jobs, 0, more)).toEqual([250, 625, 125])
    expect(priorities(ONLY('size=1000, favorsmall=1'), jobs, 0, more)).toEqual([750, 375, 875])
    // Over 2, 10 and 2 minutes; of the second all nodes.
    expect(priorities(ONLY('size=1000, relative=1'), jobs, 0, more)).toEqual([125, 100, 62])
    const nobodyKnows = { ...more, site: { ...NOWHERE, resources: { ...resources, nodes: null } } }
    expect(priorities(ONLY('size=1000'), jobs, 0, nobodyKnows)).toEqual([250, 250, 125])
    expect(priorities(ONLY('size=1000'), jobs, 0, { field: fieldsOf(columns) })).toEqual([750, 250, 125])
  })

  it('counts by the weights of its resources, as slow sums have it', () => {
    const random = new Random(20261123)
    const weights = new Map([
      ['cpu', 1_000],
      ['mem', 500],
      ['node', 70],
      ['gres/gpu', 9_000],
    ])
    const totals = [
      new Map([
        ['cpu', 384],
        ['mem', 768_000],
        ['node', 48],
        ['gres/gpu', 32],
      ]),
      new Map([
        ['cpu', 64],
        ['mem', 0],
      ]),
    ]
    const asked = Array.from({ length: 60 }, () => ({
      partition: random.below(3),
      cores: 1 + random.below(64),
      nodes: random.below(3) === 0 ? -1 : 1 + random.below(8),
      kilobytes: random.below(4) === 0 ? -1 : 1_000 * random.below(64_000),
      gpus: random.below(2) === 0 ? -1 : random.below(8),
    }))
    const field = fieldsOf({
      partition: asked.map(({ partition }) => partition),
      requestedCores: asked.map(({ cores }) => cores),
      requestedNodes: asked.map(({ nodes }) => nodes),
      totalMemory: asked.map(({ kilobytes }) => kilobytes),
      requestedGpus: asked.map(({ gpus }) => gpus),
    })
    const partitions = new Map(
      totals.map((each, k) => [k, { jobFactor: { value: 0, share: 0 }, tier: 1, totals: [...each] }]),
    )
    const site = { ...NOWHERE, partitions, resources: { ...resources, weights: [...weights] } }
    const slowly = (normal: boolean) =>
      asked.map(({ partition, cores, nodes, kilobytes, gpus }) => {
        const amounts = { cpu: cores, mem: kilobytes / 1024, node: nodes, 'gres/gpu': gpus }
        let sum = 0
        for (const [name, amount] of Object.entries(amounts)) {
          if (amount <= 0) continue
          const all = totals[partition]?.get(name) ?? 0
          if (!normal) sum += weights.get(name)! * amount
          else if (all > 0) sum += weights.get(name)! * (amount / all)
        }
        return Math.min(LARGEST, Math.max(1, Math.floor(sum)))
      })
    const none = { age: 0, assoc: 0, fairshare: 0, size: 0, partition: 0, qos: 0 }
    for (const normalTres of [true, false]) {
      const world = worldOf(
        asked.map(() => ({})),
        { site, field },
      )
      const found = prioritiesAt(multifactorOrder({ ...none, normalTres }).bind(world), asked.length, 0)
      const expected = slowly(normalTres)
      // A sum in another order may be rounded down to the next point.
      found.forEach((priority, k) => {
        expect(Math.abs(priority - expected[k])).toBeLessThanOrEqual(1)
      })
      expect(found.filter((priority, k) => priority === expected[k]).length).toBeGreaterThan(57)
      expect(new Set(found).size).toBeGreaterThan(30)
    }
  })

  it('is what is charged, where the partition bills its resources', () => {
    const partition = { jobFactor: { value: 0, share: 0 }, tier: 1 }
    const billing = [
      ['cpu', 1],
      ['mem', 1 / 1024],
    ] as const
    const fields = { partition: [1, 2], totalMemory: [64 * 1024 * 1024, 0], unixGroup: [1, 1] }
    const charged = (chargesLargest: boolean) => {
      const site = {
        ...NOWHERE,
        partitions: new Map<number, SitePartition>([
          [1, { ...partition, billing }],
          [2, partition],
        ]),
        resources: { ...resources, chargesLargest },
      }
      const members = () => [1, 2].map((user) => ({ account: 1, user }))
      const world = worldOf(
        [
          { user: 1, size: 8 },
          { user: 2, size: 8 },
        ],
        { site, field: fieldsOf(fields) },
      )
      const order = multifactorOrder({ ...SLURM_DEFAULTS, fairshare: 1e9, fairTree: false, halfLife: 0 })
      const ranking = order.bind({ ...world, members })
      if (ranking.kind !== 'general') throw new Error('not general')
      for (const job of [0, 1]) ranking.started?.(job, 0)
      return prioritiesAt(ranking, 2, 600)
    }
    // 8 cores and 64 gigabytes beside 8 cores: parts 72/80 or 64/72, users of half an account that has used everything.
    const factor = (part: number) => Math.floor(1e9 * 2 ** -((part + (1 - part) / 2) / 0.5))
    expect(charged(false)).toEqual([factor(72 / 80), factor(8 / 80)])
    expect(charged(true)).toEqual([factor(64 / 72), factor(8 / 72)])
  })
})

describe('the priorities of associations', () => {
  const share = (parent: number, number: number, isUser: boolean, priority?: number) => ({
    ...{ parent, shares: 1, isUser, number },
    ...(priority !== undefined && { priority }),
  })
  const shares = [
    share(-1, Number.NaN, false),
    share(0, 1, false, 40),
    share(0, 2, false),
    share(1, 5, true, 40),
    share(1, 6, true, 100),
    share(2, 5, true, 10),
    share(2, 7, true),
  ]
  const jobs = [{ user: 5 }, { user: 6 }, { user: 5 }, { user: 7 }, { user: 6 }, { user: 6 }]
  const more = { site: { ...NOWHERE, shares }, field: fieldsOf({ unixGroup: [1, 1, 2, 2, 2, -1] }) }

  it('weigh as parts of the highest, of the user in the account', () => {
    expect(priorities(ONLY('assoc=1000'), jobs, 0, more)).toEqual([400, 1_000, 100, 1, 1, 1_000])
    expect(priorities(ONLY('assoc=1000'), jobs, 0)).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('weigh as they are with NO_NORMAL_ASSOC', () => {
    const none = { age: 0, fairshare: 0, size: 0, partition: 0, qos: 0 }
    const ranking = multifactorOrder({ ...none, assoc: 3, normalAssoc: false }).bind(worldOf(jobs, more))
    expect(prioritiesAt(ranking, 6, 0)).toEqual([120, 300, 30, 1, 1, 300])
  })
})

describe('the priority', () => {
  it('is rounded down, is at least 1 and fits 32 bits', () => {
    const jobs = [{ size: 1 }, { size: 63 }]
    expect(priorities(ONLY('size=63'), jobs, 0)).toEqual([1, 62])
    expect(priorities(ONLY('size=4294967295, age=4294967295, maxage=0'), jobs, 0)).toEqual([
      4_294_967_295, 4_294_967_295,
    ])
  })

  it('is the sum of all weighted factors', () => {
    const [first, second] = priorities('multifactor', [{ size: 32 }, { size: 8, submit: 302_400 }], 302_400)
    // The bare order has the weights of Slurm's sample configuration: age 1000, fair share 10000, size 1000.
    expect(first).toBe(500 + 10_000 + 500)
    expect(second).toBe(0 + 10_000 + 125)
  })
})

describe('fair share', () => {
  const jobs = [
    { user: 1, size: 10 },
    { user: 2, size: 10 },
    { user: 1, size: 1 },
    { user: 2, size: 1 },
    { user: 3, size: 1 },
  ]
  const world = () => {
    const made = worldOf(jobs, { field: fieldsOf({ unixGroup: [1, 1, 1, 1, 2] }) })
    const members = [
      { account: 1, user: 1 },
      { account: 1, user: 2 },
      { account: 2, user: 3 },
    ]
    return { ...made, members: () => members }
  }
  const bound = (text: string, more: Partial<World> = {}) => {
    const ranking = parseOrder(ONLY(text)).bind({ ...world(), ...more })
    if (ranking.kind !== 'general') throw new Error('not general')
    return ranking
  }

  it('follows usage, once a period', () => {
    const ranking = bound('fairshare=300')
    expect(prioritiesAt(ranking, 5, 0)).toEqual([300, 300, 300, 300, 300])
    ranking.started?.(0, 0)
    expect(prioritiesAt(ranking, 5, 299)).toEqual([300, 300, 300, 300, 300])
    // User 1 has used; 2, of the same account, has not, but comes after 3, whose account has not.
    expect(prioritiesAt(ranking, 5, 300)).toEqual([100, 200, 100, 200, 300])
    ranking.ended?.(0, 310)
    ranking.started?.(1, 310)
    expect(prioritiesAt(ranking, 5, 599)).toEqual([100, 200, 100, 200, 300])
    expect(prioritiesAt(ranking, 5, 3_300)).toEqual([200, 100, 200, 100, 300])
  })

  it('by the classic formula', () => {
    const ranking = bound('fairshare=1000000, tree=0')
    ranking.started?.(0, 0)
    // All usage is user 1's, and of no account as they were settled: U_E of users 1 is 1 + (0 − 1)/2, of 2 it is 0.
    expect(prioritiesAt(ranking, 5, 300).slice(2)).toEqual([250_000, 1_000_000, 1_000_000])
    // A period later U_E of account 1 is 1 and of its users 1 and 0 + 1·(1/2); S is 1/4, of user 3 1/2.
    expect(prioritiesAt(ranking, 5, 600).slice(2)).toEqual([62_500, 250_000, 1_000_000])
    const dampened = bound('fairshare=1000000, tree=0, dampening=2')
    dampened.started?.(0, 0)
    expect(prioritiesAt(dampened, 5, 600).slice(2)).toEqual([250_000, 500_000, 1_000_000])
  })

  it('charges what a QOS is charged', () => {
    const free = { priority: { value: 0, share: 0 }, usageFactor: 0 }
    const site: Site = { ...NOWHERE, qos: new Map([[7, free]]) }
    const ranking = bound('fairshare=300', {
      site,
      field: fieldsOf({ unixGroup: [1, 1, 1, 1, 2], queue: [7, 1, 1, 1, 1] }),
    })
    ranking.started?.(0, 0)
    expect(prioritiesAt(ranking, 5, 300)).toEqual([300, 300, 300, 300, 300])
    ranking.started?.(1, 300)
    expect(prioritiesAt(ranking, 5, 600)).toEqual([200, 100, 200, 100, 300])
  })

  it('is forgotten when the site says so', () => {
    const priority = { ...SLURM_DEFAULTS, fairshare: 300, halfLife: 0, reset: 'daily' as const }
    const order = multifactorOrder()
    const ranking = order.bind({ ...world(), site: { ...NOWHERE, priority } })
    if (ranking.kind !== 'general') throw new Error('not general')
    ranking.started?.(0, 0)
    ranking.ended?.(0, 1_000)
    expect(prioritiesAt(ranking, 5, DAY - 300)).toEqual([100, 200, 100, 200, 300])
    expect(prioritiesAt(ranking, 5, DAY)).toEqual([300, 300, 300, 300, 300])
  })
})

describe('settings', () => {
  const site = (priority: Partial<typeof SLURM_DEFAULTS>): Site => ({
    ...NOWHERE,
    priority: { ...SLURM_DEFAULTS, ...priority },
  })

  it('of the policy go before those of slurm.conf', () => {
    const jobs = [{ size: 32 }]
    const of = (written: string, known: Site) => priorities(written, jobs, 0, { site: known })
    expect(of('multifactor', site({ size: 700 }))).toEqual([350])
    expect(of('multifactor(size=70)', site({ size: 700 }))).toEqual([35])
    expect(of('multifactor(age=5)', site({ size: 700, maxAge: 0 }))).toEqual([355])
  })

  it('that slurm.conf does not name are those of Slurm', () => {
    expect(priorities('multifactor', [{ size: 32 }, { size: 64 }], 0, { site: site({}) })).toEqual([1, 1])
  })

  it('has no half-life that Slurm could not decay by', () => {
    const failure = failureOf(() => parseOrder('multifactor(halflife=0.0001)'))
    expect(failure.kind).toBe('policy-parameter')
    expect(failure.message).toContain('shorter than a minute')
    for (const fits of ['0', '0.0007'])
      expect(() => parseOrder(`multifactor(halflife=${fits})`)).not.toThrow()
  })

  it('declares every default as what it is without a word', () => {
    const { parameters } = ORDERS.find(({ name }) => name === 'multifactor')!
    const jobs = [
      { size: 3, estimate: 7_000 },
      { size: 50, submit: 1_000, estimate: 90 },
    ]
    const spelled = parameters.map(({ name, default: usual }) => `${name}=${usual}`).join(', ')
    const bare = priorities('multifactor', jobs, 400_000)
    expect(priorities(`multifactor(${spelled})`, jobs, 400_000)).toEqual(bare)
  })
})

describe('what is wanting', () => {
  const lacks = (
    written: string,
    site: Site | null,
    fields: Partial<Record<'unixGroup' | 'queue' | 'partition', Float64Array>>,
    members = [{ account: 1, user: 1 }],
  ) => parseOrder(written).lacks?.({ site, fields, members: () => members }) ?? []
  const some = Float64Array.of(1, 2, 2, -1)
  const none = new Float64Array(4).fill(-1)

  it('is nothing where nobody asked', () => {
    expect(lacks('multifactor', null, {})).toEqual([])
    expect(lacks('multifactor(qos=0, partition=0)', NOWHERE, { queue: none })).toEqual([])
    expect(lacks('fcfs', null, {})).toEqual([])
  })

  it('is said of associations without priorities, and of resources that nobody counts', () => {
    expect(lacks('multifactor(assoc=5)', NOWHERE, {})).toEqual([
      'no association has a priority (--slurm-shares with the column Priority): its factor is 0',
    ])
    const weights = [['cpu', 1] as const, ['mem', 5] as const]
    const resources = { nodes: null, weights, chargesLargest: false, chargesAtEnd: true }
    expect(lacks('multifactor', { ...NOWHERE, resources }, {})).toEqual([
      'what partitions have is not known (scontrol show partition): PriorityWeightTRES counts as 0',
    ])
    const partitions = new Map([[1, { jobFactor: { value: 0, share: 0 }, tier: 1, totals: weights }]])
    const known = { ...NOWHERE, priority: { ...SLURM_DEFAULTS }, partitions, resources }
    expect(lacks('multifactor', known, { queue: some })).toEqual([
      'the log does not say how much mem jobs ask for: its weight counts as 0',
    ])
  })

  it('is said of fields that the log has not', () => {
    expect(lacks('multifactor(qos=5)', null, { queue: none })).toEqual([
      'the log does not say the QOS of its jobs: their QOS factor is 0',
    ])
    expect(lacks('multifactor(partition=5)', null, {})).toEqual([
      'the log does not say the partition of its jobs: their partition factor is 0',
    ])
  })

  it('is said of files that were not given, and of what they do not name', () => {
    expect(lacks('multifactor(qos=5)', null, { queue: some })).toEqual([
      'the priority of each QOS is not known (--slurm-qos): its factor is 0',
    ])
    const qos = new Map([[2, { priority: { value: 1, share: 1 }, usageFactor: 1 }]])
    const [said] = lacks('multifactor(qos=5)', { ...NOWHERE, qos }, { queue: some })
    expect(said).toContain('2 jobs are of a QOS (queue -1, 1)')
  })

  it('is said of weights in slurm.conf', () => {
    const priority = { ...SLURM_DEFAULTS, qos: 1 }
    expect(lacks('multifactor', { ...NOWHERE, priority }, { queue: none })).toHaveLength(1)
    expect(lacks('multifactor(qos=0)', { ...NOWHERE, priority }, { queue: none })).toEqual([])
  })

  it('is said of users whom the shares do not name', () => {
    const shares = [{ parent: -1, shares: 1, isUser: false, number: Number.NaN }]
    expect(lacks('multifactor', { ...NOWHERE, shares }, {})).toEqual([
      expect.stringMatching(
        /^no user of the log is in the file of --slurm-shares.*--keep-names.*--salt-file$/,
      ),
    ])
    expect(lacks('multifactor(fairshare=0)', { ...NOWHERE, shares }, {})).toEqual([])
    const known = [...shares, { parent: 0, shares: 1, isUser: true, number: 1 }]
    const members = [
      { account: -1, user: 1 },
      { account: 1, user: 2 },
    ]
    expect(lacks('multifactor', { ...NOWHERE, shares: known }, {}, members)).toEqual([
      '1 user in an account is not in the file of --slurm-shares, with one share each',
    ])
  })
})

/** Markets beside a slow twin, and what holds of every market: contracts alone, and the offers of a machine. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Domain,
  type MarketSettings,
  type RequestTerms,
  simulateMarket,
  USUAL_MARKET,
  validateMarket,
} from '../../src/sites/index.js'
import { offersOf } from '../../src/sites/market/offers.js'
import { MachinePlan } from '../../src/sites/market/plan.js'
import { JobTableBuilder } from '../../src/trace/job-table.js'
import { failureOf } from '../support/failures.js'
import { runs } from '../support/runs.js'
import { SLOW_MACHINE_FUNCTIONS, SLOW_UTILITY_FUNCTIONS, slowMarket } from '../support/twin/market.js'

const small = (max: number, min = 0) => fc.integer({ min, max })
const machine = small(6, 1)
const domains = fc
  .array(fc.array(machine, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 })
  .chain((sizes) =>
    fc.tuple(
      ...sizes.map((machines) =>
        fc
          .uniqueArray(small(sizes.length - 1), { maxLength: sizes.length })
          .map((knows): Domain => ({ machines, knows })),
      ),
    ),
  )
const job = fc.record({ gap: small(6), runtime: small(9, 1), slack: small(6), size: small(9, 1) })
const request = fc.record(
  {
    hops: small(2),
    budget: small(200),
    deadline: small(120, 20),
    utilityFunction: fc.constantFrom('UF2', 'UF4'),
  },
  { requiredKeys: [] },
)
const cases = fc.record({
  domains,
  jobs: fc.array(fc.tuple(job, fc.option(request)), { minLength: 1, maxLength: 25 }),
  machineFunction: fc.constantFrom(
    'MF1',
    'MF2',
    'MF3',
    'MF4',
    'MF5',
    'MF6',
    'RunTime*NumberOfProcessors - after',
  ),
  utilityFunction: fc.constantFrom('UF1', 'UF2', 'UF3', '-StartTime - JobCost/3'),
  overhead: fc.constantFrom(0, 25, 50),
  latency: small(2),
})
type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never

function tableOf({ jobs }: Case) {
  const builder = new JobTableBuilder(jobs.length)
  let submit = 0
  for (const [k, [{ gap, runtime, slack, size }]] of jobs.entries()) {
    submit += gap
    builder.addValues(k + 1, submit, runtime, runtime + slack, size, -1, 0)
  }
  return builder.finish().table
}

function runOf(given: Case, change: Partial<MarketSettings> = {}) {
  const table = tableOf(given)
  const { machineFunction, utilityFunction, overhead, latency } = given
  const requests = new Map<number, RequestTerms>(
    given.jobs.flatMap(([, terms], row) => (terms === null ? [] : [[row, terms] as const])),
  )
  const settings = { ...USUAL_MARKET, machineFunction, utilityFunction, overhead, latency, ...change }
  return { table, requests, schedule: simulateMarket(table, given.domains, settings, requests) }
}

describe('the progress of a market', () => {
  it('ascends, and changes nothing', () => {
    const property = fc.property(cases, fc.constantFrom('fixed', 'move-up'), (given, reservations) => {
      const shares: number[] = []
      const { table, requests, schedule } = runOf(given, { reservations })
      const { domains: all, machineFunction, utilityFunction, overhead, latency } = given
      const rules = { ...USUAL_MARKET, machineFunction, utilityFunction, overhead, latency, reservations }
      const watched = simulateMarket(table, all, rules, requests, [], (share) => shares.push(share))
      expect(watched).toEqual(schedule)
      expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b))
      const ended = schedule.filter((contract) => contract !== null).length
      // At most 50 steps in all: each is told.
      expect(shares.at(-1)).toBe((table.length + ended) / (2 * table.length))
    })
    fc.assert(property, { seed: 117, numRuns: 20 })
  })
})

const SEEDED = { seed: 116, numRuns: runs(30, 60) }

describe('a market beside its twin', () => {
  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
  const machineFunctions = fc.constantFrom(...Object.keys(SLOW_MACHINE_FUNCTIONS))
  const utilityFunctions = fc.constantFrom(...Object.keys(SLOW_UTILITY_FUNCTIONS))
  const terms = fc
    .record({
      home: some(small(3)),
      hops: some(small(3)),
      timeToLive: some(small(4)),
      utilityFunction: some(utilityFunctions),
      budget: some(small(150, -20)),
      // Both counted from the submit.
      deadline: some(small(60)),
      start: some(small(12)),
      maxOffers: some(small(5, 1)),
    })
    .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
  const several = fc
    .record({
      domains: domains.chain((list) =>
        fc.tuple(
          ...list.map((domain) =>
            some(machineFunctions).map((own) => ({ ...domain, ...(own && { machineFunction: own }) })),
          ),
        ),
      ),
      jobs: fc.array(
        fc.tuple(
          fc.record({ gap: small(6), runtime: small(9), slack: small(8), size: small(9, 1) }),
          terms as fc.Arbitrary<RequestTerms>,
        ),
        { minLength: 1, maxLength: 20 },
      ),
      settings: fc.record({
        machineFunction: machineFunctions,
        utilityFunction: utilityFunctions,
        maxOffers: small(20, 1),
        steps: small(5, 1),
        overhead: fc.constantFrom(0, 7, 25, 130),
        latency: small(2),
      }),
    })
    .map(({ domains: list, jobs, settings }) => {
      let submit = 0
      const builder = new JobTableBuilder(jobs.length)
      const requests = new Map<number, RequestTerms>()
      for (const [row, [{ gap, runtime, slack, size }, own]] of jobs.entries()) {
        submit += gap
        builder.addValues(row + 1, submit, runtime, runtime + slack, size, -1, 0)
        const { home, deadline, start, ...rest } = own
        requests.set(row, {
          ...rest,
          ...(home !== undefined && { home: home % list.length }),
          ...(deadline !== undefined && { deadline: submit + deadline }),
          ...(start !== undefined && { start: submit + start }),
        })
      }
      return { domains: list as readonly Domain[], jobs: builder.finish().table, settings, requests }
    })

  it.each(['fixed', 'move-up'] as const)(
    '%s: every start, end, node, cost and utility is the twin’s',
    (reservations) => {
      fc.assert(
        fc.property(several, ({ domains: list, jobs, settings, requests }) => {
          const all = { ...settings, reservations }
          const own = simulateMarket(jobs, list, all, requests).map(
            (contract) =>
              contract && {
                start: contract.start,
                end: contract.end,
                fragments: contract.fragments,
                cost: contract.cost,
                utility: contract.utility,
              },
          )
          expect(own).toEqual(slowMarket(jobs, list, all, requests))
        }),
        { seed: 1114, numRuns: runs(60, 120) },
      )
    },
  )

  it('gives a job to one machine that could offer it nothing within the budget, in one piece', () => {
    const builder = new JobTableBuilder(2)
    builder.addValues(1, 0, 10, 10, 1, -1, 0)
    builder.addValues(2, 0, 2, 2, 1, -1, 0)
    const { table } = builder.finish()
    // The one offer is of the gap before the first job, 10 s of idle time; behind it are none.
    const requests = new Map<number, RequestTerms>([
      [0, { start: 10 }],
      [1, { budget: 5, maxOffers: 1 }],
    ])
    const list: readonly Domain[] = [{ machines: [1], knows: [] }]
    const settings = { ...USUAL_MARKET, overhead: 100 }
    const [, contract] = simulateMarket(table, list, settings, requests)
    expect(contract).toMatchObject({ start: 20, end: 22, cost: 2, utility: -20 })
    expect(slowMarket(table, list, settings, requests)[1]).toMatchObject({ start: 20, end: 22, cost: 2 })
    const agreed = { jobs: table, domains: list, agreed: [], settings, requests }
    const contracts = simulateMarket(table, list, settings, requests)
    expect(validateMarket({ ...agreed, contracts })).toEqual([])
  })
})

describe('markets', () => {
  it('keep what was agreed: no node twice, the whole size, within deadline, budget and reach', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom('fixed' as const, 'move-up' as const), (given, reservations) => {
        const { table, requests, schedule } = runOf(given, { reservations })
        const used = new Map<string, [number, number][]>()
        for (const [row, contract] of schedule.entries()) {
          if (contract === null) continue
          const { start, end, fragments, cost } = contract
          const { deadline, budget, hops } = requests.get(row) ?? {}
          const split = fragments.length > 1
          const longer = (seconds: number) =>
            split ? Math.ceil(((100 + given.overhead) * seconds) / 100) : seconds
          expect(end - start).toBe(longer(table.runtime[row]))
          expect(start).toBeGreaterThanOrEqual(table.submit[row])
          if (deadline !== undefined)
            expect(start + longer(table.estimate[row])).toBeLessThanOrEqual(deadline)
          if (budget !== undefined) expect(cost).toBeLessThanOrEqual(budget)
          if (hops === 0)
            expect(fragments.every(({ domain }) => domain === row % given.domains.length)).toBe(true)
          expect(fragments.reduce((sum, { nodes }) => sum + nodes.length, 0)).toBe(table.size[row])
          for (const { domain, machine: place, nodes } of fragments) {
            expect(new Set(nodes).size).toBe(nodes.length)
            expect(nodes.every((node) => node >= 0 && node < given.domains[domain].machines[place])).toBe(
              true,
            )
            for (const node of nodes) {
              const key = `${domain} ${place} ${node}`
              used.set(key, [...(used.get(key) ?? []), [start, end]])
            }
          }
        }
        for (const spans of used.values()) {
          spans.sort(([a, b], [c, d]) => a - c || b - d)
          for (const [k, [start]] of spans.entries()) {
            if (k > 0) expect(start).toBeGreaterThanOrEqual(spans[k - 1][1])
          }
        }
      }),
      SEEDED,
    )
  })

  it('start nothing later by moving up than was agreed', () => {
    fc.assert(
      fc.property(cases, (given) => {
        // All is agreed on before anything ends.
        const once = {
          ...given,
          jobs: given.jobs.map(([each, terms]) => [{ ...each, gap: 0 }, terms]),
        } as Case
        const agreed = runOf(once).schedule
        for (const [row, contract] of runOf(once, { reservations: 'move-up' }).schedule.entries()) {
          const { start } = agreed[row] ?? { start: Number.NaN }
          if (contract !== null) expect(contract.start).toBeLessThanOrEqual(start)
          expect(contract === null).toBe(agreed[row] === null)
        }
      }),
      SEEDED,
    )
  })

  it('that know nobody are machines of their own', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const alone = { ...given, domains: given.domains.map((domain) => ({ ...domain, knows: [] })) }
        const { schedule } = runOf(alone)
        for (const [row, contract] of schedule.entries()) {
          expect(
            contract?.fragments.every(({ domain }) => domain === row % given.domains.length) ?? true,
          ).toBe(true)
        }
      }),
      SEEDED,
    )
  })

  it('of unknown domains and machines without nodes are refused', () => {
    const { table } = runOf({
      domains: [{ machines: [1], knows: [] }],
      jobs: [],
      machineFunction: 'MF1',
      utilityFunction: 'UF1',
      overhead: 0,
      latency: 0,
    })
    const refused = (list: readonly Domain[]) =>
      failureOf(() => simulateMarket(table, list, USUAL_MARKET)).detail
    expect(refused([])).toMatchObject({ field: 'domains' })
    expect(refused([{ machines: [4, 0], knows: [] }])).toMatchObject({
      field: 'domains[0].machines[1]',
      value: 0,
    })
    expect(refused([{ machines: [4], knows: [0, 2] }])).toMatchObject({ field: 'domains[0].knows', value: 2 })
  })
})

describe('offers of a machine', () => {
  const busy = fc.array(fc.tuple(small(4), small(20), small(8, 1)), { maxLength: 10 })
  it('are sets of idle nodes with the whole window that they share, each once', () => {
    fc.assert(
      fc.property(busy, small(3, 1), small(9, 1), (reservations, nodes, runtime) => {
        const plan = new MachinePlan(5)
        for (const [node, start, length] of reservations) {
          if (plan.isIdle(node, start, start + length))
            plan.reserve({ nodes: [node], start, end: start + length })
        }
        const wanted = { start: 0, deadline: 30, runtime, nodes }
        const idle = Array.from({ length: 5 }, (_, node) => plan.idle(node, 0, 30))
        const offers = offersOf(idle, wanted, 1000)
        const keys = offers.map(({ nodes: own, begin }) => `${own.join()} ${begin}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (const { nodes: own, begin, end } of offers) {
          expect(own).toHaveLength(nodes)
          expect(end - begin).toBeGreaterThanOrEqual(runtime)
          expect(own.every((node) => plan.isIdle(node, begin, end))).toBe(true)
          // Neither side can be moved outwards for all of them.
          if (begin > 0) expect(own.every((node) => plan.isIdle(node, begin - 1, end))).toBe(false)
          if (end < 30) expect(own.every((node) => plan.isIdle(node, begin, end + 1))).toBe(false)
        }
        // A start that some nodes have in common lies in some offer, so nothing that is possible is without one.
        for (let start = 0; start + runtime <= 30; start++) {
          const able = [0, 1, 2, 3, 4].filter((node) => plan.isIdle(node, start, start + runtime))
          const offered = offers.some(({ begin, end }) => begin <= start && start + runtime <= end)
          expect(offered).toBe(able.length >= nodes)
        }
      }),
      { seed: 11, numRuns: runs(50, 100) },
    )
  })
})

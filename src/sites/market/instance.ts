/** Instance files of markets: one machine's offers, or a simulation. */
import {
  added,
  type Decoded,
  type JsonObject,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  tuple,
  whole,
} from '../../core/codec.js'
import type { Json } from '../../core/json.js'
import type { Place } from '../../core/place.js'
import { JobTableBuilder } from '../../trace/job-table.js'
import { answered, type InstanceKind, requireDistinctNumbers } from '../instance.js'
import { machineFunction, utilityFunction } from './functions.js'
import { idleIntervals, offersOf, type Wanted } from './offers.js'
import { MachinePlan } from './plan.js'
import { bestPlacement } from './selection.js'
import { type Contract, checkDomains, MOST_NODES, type RequestTerms, simulateMarket } from './simulate.js'

const ever = Number.POSITIVE_INFINITY
const MF = [1, 2, 3, 4, 5, 6] as const
const UF = [1, 2, 3, 4, 5] as const
const SECONDS = number(0)
const SELECTION = { maxOffers: whole(1, 10_000), steps: whole(1, 1_000) }

const OFFERS = object(
  {
    nodes: whole(1, MOST_NODES),
    reservations: list(tuple(whole(0), SECONDS, SECONDS)),
    now: SECONDS,
    request: object({ start: SECONDS, deadline: nullable(SECONDS), runtime: SECONDS, nodes: whole(1) }),
    ...SELECTION,
    terms: added(list(object({ nodes: list(whole(0)), start: SECONDS }, true)), []),
  },
  true,
)

const REQUEST = object({
  home: optional(nullable(whole(0))),
  hops: optional(nullable(whole(0))),
  ttl: optional(nullable(SECONDS)),
  uf: optional(nullable(oneOf(UF))),
  budget: optional(nullable(number())),
  deadline: optional(nullable(SECONDS)),
})

const SIMULATION = object(
  {
    domains: list(
      object({
        machines: list(whole(1), { least: 1 }),
        knows: list(whole(0)),
        mf: optional(nullable(oneOf(MF))),
      }),
      { least: 1 },
    ),
    settings: object({
      mf: oneOf(MF),
      uf: oneOf(UF),
      ...SELECTION,
      overhead: whole(0, 10_000),
      latency: SECONDS,
    }),
    jobs: list(tuple(whole(0), SECONDS, SECONDS, SECONDS, whole(1))),
    requests: added(record(REQUEST), {}),
  },
  true,
)

export const marketInstance: InstanceKind = (instance, at) => {
  const kind = oneOf(['offers', 'simulation']).decode(instance['kind'], at.at('kind'))
  return kind === 'offers' ? offersAnswered(instance, at) : simulationAnswered(instance, at)
}

function offersAnswered(instance: JsonObject, at: Place): Json {
  const { nodes, reservations, now, request, maxOffers, steps, terms } = OFFERS.decode(instance, at)
  const plan = new MachinePlan(nodes)
  for (const [k, [node, start, end]] of reservations.entries()) {
    const place = at.at('reservations').at(k)
    if (node >= nodes) throw place.at(0).bad(node, `a node from 0 to ${nodes - 1}`)
    if (end < start) throw place.at(2).bad(end, `an instant from ${start}, where it begins`)
    if (!plan.isIdle(node, start, end)) {
      const remedy = 'Reservations of a node do not overlap'
      throw place.fault('a node is reserved twice', { value: node, remedy })
    }
    plan.reserve({ nodes: [node], start, end })
  }
  const wanted: Wanted = { ...request, deadline: request.deadline ?? ever }
  for (const [k, { nodes: own, start }] of terms.entries()) {
    const place = at.at('terms').at(k).at('nodes')
    const bad = own.findIndex(
      (node, nth) =>
        node >= nodes || own.indexOf(node) < nth || !plan.isIdle(node, start, start + request.runtime),
    )
    if (bad >= 0) throw place.at(bad).bad(own[bad], 'different nodes that are idle all the while')
  }
  const idle = idleIntervals(plan, wanted)
  const judges = MF.map((mf) => ({ mf, machine: machineFunction(`MF${mf}`) }))
  const utilities = UF.map((uf) => ({ uf, utility: utilityFunction(`UF${uf}`) }))
  return answered(instance, ['idle', 'offers', 'terms', 'best'], {
    idle: idle.map((intervals) => intervals.map(([begin, end]) => [begin, bounded(end)])),
    offers: offersOf(idle, wanted, maxOffers).map(({ nodes: own, begin, end }) => [own, begin, bounded(end)]),
    terms: terms.map(({ nodes: own, start }) => {
      const found = plan.terms(own, start, start + request.runtime, now)
      const { size, after, before, parallel, utilization } = found
      const costs = judges.map(({ machine }) => machine(found))
      return {
        ...{ nodes: own, start, N: size, after, before, parallel, utilization, MF: costs },
        UF: costs.map((cost) => utilities.map(({ utility }) => utility.value(start, cost))),
      }
    }),
    best: judges.flatMap(({ mf, machine }) =>
      utilities.map(({ uf, utility }): Json => {
        // Costs are asked for, whether they decide or not.
        const judge = { machine, utility: utility.value, pricing: true, budget: ever }
        const best = bestPlacement(plan, wanted, now, judge, { maxOffers, steps })
        return [
          mf,
          uf,
          best && { start: best.start, nodes: best.nodes, cost: best.cost, utility: best.utility },
        ]
      }),
    ),
  })
}

function simulationAnswered(instance: JsonObject, at: Place): Json {
  const { domains, settings, jobs: rows, requests } = SIMULATION.decode(instance, at)
  const { mf, uf, ...rest } = settings
  checkSimulation(at, domains, rows, requests)
  const builder = new JobTableBuilder(rows.length)
  for (const [id, submit, runtime, estimate, size] of rows) {
    builder.addValues(id, submit, runtime, Math.max(runtime, estimate), size, -1, 0)
  }
  const { table: jobs } = builder.finish()
  const terms = new Map<number, RequestTerms>()
  for (const [row, id] of jobs.id.entries()) {
    const request = requests[String(id)]
    if (request !== undefined) terms.set(row, termsOf(request))
  }
  const schedule = simulateMarket(
    jobs,
    domains.map(({ mf: own, ...domain }) => ({ ...domain, ...(own ? { machineFunction: `MF${own}` } : {}) })),
    { ...rest, machineFunction: `MF${mf}`, utilityFunction: `UF${uf}`, reservations: 'fixed' },
    terms,
  )
  let [weighted, weight] = [0, 0]
  for (const [row, contract] of schedule.entries()) {
    if (contract === null) continue
    const work = jobs.runtime[row] * jobs.size[row]
    weight += work
    weighted += work * (contract.end - jobs.submit[row])
  }
  return answered(instance, ['results', 'awrt', 'unplaced', 'coallocated'], {
    results: schedule.map((contract) => (contract === null ? null : contractJson(contract))),
    awrt: weight === 0 ? null : weighted / weight,
    unplaced: schedule.filter((contract) => contract === null).length,
    coallocated: schedule.filter((contract) => contract !== null && contract.fragments.length > 1).length,
  })
}

type Simulation = Decoded<typeof SIMULATION>

/** @throws QueuewrightError for what the codec cannot see: places and numbers that are none, jobs out of order */
function checkSimulation(
  at: Place,
  domains: Simulation['domains'],
  rows: Simulation['jobs'],
  requests: Simulation['requests'],
): void {
  const expected = `a place of the domains, 0 to ${domains.length - 1}`
  for (const [k, { knows }] of domains.entries()) {
    const stranger = knows.findIndex((other) => other >= domains.length)
    if (stranger < 0) continue
    const place = at.at('domains').at(k).at('knows').at(stranger)
    throw place.fault('an unknown domain', {
      value: knows[stranger],
      expected,
      remedy: 'Name one that is there',
    })
  }
  at.at('domains').checked(() => checkDomains(domains))
  const place = at.at('jobs')
  requireDistinctNumbers(rows, place)
  const early = rows.findIndex(([id, submit], k) => {
    if (k === 0) return false
    const [before, earlier] = rows[k - 1]
    return submit < earlier || (submit === earlier && id < before)
  })
  if (early >= 0) {
    const remedy = 'Results stand beside the jobs: order these by submit, then number'
    throw place.at(early).fault('a job that is out of order', { value: rows[early][0], remedy })
  }
  const numbers = new Set(rows.map(([id]) => String(id)))
  for (const [id, { home }] of Object.entries(requests)) {
    const request = at.at('requests').at(id)
    if (!numbers.has(id)) {
      throw request.fault('a request of a job that there is not', { expected: 'the number of a job' })
    }
    if (home !== undefined && home !== null && home >= domains.length) {
      throw request.at('home').fault('an unknown domain', { value: home, expected })
    }
  }
}

function termsOf({ home, hops, ttl, uf, budget, deadline }: Decoded<typeof REQUEST>): RequestTerms {
  const given = { home, hops, timeToLive: ttl, utilityFunction: uf ? `UF${uf}` : null, budget, deadline }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  )
}

function contractJson({ start, end, fragments, cost, utility }: Contract): Json {
  return [start, end, fragments.map(({ domain, machine, nodes }) => [domain, machine, nodes]), cost, utility]
}

function bounded(instant: number): number | null {
  return instant === ever ? null : instant
}

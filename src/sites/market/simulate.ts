/**
 * A market of peer domains (Franke, doctoral thesis, Dortmund 2006, 11.4, by the rules K1-K11 of docs/sites.md): a job's
 * request goes to its home domain and on to those it knows; each makes its best offer, the user's function chooses, and
 * what was agreed is reserved. Nobody decides for all.
 */
import { QueuewrightError } from '../../core/errors.js'
import { EventQueue } from '../../core/heap.js'
import type { JobTable } from '../../trace/job-table.js'
import { coAllocated, extended, isSplit, type Reached } from './co-allocation.js'
import { machineFunction, type UtilityFunction, utilityFunction } from './functions.js'
import type { Attributes } from './language/attributes.js'
import { type Movable, MoveUpQueue } from './move-up.js'
import { MachinePlan, type Reservation } from './plan.js'
import { depthOf, type Reach, reachedFrom } from './reach.js'
import { bestPlacement, type Placement, type SelectionSettings, USUAL_SELECTION } from './selection.js'

/** Where a domain's function or an offer is written, as messages say. */
export interface WrittenPlace {
  readonly file: string
  readonly line?: number
}

export interface Domain {
  /** Nodes of each machine. */
  readonly machines: readonly number[]
  /** Places of the domains that it knows, in its order. */
  readonly knows: readonly number[]
  /** `MF1` or a formula; the market's where absent. */
  readonly machineFunction?: string
  readonly functionAt?: WrittenPlace
  /** Attributes of each machine that requests may ask for. */
  readonly attributes?: readonly Attributes[]
}

/** A way in which a machine may do a job. */
export interface Way {
  readonly nodes: number
  /** Seconds, real and expected. */
  readonly runtime: number
  readonly estimate: number
  /** Absent: as of all jobs. */
  readonly utility?: UtilityFunction
}

/** An offer that was taken before anything begins: the lowest nodes that are free all the while. */
export interface AgreedOffer {
  readonly name: string
  readonly domain: number
  readonly machine: number
  readonly nodes: number
  readonly start: number
  readonly end: number
  readonly writtenAt?: WrittenPlace
}

/** Rules for reservations when jobs end before their estimates. */
export const RESERVATIONS = ['fixed', 'move-up'] as const
export type Reservations = (typeof RESERVATIONS)[number]

export interface MarketSettings extends SelectionSettings {
  readonly machineFunction: string
  readonly utilityFunction: string
  /** Whole percent by which jobs in several fragments run longer. */
  readonly overhead: number
  /** Seconds a forwarding takes. */
  readonly latency: number
  readonly reservations: Reservations
}

export const USUAL_MARKET: MarketSettings = {
  ...USUAL_SELECTION,
  machineFunction: 'MF2',
  utilityFunction: 'UF1',
  overhead: 0,
  latency: 0,
  reservations: 'fixed',
}

/** The terms of a job's request beyond the job itself; all of them may be left out. */
export interface RequestTerms {
  /** Place of its domain; job k is at home in domain k mod their number. */
  readonly home?: number
  readonly hops?: number
  /** Seconds. */
  readonly timeToLive?: number
  readonly utilityFunction?: string
  readonly budget?: number
  /** Instant by which it has to have ended, by its estimate. */
  readonly deadline?: number
  /** Instant before which it may not start. */
  readonly start?: number
  /** Offers that a machine makes at most, in place of the market's. */
  readonly maxOffers?: number
  /** How a machine of so many nodes may do it; such jobs are not co-allocated. Absent: as the job is. */
  readonly ways?: (machine: Attributes, nodes: number) => readonly Way[]
}

export interface MarketFragment {
  readonly domain: number
  readonly machine: number
  /** Ascending. */
  readonly nodes: readonly number[]
}

/** The contract about a job, and when it really ended. */
export interface Contract {
  readonly start: number
  readonly end: number
  /** Seconds that it ran, without the overhead of fragments. */
  readonly runtime: number
  readonly fragments: readonly MarketFragment[]
  readonly cost: number
  readonly utility: number
}

/** The contract of each row of the jobs; null for those that nobody takes. */
export type MarketSchedule = readonly (Contract | null)[]

/** A contract that has not ended. */
interface Running extends Movable {
  /** Actual seconds, and those in one piece. */
  readonly runtime: number
  readonly whole: number
  readonly cost: number
  readonly utility: number
}

/**
 * @param jobs in job order, estimates not below run times
 * @param requests by row
 * @param told what part, 0 to 1, is done, ascending and at most a hundred times; a request that is settled is as much as a job that ends
 * @throws QueuewrightError `usage` for domains, functions and requests that cannot be
 */
export function simulateMarket(
  jobs: JobTable,
  domains: readonly Domain[],
  settings: MarketSettings,
  requests: ReadonlyMap<number, RequestTerms> = new Map(),
  agreed: readonly AgreedOffer[] = [],
  told: (share: number) => void = () => {},
): MarketSchedule {
  checkDomains(domains)
  const machines = domains.map(
    ({ machines: sizes, machineFunction: own, functionAt, attributes }, domain) => {
      const function_ =
        own === undefined
          ? machineFunction(settings.machineFunction)
          : machineFunction(own, { ...functionAt, field: `domains[${domain}].machine-function` })
      return sizes.map(
        (nodes, machine): Reached => ({
          ...{ domain, machine, plan: new MachinePlan(nodes), function: function_ },
          attributes: attributes?.[machine] ?? {},
        }),
      )
    },
  )
  for (const offer of agreed) keep(machines[offer.domain][offer.machine].plan, offer)
  const known = domains.map(({ knows }) => knows)
  const reaches = new Map<string, readonly Reached[]>()
  const machinesFor = (home: number, limits: Reach): readonly Reached[] => {
    const depth = depthOf(limits, domains.length)
    const key = `${home} ${depth}`
    const found = reaches.get(key) ?? reachedFrom(home, known, depth).flatMap((domain) => machines[domain])
    reaches.set(key, found)
    return found
  }
  const utilities = new Map<string, UtilityFunction>()
  const utilityOf = (text: string) => {
    const found = utilities.get(text) ?? utilityFunction(text)
    utilities.set(text, found)
    return found
  }
  const contracts: (Contract | null)[] = []
  const running = new Map<number, Running>()
  const ends = new EventQueue()
  const waiting = new Map(
    settings.reservations === 'move-up'
      ? machines.flat().map((at) => [at, new MoveUpQueue<Running>(at)])
      : [],
  )
  const enter = (job: Running): void => {
    for (const { at, nodes } of job.parts) at.plan.reserve(reserved(job, nodes))
    running.set(job.row, job)
    ends.push(job.start + job.runtime, job.row)
    if (job.parts.length === 1) waiting.get(job.parts[0].at)?.add(job)
  }
  const all = 2 * jobs.length
  let done = 0
  /** A request is settled, or a job has ended. */
  const advance = (): void => {
    if (++done % Math.ceil(all / 100) === 0) told(done / all)
  }
  let moves = Math.max(MOST_MOVES, MOST_MOVES_A_JOB * jobs.length)
  const follow = (job: Running): void => {
    if (--moves < 0) throw tooManyMoves(jobs.length, machines.flat().length)
    ends.push(job.start + job.runtime, job.row)
  }
  /** The step to an instant: what has ended leaves its plan; behind it, those that wait may move up. */
  const goTo = (now: number): void => {
    while (ends.count > 0 && ends.next <= now) {
      const instant = ends.next
      const row = ends.take()
      const job = running.get(row)
      // One that has moved up has ended already.
      if (job === undefined || job.start + job.runtime !== instant) continue
      running.delete(row)
      contracts[row] = contractOf(job)
      advance()
      for (const { at, nodes } of job.parts) {
        at.plan.release(reserved(job, nodes))
        if (job.start + job.estimate > instant) waiting.get(at)?.free(instant)
      }
      for (const { at } of job.parts) waiting.get(at)?.moveUp(instant, follow)
    }
  }
  for (let row = 0; row < jobs.length; row++) {
    const now = jobs.submit[row]
    const [runtime, estimate, size] = [jobs.runtime[row], jobs.estimate[row], jobs.size[row]]
    const request = requests.get(row) ?? {}
    const { home = row % domains.length, budget = Number.POSITIVE_INFINITY } = request
    const { hops = Number.POSITIVE_INFINITY, timeToLive = Number.POSITIVE_INFINITY } = request
    const { deadline = Number.POSITIVE_INFINITY, maxOffers = settings.maxOffers } = request
    if (home >= domains.length) throw unknownDomain('home', home, domains.length)
    goTo(now)
    advance()
    contracts.push(null)
    const { latency, overhead, steps } = settings
    // A request that comes when its search is over reaches nobody.
    const reach = timeToLive < 0 ? [] : machinesFor(home, { hops, timeToLive, latency })
    const general = utilityOf(request.utilityFunction ?? settings.utilityFunction)
    const start = Math.max(now, request.start ?? now)
    let best: { readonly at: Reached; readonly way: Way; readonly placement: Placement } | null = null
    for (const at of reach) {
      const ways = request.ways?.(at.attributes, at.plan.nodes) ?? [{ nodes: size, runtime, estimate }]
      for (const way of ways) {
        if (at.plan.nodes < way.nodes) continue
        const wanted = { start, deadline, runtime: way.estimate, nodes: way.nodes }
        const { value: utility, pricing } = way.utility ?? general
        const judge = { machine: at.function, utility, pricing, budget }
        const placement = bestPlacement(at.plan, wanted, now, judge, { maxOffers, steps })
        if (placement === null || (best !== null && placement.utility <= best.placement.utility)) continue
        best = { at, way, placement }
      }
    }
    if (best !== null) {
      const { at, way, placement } = best
      const { nodes, start: begin, utility } = placement
      const parts = [{ at, nodes }]
      const { runtime: whole, estimate: expected } = way
      const cost = placement.cost ?? at.function(at.plan.terms(nodes, begin, begin + expected, now))
      enter({
        ...{ start: begin, runtime: whole, whole, estimate: expected, notBefore: start },
        ...{ parts, row, cost, utility },
      })
      continue
    }
    if (request.ways !== undefined) continue
    const wanted = { start, deadline, whole: estimate, split: extended(estimate, overhead), nodes: size }
    const found = coAllocated(reach, { ...wanted, budget, utility: general }, now)
    if (found === null) continue
    const { parts, cost, utility } = found
    const takes = (seconds: number) => (isSplit(found) ? extended(seconds, overhead) : seconds)
    enter({
      ...{ start: found.start, runtime: takes(runtime), whole: runtime, estimate: takes(estimate) },
      ...{ notBefore: start, parts, row, cost, utility },
    })
  }
  goTo(Number.POSITIVE_INFINITY)
  return contracts
}

/** Reserves what was agreed on. */
function keep(plan: MachinePlan, { name, nodes, start, end, writtenAt }: AgreedOffer): void {
  const idle = Array.from({ length: plan.nodes }, (_, node) => node).filter((node) =>
    plan.isIdle(node, start, end),
  )
  if (idle.length < nodes) {
    const kind = writtenAt === undefined ? 'usage' : 'input-document'
    throw new QueuewrightError(kind, `offer "${name}" is of nodes that other offers have`, {
      ...{
        ...writtenAt,
        field: 'NumberOfProcessors',
        value: nodes,
        expected: `at most ${idle.length} that are free then`,
      },
      remedy: 'Leave one of the offers out',
    })
  }
  plan.reserve({ nodes: idle.slice(0, nodes), start, end })
}

function reserved({ start, estimate }: Running, nodes: readonly number[]): Reservation {
  return { nodes, start, end: start + estimate }
}

function contractOf({ start, runtime, whole, parts, cost, utility }: Running): Contract {
  const fragments = parts.map(({ at: { domain, machine }, nodes }) => ({ domain, machine, nodes }))
  return { start, end: start + runtime, runtime: whole, fragments, cost, utility }
}

/** Nodes of a market: each has a plan of its own. */
export const MOST_NODES = 2 ** 17

/** Machines of a market: each looks at every job that reaches it. */
const MOST_MACHINES = 2 ** 10

/** Reservations of a market that move up, and of each job on average: in a long queue all do so at every end. */
const MOST_MOVES = 250_000
const MOST_MOVES_A_JOB = 50

function tooManyMoves(jobs: number, machines: number): QueuewrightError {
  return new QueuewrightError('usage', 'reservations move up more often than can be waited for', {
    field: 'reservations',
    value: `move-up, for ${jobs} jobs on ${machines === 1 ? 'one machine' : `${machines} machines`}`,
    expected: 'shorter queues',
    remedy: 'Take --reservations fixed, larger machines, fewer jobs, or parts that are wider (--parts)',
  })
}

/** @throws QueuewrightError `usage` for domains of which no market can be made */
export function checkDomains(domains: readonly Domain[]): void {
  const nodes = domains.reduce((sum, { machines }) => machines.reduce((own, each) => own + each, sum), 0)
  const machines = domains.reduce((sum, domain) => sum + domain.machines.length, 0)
  if (nodes > MOST_NODES || machines > MOST_MACHINES) {
    const [value, most] = nodes > MOST_NODES ? [nodes, MOST_NODES] : [machines, MOST_MACHINES]
    const things = nodes > MOST_NODES ? 'nodes' : 'machines'
    throw new QueuewrightError('usage', `more ${things} than a market has plans for`, {
      ...{ field: 'domains', value, expected: `at most ${most} ${things} in all` },
      remedy: 'Name fewer or smaller machines, or take qw grid',
    })
  }
  if (domains.length === 0)
    throw new QueuewrightError('usage', 'a market without domains', { field: 'domains' })
  for (const [k, { machines, knows }] of domains.entries()) {
    const field = `domains[${k}]`
    const empty = machines.findIndex((nodes) => !(Number.isInteger(nodes) && nodes >= 1))
    if (machines.length === 0 || empty >= 0) {
      const value = machines.length === 0 ? 'no machine' : machines[empty]
      const place = `${field}.machines${empty < 0 ? '' : `[${empty}]`}`
      throw new QueuewrightError('usage', 'a machine without nodes', {
        field: place,
        value,
        expected: '1 or more',
      })
    }
    const stranger = knows.find((other) => !(other >= 0 && other < domains.length))
    if (stranger !== undefined) throw unknownDomain(`${field}.knows`, stranger, domains.length)
  }
}

function unknownDomain(field: string, value: number, domains: number): QueuewrightError {
  return new QueuewrightError('usage', 'an unknown domain', { field, value, expected: `0 to ${domains - 1}` })
}

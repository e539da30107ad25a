/**
 * What a job waited for on a site, against the slow twin of sites, which replays the schedule and is asked at each instant why the
 * job does not start; and what would have been, against a fresh simulation.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Facility } from '../../src/sim/facility/index.js'
import { limitText, runningLimit } from '../../src/sim/facility/limits.js'
import type { Policy, SimulatedPolicy } from '../../src/sim/policy.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../src/sim/semantics.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import type { WaitingReason } from '../../src/sim/waiting-reason.js'
import { Inquiry, type Span } from '../../src/sim/why/index.js'
import { Partings } from '../../src/sim/why/partings.js'
import { selectJobs } from '../../src/trace/job-table.js'
import { plainPolicy } from '../support/policies.js'
import { policyBy } from '../support/rule-bases.js'
import { runs } from '../support/runs.js'
import { expectSame } from '../support/same.js'
import { held, nodeSites, processorSites, siteOf } from '../support/sites-arbitrary.js'
import { nodeTwin, type SeenSite } from '../support/twin/nodes.js'
import { expectAnswers } from '../support/why.js'

const SEED = 20261125
const ORDERS = ['fcfs', 'spt', 'wfp3']
const POLICIES = [
  ...['head', 'list', 'easy', 'cons'].flatMap((algorithm) => ORDERS.map((order) => `${algorithm}:${order}`)),
  'easy:fcfs/spt',
]
const RULES = fc.record({
  compress: fc.constantFrom('queue' as const, 'none' as const),
  passInterval: fc.constantFrom(0, 7),
  sight: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 3),
  ties: fc.constantFrom('earliest' as const, 'latest' as const),
})
const MAINTENANCE = fc.constantFrom(null, { every: 100_000, start: 50, duration: 500 })

type SiteSimulation = Simulation &
  Required<Pick<Simulation, 'facility' | 'fields' | 'rules'>> & { readonly policy: Policy }

/** Why a job does not start, by the words of docs/why.md; null where what a pass found decides and none has run. */
function reasonIn(
  seen: SeenSite,
  { jobs, facility, fields }: SiteSimulation,
  job: number,
): { readonly said: string; readonly held: readonly number[] } | null {
  const { homes, now } = seen
  const of = (said: string, held: readonly number[] = []) => ({ said, held })
  const over = seen.overBy(job)
  if (over !== null) {
    const limit = facility.limits[over.place]
    const owner = {
      user: jobs.user[job],
      group: fields.unixGroup?.[job] ?? -1,
      queue: fields.queue?.[job] ?? -1,
    }
    const text =
      limit === undefined
        ? `${fields.arrayThrottle?.[job]} tasks of array ${fields.arrayJob?.[job]}`
        : limitText(runningLimit(limit), owner)
    return of(`limit ${text}`, over.held)
  }
  if (seen.clear(job) !== now) return of('maintenance')
  const fitting = homes[job].filter((home) => seen.fits(job, home, [], true))
  if (fitting.length === 0) {
    const closed = homes[job].filter((home) => seen.fits(job, home, [], false))
    if (closed.length > 0) return of('reserved')
    return of(homes[job].some((home) => seen.idleIn(home) >= jobs.size[job]) ? 'nodes' : 'processors')
  }
  return null
}

/** The same of a job that fits, after a pass. */
function behind(seen: SeenSite, { policy, rules }: SiteSimulation, job: number): string {
  const { homes, nodesIn } = seen
  const order = seen.order()
  if (!order.includes(job)) return 'sight'
  const fitting = homes[job].filter((home) => seen.fits(job, home, [], true))
  switch (policy.algorithm) {
    case 'list':
      return 'cycle'
    case 'head': {
      const blocked = new Set<number>()
      const open = (all: readonly number[]) =>
        all.filter((home) => !nodesIn[home].some((node) => blocked.has(node)))
      for (const other of order.slice(0, order.indexOf(job))) {
        if (seen.overBy(other) !== null) continue
        const own = open(homes[other])
        if (own.some((home) => seen.fits(other, home, [], true))) continue
        for (const home of own) for (const node of nodesIn[home]) blocked.add(node)
        if (open(fitting).length === 0) return `order ${other}`
      }
      return 'cycle'
    }
    case 'easy': {
      const own = seen.reserved.findIndex((each) => each.job === job)
      const delayed = seen.delayed(job, fitting[0])
      return delayed < 0 || (own >= 0 && own <= delayed)
        ? 'cycle'
        : `reservation ${seen.reserved[delayed].job}`
    }
    case 'cons': {
      const { planned } = seen
      const own = planned.findIndex((each) => each.job === job)
      const isKept = rules.compress === 'none'
      if (isKept && own < 0) return 'cycle'
      const before = isKept
        ? planned.filter((each) => each.job !== job)
        : planned.slice(0, own < 0 ? undefined : own)
      const crowded = before.find(
        (_, k) => !homes[job].some((home) => seen.fits(job, home, before.slice(0, k + 1), true)),
      )
      if (crowded !== undefined) return `reservation ${crowded.job}`
      return isKept ? 'kept' : 'cycle'
    }
  }
}

interface Instant {
  readonly said: string
  readonly held: readonly number[]
  readonly free: number
}

function told(reason: WaitingReason): string {
  if (reason.kind === 'order' || reason.kind === 'reservation') return `${reason.kind} ${reason.of}`
  return reason.kind === 'limit' ? `limit ${reason.limit}` : reason.kind
}

const OF_PASSES = ['order', 'reservation', 'kept', 'sight']

/** What each job waited for, by the twin: at each instant at which anything happens. */
function replayed(simulation: SiteSimulation) {
  const { jobs } = simulation
  const instants = Array.from({ length: jobs.length }, () => new Map<number, Instant>())
  const before: ({ readonly said: string; readonly free: number } | null)[] = Array.from(jobs.id, () => null)
  const observe = (seen: SeenSite, passed: boolean) => {
    for (const job of seen.waiting) {
      const free = Math.max(...seen.homes[job].map((home) => seen.idleIn(home)))
      const blocked = reasonIn(seen, simulation, job)
      const last = before[job]
      const holds = last !== null && free <= last.free && OF_PASSES.includes(last.said.split(' ')[0])
      const said = blocked?.said ?? (passed ? behind(seen, simulation, job) : holds ? last.said : 'cycle')
      if (passed) before[job] = { said, free }
      instants[job].set(seen.now, { said, held: blocked?.held ?? [], free })
    }
  }
  return { start: nodeTwin({ ...simulation, observe }), instants }
}

/** @param policy that is asked in the place of the simulation's, which it is under another name */
function expectSpans(simulation: SiteSimulation, policy: SimulatedPolicy = simulation.policy): void {
  const asked = { ...simulation, policy }
  const schedule = simulate(asked)
  const { start } = schedule
  const { start: twins, instants } = replayed(simulation)
  expectSame(start, twins)
  const { jobs, facility } = simulation
  const inquiry = new Inquiry(asked, schedule)
  for (let job = 0; job < jobs.length; job++) {
    const { spans } = inquiry.waited(job)
    let at = jobs.submit[job]
    for (const { from, to } of spans) {
      if (from !== at || !(to > from)) throw new Error(`job ${job}: a gap at ${at}`)
      at = to
    }
    if (at !== start[job]) throw new Error(`job ${job}: spans end at ${at} in place of ${start[job]}`)
    const filled = new Map<Span, Set<number>>()
    for (const [now, { said, held, free }] of instants[job]) {
      // At the instant of its start it may have waited for a job of zero seconds.
      if (now === start[job]) continue
      const span = spans.find(({ from, to }) => from <= now && now < to)
      if (span === undefined || told(span.reason) !== said || free < span.least || free > span.most)
        throw new Error(`job ${job} at ${now}: ${JSON.stringify(span)} in place of ${said}, ${free} free`)
      filled.set(span, new Set([...(filled.get(span) ?? []), ...held]))
    }
    for (const { from, to, reason } of spans) {
      if (
        reason.kind === 'reserved' &&
        !reason.by.split(', ').every((name) => isOpen(facility, name, from, to + jobs.estimate[job]))
      )
        throw new Error(`job ${job}: no such reservation: ${reason.by}`)
    }
    for (const [{ reason }, rows] of filled) {
      const named = reason.kind === 'limit' ? reason.held : []
      if (named.join() !== [...rows].sort((a, b) => a - b).join())
        throw new Error(`job ${job}: ${named} in place of ${[...rows]} fill a limit`)
    }
  }
}

/**
 * Holds starts before a job is felt to those of the log without it.
 * @returns of how many jobs it is later than their submit
 */
function expectUnfelt(simulation: SiteSimulation): number {
  const { jobs, fields, rules } = simulation
  const schedule = simulate(simulation)
  const memory = rules.passInterval > 0 ? 'pass' : 'nothing'
  const partings = new Partings(simulation, schedule, memory, [])
  let later = 0
  for (let job = 1; job < jobs.length; job++) {
    const at = partings.of(job - 1, { without: Int32Array.of(job) })
    if (at > jobs.submit[job]) later++
    const rows = Int32Array.from(jobs.id.keys()).filter((row) => row !== job)
    const columns = Object.entries(fields).map(([name, column]) => [
      name,
      column.filter((_, row) => row !== job),
    ])
    const { start } = simulate({
      ...simulation,
      jobs: selectJobs(jobs, rows),
      fields: Object.fromEntries(columns),
    })
    const before = (starts: Float64Array) => starts.map((each) => (each < at ? each : Number.NaN))
    expectSame(before(start), before(schedule.start.filter((_, row) => row !== job)))
  }
  return later
}

function isOpen({ reservations = [] }: Facility, name: string, from: number, to: number): boolean {
  return reservations.some((each) => each.name === name && Number(each.start) < to && Number(each.end) > from)
}

const nodes = nodeSites('extend').map((drawn) => held(siteOf(drawn), 12))

describe.each([
  ['processors', processorSites],
  ['nodes', nodes],
] as const)('on partitions of %s', (_, sites) => {
  const cases = fc.record({ site: sites as typeof processorSites, some: RULES, maintenance: MAINTENANCE })
  const simulationOf = (
    { site, some, maintenance }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never,
    policy: Policy,
  ) => ({
    ...site,
    policy,
    facility: { ...site.facility, maintenance },
    rules: { ...DEFAULT_SEMANTICS, ...some } as Semantics,
  })

  it.each(POLICIES)('%s: waits for what the replay says', (name) => {
    fc.assert(
      fc.property(cases, (drawn) => expectSpans(simulationOf(drawn, plainPolicy(name)))),
      { seed: SEED, numRuns: runs(6, 12) },
    )
  })

  it.each(['head', 'list', 'easy', 'cons'])(
    '%s: waits for the same where rules change its name',
    (algorithm) => {
      const policy = policyBy({
        kind: 'rigid',
        partitions: [{ feature: 'queue', bounds: [1, 2, 3, 4] }],
        strategies: [`${algorithm}:fcfs`, `${algorithm}:(0 - wait)`],
        classes: [0, 1, 0, 1, 0],
      })
      const plain = plainPolicy(`${algorithm}:fcfs`)
      fc.assert(
        fc.property(cases, (drawn) => {
          const simulation = simulationOf({ ...drawn, some: { ...drawn.some, compress: 'queue' } }, plain)
          expectSpans(simulation, policy)
        }),
        { seed: SEED, numRuns: runs(6, 40) },
      )
    },
  )

  it.each(POLICIES.filter((each) => !each.endsWith('wfp3')))(
    '%s: is felt by nobody until it is said to be',
    (name) => {
      let later = 0
      fc.assert(
        fc.property(cases, (drawn) => {
          later += expectUnfelt(simulationOf(drawn, plainPolicy(name)))
        }),
        { seed: SEED, numRuns: runs(20, 60) },
      )
      expect(later > 0).toBe(!name.startsWith('cons'))
    },
  )

  it.each(POLICIES)('%s: starts as in a fresh simulation of the changed log', (name) => {
    fc.assert(
      fc.property(cases, (drawn) => expectAnswers(simulationOf(drawn, plainPolicy(name)))),
      { seed: SEED, numRuns: runs(2, 6) },
    )
  })
})

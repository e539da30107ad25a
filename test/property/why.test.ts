/**
 * What a job waited for, against an independent replay, and what would have been, against a fresh simulation.
 *
 * The replay knows the jobs and the starts of the schedule. At each instant at which anything happens it works out from them who
 * runs and who waits, and by the words of docs/semantics.md, as the slow twin has them, why the job does not start.
 */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Policy } from '../../src/sim/policy.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../src/sim/semantics.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import type { WaitingReason } from '../../src/sim/waiting-reason.js'
import { Inquiry, type Span } from '../../src/sim/why/index.js'
import { workloads } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { earliestSlot, type Hold, holdOf, runningHolds } from '../support/twin/profile.js'
import { expectedEnds, freeNow, gridCeil, type Twin, visibleInOrder } from '../support/twin/state.js'
import { expectAnswers } from '../support/why.js'
import { turningClock } from '../support/worlds.js'

const SEED = 20261124
const CLOCK = turningClock(11)
const ORDERS = [
  ...['fcfs', 'spt', 'largest', 'wfp3', 'f1', 'fairshare', 'g1(a=0.5,b=0.5,w2=0.3,K1=2)'],
  ...['(-wait / estimate)', '(size - wait * free)', '(queue * size - free * estimate)'],
]

const anyWorkload = fc.oneof(workloads(), workloads({ estimates: 'exact' }), workloads({ estimates: 'keep' }))

/** Who runs and who waits after all events of an instant. */
function stateAt(
  { jobs, processors, policy, rules = DEFAULT_SEMANTICS }: Simulation,
  start: Float64Array,
  now: number,
): Twin {
  const rows = [...start.keys()]
  const order = (policy as Policy).order.bind({
    jobs,
    processors,
    origin: jobs.submit[0],
    situation: CLOCK,
    live: false,
    field: () => () => -1,
    site: null,
    members: () => [],
  })
  return {
    jobs,
    processors,
    rules,
    queueRanking: () => order,
    backfillRanking: null,
    now,
    waiting: rows.filter((row) => jobs.submit[row] <= now && start[row] > now),
    running: rows.filter((row) => start[row] <= now && start[row] + jobs.runtime[row] > now),
    start,
    committed: null,
    slots: new Map(),
    completed: false,
    started: () => {},
  }
}

/** Why a job waits on after a pass, by definition. */
function reasonAt(twin: Twin, algorithm: string, job: number): WaitingReason {
  const { jobs, processors, now } = twin
  const free = freeNow(twin)
  if (jobs.size[job] > free) return { kind: 'processors', free }
  const order = visibleInOrder(twin, twin.queueRanking())
  if (!order.includes(job)) return { kind: 'sight' }
  const [head] = order
  if (algorithm === 'head') return { kind: 'order', of: head }
  if (algorithm === 'easy') {
    const ends = expectedEnds(twin)
    const freeBy = (time: number) =>
      ends.filter(({ end }) => end <= time).reduce((sum, { row }) => sum + jobs.size[row], free)
    const at = Math.min(...ends.map(({ end }) => end).filter((end) => freeBy(end) >= jobs.size[head]))
    return { kind: 'reservation', of: head, at }
  }
  // With the job begun now, the first of those before it in the order whose slot is another.
  const planned = (holds: Hold[]) => {
    const all = [...runningHolds(twin), ...holds]
    return order.slice(0, order.indexOf(job)).map((row) => {
      const at = earliestSlot(all, processors, now, jobs.size[row], jobs.estimate[row])
      all.push(holdOf(twin, row, at))
      return { row, at }
    })
  }
  const without = planned([])
  const beside = planned([{ ...holdOf(twin, job, now), to: Math.max(now + jobs.estimate[job], now + 1e-9) }])
  const moved = without.findIndex(({ at }, k) => beside[k].at > at)
  if (moved < 0) throw new Error(`nobody keeps job ${job} from starting at ${now}`)
  return { kind: 'reservation', of: without[moved].row, at: without[moved].at }
}

function told(reason: WaitingReason): string {
  if (reason.kind === 'order' || reason.kind === 'reservation') return `${reason.kind} ${reason.of}`
  return reason.kind
}

function expectSpans(simulation: Simulation): void {
  const { start } = simulate(simulation)
  const { jobs, policy, rules = DEFAULT_SEMANTICS } = simulation
  const { passInterval } = rules
  const inquiry = new Inquiry(simulation, start)
  const instants = [
    ...new Set([...jobs.submit, ...start, ...start.map((at, row) => at + jobs.runtime[row])]),
  ].sort((a, b) => a - b)
  for (let job = 0; job < jobs.length; job++) {
    const { spans } = inquiry.waited(job)
    const within = instants.filter((at) => at >= jobs.submit[job] && at < start[job])
    let at = jobs.submit[job]
    for (const span of spans) {
      if (span.from !== at || !(span.to > span.from)) throw new Error(`job ${job}: a gap at ${at}`)
      at = span.to
    }
    if (at !== start[job]) throw new Error(`job ${job}: spans end at ${at} in place of ${start[job]}`)
    let before: { reason: WaitingReason; free: number } | null = null
    for (const now of within) {
      const twin = stateAt(simulation, start, now)
      const free = freeNow(twin)
      let reason: WaitingReason
      if (gridCeil(now, jobs.submit[0], passInterval) === now) {
        reason = reasonAt(twin, (policy as Policy).algorithm, job)
        before = { reason, free }
      } else if (jobs.size[job] > free) reason = { kind: 'processors', free }
      else if (before === null || free > before.free || before.reason.kind === 'processors')
        reason = { kind: 'cycle' }
      else reason = before.reason
      expectReason(spans, now, reason, free, job)
    }
  }
}

function expectReason(
  spans: readonly Span[],
  now: number,
  reason: WaitingReason,
  free: number,
  job: number,
): void {
  const span = spans.find(({ from, to }) => from <= now && now < to)
  if (span === undefined || told(span.reason) !== told(reason) || free < span.least || free > span.most) {
    throw new Error(`job ${job} at ${now}: ${JSON.stringify(span)} in place of ${JSON.stringify(reason)}`)
  }
}

describe.each(['head', 'list', 'easy', 'cons'] as const)('%s', (algorithm) => {
  it.each(ORDERS)('starts as in a fresh simulation of the changed log: %s', (order) => {
    const policy = plainPolicy(`${algorithm}:${order}`)
    fc.assert(
      fc.property(anyWorkload, rulesFor(algorithm), ({ jobs, processors }, rules) =>
        expectAnswers({ jobs, processors, policy, rules, situation: CLOCK }),
      ),
      { seed: SEED, numRuns: 6 },
    )
  })

  const rules = fc.record({
    sight: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 2, 5),
    ties: fc.constantFrom('earliest', 'latest'),
    passInterval: fc.constantFrom(0, 0, 3),
    lead: fc.constantFrom(0, 0, 2),
  })
  it.each(ORDERS.filter((order) => order !== 'fairshare'))('waits for what the replay says: %s', (order) => {
    const policy = plainPolicy(`${algorithm}:${order}`)
    fc.assert(
      fc.property(anyWorkload, rules, ({ jobs, processors }, some) =>
        expectSpans({
          ...{ jobs, processors, policy, situation: CLOCK },
          rules: { ...DEFAULT_SEMANTICS, ...(some as Partial<Semantics>) },
        }),
      ),
      { seed: SEED, numRuns: 6 },
    )
  })
})

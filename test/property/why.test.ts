/**
 * What a job waited for, against an independent replay, and what would have been, against a fresh simulation, under all rules that
 * an algorithm reads.
 *
 * The replay is the slow twin, which is asked after each event why the job does not start: by the words of docs/why.md, worked out
 * from who runs, who waits and what the rules keep (a committed head, reservations) alone.
 */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { AlgorithmName, Policy } from '../../src/sim/policy.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import type { WaitingReason } from '../../src/sim/waiting-reason.js'
import { Inquiry, type Span } from '../../src/sim/why/index.js'
import { workloads } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { runs } from '../support/runs.js'
import { expectSame } from '../support/same.js'
import { earliestSlot, type Hold, holdOf, runningHolds } from '../support/twin/profile.js'
import { expectedEnds, freeNow, type Twin, visibleInOrder } from '../support/twin/state.js'
import { simulateSlowly } from '../support/twin.js'
import { expectAnswers } from '../support/why.js'
import { turningClock } from '../support/worlds.js'

const SEED = 20261124
const CLOCK = turningClock(11)
const ORDERS = [
  ...['fcfs', 'spt', 'largest', 'wfp3', 'f1', 'fairshare', 'g1(a=0.5,b=0.5,w2=0.3,K1=2)'],
  ...['(-wait / estimate)', '(size - wait * free)', '(queue * size - free * estimate)'],
]

const anyWorkload = fc.oneof(workloads(), workloads({ estimates: 'exact' }), workloads({ estimates: 'keep' }))

/** Why a job that fits waits on after a pass, by definition; null where nothing keeps it. */
function reasonAt(twin: Twin, algorithm: AlgorithmName, job: number): WaitingReason | null {
  const order = visibleInOrder(twin, twin.queueRanking())
  if (!order.includes(job)) return { kind: 'sight' }
  const [head] = order
  switch (algorithm) {
    case 'list':
      return null
    case 'head':
      return { kind: 'order', of: head }
    case 'easy':
      return behindShadow(twin, head, job)
    case 'cons':
      return twin.rules.compress === 'none' ? besideSlots(twin, order, job) : behindPlan(twin, order, job)
  }
}

function behindShadow(twin: Twin, head: number, job: number): WaitingReason | null {
  const { jobs, now } = twin
  const free = freeNow(twin)
  if (head === job || jobs.size[head] <= free) return null
  const ends = expectedEnds(twin)
  const freeBy = (time: number) =>
    ends.filter(({ end }) => end <= time).reduce((sum, { row }) => sum + jobs.size[row], free)
  const at = Math.min(...ends.map(({ end }) => end).filter((end) => freeBy(end) >= jobs.size[head]))
  const isBeyond = now + jobs.estimate[job] > at
  const takes = jobs.size[job] > freeBy(at) - jobs.size[head]
  if (isBeyond && takes) return { kind: 'reservation', of: head, at }
  return twin.rules.backfill.admit === 'before-shadow' && now + jobs.estimate[job] >= at
    ? { kind: 'admission', of: head, at }
    : null
}

/**
 * With the job begun now, the first of those before it in the order whose slot is another; of those that hold anything in a plan,
 * as what is planned for no time keeps nobody.
 */
function behindPlan(twin: Twin, order: readonly number[], job: number): WaitingReason | null {
  const { jobs, processors, now } = twin
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
  const moved = without.findIndex(({ row, at }, k) => jobs.estimate[row] > 0 && beside[k].at > at)
  return moved < 0 ? null : { kind: 'reservation', of: without[moved].row, at: without[moved].at }
}

/** Of the reservations that are kept, in the order, the first beside which the job has no room now. */
function besideSlots(twin: Twin, order: readonly number[], job: number): WaitingReason {
  const { jobs, processors, now, slots } = twin
  const holds = runningHolds(twin)
  for (const row of order) {
    const at = slots.get(row)
    if (row === job || at === undefined) continue
    holds.push(holdOf(twin, row, at))
    if (earliestSlot(holds, processors, now, jobs.size[job], jobs.estimate[job]) > now)
      return { kind: 'reservation', of: row, at }
  }
  return { kind: 'kept', at: slots.get(job) ?? Number.NaN }
}

function told(reason: WaitingReason): string {
  return 'of' in reason ? `${reason.kind} ${reason.of}` : reason.kind
}

interface Instant {
  readonly reason: WaitingReason
  readonly free: number
}

const CYCLE: WaitingReason = { kind: 'cycle' }

/** What each job waited for at each instant at which anything happened. */
function replayed(simulation: Simulation) {
  const { jobs, policy } = simulation
  const { algorithm } = policy as Policy
  const instants = Array.from({ length: jobs.length }, () => new Map<number, Instant>())
  /** Of the last pass. */
  const before: (Instant | null)[] = Array.from(jobs.id, () => null)
  const observe = (twin: Twin, passed: boolean) => {
    const free = freeNow(twin)
    for (const job of twin.waiting) {
      const last = before[job]
      const holds = last !== null && free <= last.free && last.reason.kind !== 'processors'
      const tooFew = jobs.size[job] > free
      let reason: WaitingReason
      if (tooFew) reason = { kind: 'processors', free }
      else if (passed) reason = reasonAt(twin, algorithm, job) ?? CYCLE
      else reason = holds ? last.reason : CYCLE
      if (passed) before[job] = { reason, free }
      instants[job].set(twin.now, { reason, free })
    }
  }
  return { start: simulateSlowly({ ...simulation, observe }), instants }
}

function expectSpans(simulation: Simulation): void {
  const schedule = simulate(simulation)
  const { start } = schedule
  const { start: twins, instants } = replayed(simulation)
  expectSame(start, twins)
  const { jobs } = simulation
  const inquiry = new Inquiry(simulation, schedule)
  for (let job = 0; job < jobs.length; job++) {
    const { spans } = inquiry.waited(job)
    let at = jobs.submit[job]
    for (const span of spans) {
      if (span.from !== at || !(span.to > span.from)) throw new Error(`job ${job}: a gap at ${at}`)
      at = span.to
    }
    if (at !== start[job]) throw new Error(`job ${job}: spans end at ${at} in place of ${start[job]}`)
    for (const [now, instant] of instants[job]) if (now < start[job]) expectReason(spans, now, instant, job)
  }
}

function expectReason(spans: readonly Span[], now: number, { reason, free }: Instant, job: number): void {
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
        expectAnswers({ jobs, processors, policy, rules, timeClasses: CLOCK }),
      ),
      { seed: SEED, numRuns: runs(6, 30) },
    )
  })

  it.each(ORDERS)('waits for what the replay says: %s', (order) => {
    const policy = plainPolicy(`${algorithm}:${order}`)
    fc.assert(
      fc.property(anyWorkload, rulesFor(algorithm), ({ jobs, processors }, rules) =>
        expectSpans({ jobs, processors, policy, rules, timeClasses: CLOCK }),
      ),
      { seed: SEED, numRuns: runs(10, 100) },
    )
  })
})

it.each(['easy:fcfs/spt', 'easy:wfp3/(queue * size - free * estimate)'])('%s: waits for the same', (name) => {
  const policy = plainPolicy(name)
  fc.assert(
    fc.property(anyWorkload, rulesFor('easy'), ({ jobs, processors }, rules) => {
      expectSpans({ jobs, processors, policy, rules, timeClasses: CLOCK })
      expectAnswers({ jobs, processors, policy, rules, timeClasses: CLOCK })
    }),
    { seed: SEED, numRuns: runs(10, 100) },
  )
})

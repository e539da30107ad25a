/**
 * One sweep of each algorithm, in the words of docs/semantics.md, "Algorithms". A sweep returns how many jobs it
 * started; the pass repeats it until that is none. Readings: see twin.ts.
 */
import type { AlgorithmName } from '../../../src/sim/policy.js'
import { earliestSlot, holdOf, runningHolds } from './profile.js'
import {
  commitFirst,
  commitHead,
  expectedEnds,
  fitsNow,
  freeNow,
  startJob,
  type Twin,
  visibleInOrder,
} from './state.js'

type Sweep = (twin: Twin) => number

/** FCFS: start the head while it fits; stop at the first that does not. */
function head(twin: Twin): number {
  const order = visibleInOrder(twin, twin.queueRanking())
  const { started, blocked } = startHeads(twin, order)
  if (blocked !== null) commitHead(twin, blocked)
  return started
}

/** How many heads were started, and the head that did not fit; null where there is none, or none known yet. */
function startHeads(twin: Twin, order: readonly number[]): { started: number; blocked: number | null } {
  const { sight, backfill } = twin.rules
  let started = 0
  for (const row of order) {
    if (!fitsNow(twin, row)) return { started, blocked: row }
    startJob(twin, row)
    started++
    // Reading 1: the next head is looked for afresh.
    if (backfill.resort || sight !== Number.POSITIVE_INFINITY) break
  }
  return { started, blocked: null }
}

/** List: go through the whole queue, start every job that fits. */
function list(twin: Twin): number {
  const order = visibleInOrder(twin, twin.queueRanking())
  let started = 0
  for (const row of order) {
    if (!fitsNow(twin, row)) continue
    startJob(twin, row)
    started++
    if (twin.rules.backfill.resort) return started
  }
  if (started === 0) commitFirst(twin, order)
  return started
}

/** EASY: FCFS, then backfilling around the blocked head's reservation. */
function easy(twin: Twin): number {
  const { jobs, rules } = twin
  const order = visibleInOrder(twin, twin.queueRanking())
  const heads = startHeads(twin, order)
  const { blocked } = heads
  let { started } = heads
  if (blocked === null) return started
  commitHead(twin, blocked)
  const candidates = twin.backfillRanking === null ? order : visibleInOrder(twin, twin.backfillRanking())
  const ends = expectedEnds(twin)
  const free = freeNow(twin)
  const freeBy = (time: number) =>
    ends.filter(({ end }) => end <= time).reduce((sum, { row }) => sum + jobs.size[row], free)
  const shadow = Math.min(...ends.map(({ end }) => end).filter((end) => freeBy(end) >= jobs.size[blocked]))
  let extra = freeBy(shadow) - jobs.size[blocked]
  // The heads have been started; each other candidate comes once.
  const waiting = new Set(twin.waiting)

  for (const row of candidates) {
    if (row === blocked || !waiting.has(row) || !fitsNow(twin, row)) continue
    const end = twin.now + jobs.estimate[row]
    if (rules.backfill.admit === 'before-shadow') {
      if (!(end < shadow)) continue
    } else if (!(end <= shadow)) {
      if (jobs.size[row] > extra) continue
      extra -= jobs.size[row]
    }
    startJob(twin, row)
    started++
    if (rules.backfill.resort) return started
  }
  return started
}

/** CONS: a reservation for every waiting job. */
function cons(twin: Twin): number {
  return twin.rules.compress === 'queue' ? planAnew(twin) : keepPlan(twin)
}

/** All reservations are made anew, in queue order; those that begin now are starts. */
function planAnew(twin: Twin): number {
  const order = visibleInOrder(twin, twin.queueRanking())
  const planned = new Map<number, number>()
  let started = 0
  for (const row of order) {
    const slot = slotFor(twin, row, planned)
    if (slot === twin.now) {
      startJob(twin, row)
      started++
      if (twin.rules.backfill.resort) return started
    } else {
      planned.set(row, slot)
    }
  }
  if (started === 0) commitFirst(twin, order)
  return started
}

/** Reservations are kept, and change only for the better. */
function keepPlan(twin: Twin): number {
  const order = visibleInOrder(twin, twin.queueRanking())
  if ([...twin.slots.values()].some((slot) => slot < twin.now)) twin.slots.clear()
  for (const row of order) {
    const own = twin.slots.get(row) ?? Number.POSITIVE_INFINITY
    if (own < Number.POSITIVE_INFINITY && !twin.completed) continue
    twin.slots.delete(row)
    twin.slots.set(row, Math.min(own, slotFor(twin, row, twin.slots)))
  }
  twin.completed = false
  let started = 0
  for (const row of order) {
    if (twin.slots.get(row)! <= twin.now && fitsNow(twin, row)) {
      startJob(twin, row)
      started++
    }
  }
  if (started === 0) commitFirst(twin, order)
  return started
}

/** The earliest slot of `row` beside the running jobs and the reservations `held`. */
function slotFor(twin: Twin, row: number, held: ReadonlyMap<number, number>): number {
  const holds = [...runningHolds(twin), ...[...held].map(([other, slot]) => holdOf(twin, other, slot))]
  return earliestSlot(holds, twin.processors, twin.now, twin.jobs.size[row], twin.jobs.estimate[row])
}

export const ALGORITHMS: Readonly<Record<AlgorithmName, Sweep>> = { head, list, easy, cons }

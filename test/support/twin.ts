/**
 * A slow, obvious simulator: docs/semantics.md read aloud. The fast engine is compared with it, start by start.
 *
 * Nothing is kept from one pass to the next but what the rules themselves keep (who runs, who waits, a committed
 * head, reservations held under `compress: none`): at each pass the visible queue is sorted afresh by the order's
 * own `score`, and the availability profile is rebuilt from nothing.
 *
 * What the docs leave open, and the reading taken here:
 *
 * 1. A *pass* repeats *sweeps* until one starts nothing. A sweep fixes, at its beginning, which jobs are visible
 *    (`sight`) and their order (`score` with now, waiting and free as they are then), and goes through with that;
 *    a backfill order of its own is scored when the head is found blocked. `resort` ends a sweep at its first
 *    start. With a finite sight the start of a head ends it, too: the next head is chosen among the first K jobs
 *    waiting then (only so do the published rows of the SC'17 study come out), while a list's or a backfilling
 *    sweep goes on.
 * 2. Order: jobs of the `lead` first, in job order, in the queue order and in the backfill order; then smaller
 *    keys first, NaN as +∞; equal keys by job order, or its reverse under `ties: latest`. A committed head comes
 *    before all of these. The head that `commit` holds is the job that was found blocked; where the algorithm
 *    goes on past it (list, cons), the first job in the order of a sweep that started nothing.
 * 3. A running job occupies its processors until its completion has been handled. Plans expect it to end at
 *    start + estimate; where that is not after now, at now + ε, ε the smallest step of a double. So in plans a
 *    zero-second job that has just been started (`instant`) gives its processors back "in a moment": the pass
 *    after its completion, at the same instant, hands them on.
 * 4. `single` with `freeAtEstimate`: a running job whose estimated and true ends are both now counts as free before
 *    its completion has been handled; that includes a zero-second job with a zero estimate, as soon as it is
 *    started. An estimate longer than the run time holds the processors until the completion has been handled. A
 *    job that overruns (`keep`) is never counted as free.
 * 5. `single`, at one instant: releases by job order, completions by the order in which the jobs were started,
 *    then reservations that come due, then a pass that waited for `passInterval`. A zero-second job completes
 *    after the releases that are still to come at its instant.
 * 6. `passInterval` i: an event at t asks for a pass at the first first-submit + k·i ≥ t. Under `single`, events
 *    at that very instant still have their pass each.
 * 7. EASY: the shadow is the first instant, among now + ε and the running jobs' expected ends, at which the head
 *    fits; extra counts all jobs that end at that very instant. A backfilled job that ends by the shadow uses up
 *    none of the extra processors. `before-shadow` admits by now + estimate < shadow alone.
 * 8. CONS: a waiting job's planned slot is the earliest instant s ≥ now at which its processors are free over
 *    [s, s + estimate), and at s itself even when the estimate is zero. A planned (not yet started) job of zero
 *    estimate occupies nothing.
 * 9. CONS, `compress: none`: a sweep goes through the visible jobs in queue order: a job without a slot gets its
 *    earliest one; if something completed since the last pass, a job that holds one moves to an earlier one if
 *    there is any. Then, in queue order, those start whose slot is not after now and that fit. `resort` changes
 *    nothing here. A slot that comes due is an event, but for one at now + ε, which means: when the next event
 *    comes. A slot that lies before now could not be kept (the processors were held by a job that outlived its
 *    estimate): then all slots are made anew. Not with `passInterval`.
 */
import type { QueueOrder, Ranking, SituationClock } from '../../src/sim/order.js'
import type { Policy } from '../../src/sim/policy.js'
import { DEFAULT_RULES, type Rules } from '../../src/sim/rules.js'
import type { JobTable } from '../../src/trace/job-table.js'
import { ALGORITHMS } from './twin/algorithms.js'
import { gridCeil, nextUp, type Twin } from './twin/state.js'

export interface TwinSetup {
  readonly jobs: JobTable
  readonly processors: number
  readonly policy: Policy
  readonly rules?: Rules
  readonly situation?: SituationClock
}

/** Every second is a weekday's working hour: the clock of tests that do not care. */
export const WORKING_HOURS: SituationClock = { at: () => 1, until: () => Number.POSITIVE_INFINITY }

/** The start of every job, row by row. */
export function simulateSlowly(setup: TwinSetup): Float64Array {
  const { jobs, processors, policy } = setup
  const rules = setup.rules ?? DEFAULT_RULES
  const bind = (order: QueueOrder): Ranking =>
    order.bind({
      jobs,
      processors,
      origin: jobs.submit[0] ?? 0,
      situation: setup.situation ?? WORKING_HOURS,
      live: false,
      field: () => () => -1,
    })
  const queueRanking = bind(policy.order)
  const twin: Twin = {
    jobs,
    processors,
    rules,
    queueRanking,
    backfillRanking: policy.backfillOrder === null ? queueRanking : bind(policy.backfillOrder),
    now: Number.NEGATIVE_INFINITY,
    waiting: [],
    running: [],
    start: new Float64Array(jobs.length).fill(Number.NaN),
    committed: null,
    slots: new Map(),
    completed: false,
  }
  const sweep = ALGORITHMS[policy.algorithm]

  let released = 0
  let passAt = Number.POSITIVE_INFINITY
  const release = () => {
    twin.waiting.push(released++)
  }
  const complete = (row: number) => {
    twin.running.splice(twin.running.indexOf(row), 1)
    twin.completed = true
  }
  const endOf = (row: number) => twin.start[row] + jobs.runtime[row]

  for (;;) {
    const nextSubmit = released < jobs.length ? jobs.submit[released] : Number.POSITIVE_INFINITY
    const nextEnd = Math.min(...twin.running.map(endOf))
    const nextSlot = Math.min(...[...twin.slots.values()].filter((slot) => slot > nextUp(twin.now)))
    const now = Math.min(nextSubmit, nextEnd, nextSlot, passAt)
    if (now === Number.POSITIVE_INFINITY) return twin.start
    twin.now = now

    const event = Math.min(nextSubmit, nextEnd, nextSlot) === now
    if (rules.events === 'instant') {
      for (const row of twin.running.filter((row) => endOf(row) === now)) complete(row)
      while (released < jobs.length && jobs.submit[released] === now) release()
    } else if (nextSubmit === now) {
      release()
    } else if (nextEnd === now) {
      complete(twin.running.find((row) => endOf(row) === now)!)
    }
    if (event) passAt = Math.min(passAt, gridCeil(now, jobs.submit[0], rules.passInterval))
    if (passAt === now) {
      passAt = Number.POSITIVE_INFINITY
      while (sweep(twin) > 0) {}
    }
  }
}

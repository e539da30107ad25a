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
 * 10. Dependencies: a job that depends on another is released a think time after that one's completion has been
 *    handled; "job order" is then the order of release, jobs released at one instant by their row in the log.
 * 11. Predictions: made when the job is released; an order sees them in place of the estimate. A running job whose
 *    prediction ends before its run time is corrected at that instant, before everything else that happens then,
 *    until a correction does not raise it any more. A correction asks for no pass.
 * 12. Rules: a pass goes by the member that the rules choose at its beginning, by the state of the system then
 *    (twin/rules.ts).
 */
import type { Dependencies } from '../../src/sim/dependencies.js'
import { membersOf } from '../../src/sim/members.js'
import type { QueueOrder, Ranking, TimeClassClock, World } from '../../src/sim/order.js'
import { type Policy, RULE_BASED, type SimulatedPolicy } from '../../src/sim/policy.js'
import type { Predictor } from '../../src/sim/prediction.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../src/sim/semantics.js'
import type { Simulation } from '../../src/sim/simulate.js'
import { type JobTable, replaceColumns } from '../../src/trace/job-table.js'
import { ALGORITHMS } from './twin/algorithms.js'
import { chooseSlowly } from './twin/rules.js'
import { gridCeil, nextUp, type Twin } from './twin/state.js'
import { standingClock } from './worlds.js'

export interface TwinSetup {
  readonly jobs: JobTable
  readonly processors: number
  readonly policy: SimulatedPolicy
  readonly rules?: Semantics
  readonly timeClasses?: TimeClassClock
  readonly predictor?: Predictor
  readonly dependencies?: Dependencies
  readonly fields?: NonNullable<Simulation['fields']>
  readonly site?: NonNullable<Simulation['site']>
  /** The instant at which each row leaves the queue or the machine, before all else of it; Infinity where it does not. */
  readonly leaves?: Float64Array
  /** Jobs that leave the queue after all else of an instant, if they wait then; by instant. */
  readonly withdrawals?: readonly { readonly row: number; readonly at: number }[]
  /** Is told of each event, and whether a pass has run on it. */
  readonly observe?: (twin: Twin, passed: boolean) => void
}

/** Every second is a weekday's working hour: the clock of tests that do not care. */
export const WORKING_HOURS: TimeClassClock = standingClock(1, 0, 12)

/** The start of every job, row by row of the setup's table. */
export function simulateSlowly(setup: TwinSetup): Float64Array {
  const { processors, policy, predictor, dependencies } = setup
  const rules = setup.rules ?? DEFAULT_SEMANTICS
  const live = predictor !== undefined || dependencies !== undefined
  // The rows of this table are the jobs in order of release; without dependencies that is the order of the log.
  const jobs = live || setup.leaves ? replaceColumns(setup.jobs, {}) : setup.jobs
  const rowInLog = Int32Array.from({ length: jobs.length }, (_, row) => row)
  const known = [...rowInLog]
    .filter((row) => !dependencies || dependencies.preceding[row] < 0)
    .map((row) => ({ row, at: setup.jobs.submit[row] }))
  const requested = setup.jobs.estimate.slice()
  const { submit, size, user, length } = jobs
  const predictions = predictor?.bind({ jobs: { length, submit, size, user, requested }, processors })
  const first = new Float64Array(length)
  const corrections = new Int32Array(length)
  const origin = known.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const timeClasses = setup.timeClasses ?? WORKING_HOURS
  const world: World = {
    ...{ jobs, processors, origin, timeClasses, live },
    field: (name) => (row) => setup.fields?.[name]?.[rowInLog[row]] ?? -1,
    site: setup.site ?? null,
    members: () => membersOf(setup.jobs.user, setup.fields?.unixGroup),
  }
  const bound = (order: QueueOrder): (() => Ranking) => {
    const ranking = order.bind(world)
    // Static keys are those of the jobs known by then; a ranking that keeps accounts is bound once.
    if (!live || ranking.kind !== 'static') return () => ranking
    return () => {
      const fresh = order.bind(world)
      if (fresh.kind === 'static') for (let job = 0; job < jobs.length; job++) fresh.update?.(job)
      return fresh
    }
  }
  const boundTo = ({ algorithm, order, backfillOrder }: Policy) => ({
    queueRanking: bound(order),
    backfillRanking: backfillOrder === null ? null : bound(backfillOrder),
    sweep: ALGORITHMS[algorithm],
  })
  const members = (policy.algorithm === RULE_BASED ? policy.members : [policy as Policy]).map(boundTo)
  const told = members
    .flatMap((member) => [
      member.queueRanking(),
      ...(member.backfillRanking?.() ? [member.backfillRanking()] : []),
    ])
    .flatMap((ranking) => (ranking.kind === 'general' ? [ranking] : []))
  const twin: Twin = {
    jobs,
    processors,
    rules,
    ...members[0],
    now: Number.NEGATIVE_INFINITY,
    waiting: [],
    running: [],
    start: new Float64Array(length).fill(Number.NaN),
    committed: null,
    slots: new Map(),
    completed: false,
    started: (row) => {
      predictions?.started?.(row, twin.now)
      for (const ranking of told) ranking.started?.(row, twin.now)
    },
  }
  let released = 0
  let passAt = Number.POSITIVE_INFINITY
  const next = () => known.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.row < a.row) ? b : a), NOBODY)
  const release = () => {
    const job = next()
    known.splice(known.indexOf(job), 1)
    const row = released++
    if (live) {
      rowInLog[row] = job.row
      for (const column of ['id', 'submit', 'runtime', 'estimate', 'size', 'user', 'group'] as const) {
        jobs[column][row] = setup.jobs[column][job.row]
      }
      jobs.submit[row] = job.at
      requested[row] = jobs.estimate[row]
      first[row] = predictions?.submitted(row, twin.now) ?? jobs.estimate[row]
      jobs.estimate[row] = first[row]
    }
    twin.waiting.push(row)
  }
  const complete = (row: number) => {
    twin.running.splice(twin.running.indexOf(row), 1)
    twin.completed = true
    predictions?.ended(row, jobs.runtime[row], twin.now)
    for (const ranking of told) ranking.ended?.(row, twin.now)
    dependencies?.preceding.forEach((preceding, dependent) => {
      if (preceding === rowInLog[row]) {
        known.push({ row: dependent, at: twin.now + dependencies.think[dependent] })
      }
    })
  }
  const withdrawals = [...(setup.withdrawals ?? [])]
  const withdraw = (row: number) => {
    if (!twin.waiting.includes(row)) return
    twin.waiting.splice(twin.waiting.indexOf(row), 1)
    twin.slots.delete(row)
    if (twin.committed === row) twin.committed = null
    twin.completed = true
    passAt = Math.min(passAt, gridCeil(twin.now, origin, rules.passInterval))
  }
  const passIfAsked = () => {
    if (passAt !== twin.now) return
    passAt = Number.POSITIVE_INFINITY
    const member = policy.algorithm === RULE_BASED ? chooseSlowly(policy, twin, timeClasses, released) : 0
    const { queueRanking, backfillRanking, sweep } = members[member]
    twin.queueRanking = queueRanking
    twin.backfillRanking = backfillRanking
    while (sweep(twin) > 0) {}
  }
  const endOf = (row: number) => twin.start[row] + jobs.runtime[row]
  const expectedEnd = (row: number) => twin.start[row] + jobs.estimate[row]
  const settled = new Set<number>()
  const toCorrect = () => twin.running.filter((row) => expectedEnd(row) < endOf(row) && !settled.has(row))

  const leaving = new Map([...(setup.leaves ?? [])].entries())
  for (;;) {
    const nextSubmit = next().at
    const nextEnd = Math.min(...twin.running.map(endOf))
    const nextSlot = Math.min(...[...twin.slots.values()].filter((slot) => slot > nextUp(twin.now)))
    const now = Math.min(nextSubmit, nextEnd, nextSlot, passAt)
    const nextCorrection = predictions ? Math.min(...toCorrect().map(expectedEnd)) : Number.POSITIVE_INFINITY
    const withdrawal = withdrawals[0]?.at ?? Number.POSITIVE_INFINITY
    const nextLeave = Math.min(...leaving.values())
    if (nextLeave <= Math.min(now, nextCorrection) && nextLeave < Number.POSITIVE_INFINITY) {
      twin.now = nextLeave
      for (const [row, at] of leaving) {
        if (at !== nextLeave) continue
        leaving.delete(row)
        if (twin.running.includes(row)) jobs.runtime[row] = nextLeave - twin.start[row]
        withdraw(row)
      }
      continue
    }
    if (
      predictions &&
      nextCorrection <= Math.min(now, withdrawal) &&
      nextCorrection < Number.POSITIVE_INFINITY
    ) {
      twin.now = nextCorrection
      for (const row of toCorrect().filter((each) => expectedEnd(each) === nextCorrection)) {
        const corrected = predictions.corrected(row, first[row], ++corrections[row])
        if (corrected > jobs.estimate[row]) jobs.estimate[row] = corrected
        else settled.add(row)
      }
      continue
    }
    if (withdrawal < now) {
      twin.now = withdrawal
      while (withdrawals[0]?.at === withdrawal) withdraw(withdrawals.shift()!.row)
      passIfAsked()
      continue
    }
    if (now === Number.POSITIVE_INFINITY) break
    twin.now = now

    const event = Math.min(nextSubmit, nextEnd, nextSlot) === now
    if (rules.events === 'instant') {
      for (const row of twin.running.filter((each) => endOf(each) === now)) complete(row)
      while (next().at === now) release()
    } else if (nextSubmit === now) {
      release()
    } else if (nextEnd === now) {
      complete(twin.running.find((row) => endOf(row) === now)!)
    }
    if (event) passAt = Math.min(passAt, gridCeil(now, origin, rules.passInterval))
    const passed = passAt === now
    passIfAsked()
    setup.observe?.(twin, passed)
  }
  const start = new Float64Array(length).fill(Number.NaN)
  for (let row = 0; row < released; row++) start[rowInLog[row]] = twin.start[row]
  return start
}

/** The release that is to come when none is known. */
const NOBODY = { row: -1, at: Number.POSITIVE_INFINITY }

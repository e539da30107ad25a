/**
 * Why a job that fits did not start at a pass, by the definitions of the algorithms and what the scheduler sees after it. Nothing
 * of what passes keep is used, so that the reasons are those of the definition; they are asked for seldom.
 */
import type { AvailabilityProfile } from '../profile.js'
import type { PlanningView, SchedulerView, WaitingJobs } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import type { WaitingReason } from '../waiting-reason.js'
import { KeyedHeap } from './keyed-heap.js'
import { planRunning } from './plan-running.js'
import { HeadReservation } from './reservation.js'

/** FCFS: the head does not fit. */
export function whyBehindHead(view: SchedulerView, job: number): WaitingReason {
  return unseen(view, job) ?? { kind: 'order', of: headOf(view) }
}

/** List scheduling: whoever is seen and fits has started. */
export function whyNotListed(view: SchedulerView, job: number): WaitingReason {
  return unseen(view, job) ?? { kind: 'cycle' }
}

/** EASY: the reservation of the head would come later, or the rules ask for more than that it does not. */
export function whyBehindReservation(view: SchedulerView, job: number): WaitingReason {
  const sight = unseen(view, job)
  if (sight !== null) return sight
  const head = headOf(view)
  if (view.size[head] <= view.free) return { kind: 'cycle' }
  const reservation = new HeadReservation()
  reservation.update(view, view.size[head])
  const { shadow, spare } = reservation
  const delays = view.now + view.estimate[job] > shadow && view.size[job] > spare
  return { kind: delays ? 'reservation' : 'admission', of: head, at: shadow }
}

/**
 * Conservative backfilling: with the job running, the first of those before it in the order that would come later. That is the
 * one after whose reservation the job fits no longer: beside those before it both have room.
 * @param profile is written over
 */
export function whyBehindPlan(view: PlanningView, job: number, profile: AvailabilityProfile): WaitingReason {
  const sight = unseen(view, job)
  if (sight !== null) return sight
  const { size, estimate } = view
  planRunning(profile, view)
  const queue = inOrder(view)
  for (let other = queue(); other >= 0 && other !== job; other = queue()) {
    const at = profile.place(size[other], estimate[other])
    if (!profile.fitsNow(size[job], estimate[job])) return { kind: 'reservation', of: other, at }
  }
  return { kind: 'cycle' }
}

/** Not among the jobs that are looked at. */
export function unseen(
  { rules, waiting }: { readonly rules: Semantics; readonly waiting: Pick<WaitingJobs, 'count' | 'visible'> },
  job: number,
): WaitingReason | null {
  const { sight } = rules
  if (waiting.count <= sight) return null
  const seen = new Int32Array(sight)
  waiting.visible(seen, sight)
  return seen.includes(job) ? null : { kind: 'sight' }
}

function headOf(view: SchedulerView): number {
  return view.ordered ? view.head() : inOrder(view)()
}

/** The visible jobs one by one, in order; then −1. */
function inOrder(view: PlanningView): () => number {
  const { rules, waiting, committed } = view
  const heap = new KeyedHeap(rules.ties, rules.lead)
  const sight = Math.min(rules.sight, waiting.count)
  heap.reserve(sight)
  let n = waiting.visible(heap.jobs, sight)
  if (committed >= 0) heap.jobs[heap.jobs.indexOf(committed)] = heap.jobs[--n]
  view.score(view.ranking, heap.keys, heap.jobs, n)
  heap.heapify(n)
  let first = committed
  return () => {
    if (first < 0) return heap.take()
    const job = first
    first = -1
    return job
  }
}

/**
 * What is free of nodes from now on, as far as estimates promise: stretches of time. Stretch `k` holds from `times[k]` to `times[k + 1]`,
 * the last one for ever.
 *
 * A job fits for a while if the least room that each node has in it is enough. Where no share is taken from a stretch's beginning on
 * every node has as much room as before, or more, so that of a while the first stretch and those with starts say all.
 */
import { type Beginnings, beginning, type Timeline } from '../facility/resources.js'
import type { SchedulerView } from '../scheduler.js'
import type { Claim, Claims } from './claim.js'
import type { Inventory } from './inventory.js'
import { chooseBy, suffices } from './pack.js'
import type { NodeRequest } from './request.js'
import type { NodeShare } from './stock.js'
import { Stretch } from './stretch.js'

export class NodeTimeline implements Timeline<NodeShare> {
  readonly #claims: Claims
  readonly #view: SchedulerView
  readonly #inventory: Inventory
  readonly #times = [Number.NEGATIVE_INFINITY]
  readonly #steps: Stretch[]
  /** Stretches that are of no plan any longer. */
  readonly #spare: Stretch[] = []
  /** The least room of each place in the while for which `earliest` last found a job to fit. */
  readonly #least: Int32Array

  constructor(claims: Claims, view: SchedulerView) {
    this.#claims = claims
    this.#view = view
    this.#inventory = claims.stock.inventory
    this.#steps = [new Stretch(this.#inventory)]
    this.#least = new Int32Array(this.#inventory.count)
  }

  trim(now: number): void {
    const first = this.#stepAt(now)
    for (const step of this.#steps.splice(0, first)) this.#spare.push(step)
    this.#times.splice(0, first)
  }

  take(from: number, to: number, share: NodeShare): void {
    if (!(from < to)) return
    const first = this.#cut(from)
    const last = to === Number.POSITIVE_INFINITY ? this.#steps.length : this.#cut(to)
    this.#steps[first].starts++
    for (let step = first; step < last; step++) this.#steps[step].take(share)
  }

  give(from: number, to: number, share: NodeShare): void {
    if (!(from < to)) return
    const first = this.#cut(from)
    const last = to === Number.POSITIVE_INFINITY ? this.#steps.length : this.#cut(to)
    for (let step = first; step < last; step++) this.#steps[step].give(share)
    // Where a job has left nobody's beginning or end is a border any longer, mostly.
    for (const instant of [to, from]) this.#join(this.#stepAt(instant))
  }

  cancel(from: number, to: number, share: NodeShare): void {
    if (!(from < to)) return
    this.#steps[this.#cut(from)].starts--
    this.give(from, to, share)
  }

  earliest(job: number, home: number, from: number, beginnings: Beginnings): number {
    const claim = this.#claims.claimOf(job, home)
    const { closures } = this.#claims
    const length = this.#view.estimate[job]
    for (let at = from; ; ) {
      at = beginning(at, length, beginnings)
      if (at === Number.POSITIVE_INFINITY) return at
      const first = this.#stepAt(at)
      const next = this.#blocked(claim, first, at + length)
      if (next >= 0) {
        at = this.#times[next]
        continue
      }
      if (!closures.any(job, at, at + length) || this.#isOpen(claim, job, at, at + length)) return at
      at = Math.min(this.#times[first + 1] ?? Number.POSITIVE_INFINITY, closures.nextEnd(at))
    }
  }

  chosen(job: number, home: number): NodeShare {
    const { request, nodes } = this.#claims.claimOf(job, home)
    return chooseBy(request, nodes, this.#least.subarray(0, nodes.length), this.#claims.packing)
  }

  /** The first stretch in which a beginning may do that does not in `first`; −1 where that one does. */
  #blocked({ request, kept, nodes }: Claim, first: number, end: number): number {
    const steps = this.#steps
    const times = this.#times
    for (let step = first; step < steps.length && (step === first || times[step] < end); step++) {
      if ((step === first || steps[step].starts > 0) && !this.#hasEnough(steps[step], kept, request))
        return step + 1
    }
    const least = this.#least
    const count = nodes.length
    least.set(steps[first].rooms(kept).room)
    if (!this.#hasFewEnough(request, count)) return first + 1
    for (let step = first + 1; step < steps.length && times[step] < end; step++) {
      if (steps[step].starts === 0) continue
      if (this.#limit(steps[step].rooms(kept).room, request, count)) continue
      return this.#last(first, step, kept, request, count)
    }
    return -1
  }

  /** The first stretch from which on a job has room until the one before which it has not, if that is all; it is after `first`. */
  #last(first: number, blocked: number, kept: Claim['kept'], request: NodeRequest, count: number): number {
    const steps = this.#steps
    this.#least.set(steps[blocked].rooms(kept).room)
    let step = blocked
    while (step - 1 > first && this.#limit(steps[step - 1].rooms(kept).room, request, count)) step--
    return step
  }

  /** Leaves no more room than some other in each place; whether a job fits yet. */
  #limit(room: Int32Array, request: NodeRequest, count: number): boolean {
    const least = this.#least
    const tasksPerNode = Math.min(request.tasksPerNode, 2 ** 31 - 1)
    let held = 0
    let places = 0
    for (let place = 0; place < count; place++) {
      let here = least[place]
      if (room[place] < here) {
        here = room[place]
        least[place] = here
      }
      held += here < tasksPerNode ? here : tasksPerNode
      if (here > 0) places++
    }
    return held >= request.tasks && places >= request.nodesMin && this.#hasFewEnough(request, count)
  }

  #hasEnough(step: Stretch, kept: Claim['kept'], { tasks, nodesMin, demands }: NodeRequest): boolean {
    if (tasks * demands[0].perTask > step.stock.idle) return false
    const { held, count } = step.rooms(kept)
    return held >= tasks && count >= nodesMin
  }

  /** Whether no more nodes are needed than a job may have, if all together are enough. */
  #hasFewEnough(request: NodeRequest, count: number): boolean {
    return request.nodesMax >= count || suffices(request, this.#least.slice(0, count))
  }

  /** Whether a job fits beside the nodes that are closed to it. */
  #isOpen({ request, kept, nodes }: Claim, job: number, at: number, end: number): boolean {
    this.#claims.closures.closed(job, at, end, (node) => {
      if (kept.placeOf[node] >= 0) this.#least[kept.placeOf[node]] = 0
    })
    return this.#limit(this.#least, request, nodes.length)
  }

  #cut(instant: number): number {
    const step = this.#stepAt(instant)
    if (this.#times[step] === instant) return step
    this.#times.splice(step + 1, 0, instant)
    const after = this.#spare.pop() ?? new Stretch(this.#inventory)
    after.become(this.#steps[step])
    this.#steps.splice(step + 1, 0, after)
    return step + 1
  }

  /** Drops the border before a stretch that is as the one before it, where nothing starts. */
  #join(step: number): void {
    const steps = this.#steps
    if (step === 0 || steps[step].starts > 0 || !steps[step].stock.equals(steps[step - 1].stock)) return
    this.#spare.push(...steps.splice(step, 1))
    this.#times.splice(step, 1)
  }

  /** The last stretch that begins at an instant or before. */
  #stepAt(instant: number): number {
    let low = 0
    let high = this.#times.length
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if (this.#times[middle] <= instant) low = middle
      else high = middle
    }
    return low
  }
}

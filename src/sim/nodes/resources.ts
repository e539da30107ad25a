/** Nodes as the resources of a facility: what is free now, and plans of what will be. */
import { type Beginnings, beginning, type Resources, type Timeline } from '../facility/resources.js'
import type { JobField, World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import type { NodeNeeds } from './needs.js'
import { choose, fits, type Packing } from './pack.js'
import type { NodePlaces } from './places.js'
import type { NodeRequest } from './request.js'
import { type NodeShare, NodeStock } from './stock.js'

export class NodeResources implements Resources<NodeShare> {
  readonly stock: NodeStock
  readonly packing: Packing
  readonly #view: SchedulerView
  readonly #needs: NodeNeeds
  readonly #partitionOf: (job: number) => number
  readonly #requests: NodeRequest[] = []
  readonly #places: NodePlaces | null
  readonly #fields: (name: JobField) => (job: number) => number

  /** @param places is told where jobs are put; null where nobody asks */
  constructor(
    view: SchedulerView,
    world: World,
    needs: NodeNeeds,
    packing: Packing,
    partitionOf: (job: number) => number,
    places: NodePlaces | null,
  ) {
    this.#places = places
    this.stock = new NodeStock(needs.inventory)
    this.packing = packing
    this.#view = view
    this.#needs = needs
    this.#partitionOf = partitionOf
    const fields = new Map<JobField, (job: number) => number>()
    this.#fields = (name) => {
      const field = fields.get(name) ?? world.field(name)
      fields.set(name, field)
      return field
    }
  }

  requestOf(job: number): NodeRequest {
    this.#requests[job] ??= this.#needs.of(this.#view.size[job], this.#partitionOf(job), (name) =>
      this.#fields(name)(job),
    )
    return this.#requests[job]
  }

  /** The nodes that a job may be on. */
  nodesOf(job: number): Int32Array {
    return this.#needs.nodesIn[this.#partitionOf(job)]
  }

  fits(job: number): boolean {
    return this.fitsIn(this.stock, job)
  }

  fitsIn(stock: NodeStock, job: number): boolean {
    return this.#view.size[job] <= stock.idle && fits(stock, this.requestOf(job), this.nodesOf(job))
  }

  shareOf(job: number): NodeShare {
    return this.shareIn(this.stock, job)
  }

  /** What a job that fits takes of a stock. */
  shareIn(stock: NodeStock, job: number): NodeShare {
    return choose(stock, this.requestOf(job), this.nodesOf(job), this.packing)
  }

  take(share: NodeShare, job: number): void {
    this.stock.take(share)
    this.#places?.put(job, share)
  }

  give(share: NodeShare): void {
    this.stock.give(share)
  }

  timeline(): Timeline<NodeShare> {
    return new NodeTimeline(this, this.#view)
  }
}

/** Step `k` holds from `times[k]` to `times[k + 1]`, the last one for ever. */
class NodeTimeline implements Timeline<NodeShare> {
  readonly #resources: NodeResources
  readonly #view: SchedulerView
  #times = [Number.NEGATIVE_INFINITY]
  #steps: NodeStock[]
  /** Stocks that are steps no longer. */
  readonly #spare: NodeStock[] = []
  /** What is free for as long as the job takes for which `earliest` last found a beginning. */
  readonly #least: NodeStock

  constructor(resources: NodeResources, view: SchedulerView) {
    this.#resources = resources
    this.#view = view
    const { inventory } = resources.stock
    this.#steps = [new NodeStock(inventory)]
    this.#least = new NodeStock(inventory)
  }

  copy(other: NodeTimeline): void {
    while (this.#steps.length > other.#steps.length) this.#drop(this.#steps.length - 1)
    other.#steps.forEach((step, k) => {
      if (k === this.#steps.length) this.#steps.push(this.#clone(step))
      else this.#steps[k].copy(step)
    })
    this.#times = other.#times.slice()
  }

  trim(now: number): void {
    const first = this.#stepAt(now)
    for (const step of this.#steps.splice(0, first)) this.#spare.push(step)
    this.#times.splice(0, first)
  }

  take(from: number, to: number, share: NodeShare): void {
    for (const step of this.#between(from, to)) step.take(share)
  }

  give(from: number, to: number, share: NodeShare): void {
    if (!(from < to)) return
    for (const step of this.#between(from, to)) step.give(share)
    // Where a job has left nobody's beginning or end is a border any longer, mostly.
    for (const instant of [to, from]) this.#join(this.#stepAt(instant))
  }

  earliest(job: number, from: number, beginnings: Beginnings): number {
    const length = this.#view.estimate[job]
    let at = from
    for (;;) {
      at = beginning(at, length, beginnings)
      if (at === Number.POSITIVE_INFINITY) return at
      const first = this.#stepAt(at)
      const blocked = this.#blocked(job, first, at + length)
      if (blocked < 0) return at
      at = this.#times[blocked + 1]
    }
  }

  chosen(job: number): NodeShare {
    return this.#resources.shareIn(this.#least, job)
  }

  /** The step after which a beginning may do what one in `first` does not; −1 where that one does. */
  #blocked(job: number, first: number, end: number): number {
    const resources = this.#resources
    const least = this.#least
    const steps = this.#steps
    if (!resources.fitsIn(steps[first], job)) return first
    least.copy(steps[first])
    for (let step = first + 1; step < steps.length && this.#times[step] < end; step++) {
      if (!resources.fitsIn(steps[step], job)) return step
      least.limit(steps[step])
      if (!resources.fitsIn(least, job)) return first
    }
    return -1
  }

  /** The steps from one instant to another, which become borders. */
  #between(from: number, to: number): NodeStock[] {
    if (!(from < to)) return []
    const first = this.#cut(from)
    return this.#steps.slice(first, to === Number.POSITIVE_INFINITY ? undefined : this.#cut(to))
  }

  #cut(instant: number): number {
    const step = this.#stepAt(instant)
    if (this.#times[step] === instant) return step
    this.#times.splice(step + 1, 0, instant)
    this.#steps.splice(step + 1, 0, this.#clone(this.#steps[step]))
    return step + 1
  }

  /** Drops the border before a step that is as the one before it. */
  #join(step: number): void {
    if (step > 0 && this.#steps[step].equals(this.#steps[step - 1])) this.#drop(step)
  }

  #drop(step: number): void {
    this.#spare.push(...this.#steps.splice(step, 1))
    this.#times.splice(step, 1)
  }

  #clone(stock: NodeStock): NodeStock {
    const clone = this.#spare.pop() ?? new NodeStock(stock.inventory)
    clone.copy(stock)
    return clone
  }

  /** The last step that begins at an instant or before. */
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

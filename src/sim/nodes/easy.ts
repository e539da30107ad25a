/**
 * EASY on nodes: the first job of each partition that cannot start has a reservation, the earliest instant that running jobs and
 * the reservations before it leave. A job starts, on the nodes that the rule of packing gives it, if with it running each
 * reservation, in their order, can still be had at its instant, on whatever nodes.
 */
import { FacilityPass } from '../facility/pass.js'
import type { FacilityQueue } from '../facility/queue.js'
import { beginning } from '../facility/resources.js'
import type { FacilityState, Planner } from '../facility/state.js'
import type { SchedulerView } from '../scheduler.js'
import { Reach } from './reach.js'
import type { NodeResources } from './resources.js'
import { type NodeShare, NodeStock } from './stock.js'

interface Reservation {
  readonly job: number
  readonly at: number
  readonly end: number
  /** What is free at its instant but for reservations. */
  readonly base: NodeStock
  /** Whether that is enough for it. */
  readonly reach: Reach
}

export class NodeEasyPass extends FacilityPass<NodeShare> {
  readonly #resources: NodeResources
  readonly #backfill: FacilityQueue | null
  readonly #running = new PlannedEnds()
  readonly #reserved: Reservation[] = []
  readonly #spare: NodeStock[] = []
  readonly #least: NodeStock
  readonly #other: NodeStock

  /** @param backfill the order in which partitions that have a reservation are filled; that of the queue where null */
  constructor(
    view: SchedulerView,
    state: FacilityState<NodeShare>,
    queue: FacilityQueue,
    backfill: FacilityQueue | null,
    resources: NodeResources,
  ) {
    super(view, state, queue)
    this.#resources = resources
    this.#backfill = backfill
    const { inventory } = resources.stock
    this.#least = new NodeStock(inventory)
    this.#other = new NodeStock(inventory)
    state.plannedBy(this.#running)
  }

  override submitted(job: number): void {
    super.submitted(job)
    this.#backfill?.submitted(job)
  }

  override run(): void {
    const { state, view } = this
    if (this.#running.first <= view.now) state.refresh()
    for (const { base } of this.#reserved) this.#spare.push(base)
    this.#reserved.length = 0
    const served = new Set<number>()
    for (const job of this.queue.list()) {
      if (state.overLimit(job)) continue
      const partition = state.partitionOf(job)
      if (this.#backfill !== null && served.has(partition)) continue
      if (this.#starts(job) || served.has(partition)) continue
      served.add(partition)
      this.#reserve(job)
    }
    for (const job of this.#backfill?.list() ?? []) {
      if (view.waiting.has(job) && !state.overLimit(job)) this.#starts(job)
    }
  }

  /** Starts a job if it may start; returns whether it did. */
  #starts(job: number): boolean {
    const { view, state } = this
    const { size } = view
    const { stock } = this.#resources
    if (size[job] > stock.idle) return false
    const end = view.now + view.estimate[job]
    const reserved = this.#reserved
    let concerned = false
    for (let k = 0; k < reserved.length; k++) {
      const { at, base, job: other } = reserved[k]
      if (at >= end) continue
      // Too few cores in all are too few, whatever the nodes are.
      if (base.idle - size[job] < size[other]) return false
      concerned = true
    }
    if (!state.fits(job)) return false
    const share = this.#resources.shareOf(job)
    if (concerned && !this.#spares(share, end)) return false
    state.start(job, share)
    return true
  }

  /** Takes a share until an instant from what reservations find, if all of them can still be had; returns whether they can. */
  #spares(share: NodeShare, end: number): boolean {
    const reserved = this.#reserved
    let spared = true
    for (const { at, base, reach } of reserved) {
      if (at >= end) continue
      base.take(share)
      reach.changed(share)
      spared &&= reach.fits
    }
    if (spared && (reserved.length === 1 || this.#placed() !== null)) return true
    for (const { at, base, reach } of reserved) {
      if (at >= end) continue
      base.give(share)
      reach.changed(share)
    }
    return false
  }

  /** The reservations, made again at their instants in their order; null where one cannot be had. */
  #placed(): NodeShare[] | null {
    const placed: NodeShare[] = []
    const resources = this.#resources
    for (const { job, at, end: until, base } of this.#reserved) {
      const left = this.#left(base, at, until, placed)
      if (!resources.fitsIn(left, job)) return null
      placed.push(resources.shareIn(left, job))
    }
    return placed
  }

  /**
   * What reservations leave from one instant to another.
   * @param base what is free at that instant but for them
   * @param placed shares of the first reservations
   */
  #left(base: NodeStock, at: number, until: number, placed: readonly NodeShare[]): NodeStock {
    const reserved = this.#reserved
    const fill = (stock: NodeStock, from: NodeStock, instant: number) => {
      stock.copy(from)
      for (let k = 0; k < placed.length; k++)
        if (reserved[k].at <= instant && instant < reserved[k].end) stock.take(placed[k])
    }
    fill(this.#least, base, at)
    for (let k = 0; k < placed.length; k++) {
      if (reserved[k].at <= at || reserved[k].at >= until) continue
      fill(this.#other, reserved[k].base, reserved[k].at)
      this.#least.limit(this.#other)
    }
    return this.#least
  }

  #reserve(job: number): void {
    const { view, state } = this
    const length = view.estimate[job]
    const placed = this.#reserved.length === 0 ? [] : this.#placed()
    if (placed === null) throw new Error('a reservation is lost')
    const base = this.#spare.pop() ?? new NodeStock(this.#resources.stock.inventory)
    base.copy(this.#resources.stock)
    const reach = new Reach(base, this.#resources.requestOf(job), this.#resources.nodesOf(job))
    let ended = 0
    let at = view.now
    for (;;) {
      at = beginning(at, length, state.beginnings)
      while (ended < this.#running.count && this.#running.ends[ended] <= at) {
        const share = this.#running.shares[ended++]
        base.give(share)
        reach.changed(share)
      }
      if (reach.fits) {
        if (placed.length === 0) break
        if (this.#resources.fitsIn(this.#left(base, at, at + length, placed), job)) break
      }
      let next = ended < this.#running.count ? this.#running.ends[ended] : Number.POSITIVE_INFINITY
      for (const { end } of this.#reserved) if (end > at && end < next) next = end
      at = next
    }
    this.#reserved.push({ job, at, end: at + length, base, reach })
  }
}

/** Running jobs by the instants at which they are planned to end. */
class PlannedEnds implements Planner<NodeShare> {
  readonly ends: number[] = []
  readonly shares: NodeShare[] = []

  get count(): number {
    return this.ends.length
  }

  /** Infinity where nothing runs. */
  get first(): number {
    return this.ends.length === 0 ? Number.POSITIVE_INFINITY : this.ends[0]
  }

  take(_from: number, to: number, share: NodeShare): void {
    const place = this.#after(to)
    this.ends.splice(place, 0, to)
    this.shares.splice(place, 0, share)
  }

  give(_from: number, to: number, share: NodeShare): void {
    let place = this.#after(to) - 1
    while (this.shares[place] !== share) place--
    this.ends.splice(place, 1)
    this.shares.splice(place, 1)
  }

  /** The first place whose end is later. */
  #after(end: number): number {
    let low = 0
    let high = this.ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.ends[middle] <= end) low = middle + 1
      else high = middle
    }
    return low
  }
}

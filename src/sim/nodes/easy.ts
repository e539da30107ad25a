/**
 * EASY on nodes: the first job of each partition that cannot start has a reservation, the earliest instant that running jobs and
 * the reservations before it leave. A job starts, on the nodes that the rule of packing gives it, if with it running each
 * reservation, in their order, can still be had at its instant, on whatever nodes.
 *
 * What is known is kept while it holds. The first reservation moves no later while its job waits, and only ends before their time
 * move it up: it is taken over from pass to pass, unless ticks or closed nodes say when jobs may begin; where maintenance does, as long
 * as nobody ends. A job that asks for what one
 * was refused for the sake of the same reservations is refused until a job starts or ends.
 */
import { FacilityPass } from '../facility/pass.js'
import type { FacilityQueue } from '../facility/queue.js'
import { beginning } from '../facility/resources.js'
import type { FacilityState } from '../facility/state.js'
import type { SchedulerView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import type { Claim } from './claim.js'
import { PlannedEnds } from './planned-ends.js'
import type { NodeResources } from './resources.js'
import { displaceable, type Rooms } from './rooms.js'
import { type NodeShare, NodeStock } from './stock.js'

interface Reservation {
  readonly job: number
  readonly claim: Claim
  at: number
  end: number
  /** The stock that is free at its instant but for reservations. */
  readonly base: NodeStock
  /** Where its job has room then. */
  readonly rooms: Rooms
}

export class NodeEasyPass extends FacilityPass<NodeShare> {
  readonly #resources: NodeResources
  readonly #backfill: FacilityQueue | null
  readonly #running = new PlannedEnds()
  readonly #reserved: Reservation[] = []
  readonly #spare: NodeStock[] = []
  readonly #least: NodeStock
  readonly #other: NodeStock
  /** Whether jobs may begin at any instant, or at any but for maintenance. */
  readonly #anyTime: boolean
  readonly #mostTimes: boolean
  /** A job has ended since the last pass. */
  #released = false
  /** The first reservation of the pass before, where it is good for its job still; null where there is none. */
  #kept: Reservation | null = null
  /** Counts what may turn a refusal: starts, ends, other reservations. */
  #epoch = 0
  /** By the numbers of claims, the epoch of the last refusal and how many reservations it was concerned with. */
  readonly #refusedAt: number[] = []
  readonly #refusedFor: number[] = []

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
    this.#mostTimes = view.rules.passInterval === 0 && resources.closures.none
    this.#anyTime = this.#mostTimes && state.windows.none
    state.plannedBy(this.#running)
  }

  override submitted(job: number): void {
    super.submitted(job)
    this.#backfill?.submitted(job)
  }

  override ended(job: number): void {
    const held = this.state.heldBy(job)
    super.ended(job)
    this.#epoch++
    this.#released = true
    const [first] = this.#reserved
    if (first !== undefined && held !== undefined && held.end > first.at) {
      first.base.give(held.share)
      first.rooms.changed(held.share.nodes)
    }
  }

  override corrected(): void {
    super.corrected()
    this.#release(0)
  }

  protected override sweep(): void {
    const { state, view } = this
    if (this.#running.first <= view.now) this.corrected()
    const [first] = this.#reserved
    const holds = this.#anyTime || (this.#mostTimes && !this.#released)
    const good = first !== undefined && holds && first.at > view.now
    this.#released = false
    this.#release(good ? 1 : 0)
    this.#kept = this.#reserved.pop() ?? null
    const { stock, partitions } = this.#resources
    const served = new Set<number>()
    for (const job of this.queue.list()) {
      if (view.size[job] > stock.idle && served.size === partitions) continue
      if (state.overLimit(job)) continue
      const homes = state.homesOf(job)
      const isServed = homes.length === 1 ? served.has(homes[0]) : homes.every((home) => served.has(home))
      if (this.#backfill !== null && isServed) continue
      const starts = this.#starts(job)
      if (starts && !isServed && this.isLimited) {
        this.#forget()
        this.#release(0)
        return
      }
      if (starts || isServed) continue
      for (const home of homes) served.add(home)
      state.felt(job)
      this.#reserve(job, homes)
    }
    this.#forget()
    for (const job of this.#backfill?.list() ?? []) {
      if (view.waiting.has(job) && !state.overLimit(job)) this.#starts(job)
    }
  }

  /** Leaves no more than the first `count` reservations. */
  #release(count: number): void {
    while (this.#reserved.length > count) this.#spare.push((this.#reserved.pop() as Reservation).base)
  }

  /** The reservation that was kept is of no use. */
  #forget(): void {
    if (this.#kept !== null) this.#spare.push(this.#kept.base)
    this.#kept = null
  }

  /** Starts a job if it may start in any of its partitions; returns whether it did. */
  #starts(job: number): boolean {
    if (this.view.size[job] > this.#resources.stock.idle) return false
    for (const home of this.state.homesOf(job)) if (this.#startsIn(job, home)) return true
    return false
  }

  #startsIn(job: number, home: number): boolean {
    const { view, state } = this
    const size = view.size[job]
    const end = view.now + view.estimate[job]
    const reserved = this.#reserved
    // Those that begin before its end: how many tells which.
    let concerned = 0
    for (let k = 0; k < reserved.length; k++) {
      const { at, base, job: other } = reserved[k]
      if (at >= end) continue
      // Too few cores in all are too few, whatever the nodes are.
      if (base.idle - size < view.size[other]) return false
      concerned++
    }
    const claim = this.#resources.claimOf(job, home)
    if (concerned > 0 && this.#refused(claim, concerned)) return false
    if (!state.fits(job, home)) return false
    const share = concerned > 0 && this.#displaces(claim, end) ? null : this.#resources.shareOf(job, home)
    if (share === null || (concerned > 0 && !this.#spares(share, end))) {
      this.#refusedAt[claim.number] = this.#epoch
      this.#refusedFor[claim.number] = concerned
      return false
    }
    state.start(job, share)
    this.#epoch++
    const kept = this.#kept
    if (kept !== null && kept.at < end) {
      kept.base.take(share)
      kept.rooms.changed(share.nodes)
      if (!kept.rooms.fits(kept.claim.request)) this.#forget()
    }
    return true
  }

  #refused({ number }: Claim, concerned: number): boolean {
    // Where nodes are kept for others, jobs that ask for the same and end at other times find others.
    if (!this.#resources.closures.none) return false
    return this.#refusedAt[number] === this.#epoch && this.#refusedFor[number] === concerned
  }

  /** Whether a job that fits would leave too little for a reservation wherever its nodes are. */
  #displaces(claimed: Claim, end: number): boolean {
    const resources = this.#resources
    if (!resources.closures.none) return false
    const { request, nodes } = claimed
    const { nodesMin, tasksPerNode } = request
    if (resources.packing !== 'best-fit' || nodesMin > 1 || tasksPerNode < request.tasks) return false
    const rooms = resources.roomsOf(claimed)
    for (const { at, claim, rooms: other } of this.#reserved) {
      if (at >= end || claim.nodes !== nodes || !displaceable(claim.request)) continue
      if (rooms.displaces(request, claim.request, other.spare(claim.request))) return true
    }
    return false
  }

  /** Takes a share until an instant from what reservations find, if all of them can still be had; returns whether they can. */
  #spares(share: NodeShare, end: number): boolean {
    const reserved = this.#reserved
    let spared = true
    for (const { at, base, rooms, claim } of reserved) {
      if (at >= end) continue
      base.take(share)
      rooms.changed(share.nodes)
      spared &&= rooms.fits(claim.request)
    }
    const alone = reserved.length === 1 && this.#resources.closures.none
    if (spared && (alone || this.#placed().length === reserved.length)) return true
    this.#giveBack(share, end)
    return false
  }

  /** Undoes what was taken until an instant from what reservations find. */
  #giveBack(share: NodeShare, end: number): void {
    for (const { at, base, rooms } of this.#reserved) {
      if (at >= end) continue
      base.give(share)
      rooms.changed(share.nodes)
    }
  }

  /** The reservations, made again at their instants in their order, up to the first that cannot be had. */
  #placed(): NodeShare[] {
    const placed: NodeShare[] = []
    const resources = this.#resources
    for (const { job, claim, at, end: until, base } of this.#reserved) {
      const left = this.#left(base, at, until, placed, job)
      if (!resources.fitsIn(left, claim)) break
      placed.push(resources.shareIn(left, claim))
    }
    return placed
  }

  /** The first reservation, of those before its own, that cannot be had at its instant with a job running. */
  override behind(job: number): WaitingReason | null {
    const { state, view } = this
    const reserved = this.#reserved
    const home = state.homesOf(job).find((each) => state.fits(job, each)) ?? -1
    const share = this.#resources.shareOf(job, home)
    const end = view.now + view.estimate[job]
    for (const { at, base, rooms } of reserved) {
      if (at >= end) continue
      base.take(share)
      rooms.changed(share.nodes)
    }
    const delayed = reserved[this.#placed().length]
    this.#giveBack(share, end)
    const own = reserved.findIndex((each) => each.job === job)
    if (delayed === undefined || (own >= 0 && own <= reserved.indexOf(delayed))) return null
    return { kind: 'reservation', of: delayed.job, at: delayed.at }
  }

  /**
   * The stock that reservations leave from one instant to another.
   * @param base what is free at that instant but for them
   * @param placed shares of the first reservations
   * @param job for which it is left
   */
  #left(base: NodeStock, at: number, until: number, placed: readonly NodeShare[], job: number): NodeStock {
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
    this.#resources.closures.close(this.#least, job, at, until)
    return this.#least
  }

  #reserve(job: number, homes: readonly number[]): void {
    const kept = this.#kept
    // Which of several partitions is the earliest may have changed.
    if (kept !== null && kept.job === job && this.#reserved.length === 0 && homes.length === 1) {
      this.#kept = null
      if (this.#anyTime) this.#moveUp(kept)
      this.#reserved.push(kept)
      return
    }
    this.#forget()
    this.#epoch++
    const placed = this.#placed()
    if (placed.length < this.#reserved.length) throw new Error('a reservation is lost')
    let best = this.#earliest(job, homes[0], placed)
    for (let k = 1; k < homes.length; k++) {
      const other = this.#earliest(job, homes[k], placed)
      this.#spare.push((other.at < best.at ? best : other).base)
      if (other.at < best.at) best = other
    }
    this.#reserved.push(best)
  }

  /** The earliest reservation of a job in a partition. @param placed shares of those before it */
  #earliest(job: number, home: number, placed: readonly NodeShare[]): Reservation {
    const { view, state } = this
    const resources = this.#resources
    const length = view.estimate[job]
    const base = this.#spare.pop() ?? new NodeStock(resources.stock.inventory)
    base.copy(resources.stock)
    const claim = resources.claimOf(job, home)
    const rooms = resources.roomsOf(claim).of(base)
    const running = this.#running
    let ended = 0
    let at = view.now
    for (;;) {
      at = beginning(at, length, state.startRule)
      while (ended < running.count && running.end(ended) <= at) {
        const share = running.share(ended++)
        base.give(share)
        rooms.changed(share.nodes)
      }
      if (rooms.fits(claim.request)) {
        if (placed.length === 0 && !resources.closures.any(job, at, at + length)) break
        if (resources.fitsIn(this.#left(base, at, at + length, placed, job), claim)) break
      }
      let next = ended < running.count ? running.end(ended) : Number.POSITIVE_INFINITY
      for (const { end } of this.#reserved) if (end > at && end < next) next = end
      next = Math.min(next, resources.opens(at))
      at = next
    }
    return { job, claim, at, end: at + length, base, rooms }
  }

  /** Moves the first reservation to the earliest planned end at which its job fits; it does not fit now. */
  #moveUp(first: Reservation): void {
    const { base, rooms, job, claim } = first
    const running = this.#running
    for (let count = running.after(first.at); ; ) {
      let before = count
      while (before > 0 && running.end(before - 1) === first.at) before--
      if (before === 0) return
      for (let k = before; k < count; k++) {
        base.take(running.share(k))
        rooms.changed(running.share(k).nodes)
      }
      if (!rooms.fits(claim.request)) {
        for (let k = before; k < count; k++) {
          base.give(running.share(k))
          rooms.changed(running.share(k).nodes)
        }
        return
      }
      first.at = running.end(before - 1)
      first.end = first.at + this.view.estimate[job]
      count = before
    }
  }
}

/**
 * Adaptive multi-site processing (rule G9): as multi-site processing, but a job is split only if it would then be done before
 * one site alone could have done it, and the blocked head waits for whichever of the two is better: for the grid, or for one
 * site, whose nodes alone are then kept for it.
 */
import { HeadReservation, nextAfter } from '../../sim/algorithms/reservation.js'
import type { Pass, SchedulerView } from '../../sim/scheduler.js'
import type { Placement } from './multi-site.js'
import { SitePlan } from './site-plan.js'

/** The site that `#reserved` has for a reservation over the whole grid. */
const GRID = -1

export class AdaptivePass implements Pass {
  readonly #engine: SchedulerView
  readonly #placement: Placement
  readonly #plan: SitePlan
  readonly #grid = new HeadReservation()
  /** The head's reservation: where, from when on, and the nodes left there beside it. */
  #reserved = GRID
  #at = 0
  #extra = 0
  /** The nodes of each site that a job may use. */
  readonly #usable: Int32Array
  /** The head that was found blocked by the last sweep; −1 after something has started or ended. */
  #sweptFor = -1

  constructor(engine: SchedulerView, placement: Placement, sites: readonly number[]) {
    this.#engine = engine
    this.#placement = placement
    this.#plan = new SitePlan(sites)
    this.#usable = new Int32Array(sites.length)
  }

  ended(job: number): void {
    const { running, estimate, size } = this.#engine
    const { nodes } = this.#placement
    const end = running.starts[job] + estimate[job]
    const split = nodes.split.get(job)
    if (split === undefined) this.#plan.remove(end, nodes.site[job], size[job])
    else for (const each of split) this.#plan.remove(end, each.site, each.nodes)
    nodes.release(job)
    this.#sweptFor = -1
  }

  run(): void {
    while (this.#sweep()) this.#sweptFor = -1
  }

  /** One sweep; returns whether something was started. */
  #sweep(): boolean {
    const engine = this.#engine
    const { waiting, running } = engine
    const { count } = waiting
    let head = engine.head()
    while (head >= 0 && this.#startHead(head)) head = engine.head()
    if (head < 0) return false
    // Nothing can be started later that could not be when all was as it is now: time only makes it less likely.
    if (head !== this.#sweptFor || waiting.count !== count || running.overrun()) {
      waiting.fresh = waiting.first
      this.#reserve(head)
      this.#sweptFor = head
    }
    if (engine.free > 0) this.#backfill(head)
    waiting.fresh = waiting.end
    return waiting.count < count
  }

  #startHead(job: number): boolean {
    const engine = this.#engine
    const size = engine.size[job]
    const { nodes } = this.#placement
    const site = nodes.tightest(size)
    if (site >= 0) this.#start(job, site)
    else if (size <= engine.free && this.#betterSplit(job)) this.#split(job, nodes.free)
    else return false
    return true
  }

  /** Whether a job is done earlier if it is split now than at one site alone. */
  #betterSplit(job: number): boolean {
    const { now, estimate, size } = this.#engine
    const { nodes } = this.#placement
    return (
      now + this.#placement.extended(job) < this.#plan.oneSite(now, nodes.free, size[job]).at + estimate[job]
    )
  }

  #reserve(head: number): void {
    const engine = this.#engine
    const size = engine.size[head]
    const one = this.#plan.oneSite(engine.now, this.#placement.nodes.free, size)
    if (size > engine.free) {
      this.#grid.update(engine, size)
      const { shadow, extra } = this.#grid
      // A moment after now counts as now.
      const from = shadow === nextAfter(engine.now) ? engine.now : shadow
      if (from + this.#placement.extended(head) <= one.at + engine.estimate[head]) {
        this.#reserved = GRID
        this.#at = shadow
        this.#extra = extra
        return
      }
    }
    this.#reserved = one.site
    this.#at = one.at
    this.#extra = one.free - size
  }

  #backfill(head: number): void {
    const engine = this.#engine
    const { waiting } = engine
    this.#look()
    for (let slot = waiting.nextFit(waiting.fresh); slot >= 0; slot = waiting.nextFit(slot + 1)) {
      const job = waiting.job[slot]
      if (job === head || !this.#startBehind(job)) continue
      if (engine.free === 0) return
      this.#look()
    }
  }

  /** Tells the waiting set what may fit: what does not even in one piece does not at all. */
  #look(): void {
    const { waiting, free, now } = this.#engine
    const { nodes } = this.#placement
    const h = this.#reserved
    waiting.free = free
    waiting.extra = h === GRID ? this.#extra : free - Math.max(0, nodes.free[h] - this.#extra)
    waiting.now = now
    waiting.deadline = this.#at
  }

  /** Starts a job behind the head if that does not delay it; returns whether it did. */
  #startBehind(job: number): boolean {
    const engine = this.#engine
    const { nodes } = this.#placement
    const size = engine.size[job]
    const inTime = engine.now + engine.estimate[job] <= this.#at
    const site = this.#reserved === GRID ? nodes.tightest(size) : this.#tightestBut(size, inTime)
    if (this.#reserved === GRID) {
      if (site >= 0) {
        if (!inTime && size > this.#extra) return false
        if (!inTime) this.#extra -= size
        this.#start(job, site)
        return true
      }
      const splitInTime = engine.now + this.#placement.extended(job) <= this.#at
      if ((!splitInTime && size > this.#extra) || !this.#betterSplit(job)) return false
      if (!splitInTime) this.#extra -= size
      this.#split(job, nodes.free)
      return true
    }
    if (site >= 0) {
      if (site === this.#reserved && !inTime) this.#extra -= size
      this.#start(job, site)
      return true
    }
    return this.#splitBeside(job, size)
  }

  /** The site with the fewest free nodes of those that a job may have in one piece; −1 where there is none. */
  #tightestBut(size: number, inTime: boolean): number {
    const { free } = this.#placement.nodes
    let best = -1
    for (let k = 0; k < free.length; k++) {
      if (free[k] < size || (k === this.#reserved && !inTime && size > this.#extra)) continue
      if (best < 0 || free[k] < free[best]) best = k
    }
    return best
  }

  /** Splits a job over the nodes that the reservation of one site leaves, if they suffice and that is better. */
  #splitBeside(job: number, size: number): boolean {
    const engine = this.#engine
    const { free } = this.#placement.nodes
    const h = this.#reserved
    const inTime = engine.now + this.#placement.extended(job) <= this.#at
    const usable = this.#usable
    usable.set(free)
    if (!inTime) usable[h] = Math.min(free[h], Math.max(0, this.#extra))
    let sum = 0
    for (const nodes of usable) sum += nodes
    if (sum < size || !this.#betterSplit(job)) return false
    const before = free[h]
    this.#split(job, usable)
    if (!inTime) this.#extra -= before - free[h]
    return true
  }

  #start(job: number, site: number): void {
    const engine = this.#engine
    this.#placement.nodes.take(job, site)
    engine.start(job)
    this.#plan.add(engine.now + engine.estimate[job], site, engine.size[job])
  }

  #split(job: number, usable: Int32Array): void {
    const engine = this.#engine
    const placement = this.#placement
    const fragments = placement.split(job, usable)
    engine.start(job)
    const end = engine.now + engine.estimate[job]
    for (const { site, nodes } of fragments) this.#plan.add(end, site, nodes)
  }
}

/** Nodes as the resources of a facility: what is free now, and plans of what will be. */
import { type Beginnings, beginning, type Resources, type Timeline } from '../facility/resources.js'
import type { JobField, World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { type Closure, Closures } from './closures.js'
import type { NodeNeeds } from './needs.js'
import { choose, chooseBy, fits, type Packing } from './pack.js'
import type { NodePlaces } from './places.js'
import type { NodeRequest } from './request.js'
import { type KeptRooms, RoomBook, type Rooms } from './rooms.js'
import { type NodeShare, NodeStock } from './stock.js'

/** What a job asks for, and of which nodes; jobs that ask for the same have one. */
export interface Claim {
  /** From 0 on. */
  readonly number: number
  readonly request: NodeRequest
  readonly nodes: Int32Array
  readonly kept: KeptRooms
  /** The partition. */
  readonly home: number
  /** The tasks of a share that is on one node. */
  readonly all: Int32Array
}

export class NodeResources implements Resources<NodeShare> {
  readonly stock: NodeStock
  readonly packing: Packing
  /** How many there are. */
  readonly partitions: number
  readonly #view: SchedulerView
  readonly #needs: NodeNeeds
  readonly #book: RoomBook
  /** Of each job in its first partition, of each in the others, and of each request. */
  readonly #claims: Claim[] = []
  readonly #further = new Map<string, Claim>()
  readonly #claimed = new Map<NodeRequest, Claim>()
  /** Each node alone. */
  readonly #alone: readonly Int32Array[]
  readonly #places: NodePlaces | null
  readonly #fields: (name: JobField) => (job: number) => number
  readonly closures: Closures
  /** What is left of the stock where nodes are closed to a job. */
  readonly #open: NodeStock

  /** @param places is told where jobs are put; null where nobody asks */
  constructor(
    view: SchedulerView,
    world: World,
    needs: NodeNeeds,
    closed: readonly Closure[],
    packing: Packing,
    places: NodePlaces | null,
  ) {
    this.#places = places
    this.stock = new NodeStock(needs.inventory)
    this.#book = new RoomBook(this.stock)
    this.#alone = Array.from({ length: needs.inventory.count }, (_, node) => Int32Array.of(node))
    this.packing = packing
    this.partitions = needs.nodesIn.length
    this.#view = view
    this.#needs = needs
    const fields = new Map<JobField, (job: number) => number>()
    this.#fields = (name) => {
      const field = fields.get(name) ?? world.field(name)
      fields.set(name, field)
      return field
    }
    this.#open = new NodeStock(needs.inventory)
    this.closures = new Closures(closed, (job) => ({
      user: view.jobs.user[job],
      group: this.#fields('unixGroup')(job),
      queue: this.#fields('queue')(job),
    }))
  }

  claimOf(job: number, home: number): Claim {
    const first = this.#claims[job]
    if (first?.home === home) return first
    if (first === undefined) {
      this.#claims[job] = this.#claim(job, home)
      return this.#claims[job]
    }
    const key = `${job} ${home}`
    const claim = this.#further.get(key) ?? this.#claim(job, home)
    this.#further.set(key, claim)
    return claim
  }

  #claim(job: number, home: number): Claim {
    const field = (name: JobField) => this.#fields(name)(job)
    const { request, nodes, constraint } = this.#needs.of(this.#view.size[job], home, field)
    let claim = this.#claimed.get(request)
    if (claim === undefined) {
      const kept = this.#book.keep(request, nodes, `${home} ${constraint}`)
      const all = Int32Array.of(request.tasks)
      claim = { number: this.#claimed.size, request, nodes, kept, home, all }
      this.#claimed.set(request, claim)
    }
    return claim
  }

  /** Where the tasks of a job have room now. */
  roomsOf({ kept }: Claim): Rooms {
    return this.#book.now(kept)
  }

  fits(job: number, home: number): boolean {
    if (this.#view.size[job] > this.stock.idle) return false
    const claim = this.claimOf(job, home)
    if (!this.roomsOf(claim).fits(claim.request)) return false
    return !this.#meetsClosure(job) || this.fitsIn(this.#openTo(job), claim)
  }

  #meetsClosure(job: number): boolean {
    const { now, estimate } = this.#view
    return this.closures.any(job, now, now + estimate[job])
  }

  /** What is free of the nodes that a job may begin on now. */
  #openTo(job: number): NodeStock {
    const { now, estimate } = this.#view
    this.#open.copy(this.stock)
    this.closures.close(this.#open, job, now, now + estimate[job])
    return this.#open
  }

  fitsIn(stock: NodeStock, { request, nodes }: Claim): boolean {
    return fits(stock, request, nodes)
  }

  shareOf(job: number, home: number): NodeShare {
    const claim = this.claimOf(job, home)
    if (this.#meetsClosure(job)) return this.shareIn(this.#openTo(job), claim)
    const { request, nodes, all } = claim
    const rooms = this.roomsOf(claim)
    const { tasks, nodesMin, nodesMax, tasksPerNode } = request
    if (this.packing === 'best-fit' && nodesMin === 1 && tasks <= tasksPerNode) {
      const node = rooms.tightest(tasks)
      if (node >= 0) return { request, nodes: this.#alone[node], tasks: all }
      const share = rooms.spread(request)
      if (share.nodes.length <= nodesMax) return share
    }
    return chooseBy(request, nodes, rooms.room, this.packing)
  }

  /** What a job that fits takes of a stock. */
  shareIn(stock: NodeStock, { request, nodes }: Claim): NodeShare {
    return choose(stock, request, nodes, this.packing)
  }

  take(share: NodeShare, job: number): void {
    this.stock.take(share)
    this.#book.changed(share)
    this.#places?.put(job, share, this.#claimed.get(share.request)?.home ?? -1)
  }

  give(share: NodeShare): void {
    this.stock.give(share)
    this.#book.changed(share)
  }

  opens(after: number): number {
    return this.closures.nextEnd(after)
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

  earliest(job: number, home: number, from: number, beginnings: Beginnings): number {
    const claim = this.#resources.claimOf(job, home)
    const length = this.#view.estimate[job]
    const { closures } = this.#resources
    let at = from
    for (;;) {
      at = beginning(at, length, beginnings)
      if (at === Number.POSITIVE_INFINITY) return at
      const first = this.#stepAt(at)
      const blocked = this.#blocked(claim, first, at + length)
      if (blocked >= 0) {
        at = this.#times[blocked + 1]
        continue
      }
      if (!closures.any(job, at, at + length)) return at
      closures.close(this.#least, job, at, at + length)
      if (this.#resources.fitsIn(this.#least, claim)) return at
      at = Math.min(this.#times[first + 1] ?? Number.POSITIVE_INFINITY, closures.nextEnd(at))
    }
  }

  chosen(job: number, home: number): NodeShare {
    return this.#resources.shareIn(this.#least, this.#resources.claimOf(job, home))
  }

  /** The step after which a beginning may do what one in `first` does not; −1 where that one does. */
  #blocked(claim: Claim, first: number, end: number): number {
    const resources = this.#resources
    const least = this.#least
    const steps = this.#steps
    if (!resources.fitsIn(steps[first], claim)) return first
    least.copy(steps[first])
    for (let step = first + 1; step < steps.length && this.#times[step] < end; step++) {
      if (!resources.fitsIn(steps[step], claim)) return step
      least.limit(steps[step])
      if (!resources.fitsIn(least, claim)) return first
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

/** Nodes as the resources of a facility: what is free now, and plans of what will be. */

import type { JobPlaces, Placed } from '../facility/places.js'
import type { Lack, Resources } from '../facility/resources.js'
import type { JobField, World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import type { Claim } from './claim.js'
import { type Closure, Closures } from './closures.js'
import { CORES } from './inventory.js'
import type { NodeNeeds } from './needs.js'
import { choose, chooseBy, fits, type Packing } from './pack.js'
import type { NodeRequest } from './request.js'
import { RoomBook, type Rooms } from './rooms.js'
import { type NodeShare, NodeStock } from './stock.js'
import { NodeTimeline } from './timeline.js'

export class NodeResources implements Resources<NodeShare> {
  readonly stock: NodeStock
  readonly packing: Packing
  /** How many there are. */
  readonly partitions: number
  readonly #view: SchedulerView
  readonly #needs: NodeNeeds
  readonly #book: RoomBook
  /** The claims of each job in its first partition, of each in the others, and of each request. */
  readonly #claims: Claim[] = []
  readonly #further = new Map<string, Claim>()
  readonly #claimed = new Map<NodeRequest, Claim>()
  /** Each node alone. */
  readonly #alone: readonly Int32Array[]
  readonly #places: JobPlaces | null
  readonly #fields: (name: JobField) => (job: number) => number
  readonly closures: Closures
  /** The stock that is left where nodes are closed to a job. */
  readonly #open: NodeStock

  /** @param places is told where jobs are put; null where nobody asks */
  constructor(
    view: SchedulerView,
    world: World,
    needs: NodeNeeds,
    closed: readonly Closure[],
    packing: Packing,
    places: JobPlaces | null,
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

  idleIn(home: number): number {
    const free = this.stock.free[CORES]
    return this.#needs.nodesIn[home].reduce((sum, node) => sum + free[node], 0)
  }

  lacks(job: number, home: number): Lack | null {
    if (this.fits(job, home)) return null
    const claim = this.claimOf(job, home)
    const { now, estimate } = this.#view
    if (this.roomsOf(claim).fits(claim.request)) {
      const by = this.closures.names(job, now, now + estimate[job], claim.kept.placeOf)
      return { kind: 'reserved', by: by.join(', ') }
    }
    const free = this.idleIn(home)
    return this.#view.size[job] > free ? { kind: 'processors', free } : { kind: 'nodes' }
  }

  #meetsClosure(job: number): boolean {
    const { now, estimate } = this.#view
    return this.closures.any(job, now, now + estimate[job])
  }

  /** The stock of the nodes that a job may begin on now. */
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

  /** The share of a stock that a job takes which fits. */
  shareIn(stock: NodeStock, { request, nodes }: Claim): NodeShare {
    return choose(stock, request, nodes, this.packing)
  }

  take(share: NodeShare, job: number): void {
    this.stock.take(share)
    this.#book.changed(share)
    const { request, nodes, tasks } = share
    this.#places?.put(job, { home: this.#claimed.get(request)?.home ?? -1, units: nodes, counts: tasks })
  }

  placedShare(job: number, { home, units, counts }: Placed): NodeShare {
    return { request: this.claimOf(job, home).request, nodes: units, tasks: counts }
  }

  give(share: NodeShare): void {
    this.stock.give(share)
    this.#book.changed(share)
  }

  opens(after: number): number {
    return this.closures.nextEnd(after)
  }

  timeline(): NodeTimeline {
    return new NodeTimeline(this, this.#view)
  }
}

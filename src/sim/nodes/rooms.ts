/**
 * How many tasks of a job each node has room for, kept up from node to node as a stock changes: whether a job fits, and the node that
 * fits it best, are known without a look at all nodes. Jobs whose tasks need the same share them, however many tasks they have.
 */
import { CORES, UNCOUNTED } from './inventory.js'
import { suffices } from './pack.js'
import type { NodeRequest, TaskNeeds } from './request.js'
import type { NodeShare, NodeStock } from './stock.js'

export class Rooms {
  /** Tasks that each node has room for, by its place among those that jobs may be on. */
  readonly room: Int32Array
  readonly #stock: NodeStock
  readonly #needs: TaskNeeds
  readonly #nodes: Int32Array
  /** The place of each node; −1 where jobs may not be on it. */
  readonly placeOf: Int32Array
  /** How many places have each room. */
  readonly #places: Int32Array
  /** Tasks that all nodes together have room for, and the nodes that have any. */
  #held = 0
  #count = 0

  /** @param like those of another stock that has the same free */
  constructor(stock: NodeStock, needs: TaskNeeds, nodes: Int32Array, like?: Rooms) {
    this.#stock = stock
    this.#needs = needs
    this.#nodes = nodes
    if (like !== undefined) {
      this.room = like.room.slice()
      this.placeOf = like.placeOf
      this.#places = like.#places.slice()
      this.#held = like.#held
      this.#count = like.#count
      return
    }
    const { count, resources } = stock.inventory
    this.room = new Int32Array(nodes.length)
    this.placeOf = new Int32Array(count).fill(-1)
    for (let place = 0; place < nodes.length; place++) this.placeOf[nodes[place]] = place
    this.#places = new Int32Array(resources[CORES].reduce((most, cores) => Math.max(most, cores), 0) + 1)
    this.#places[0] = nodes.length
    this.renewed()
  }

  /** The same of a stock that has the same free. */
  of(stock: NodeStock): Rooms {
    return new Rooms(stock, this.#needs, this.#nodes, this)
  }

  /** The stock has come to have more or less anywhere. */
  renewed(): void {
    this.changed(this.#nodes)
  }

  /** The stock has come to have more or less on some nodes: those of a list, or of a piece of it. */
  changed(nodes: Int32Array, from = 0, to = nodes.length): void {
    for (let k = from; k < to; k++) {
      const place = this.placeOf[nodes[k]]
      if (place >= 0) this.#set(place, this.#stock.room(this.#needs, nodes[k]))
    }
  }

  /** Whether a job of these needs fits. */
  fits(request: NodeRequest): boolean {
    const { tasks, nodesMin, nodesMax } = request
    if (this.#held < tasks || this.#count < nodesMin) return false
    return nodesMax >= this.#nodes.length || suffices(request, this.room.slice())
  }

  /** The first of the nodes with the least room that is enough for so many tasks; −1 where none has. */
  tightest(tasks: number): number {
    const places = this.#places
    for (let room = tasks; room < places.length; room++)
      if (places[room] > 0) return this.#nodes[this.room.indexOf(room)]
    return -1
  }

  /**
   * The best-fit nodes for a job that fits, but on no single node: those with the most room, and of the rest the one with the
   * least that is enough for what is left.
   */
  spread(request: NodeRequest): NodeShare {
    const chosen: number[] = []
    let left = request.tasks
    let room = this.#places.length - 1
    let place = -1
    for (let unused = this.#places[room]; unused === 0 || left > room; ) {
      if (unused === 0) {
        unused = this.#places[--room]
        place = -1
        continue
      }
      place = this.room.indexOf(room, place + 1)
      chosen.push(place)
      left -= room
      unused--
    }
    let tight = left
    while (tight < room && this.#places[tight] === 0) tight++
    const last = this.#nodes[this.room.indexOf(tight, tight < room ? 0 : place + 1)]
    const nodes = new Int32Array(chosen.length + 1)
    for (let k = 0; k < chosen.length; k++) nodes[k] = this.#nodes[chosen[k]]
    nodes[chosen.length] = last
    nodes.sort()
    const tasks = new Int32Array(nodes.length)
    for (let k = 0; k < nodes.length; k++)
      tasks[k] = nodes[k] === last ? left : this.room[this.placeOf[nodes[k]]]
    return { request, nodes, tasks }
  }

  /** Tasks that there is room for beyond those of a job. */
  spare({ tasks }: NodeRequest): number {
    return this.#held - tasks
  }

  /**
   * Whether a job of these needs that fits, packed best-fit, is bound to take the room of more than `most` tasks of another
   * (`displaceable`) on the same nodes, wherever they are: on each node at least of as many as what it takes there would be enough for.
   */
  displaces(request: NodeRequest, other: NodeRequest, most: number): boolean {
    const places = this.#places
    let left = request.tasks
    let displaced = 0
    for (let room = places.length - 1; room > 0; room--) {
      for (let k = places[room]; k > 0; k--) {
        const here = Math.min(room, left)
        displaced += worth(request, here, other)
        left -= here
        if (displaced > most) return true
        if (left === 0) return false
      }
    }
    return false
  }

  #set(place: number, room: number): void {
    const { tasksPerNode } = this.#needs
    const before = this.room[place]
    if (room === before) return
    this.room[place] = room
    this.#places[before]--
    this.#places[room]++
    this.#held += Math.min(room, tasksPerNode) - Math.min(before, tasksPerNode)
    this.#count += (room > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
  }
}

/** Whether `displaces` can tell of a job: what its tasks need is all that it needs, and no node is closed to it for other reasons. */
export function displaceable({ demands, exclusive, tasksPerNode }: TaskNeeds): boolean {
  return (
    !exclusive &&
    tasksPerNode === Number.POSITIVE_INFINITY &&
    demands.every(({ perTask, perNode }) => perTask > 0 && perNode === 0)
  )
}

/** Tasks of a displaceable job for which what so many tasks of another take on a node is enough. */
function worth({ demands }: TaskNeeds, tasks: number, other: TaskNeeds): number {
  let least = UNCOUNTED
  for (let k = 0; k < other.demands.length; k++) {
    const { column, perTask } = other.demands[k]
    let taken = 0
    for (let d = 0; d < demands.length; d++)
      if (demands[d].column === column) taken = demands[d].perNode + tasks * demands[d].perTask
    if (taken < least * perTask) least = Math.floor(taken / perTask)
  }
  return least
}

/** Rooms on a stock for the needs of many jobs, each brought up to date when it is asked for. */
export class RoomBook {
  readonly #stock: NodeStock
  /** Nodes whose stock has changed, in turn; it begins again when it is full. */
  readonly #changes: Int32Array
  #end = 0
  readonly #kept: KeptRooms[] = []
  readonly #byNeeds = new Map<string, KeptRooms>()

  constructor(stock: NodeStock) {
    this.#stock = stock
    this.#changes = new Int32Array(4 * stock.inventory.count)
  }

  /** @param nodes those that a job of these needs may be on, and a name of that set */
  keep(needs: TaskNeeds, nodes: Int32Array, name: string): KeptRooms {
    const { demands, tasksPerNode, exclusive } = needs
    const key = JSON.stringify([name, demands, `${tasksPerNode}`, exclusive])
    let kept = this.#byNeeds.get(key)
    if (kept === undefined) {
      const rooms = new Rooms(this.#stock, needs, nodes)
      kept = { number: this.#kept.length, needs, nodes, placeOf: rooms.placeOf, rooms, seen: this.#end }
      this.#kept.push(kept)
      this.#byNeeds.set(key, kept)
    }
    return kept
  }

  changed({ nodes }: NodeShare): void {
    if (this.#end + nodes.length > this.#changes.length) {
      this.#end = 0
      for (const kept of this.#kept) kept.seen = -1
    }
    this.#changes.set(nodes, this.#end)
    this.#end += nodes.length
  }

  /** Rooms as they are now. */
  now(kept: KeptRooms): Rooms {
    const { rooms, seen } = kept
    if (seen === this.#end) return rooms
    if (seen < 0 || this.#end - seen > rooms.room.length) rooms.renewed()
    else rooms.changed(this.#changes, seen, this.#end)
    kept.seen = this.#end
    return rooms
  }
}

/** A kind of needs, and the nodes that jobs of it may be on. */
export interface KeptRooms {
  /** From 0 on. */
  readonly number: number
  readonly needs: TaskNeeds
  readonly nodes: Int32Array
  readonly placeOf: Int32Array
  readonly rooms: Rooms
  /** The changes that they know of; −1 where they were told of none since the beginning of the book's. */
  seen: number
}

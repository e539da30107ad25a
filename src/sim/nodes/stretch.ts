/**
 * A stretch of a plan's time: what is free of each node, and how many tasks of the same needs each has room for, kept up from node to
 * node as the stock changes. Of many kinds of needs those that were asked for last are kept.
 */
import type { Inventory } from './inventory.js'
import type { KeptRooms } from './rooms.js'
import { type NodeShare, NodeStock } from './stock.js'

/** Kinds of needs whose rooms are kept. */
const KEPT = 16

/** Rooms of the nodes that jobs of one kind may be on, by their places. */
export interface StretchRooms {
  /** The kind; −1 where nothing is known. */
  kind: number
  /** Longer than there are places. */
  readonly room: Int32Array
  /** Tasks that all have room for together, and how many have room for any. */
  held: number
  count: number
  /** The changes of the stock that are known. */
  seen: number
}

export class Stretch {
  readonly stock: NodeStock
  /** Shares that are taken from its beginning on. */
  starts = 0
  /** Nodes whose stock has changed, in turn; it begins again when it is full. */
  readonly #changes: Int32Array
  #end = 0
  readonly #rooms: (StretchRooms | undefined)[] = []

  constructor(inventory: Inventory) {
    this.stock = new NodeStock(inventory)
    this.#changes = new Int32Array(2 * inventory.count)
  }

  /** Becomes what follows on another stretch, of which it is a part. */
  become(other: Stretch): void {
    this.stock.copy(other.stock)
    this.starts = 0
    this.#end = other.#end
    this.#changes.set(other.#changes.subarray(0, other.#end))
    for (let slot = 0; slot < KEPT; slot++) {
      const theirs = other.#rooms[slot]
      const own = this.#rooms[slot]
      if (theirs === undefined) {
        if (own !== undefined) own.kind = -1
        continue
      }
      const rooms = own ?? this.#slot(slot)
      rooms.room.set(theirs.room)
      rooms.kind = theirs.kind
      rooms.held = theirs.held
      rooms.count = theirs.count
      rooms.seen = theirs.seen
    }
  }

  take(share: NodeShare): void {
    this.stock.take(share)
    this.#changed(share.nodes)
  }

  give(share: NodeShare): void {
    this.stock.give(share)
    this.#changed(share.nodes)
  }

  /** The rooms of a kind as they are now. */
  rooms({ number, needs, nodes, placeOf }: KeptRooms): StretchRooms {
    const slot = number % KEPT
    const rooms = this.#rooms[slot] ?? this.#slot(slot)
    const { room } = rooms
    const tasksPerNode = Math.min(needs.tasksPerNode, 2 ** 31 - 1)
    if (rooms.kind !== number || rooms.seen < 0 || this.#end - rooms.seen > nodes.length) {
      let held = 0
      let count = 0
      for (let place = 0; place < nodes.length; place++) {
        const here = this.stock.room(needs, nodes[place])
        room[place] = here
        held += here < tasksPerNode ? here : tasksPerNode
        if (here > 0) count++
      }
      rooms.kind = number
      rooms.held = held
      rooms.count = count
    } else {
      for (let k = rooms.seen; k < this.#end; k++) {
        const node = this.#changes[k]
        const place = placeOf[node]
        if (place < 0) continue
        const before = room[place]
        const here = this.stock.room(needs, node)
        if (here === before) continue
        room[place] = here
        rooms.held +=
          (here < tasksPerNode ? here : tasksPerNode) - (before < tasksPerNode ? before : tasksPerNode)
        rooms.count += (here > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
      }
    }
    rooms.seen = this.#end
    return rooms
  }

  #slot(slot: number): StretchRooms {
    const room = new Int32Array(this.stock.inventory.count)
    const rooms = { kind: -1, room, held: 0, count: 0, seen: -1 }
    this.#rooms[slot] = rooms
    return rooms
  }

  #changed(nodes: Int32Array): void {
    if (this.#end + nodes.length > this.#changes.length) {
      this.#end = 0
      for (let slot = 0; slot < KEPT; slot++) {
        const rooms = this.#rooms[slot]
        if (rooms !== undefined) rooms.seen = -1
      }
    }
    this.#changes.set(nodes, this.#end)
    this.#end += nodes.length
  }
}

/**
 * Which nodes a job gets, by a rule of packing. The rules choose among nodes; whether a job fits does not depend on them.
 *
 * - `first`: nodes in the order in which they are taken (weight, then number), as many tasks on each as it has room for.
 * - `best-fit`: of the nodes that have room for all that is left, or for as much as one node may have, the one with the least
 *   room; where none has, the one with the most, and on with the rest.
 * - `consecutive`: of the runs of neighbouring nodes with room that can hold all that is left the one with the least, where none
 *   can the one with the most, and on with the rest; in the last run the best-fitting node if one is enough, else its nodes in
 *   order.
 *
 * Among equals the node or run goes first that is taken first. Where a rule would need more nodes than the job may have, it gets
 * those with the most room. A job that needs a number of nodes has one task at least on each.
 */
import type { NodeRequest } from './request.js'
import type { NodeShare, NodeStock } from './stock.js'

export const PACKINGS = ['best-fit', 'consecutive', 'first'] as const
export type Packing = (typeof PACKINGS)[number]

/** Whether a job would find room. @param nodes those that it may be on */
export function fits(stock: NodeStock, request: NodeRequest, nodes: Int32Array): boolean {
  const { tasks, nodesMin, nodesMax, tasksPerNode, demands } = request
  if (tasks * demands[0].perTask > stock.idle) return false
  if (nodesMax < nodes.length) return suffices(request, stock.rooms(request, nodes))
  let held = 0
  let count = 0
  for (let k = 0; k < nodes.length; k++) {
    const room = stock.room(request, nodes[k])
    if (room === 0) continue
    held += room < tasksPerNode ? room : tasksPerNode
    count++
    if (held >= tasks && count >= nodesMin) return true
  }
  return false
}

/**
 * The nodes for a job; null where it finds no room.
 * @param nodes those that it may be on, in the order in which they are taken (`eligible`)
 */
export function allocate(
  stock: NodeStock,
  request: NodeRequest,
  nodes: Int32Array,
  packing: Packing,
): NodeShare | null {
  return fits(stock, request, nodes) ? choose(stock, request, nodes, packing) : null
}

/** The nodes for a job that finds room. */
export function choose(
  stock: NodeStock,
  request: NodeRequest,
  nodes: Int32Array,
  packing: Packing,
): NodeShare {
  return chooseBy(request, nodes, stock.rooms(request, nodes), packing)
}

/** The same by the tasks that each of the nodes has room for. */
export function chooseBy(
  request: NodeRequest,
  nodes: Int32Array,
  room: Int32Array,
  packing: Packing,
): NodeShare {
  const chosen = new Choice(request, nodes, room.slice())
  if (packing === 'best-fit') chosen.bestFit()
  else if (packing === 'consecutive') chosen.consecutive()
  else chosen.inOrder(0, nodes.length)
  if (chosen.left === 0 && chosen.used <= request.nodesMax) return chosen.share()
  const roomiest = new Choice(request, nodes, room.slice())
  roomiest.roomiest()
  return roomiest.share()
}

/**
 * Whether as many nodes as a job may have are enough for it, if it gets those with the most room.
 * @param room sorted here
 */
export function suffices(
  { tasks, nodesMin, nodesMax, tasksPerNode }: NodeRequest,
  room: Int32Array,
): boolean {
  room.sort()
  let held = 0
  let count = 0
  for (let k = room.length - 1; k >= room.length - nodesMax && room[k] > 0; k--) {
    held += room[k] < tasksPerNode ? room[k] : tasksPerNode
    count++
  }
  return held >= tasks && count >= nodesMin
}

class Choice {
  left: number
  used = 0
  readonly #request: NodeRequest
  readonly #nodes: Int32Array
  /** Tasks that each place has room for; 0 once it is used. */
  readonly #room: Int32Array
  /** The nodes chosen, and how many tasks are on each. */
  readonly #chosen: number[] = []
  readonly #tasks: number[] = []

  /** @param room tasks that each of the nodes has room for; written over */
  constructor(request: NodeRequest, nodes: Int32Array, room: Int32Array) {
    this.left = request.tasks
    this.#request = request
    this.#nodes = nodes
    this.#room = room
  }

  share(): NodeShare {
    const { used } = this
    const request = this.#request
    const nodes = new Int32Array(used)
    const tasks = new Int32Array(used)
    // In the order of nodes; they are few, or were chosen in it.
    for (let k = 0; k < used; k++) {
      let place = k
      for (; place > 0 && nodes[place - 1] > this.#chosen[k]; place--) {
        nodes[place] = nodes[place - 1]
        tasks[place] = tasks[place - 1]
      }
      nodes[place] = this.#chosen[k]
      tasks[place] = this.#tasks[k]
    }
    return { request, nodes, tasks }
  }

  inOrder(from: number, to: number): void {
    for (let place = from; place < to && this.left > 0; place++) if (this.#room[place] > 0) this.#use(place)
  }

  bestFit(): void {
    const buckets = new Buckets(this.#room)
    while (this.left > 0) {
      const enough = buckets.tightest(Math.min(this.#wanted(), this.#request.tasksPerNode))
      this.#use(enough >= 0 ? enough : buckets.most())
    }
  }

  roomiest(): void {
    const buckets = new Buckets(this.#room)
    while (this.left > 0) this.#use(buckets.most())
  }

  consecutive(): void {
    while (this.left > 0) {
      const { from, to } = this.#run()
      const { nodesMin, tasksPerNode } = this.#request
      const alone = this.left <= tasksPerNode && nodesMin - this.used <= 1
      const one = alone ? this.#tightest(from, to, this.left) : -1
      if (one >= 0) this.#use(one)
      else this.inOrder(from, to)
    }
  }

  /** Tasks that the next node may have: those after it that are needed have one at least. */
  #wanted(): number {
    return this.left - Math.max(0, this.#request.nodesMin - this.used - 1)
  }

  #use(place: number): void {
    const here = Math.min(this.#room[place], this.#request.tasksPerNode, this.#wanted())
    this.#room[place] = 0
    this.#chosen.push(this.#nodes[place])
    this.#tasks.push(here)
    this.left -= here
    this.used++
  }

  /** The first place with the least room of those that have enough for `wanted` tasks; −1 where none has. */
  #tightest(from: number, to: number, wanted: number): number {
    let best = -1
    let least = Number.POSITIVE_INFINITY
    for (let place = from; place < to; place++) {
      const here = this.#room[place]
      if (here >= wanted && here < least) {
        least = here
        best = place
      }
    }
    return best
  }

  /** The run of neighbours that is to be used next. */
  #run(): { readonly from: number; readonly to: number } {
    const room = this.#room
    const nodes = this.#nodes
    const { nodesMin, tasksPerNode } = this.#request
    let best = { from: 0, to: 0, enough: false, sum: 0 }
    for (let from = 0; from < room.length; ) {
      let to = from
      let sum = 0
      while (to < room.length && room[to] > 0 && (to === from || nodes[to] === nodes[to - 1] + 1))
        sum += Math.min(room[to++], tasksPerNode)
      if (to === from) {
        from++
        continue
      }
      const enough = sum >= this.left && to - from >= nodesMin - this.used
      const better = enough === best.enough ? (enough ? sum < best.sum : sum > best.sum) : enough
      if (better) best = { from, to, enough, sum }
      from = to
    }
    return best
  }
}

/** Places by their room, of equal ones in order; each is taken once. */
class Buckets {
  /** The first place of each room, and the next of the same room after each place; −1 where there is none. */
  readonly #first: Int32Array
  readonly #next: Int32Array
  /** No place has more room. */
  #top = 0

  constructor(room: Int32Array) {
    for (let place = 0; place < room.length; place++) if (room[place] > this.#top) this.#top = room[place]
    this.#first = new Int32Array(this.#top + 1).fill(-1)
    this.#next = new Int32Array(room.length)
    for (let place = room.length - 1; place >= 0; place--) {
      this.#next[place] = this.#first[room[place]]
      this.#first[room[place]] = place
    }
  }

  /** Takes the place with the most room. */
  most(): number {
    while (this.#first[this.#top] < 0) this.#top--
    return this.#take(this.#top)
  }

  /** Takes the place with the least room that is enough; −1 where none is. */
  tightest(wanted: number): number {
    for (let room = wanted; room <= this.#top; room++) if (this.#first[room] >= 0) return this.#take(room)
    return -1
  }

  #take(room: number): number {
    const place = this.#first[room]
    this.#first[room] = this.#next[place]
    return place
  }
}

/**
 * The tasks of a job that each node has room for at an instant of a plan, kept up as the instant moves over what is taken and comes
 * free; and the least of each since some instant. A job fits for a while if the least is enough.
 */
import type { Claim } from './claim.js'
import { UNCOUNTED } from './inventory.js'
import { suffices } from './pack.js'
import type { NodeRequest } from './request.js'
import type { KeptRooms } from './rooms.js'
import type { NodeShare, NodeStock } from './stock.js'

/** The amounts of each resource that a share takes on each of its nodes. */
export interface Amounts {
  readonly nodes: Int32Array
  /** By the columns of the inventory; null where it takes nothing of one. */
  readonly taken: readonly (Int32Array | null)[]
}

export function amountsOf({ request, nodes, tasks }: NodeShare, resources: readonly Int32Array[]): Amounts {
  const { demands, exclusive } = request
  if (exclusive)
    return { nodes, taken: resources.map((column) => Int32Array.from(nodes, (node) => column[node])) }
  const taken: (Int32Array | null)[] = resources.map(() => null)
  for (const { column, perTask, perNode } of demands)
    taken[column] = Int32Array.from(tasks, (count) => perNode + perTask * count)
  return { nodes, taken }
}

/** The room of each place at first, and what that is together. */
interface FirstRooms {
  readonly room: Int32Array
  held: number
  count: number
  version: number
}

export class RoomSweep {
  /** The least room of each place. */
  readonly least: Int32Array
  readonly #base: NodeStock
  readonly #free: readonly Int32Array[]
  readonly #jobs: Int32Array
  readonly #room: Int32Array
  #claim: Claim | null = null
  /** By the numbers of kinds of needs. */
  readonly #first: FirstRooms[] = []
  #version = 0
  /** Tasks that all places together have room for, and the places that have any; the same by the least room. */
  #held = 0
  #count = 0
  #leastHeld = 0
  #leastCount = 0

  /** @param base what is free at first */
  constructor(base: NodeStock) {
    const { count } = base.inventory
    this.#base = base
    this.#free = base.free.map((column) => column.slice())
    this.#jobs = new Int32Array(count)
    this.#room = new Int32Array(count)
    this.least = new Int32Array(count)
  }

  /** Stands where the plan begins, with the room that a job finds there. */
  begin(claim: Claim): void {
    const { needs } = claim.kept
    const base = this.#base
    this.#claim = claim
    for (let d = 0; d < needs.demands.length; d++) {
      const { column } = needs.demands[d]
      this.#free[column].set(base.free[column])
    }
    if (needs.exclusive) this.#jobs.set(base.jobs)
    const { room, held, count } = this.#firstOf(claim.kept)
    this.#room.set(room)
    this.#held = held
    this.#count = count
  }

  /** The stock at first has changed. */
  renew(): void {
    this.#version++
  }

  #firstOf({ number, needs, nodes }: KeptRooms): FirstRooms {
    this.#first[number] ??= { room: new Int32Array(nodes.length), held: 0, count: 0, version: -1 }
    const first = this.#first[number]
    if (first.version === this.#version) return first
    first.held = 0
    first.count = 0
    for (let place = 0; place < nodes.length; place++) {
      const here = this.#base.room(needs, nodes[place])
      first.room[place] = here
      first.held += here < needs.tasksPerNode ? here : needs.tasksPerNode
      if (here > 0) first.count++
    }
    first.version = this.#version
    return first
  }

  /** Goes over a share that comes free, or is taken where the sign is −1. */
  change({ nodes, taken }: Amounts, sign: number): void {
    const { kept } = this.#claim as Claim
    const { placeOf, needs } = kept
    const { demands, exclusive, tasksPerNode } = needs
    const room = this.#room
    for (let k = 0; k < nodes.length; k++) {
      const node = nodes[k]
      const place = placeOf[node]
      if (place < 0) continue
      let here = UNCOUNTED
      for (let d = 0; d < demands.length; d++) {
        const { column, perTask, perNode } = demands[d]
        const free = this.#free[column]
        const amounts = taken[column]
        if (amounts !== null) free[node] += sign * amounts[k]
        const left = free[node] - perNode
        if (left < perTask || left < 0) here = 0
        else if (left < perTask * here) here = (left / perTask) | 0
      }
      if (exclusive) {
        this.#jobs[node] -= sign
        if (this.#jobs[node] > 0) here = 0
      }
      const before = room[place]
      if (here === before) continue
      room[place] = here
      this.#held +=
        (here < tasksPerNode ? here : tasksPerNode) - (before < tasksPerNode ? before : tasksPerNode)
      this.#count += (here > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
    }
  }

  /** Whether the job finds room at this instant. */
  hasEnough(): boolean {
    return this.#isEnough(this.#held, this.#count, this.#room)
  }

  /** From this instant on the least is looked for. */
  watch(): void {
    const { length } = (this.#claim as Claim).nodes
    for (let place = 0; place < length; place++) this.least[place] = this.#room[place]
    this.#leastHeld = this.#held
    this.#leastCount = this.#count
  }

  /** The nodes of a share may have come to have less room. */
  limit({ nodes }: Amounts): void {
    const { placeOf, needs } = (this.#claim as Claim).kept
    for (let k = 0; k < nodes.length; k++) {
      const place = placeOf[nodes[k]]
      if (place >= 0 && this.#room[place] < this.least[place])
        this.#lower(place, this.#room[place], needs.tasksPerNode)
    }
  }

  /** Nobody may be on a node. */
  close(node: number): void {
    const { placeOf, needs } = (this.#claim as Claim).kept
    const place = placeOf[node]
    if (place >= 0 && this.least[place] > 0) this.#lower(place, 0, needs.tasksPerNode)
  }

  /** Whether the job finds room throughout. */
  leastIsEnough(): boolean {
    return this.#isEnough(this.#leastHeld, this.#leastCount, this.least)
  }

  #lower(place: number, room: number, tasksPerNode: number): void {
    const before = this.least[place]
    this.least[place] = room
    this.#leastHeld +=
      (room < tasksPerNode ? room : tasksPerNode) - (before < tasksPerNode ? before : tasksPerNode)
    if (room === 0) this.#leastCount--
  }

  #isEnough(held: number, count: number, room: Int32Array): boolean {
    const { request, nodes } = this.#claim as Claim
    if (held < request.tasks || count < request.nodesMin) return false
    return hasFewEnough(request, room, nodes.length)
  }
}

/** Whether no more nodes are needed than a job may have, if all together are enough. */
function hasFewEnough(request: NodeRequest, room: Int32Array, count: number): boolean {
  return request.nodesMax >= count || suffices(request, room.slice(0, count))
}

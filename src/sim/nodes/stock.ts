/** The resources of each node that are free, at one instant. */
import { CORES, type Inventory, UNCOUNTED } from './inventory.js'
import type { NodeRequest, TaskNeeds } from './request.js'

/** The nodes that a job is on, and how many of its tasks are on each; its request says what that takes. */
export interface NodeShare {
  readonly request: NodeRequest
  readonly nodes: Int32Array
  readonly tasks: Int32Array
}

/** The part that is taken of a stock, as far as that is concerned. */
interface Holding {
  readonly request: TaskNeeds
  readonly nodes: ArrayLike<number>
  readonly tasks: ArrayLike<number>
}

export class NodeStock {
  readonly inventory: Inventory
  /** Free of each resource, by column and node. */
  readonly free: readonly Int32Array[]
  /** Jobs on each node. */
  readonly jobs: Int32Array
  /** Cores free on all nodes together. */
  idle: number

  /** @param like a stock that has the same free; all that there is where absent */
  constructor(inventory: Inventory, like?: NodeStock) {
    this.inventory = inventory
    this.free = (like?.free ?? inventory.resources).map((column) => column.slice())
    this.jobs = like?.jobs.slice() ?? new Int32Array(inventory.count)
    this.idle = like?.idle ?? inventory.resources[CORES].reduce((sum, cores) => sum + cores, 0)
  }

  /** Becomes what another stock of the same inventory is. */
  copy(other: NodeStock): void {
    this.free.forEach((column, k) => {
      column.set(other.free[k])
    })
    this.jobs.set(other.jobs)
    this.idle = other.idle
  }

  equals(other: NodeStock): boolean {
    if (this.idle !== other.idle) return false
    const same = (one: Int32Array, two: Int32Array) => one.every((value, node) => value === two[node])
    return this.free.every((column, k) => same(column, other.free[k])) && same(this.jobs, other.jobs)
  }

  /** Leaves on each node what another stock has free, too. */
  limit(other: NodeStock): void {
    this.free.forEach((column, k) => {
      const others = other.free[k]
      for (let node = 0; node < column.length; node++)
        if (others[node] < column[node]) column[node] = others[node]
    })
    for (let node = 0; node < this.jobs.length; node++) {
      if (other.jobs[node] > this.jobs[node]) this.jobs[node] = other.jobs[node]
    }
    this.idle = this.free[CORES].reduce((sum, cores) => sum + cores, 0)
  }

  /** Leaves no core on some nodes. */
  close(nodes: Int32Array): void {
    const cores = this.free[CORES]
    for (let k = 0; k < nodes.length; k++) {
      this.idle -= cores[nodes[k]]
      cores[nodes[k]] = 0
    }
  }

  /** Tasks of such needs that a node has room for. */
  room({ demands, exclusive }: TaskNeeds, node: number): number {
    if (exclusive && this.jobs[node] > 0) return 0
    let room = UNCOUNTED
    for (let k = 0; k < demands.length; k++) {
      const { column, perTask, perNode } = demands[k]
      const left = this.free[column][node] - perNode
      if (left < perTask || left < 0) return 0
      if (left < perTask * room) room = (left / perTask) | 0
    }
    return room
  }

  /** The same of many nodes. */
  rooms({ demands, exclusive }: TaskNeeds, nodes: Int32Array): Int32Array {
    const rooms = new Int32Array(nodes.length).fill(UNCOUNTED)
    for (let d = 0; d < demands.length; d++) {
      const { column, perTask, perNode } = demands[d]
      const free = this.free[column]
      for (let k = 0; k < nodes.length; k++) {
        const left = free[nodes[k]] - perNode
        if (left < perTask || left < 0) rooms[k] = 0
        else if (left < perTask * rooms[k]) rooms[k] = (left / perTask) | 0
      }
    }
    if (exclusive) for (let k = 0; k < nodes.length; k++) if (this.jobs[nodes[k]] > 0) rooms[k] = 0
    return rooms
  }

  take(share: Holding): void {
    this.#change(share, -1)
  }

  give(share: Holding): void {
    this.#change(share, 1)
  }

  #change({ request, nodes, tasks }: Holding, sign: number): void {
    const { demands, exclusive } = request
    const { resources } = this.inventory
    const cores = this.free[CORES]
    for (let k = 0; k < nodes.length; k++) {
      const node = nodes[k]
      this.jobs[node] -= sign
      this.idle -= cores[node]
      if (exclusive) {
        for (let column = 0; column < resources.length; column++)
          this.free[column][node] += sign * resources[column][node]
      } else {
        for (let d = 0; d < demands.length; d++) {
          const { column, perTask, perNode } = demands[d]
          this.free[column][node] += sign * (perNode + perTask * tasks[k])
        }
      }
      this.idle += cores[node]
    }
  }
}

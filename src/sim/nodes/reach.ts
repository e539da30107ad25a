/** Whether a job would fit a stock that changes: kept up from node to node, where `fits` looks at all of them. */
import { fits } from './pack.js'
import type { NodeRequest } from './request.js'
import type { NodeShare, NodeStock } from './stock.js'

export class Reach {
  readonly #stock: NodeStock
  readonly #request: NodeRequest
  readonly #nodes: Int32Array
  /** Tasks that each node has room for, by its number; −1 where the job may not be on it. */
  readonly #room: Int32Array
  /** Tasks that all nodes together have room for, and the nodes that have any. */
  #held = 0
  #count = 0

  constructor(stock: NodeStock, request: NodeRequest, nodes: Int32Array) {
    this.#stock = stock
    this.#request = request
    this.#nodes = nodes
    this.#room = new Int32Array(stock.inventory.count).fill(-1)
    const rooms = stock.rooms(request, nodes)
    for (let k = 0; k < nodes.length; k++) {
      this.#room[nodes[k]] = 0
      this.#set(nodes[k], rooms[k])
    }
  }

  /** The stock has come to have more or less on the nodes of a share. */
  changed({ nodes }: NodeShare): void {
    for (let k = 0; k < nodes.length; k++)
      if (this.#room[nodes[k]] >= 0) this.#set(nodes[k], this.#stock.room(this.#request, nodes[k]))
  }

  get fits(): boolean {
    const { tasks, nodesMin, nodesMax } = this.#request
    if (this.#held < tasks || this.#count < nodesMin) return false
    return nodesMax >= this.#nodes.length || fits(this.#stock, this.#request, this.#nodes)
  }

  #set(node: number, room: number): void {
    const { tasksPerNode } = this.#request
    const before = this.#room[node]
    this.#room[node] = room
    this.#held += Math.min(room, tasksPerNode) - Math.min(before, tasksPerNode)
    this.#count += (room > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
  }
}

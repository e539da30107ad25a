/** Requests of a log's jobs for nodes, by its fields. */
import { type Facility, inventoryOfSite, type SiteNodes } from '../facility/facility.js'
import type { JobField } from '../order.js'
import { eligible, type Inventory, MEMORY, UNCOUNTED } from './inventory.js'
import { type NodeRequest, requestOf } from './request.js'

const KILOBYTES = 1024

export class NodeNeeds {
  readonly inventory: Inventory
  /** Nodes of each partition, in the order in which they are taken. */
  readonly nodesIn: readonly Int32Array[]
  readonly #partitions: Facility['partitions']
  readonly #countsMemory: boolean
  /** Most jobs ask for the same as some other. */
  readonly #known = new Map<string, NodeRequest>()

  constructor({ partitions }: Facility, nodes: SiteNodes) {
    this.inventory = inventoryOfSite(nodes)
    this.nodesIn = partitions.map(({ processors }) =>
      eligible(
        this.inventory,
        processors.flatMap(([first, last]) => Array.from({ length: last + 1 - first }, (_, k) => first + k)),
      ),
    )
    this.#partitions = partitions
    this.#countsMemory = this.inventory.resources[MEMORY].some((memory) => memory !== UNCOUNTED)
  }

  /**
   * A task for each processor that the job holds, with its part of the memory; GPUs on each of the nodes that it asks for, and on
   * no more.
   * @param field of the job; −1 where the log does not say
   */
  of(size: number, partition: number, field: (name: JobField) => number): NodeRequest {
    const nodesMin = Math.max(1, field('requestedNodes'))
    const gpus = Math.max(0, field('requestedGpus'))
    const total = field('totalMemory')
    const each = field('requestedMemory')
    const { 'memory-per-core': usual = 0 } = this.#partitions[partition]
    const kilobytes = total >= 0 ? total / size : each >= 0 ? each : usual * KILOBYTES
    const memory = this.#countsMemory ? Math.min(UNCOUNTED, Math.ceil(kilobytes / KILOBYTES)) : 0
    const key = `${size} ${partition} ${nodesMin} ${gpus} ${memory}`
    let request = this.#known.get(key)
    if (request === undefined) {
      const { exclusive = false, 'max-nodes': most = Number.POSITIVE_INFINITY } = this.#partitions[partition]
      request = requestOf({
        ...{ tasks: size, nodesMin, exclusive, memoryPerCore: memory },
        nodesMax: gpus > 0 ? Math.min(nodesMin, most) : most,
        gresPerNode: [Math.ceil(gpus / nodesMin)],
      })
      this.#known.set(key, request)
    }
    return request
  }
}

/** Requests of a log's jobs for nodes, by its fields. */
import { type Facility, inventoryOfSite, type SiteNodes } from '../facility/facility.js'
import type { JobField } from '../order.js'
import { featureConstraint } from './constraint.js'
import { eligible, type Inventory, MEMORY, UNCOUNTED } from './inventory.js'
import { type NodeRequest, requestOf } from './request.js'

const KILOBYTES = 1024

/** The request of a job in a partition, and the nodes there that it may be on. */
export interface PartitionRequest {
  readonly request: NodeRequest
  /** In the order in which they are taken. */
  readonly nodes: Int32Array
  readonly partition: number
  /** The features that its nodes have to have; empty where it does not matter. */
  readonly constraint: string
}

export class NodeNeeds {
  readonly inventory: Inventory
  /** Nodes of each partition, in the order in which they are taken. */
  readonly nodesIn: readonly Int32Array[]
  readonly #partitions: Facility['partitions']
  readonly #countsMemory: boolean
  readonly #constraints: ReadonlyMap<number, string>
  readonly #gres: ReadonlyMap<number, readonly number[]>
  /** Nodes by partition and constraint. */
  readonly #nodes = new Map<string, Int32Array>()
  /** Most jobs ask for the same as some other. */
  readonly #known = new Map<string, PartitionRequest>()

  constructor({ partitions, constraints = [], gres = [] }: Facility, nodes: SiteNodes) {
    const asked = gres.map(({ number, text }) => [number, countsOf(text)] as const)
    const names = asked.flatMap(([, counts]) => [...counts.keys()])
    this.inventory = inventoryOfSite(nodes, names)
    this.nodesIn = partitions.map(({ processors }) => eligible(this.inventory, numbersOf(processors)))
    this.#partitions = partitions
    this.#countsMemory = this.inventory.resources[MEMORY].some((memory) => memory !== UNCOUNTED)
    this.#constraints = new Map(constraints.map(({ number, text }) => [number, text]))
    this.#gres = new Map(
      asked.map(([number, counts]) => [number, this.inventory.gres.map((name) => counts.get(name) ?? 0)]),
    )
  }

  /**
   * Tasks on so many cores each that together they are the processors that the job holds, with their part of the memory, or memory on
   * each node; GPUs on each of the nodes that it asks for, and on no more. Where a job holds more processors than it asked for, as
   * of nodes that are given as a whole, what it asked for its tasks says nothing of where these are.
   * @param field of the job; −1 where the log does not say
   */
  of(size: number, partition: number, field: (name: JobField) => number): PartitionRequest {
    const nodesMin = Math.max(1, field('requestedNodes'))
    const gpus = Math.max(0, field('requestedGpus'))
    const total = field('totalMemory')
    const each = field('requestedMemory')
    const onNode = field('memoryPerNode')
    const { 'memory-per-core': usual = 0 } = this.#partitions[partition]
    const kilobytes = onNode > 0 ? 0 : total >= 0 ? total / size : each >= 0 ? each : usual * KILOBYTES
    const memory = this.#megabytes(kilobytes)
    const memoryPerNode = this.#megabytes(Math.max(0, onNode))
    const cores = field('requestedCores')
    const asAsked = cores <= 0 || cores === size
    const perTask = asAsked && size % field('coresPerTask') === 0 ? Math.max(1, field('coresPerTask')) : 1
    const tasksPerNode = asAsked ? field('tasksPerNode') : -1
    const alone = field('exclusive') > 0
    const constraint = field('constraint')
    const gres = field('otherGres')
    const isPlain = memoryPerNode === 0 && perTask === 1 && tasksPerNode < 0 && !alone
    let key = `${size} ${partition} ${nodesMin} ${gpus} ${memory}`
    if (!isPlain || constraint >= 0 || gres >= 0)
      key += ` ${memoryPerNode} ${perTask} ${tasksPerNode} ${alone} ${constraint} ${gres}`
    let known = this.#known.get(key)
    if (known === undefined) {
      const { exclusive = false, 'max-nodes': most = Number.POSITIVE_INFINITY } = this.#partitions[partition]
      const others = this.#gres.get(gres) ?? []
      const request = requestOf({
        ...{ tasks: size / perTask, coresPerTask: perTask, nodesMin, exclusive: exclusive || alone },
        ...{ memoryPerCore: memory, memoryPerNode },
        ...(tasksPerNode > 0 && { tasksPerNode }),
        nodesMax: gpus > 0 ? Math.min(nodesMin, most) : most,
        gresPerNode: [Math.ceil(gpus / nodesMin), ...others.slice(1)],
      })
      const features = this.#constraints.get(constraint) ?? ''
      known = { request, partition, constraint: features, nodes: this.#nodesFor(partition, features) }
      this.#known.set(key, known)
    }
    return known
  }

  #megabytes(kilobytes: number): number {
    return this.#countsMemory ? Math.min(UNCOUNTED, Math.ceil(kilobytes / KILOBYTES)) : 0
  }

  #nodesFor(partition: number, constraint: string): Int32Array {
    const all = this.nodesIn[partition]
    if (constraint === '') return all
    const key = `${partition} ${constraint}`
    let nodes = this.#nodes.get(key)
    if (nodes === undefined) {
      const holds = featureConstraint(constraint)
      nodes = holds === null ? new Int32Array(0) : eligible(this.inventory, all, holds)
      this.#nodes.set(key, nodes)
    }
    return nodes
  }
}

function numbersOf(ranges: Facility['partitions'][number]['processors']): readonly number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last + 1 - first }, (_, k) => first + k))
}

/** `fpga=2,shard=1`. */
function countsOf(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split(',').flatMap((each) => {
      const [, name, count] = /^(\w+)=(\d{1,9})$/.exec(each) ?? []
      return name === undefined ? [] : [[name, Number(count)] as const]
    }),
  )
}

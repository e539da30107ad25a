/**
 * The nodes of a cluster as Slurm's select/cons_tres sees them: what of each is free (`sim/nodes`), which are down, and the cores that
 * a job could have of one. What a job needs is counted by the core.
 */
import { type Asked, type Inventory, NodeStock, requestOf, type TaskNeeds } from '../../nodes/index.js'
import { Changes, FreeCores } from './free-cores.js'
import { type NodeSet, nodeSet } from './node-set.js'

export interface SlurmPartition {
  readonly name: string
  /** By node, 1: of the partition. */
  readonly nodes: Uint8Array
  /** Jobs of a higher one go before all others. */
  readonly tier: number
}

/** The request of a job. */
export interface SlurmRequest {
  /** In all. */
  readonly cores: number
  readonly leastNodes: number
  /** Infinity: any number. */
  readonly mostNodes: number
  readonly coresPerTask: number
  /** Cores that the job takes of each node; 0 where it does not say. */
  readonly coresPerNode: number
  readonly gpusPerNode: number
  /** The needs of each core, and of each node. */
  readonly needs: TaskNeeds
  /** By node, 1: it has the features that are asked for; null where none are. */
  readonly featured: Uint8Array | null
}

type AskedOfSlurm = Partial<Omit<SlurmRequest, 'needs'>> &
  Pick<Asked, 'memoryPerCore' | 'memoryPerNode' | 'exclusive'>

/** A request; what is absent is not asked for. */
export function slurmRequest({
  memoryPerCore = 0,
  memoryPerNode = 0,
  exclusive = false,
  ...asked
}: AskedOfSlurm): SlurmRequest {
  const { gpusPerNode = 0 } = asked
  return {
    ...{ cores: 1, leastNodes: 1, mostNodes: Number.POSITIVE_INFINITY, coresPerTask: 1, coresPerNode: 0 },
    ...{ gpusPerNode, featured: null },
    ...asked,
    needs: requestOf({ memoryPerCore, memoryPerNode, exclusive, gresPerNode: [gpusPerNode] }),
  }
}

/** Nodes given to a job, in their order, and the cores of each. */
export interface Placement {
  readonly nodes: readonly number[]
  readonly cores: readonly number[]
}

export class Cluster {
  readonly inventory: Inventory
  readonly partitions: readonly SlurmPartition[]
  readonly #stock: NodeStock
  /** By node, 1: it can be used. */
  readonly #up: Uint8Array
  /** The nodes of each partition. */
  readonly #members: readonly NodeSet[]
  readonly #sizes: readonly number[]
  readonly #changes: Changes
  /** The free cores for jobs of each kind, and of each request that was asked for, by partition. */
  readonly #ofKind = new Map<string, FreeCores>()
  readonly #ofRequest = new WeakMap<SlurmRequest, (FreeCores | undefined)[]>()

  constructor(
    inventory: Inventory,
    partitions: readonly SlurmPartition[],
    stock = new NodeStock(inventory),
    up = new Uint8Array(inventory.count).fill(1),
  ) {
    this.inventory = inventory
    this.partitions = partitions
    this.#stock = stock
    this.#up = up
    this.#members = partitions.map(({ nodes }) => nodeSet(inventory.count, nodes))
    this.#sizes = partitions.map(({ nodes }) => nodes.reduce((sum, own) => sum + own, 0))
    this.#changes = new Changes(inventory.count)
  }

  copy(): Cluster {
    const stock = new NodeStock(this.inventory, this.#stock)
    return new Cluster(this.inventory, this.partitions, stock, this.#up.slice())
  }

  /** Has the same free as another of the same nodes. */
  become(other: Cluster): void {
    this.#stock.copy(other.#stock)
  }

  setUp(node: number, up: boolean): void {
    this.#up[node] = up ? 1 : 0
    this.#changes.add(node)
  }

  take({ needs }: SlurmRequest, { nodes, cores }: Placement): void {
    this.#stock.take({ request: needs, nodes, tasks: cores })
    for (const node of nodes) this.#changes.add(node)
  }

  release({ needs }: SlurmRequest, { nodes, cores }: Placement): void {
    this.#stock.give({ request: needs, nodes, tasks: cores })
    for (const node of nodes) this.#changes.add(node)
  }

  /** The nodes of a partition, of which the caller may take some out. */
  nodesOf(partition: number): NodeSet {
    return this.#members[partition].slice()
  }

  /** How many nodes a partition has. */
  sizeOf(partition: number): number {
    return this.#sizes[partition]
  }

  /** The cores that a job could have of a node now: 0 if none. */
  coresFor({ needs, featured, coresPerTask, coresPerNode }: SlurmRequest, node: number): number {
    if (this.#up[node] === 0 || featured?.[node] === 0) return 0
    let cores = this.#stock.room(needs, node)
    if (coresPerNode > 0 && cores > coresPerNode) cores = coresPerNode
    cores -= cores % coresPerTask
    return cores < coresPerNode ? 0 : cores
  }

  /** The same of all nodes of a partition, until anything changes. */
  free(request: SlurmRequest, partition: number): FreeCores {
    const known = this.#ofRequest.get(request) ?? []
    const free = known[partition] ?? this.#kindOf(request, partition)
    if (known[partition] === undefined) {
      known[partition] = free
      this.#ofRequest.set(request, known)
    }
    return free.follow(this.#changes)
  }

  #kindOf(request: SlurmRequest, partition: number): FreeCores {
    const { needs, featured, coresPerTask, coresPerNode } = request
    const demands = needs.demands.map(({ column, perTask, perNode }) => `${column} ${perTask} ${perNode}`)
    const key = [partition, coresPerTask, coresPerNode, needs.exclusive, featured?.join(''), demands].join()
    const coresOf = (node: number) => this.coresFor(request, node)
    const free =
      this.#ofKind.get(key) ?? new FreeCores(this.inventory.count, this.#members[partition], coresOf)
    this.#ofKind.set(key, free)
    return free
  }
}

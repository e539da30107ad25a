/**
 * The nodes of a cluster as Slurm's select/cons_tres sees them: what of each is free, which jobs hold what, and what a job
 * could have of a node. Cores, memory and GPUs are consumed; a node that is down gives nothing.
 */

export interface SlurmNode {
  readonly name: string
  readonly cores: number
  /** Megabytes. */
  readonly memory: number
  readonly gpus: number
}

export interface SlurmPartition {
  readonly name: string
  /** By node, 1: of the partition. */
  readonly nodes: Uint8Array
  /** Jobs of a higher one go before all others. */
  readonly tier: number
}

/** What a job asks for. */
export interface SlurmRequest {
  /** In all. */
  readonly cores: number
  readonly leastNodes: number
  /** Infinity: any number. */
  readonly mostNodes: number
  readonly coresPerTask: number
  /** Cores that the job takes of each node; 0 where it does not say. */
  readonly coresPerNode: number
  /** Megabytes for each core, and for each node. */
  readonly memoryPerCore: number
  readonly memoryPerNode: number
  readonly gpusPerNode: number
  /** Whether it shares no node. */
  readonly exclusive: boolean
}

/** Nodes given to a job, in their order, and the cores of each. */
export interface Placement {
  readonly nodes: readonly number[]
  readonly cores: readonly number[]
}

/** What is free, by node. */
interface Stock {
  readonly cores: Int32Array
  readonly memory: Float64Array
  readonly gpus: Int32Array
  /** Jobs on it. */
  readonly jobs: Int32Array
  /** 1: can be used. */
  readonly up: Uint8Array
}

export class Cluster {
  readonly nodes: readonly SlurmNode[]
  readonly partitions: readonly SlurmPartition[]
  readonly #stock: Stock

  constructor(
    nodes: readonly SlurmNode[],
    partitions: readonly SlurmPartition[],
    stock: Stock = {
      cores: Int32Array.from(nodes, ({ cores }) => cores),
      memory: Float64Array.from(nodes, ({ memory }) => memory),
      gpus: Int32Array.from(nodes, ({ gpus }) => gpus),
      jobs: new Int32Array(nodes.length),
      up: new Uint8Array(nodes.length).fill(1),
    },
  ) {
    this.nodes = nodes
    this.partitions = partitions
    this.#stock = stock
  }

  copy(): Cluster {
    const { cores, memory, gpus, jobs, up } = this.#stock
    return new Cluster(this.nodes, this.partitions, {
      cores: cores.slice(),
      memory: memory.slice(),
      gpus: gpus.slice(),
      jobs: jobs.slice(),
      up: up.slice(),
    })
  }

  setUp(node: number, up: boolean): void {
    this.#stock.up[node] = up ? 1 : 0
  }

  take(request: SlurmRequest, placement: Placement): void {
    this.#change(request, placement, -1)
  }

  release(request: SlurmRequest, placement: Placement): void {
    this.#change(request, placement, 1)
  }

  /** The cores that a job could have of a node now: 0 if none. */
  coresFor(request: SlurmRequest, node: number): number {
    const { exclusive, gpusPerNode, memoryPerNode, memoryPerCore, coresPerTask, coresPerNode } = request
    if (this.#stock.up[node] === 0 || (exclusive && this.#stock.jobs[node] > 0)) return 0
    if (this.#stock.gpus[node] < gpusPerNode || this.#stock.memory[node] < memoryPerNode) return 0
    let cores = this.#stock.cores[node]
    if (memoryPerCore > 0) cores = Math.min(cores, Math.floor(this.#stock.memory[node] / memoryPerCore))
    if (coresPerNode > 0) cores = Math.min(cores, coresPerNode)
    cores -= cores % coresPerTask
    return cores < coresPerNode ? 0 : Math.max(0, cores)
  }

  #change(request: SlurmRequest, { nodes, cores }: Placement, sign: 1 | -1): void {
    const { exclusive, gpusPerNode, memoryPerNode, memoryPerCore } = request
    nodes.forEach((node, k) => {
      const whole = this.nodes[node]
      const taken = exclusive ? whole.cores : cores[k]
      this.#stock.cores[node] += sign * taken
      this.#stock.memory[node] += sign * (exclusive ? whole.memory : memoryPerNode + memoryPerCore * taken)
      this.#stock.gpus[node] += sign * (exclusive ? whole.gpus : gpusPerNode)
      this.#stock.jobs[node] -= sign
    })
  }
}

/** The jobs, machine and limits of a Slurm that was watched, as its schedulers are simulated with them. */
import type { SlurmRecord } from '../../trace/sacct/record.js'
import type {
  Association,
  AssociationLimits,
  QosLimits,
  RunningLimit,
  SlurmConf,
  SlurmNode,
} from '../../trace/slurm-conf/index.js'
import type { WatchedJob } from '../../trace/slurm-run/index.js'
import { inventoryOf } from '../nodes/index.js'
import { Cluster, type SlurmRequest, slurmRequest } from './scheduler/cluster.js'
import { Limits } from './scheduler/limits.js'
import type { SlurmJob } from './scheduler/queue.js'

export interface SiteOfRun {
  readonly conf: SlurmConf
  readonly nodes: readonly SlurmNode[]
  readonly associations: readonly Association[]
  readonly associationLimits: readonly AssociationLimits[]
  readonly qosLimits: ReadonlyMap<string, QosLimits>
}

/** The cluster of the nodes, and of the partitions in the order of their names. */
export function clusterOf({ conf, nodes }: SiteOfRun): Cluster {
  const partitions = partitionNames(nodes).map((name) => ({
    name,
    nodes: Uint8Array.from(nodes, (node) => (node.partitions.includes(name) ? 1 : 0)),
    tier: conf.partitions.get(name)?.tier ?? 1,
  }))
  const inventory = inventoryOf(
    nodes.map(({ name, cpus, memory, gpus }) => ({
      ...{ names: [name], cores: cpus, memory: memory ?? 0, gres: { gpu: gpus } },
      ...{ features: [], weight: 1 },
    })),
  )
  return new Cluster(inventory, partitions)
}

export function partitionNames(nodes: readonly SlurmNode[]): readonly string[] {
  return [...new Set(nodes.flatMap(({ partitions }) => partitions))].sort()
}

/** Makes jobs of records, each with the limits that it counts for. */
export class JobMaker {
  readonly #site: SiteOfRun
  readonly #watched: ReadonlyMap<number, WatchedJob>
  readonly #partitions: ReadonlySet<string>
  readonly #users = new Map<string, number>()
  readonly #limits: RunningLimit[] = []
  readonly #numbers = new Map<string, number>()
  readonly #parents: ReadonlyMap<string, string | null>

  constructor(site: SiteOfRun, watched: ReadonlyMap<number, WatchedJob>) {
    this.#site = site
    this.#watched = watched
    this.#partitions = new Set(partitionNames(site.nodes))
    this.#parents = new Map(
      site.associations.flatMap(({ account, user, parent }) => (user === null ? [[account, parent]] : [])),
    )
  }

  /** Those of all jobs made so far. */
  limits(): Limits {
    return new Limits(this.#limits)
  }

  job(record: SlurmRecord, id: number, limit: number): SlurmJob {
    const watched = this.#watchedOf(record)
    const isTask = !Number.isNaN(record.array)
    const isComponent = !Number.isNaN(watched?.het ?? record.het)
    return {
      id,
      group: isTask ? record.array : record.key,
      array: isTask,
      component: isComponent,
      het: isComponent ? (watched?.het ?? record.het) : -1,
      user: this.#number(this.#users, record.user),
      request: watched === undefined ? requestOf(record) : watchedRequest(watched, record),
      limit,
      limits: this.#limitsOf(record, watched),
    }
  }

  /** The names of those that it could run in. */
  partitionsOf(record: SlurmRecord): readonly string[] {
    const names = this.#watchedOf(record)?.partitions ?? record.partition.split(',')
    return names.filter((name) => this.#partitions.has(name))
  }

  /** Seconds: limits of waiting jobs may be changed. */
  limitAt(record: SlurmRecord, at: number): number {
    const states = this.#watchedOf(record)?.states ?? []
    return (states.findLast((state) => state.at <= at) ?? states[0])?.limit ?? record.limit
  }

  #watchedOf({ key, array }: SlurmRecord): WatchedJob | undefined {
    return this.#watched.get(key) ?? this.#watched.get(array)
  }

  #limitsOf(record: SlurmRecord, watched: WatchedJob | undefined): readonly number[] {
    const { account, user, qos, array } = record
    const numbers: number[] = []
    const add = (name: string, limit: RunningLimit | undefined) => {
      if (limit === undefined || Object.values(limit).every((most) => most === Number.POSITIVE_INFINITY))
        return
      const number = this.#number(this.#numbers, name)
      this.#limits[number] ??= limit
      numbers.push(number)
    }
    const { associationLimits, qosLimits, conf } = this.#site
    if (conf.enforcesLimits) {
      const own = associationLimits.find((each) => each.account === account && each.user === user)
      if (own !== undefined) {
        const { jobs, ...others } = own.together
        add(`user ${account} ${user}`, { ...others, jobs: Math.min(jobs, own.jobsOfUser) })
      }
      for (let above: string | null = account; above !== null; above = this.#parents.get(above) ?? null) {
        const name = above
        const of = associationLimits.find((each) => each.account === name && each.user === null)
        add(`account ${name}`, of?.together)
      }
      const ofQos = qosLimits.get(qos)
      add(`QOS ${qos}`, ofQos?.together)
      add(`QOS ${qos} user ${user}`, ofQos?.ofUser)
      add(`QOS ${qos} account ${account}`, ofQos?.ofAccount)
    }
    const throttle = (this.#watched.get(array) ?? watched)?.throttle
    if (!Number.isNaN(array) && throttle !== undefined) {
      add(`array ${array}`, {
        jobs: throttle,
        cores: Number.POSITIVE_INFINITY,
        gpus: Number.POSITIVE_INFINITY,
      })
    }
    return numbers
  }

  #number(numbers: Map<string, number>, name: string): number {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, numbers.size)
    return numbers.size - 1
  }
}

/** As `scontrol` tells it; cores and nodes as accounting has them, also of a job that was never seen waiting. */
function watchedRequest(watched: WatchedJob, { requested }: SlurmRecord): SlurmRequest {
  const leastNodes = Math.max(1, requested.nodes || watched.leastNodes)
  return slurmRequest({
    cores: requested.cores || watched.cores,
    leastNodes,
    mostNodes:
      watched.mostNodes === Number.POSITIVE_INFINITY && watched.tasksPerNode > 0
        ? leastNodes
        : Math.max(leastNodes, watched.mostNodes),
    coresPerTask: watched.coresPerTask,
    coresPerNode: watched.tasksPerNode * watched.coresPerTask,
    memoryPerCore: watched.memoryPerCore,
    memoryPerNode: watched.memoryPerNode,
    gpusPerNode: watched.gpusPerNode,
    exclusive: watched.exclusive,
  })
}

/** The request as accounting alone tells it. */
function requestOf({ requested }: SlurmRecord): SlurmRequest {
  const nodes = Math.max(1, requested.nodes || 1)
  const cores = Math.max(nodes, requested.cores || nodes)
  return slurmRequest({
    cores,
    leastNodes: nodes,
    ...(nodes > 1 && { mostNodes: nodes }),
    memoryPerCore: (requested.memory || 0) / 1024 / cores,
    gpusPerNode: Math.ceil((requested.gpus || 0) / nodes),
  })
}

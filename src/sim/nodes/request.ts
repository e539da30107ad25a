/** The resources that a job asks for on nodes: tasks that each need the same of some resources, spread over nodes. */
import { CORES, MEMORY } from './inventory.js'

/** The need of one resource on each node that the job is on. */
export interface Demand {
  /** The resource's column in the inventory. */
  readonly column: number
  readonly perTask: number
  /** Needed once on each node, however many tasks are there. */
  readonly perNode: number
}

/** The needs that tell how many of a job's tasks a node has room for. */
export interface TaskNeeds {
  readonly demands: readonly Demand[]
  /** Tasks that may be on one node at most; Infinity where it does not matter. */
  readonly tasksPerNode: number
  /** The job takes whole nodes, which nobody else is on. */
  readonly exclusive: boolean
}

export interface NodeRequest extends TaskNeeds {
  /** Never fewer than `nodesMin`. */
  readonly tasks: number
  readonly nodesMin: number
  /** Infinity where it does not matter. */
  readonly nodesMax: number
}

/** A request in the words of users; what is absent is not asked for. */
export interface Asked {
  /** 1 where absent. */
  readonly tasks?: number
  /** 1 where absent. */
  readonly coresPerTask?: number
  readonly nodesMin?: number
  readonly nodesMax?: number
  readonly tasksPerNode?: number
  /** Megabytes. */
  readonly memoryPerCore?: number
  /** Megabytes. */
  readonly memoryPerNode?: number
  /** Generic resources on each node, by their places in `Inventory.gres`. */
  readonly gresPerNode?: readonly number[]
  /** Generic resources for each task. */
  readonly gresPerTask?: readonly number[]
  readonly exclusive?: boolean
}

export function requestOf(asked: Asked): NodeRequest {
  const { tasks = 1, coresPerTask = 1, nodesMin = 1, gresPerNode = [], gresPerTask = [] } = asked
  const demands: Demand[] = [{ column: CORES, perTask: coresPerTask, perNode: 0 }]
  const add = (column: number, perTask: number, perNode: number) => {
    if (perTask > 0 || perNode > 0) demands.push({ column, perTask, perNode })
  }
  add(MEMORY, Math.ceil((asked.memoryPerCore ?? 0) * coresPerTask), Math.ceil(asked.memoryPerNode ?? 0))
  for (let kind = 0; kind < Math.max(gresPerNode.length, gresPerTask.length); kind++) {
    add(MEMORY + 1 + kind, gresPerTask[kind] ?? 0, gresPerNode[kind] ?? 0)
  }
  return {
    tasks: Math.max(tasks, nodesMin),
    demands,
    nodesMin,
    nodesMax: asked.nodesMax ?? Number.POSITIVE_INFINITY,
    tasksPerNode: asked.tasksPerNode ?? Number.POSITIVE_INFINITY,
    exclusive: asked.exclusive ?? false,
  }
}

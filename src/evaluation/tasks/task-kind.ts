/** A kind of task: how its result comes of its payload and its data, and of nothing else. */
import type { Json } from '../../core/json.js'
import type { Dataset } from '../../trace/dataset.js'

export interface TaskKind {
  readonly kind: string
  /**
   * A runner of its own for each thread; it may keep what it has made ready for the tasks to come.
   * @param dataset gives the data by its digest; all data that a task names is there
   */
  readonly open: (dataset: (digest: string) => Dataset) => TaskRunner
}

/** @param limit see `Task` */
export type TaskRunner = (payload: Json, limit: number | undefined) => Json

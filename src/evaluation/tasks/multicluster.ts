/**
 * The task `multicluster`: some jobs that are let in together over clusters, planned by an algorithm in the state that
 * those before have left. Packets follow one another, so a search of many packets is a task for each.
 */
import { exact, flag, floats, ints, list, object, oneOf, text, tuple, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { settingsCodec, settled } from '../../core/settings/index.js'
import type { Task } from '../../optimize/evaluator.js'
import {
  BATCH_STATE,
  type BatchState,
  CLUSTER_ALGORITHMS,
  CLUSTERS,
  type ClusterAlgorithm,
  type Clusters,
  clusterSystem,
  type PacketPlan,
  type ParallelJobs,
  PLAN_SETTINGS,
  type PlanSettings,
  planJobs,
} from '../../sites/index.js'
import { recent } from './recent.js'
import type { TaskKind } from './task-kind.js'

const JOBS = object({ tasks: ints(), base: floats(), sigma: floats(), bandwidth: floats(), submit: floats() })
const PAYLOAD = object({
  system: CLUSTERS,
  jobs: JOBS,
  places: list(whole(0)),
  waiting: whole(0),
  state: BATCH_STATE,
  algorithm: oneOf(CLUSTER_ALGORITHMS),
  settings: settingsCodec(PLAN_SETTINGS),
  seed: text,
})

const PLAN = object({
  ...{ makespan: exact, flowtime: exact, saturated: flag },
  order: list(whole(0)),
  nodes: list(list(whole(0))),
  start: list(exact),
  end: list(exact),
  state: BATCH_STATE,
  ended: list(tuple(whole(0), exact)),
  evaluations: whole(0),
  gains: list(tuple(whole(0), exact)),
  front: list(tuple(exact, exact)),
})

export interface Packet {
  readonly system: Clusters
  readonly jobs: ParallelJobs
  readonly places: readonly number[]
  readonly waiting: number
  readonly state: BatchState
  readonly algorithm: ClusterAlgorithm
  readonly settings: PlanSettings
  readonly seed: string
}

export function multiclusterTask({ jobs, ...packet }: Packet): Task {
  const submit = jobs.submit ?? new Float64Array(jobs.tasks.length)
  return {
    kind: MULTICLUSTER.kind,
    payload: PAYLOAD.encode({ ...packet, jobs: { ...jobs, submit } }),
    data: [],
  }
}

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function multiclusterPlan(result: Json): PacketPlan {
  return readKept(PLAN, result, 'result')
}

/** Systems that a thread keeps at a time. */
const KEPT_SYSTEMS = 8

export const MULTICLUSTER: TaskKind = {
  kind: 'multicluster',
  open: () => {
    const systems = recent(KEPT_SYSTEMS, (written: string) => {
      const { clusters, links } = readKept(CLUSTERS, JSON.parse(written), 'task')
      return clusterSystem(clusters, links)
    })
    return (given) => {
      const { system, settings, ...packet } = readKept(PAYLOAD, given, 'task')
      const plan = planJobs({
        ...packet,
        system: systems(JSON.stringify(CLUSTERS.encode(system))),
        settings: settled(PLAN_SETTINGS, settings),
      })
      return PLAN.encode(plan)
    }
  },
}

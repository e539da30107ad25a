/**
 * `multicluster`: every workload by every algorithm over one system of clusters. A heuristic runs all jobs in one task; a
 * search goes packet by packet, each a task that begins with what the packets before have left running. All that are under
 * way are in a batch together.
 */
import type { Batch, InvestigationKind } from '../../evaluation/investigation.js'
import { multiclusterPlan, multiclusterTask } from '../../evaluation/tasks/multicluster.js'
import {
  type ClusterAlgorithm,
  type ClusterSystem,
  clusterSystem,
  EMPTY_LANE,
  LANES,
  type Lane,
  laneAfter,
  lanesIn,
  nextPacket,
} from '../../sites/index.js'
import { type MulticlusterFound, multiclusterFound } from './found.js'
import { type ClusterWorkload, type MulticlusterSpec, multiclusterSpecOf } from './spec.js'

export const MULTICLUSTER_COMPARISON: InvestigationKind<MulticlusterFound> = {
  kind: 'multicluster',
  open: (json, _, snapshot) => {
    const spec = multiclusterSpecOf(json)
    const system = clusterSystem(spec.system.clusters, spec.system.links)
    const asked = spec.workloads.flatMap((workload) =>
      spec.algorithms.map((algorithm) => ({ workload, algorithm })),
    )
    let lanes: readonly Lane[] = snapshot === null ? asked.map(() => EMPTY_LANE) : lanesIn(snapshot)
    const open = () =>
      asked.flatMap((each, k) =>
        lanes[k].start.length < each.workload.ids.length ? [{ ...each, k, lane: lanes[k] }] : [],
      )
    let batch: Batch | null = null
    const present = (): Batch | null => {
      const due = open()
      if (due.length === 0) return null
      const most = due.reduce((sum, { lane }) => Math.max(sum, lane.gains.length), 0)
      return { label: `packet ${most + 1}`, tasks: due.map((each) => taskOf(spec, system, each)) }
    }
    return {
      next: () => {
        batch ??= present()
        return batch
      },
      take: (results) => {
        const next = [...lanes]
        for (const [at, { k, lane, workload, algorithm }] of open().entries()) {
          next[k] = laneAfter(system, lane, workload, algorithm, multiclusterPlan(results[at]))
        }
        lanes = next
        batch = null
        return { jobs: jobsIn(lanes) }
      },
      progress: () => {
        const total = asked.reduce((sum, { workload }) => sum + workload.ids.length, 0)
        return { done: jobsIn(lanes), total, note: 'jobs planned' }
      },
      snapshot: () => LANES.encode(lanes),
      finish: () => multiclusterFound(spec, lanes),
    }
  },
  facts: (json) => {
    const { workloads, algorithms, packet, settings, seed } = multiclusterSpecOf(json)
    return [
      ['workloads', `${workloads.length}, of ${workloads[0]?.ids.length ?? 0} jobs`],
      ['algorithms', algorithms.join(', ')],
      ['a packet', `${packet} jobs, ${settings.population} × ${settings.generations} evaluations`],
      ['seed', String(seed)],
    ]
  },
  converging: () => null,
  convergence: () => [],
}

function jobsIn(lanes: readonly Lane[]): number {
  return lanes.reduce((sum, { start }) => sum + start.length, 0)
}

interface Due {
  readonly workload: ClusterWorkload
  readonly algorithm: ClusterAlgorithm
  readonly lane: Lane
}

function taskOf(spec: MulticlusterSpec, system: ClusterSystem, { workload, algorithm, lane }: Due) {
  const { settings, packet, seed } = spec
  return multiclusterTask({
    ...{ system: spec.system, algorithm, settings },
    ...nextPacket(system, lane, workload, { algorithm, packet }),
    seed: `${seed} ${workload.name} ${algorithm} ${lane.start.length}`,
  })
}

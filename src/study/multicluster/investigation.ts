/**
 * `multicluster`: every workload by every algorithm over one system of clusters. A heuristic runs all jobs in one task; a
 * search goes packet by packet, each a task that begins with what the packets before have left running. All that are under
 * way are in a batch together.
 */
import type { Batch, InvestigationKind } from '../../evaluation/investigation.js'
import { multiclusterPlan, multiclusterTask } from '../../evaluation/tasks/multicluster.js'
import {
  type Algorithm,
  AT_FIRST,
  type ClusterSystem,
  clusterSystem,
  isHeuristic,
  type Plan,
  passedUntil,
  someJobs,
} from '../../sites/index.js'
import { type MulticlusterFound, multiclusterFound } from './found.js'
import { EMPTY, LANES, type Lane, lanesIn } from './lane.js'
import { type ClusterWorkload, type MulticlusterSpec, multiclusterSpecOf } from './spec.js'

export const MULTICLUSTER_COMPARISON: InvestigationKind<MulticlusterFound> = {
  kind: 'multicluster',
  open: (json, _, snapshot) => {
    const spec = multiclusterSpecOf(json)
    const system = clusterSystem(spec.system.clusters, spec.system.links)
    const asked = spec.workloads.flatMap((workload) =>
      spec.algorithms.map((algorithm) => ({ workload, algorithm })),
    )
    let lanes: readonly Lane[] = snapshot === null ? asked.map(() => EMPTY) : lanesIn(snapshot)
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
          next[k] = planned(system, lane, workload, algorithm, multiclusterPlan(results[at]))
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
  readonly algorithm: Algorithm
  readonly lane: Lane
}

/** Where a packet begins: at the arrival of its first job, where nobody waits. */
function beginning(system: ClusterSystem, { situation, start }: Lane, { submit }: ClusterWorkload) {
  const first = submit[start.length]
  return first > situation.now ? passedUntil(system, situation, first) : { situation, ended: [] }
}

function taskOf(spec: MulticlusterSpec, system: ClusterSystem, { workload, algorithm, lane }: Due) {
  const { settings, packet, seed } = spec
  const from = lane.start.length
  const { situation } = beginning(system, lane, workload)
  let to = workload.ids.length
  if (!isHeuristic(algorithm)) {
    to = from + 1
    while (to < workload.ids.length && to - from < packet && workload.submit[to] <= situation.now) to++
  }
  const places = Array.from({ length: to - from }, (_, k) => from + k)
  return multiclusterTask({
    ...{ system: spec.system, places, algorithm, settings },
    jobs: someJobs(workload, places),
    situation: isHeuristic(algorithm) ? AT_FIRST : situation,
    seed: `${seed} ${workload.name} ${algorithm} ${from}`,
  })
}

function planned(
  system: ClusterSystem,
  lane: Lane,
  workload: ClusterWorkload,
  algorithm: Algorithm,
  plan: Plan,
): Lane {
  const count = workload.ids.length
  const before = isHeuristic(algorithm) ? { ended: [] } : beginning(system, lane, workload)
  const start = [...lane.start, ...plan.start]
  const end = [...lane.end, ...plan.start.map(() => null as number | null)]
  const last = start.length === count ? passedUntil(system, plan.situation).ended : []
  for (const [job, instant] of [...before.ended, ...plan.ended, ...last]) end[job] = instant
  return {
    ...{ situation: plan.situation, start, end },
    nodes: [...lane.nodes, ...plan.nodes],
    evaluations: lane.evaluations + plan.evaluations,
    gains: [...lane.gains, plan.gains],
    front: plan.start.length === count ? plan.front : [],
  }
}

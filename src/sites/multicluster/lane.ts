/**
 * A workload on its way through clusters, packet by packet (rule C6 of docs/sites.md): how far an algorithm has come with it,
 * which jobs are planned next, and in which state.
 */
import { exact, list, nullable, objectOf, tuple, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { AT_FIRST, BATCH_STATE, type BatchState } from './batch-state.js'
import { passedUntil } from './passed.js'
import { isHeuristic, type PacketPlan, type PlanRequest, planJobs } from './plan.js'
import type { ClusterAlgorithm, PlanSettings } from './settings.js'
import { type ClusterSystem, type ParallelJobs, someJobs } from './system.js'

/** One workload by one algorithm, as far as it is planned: its first jobs. */
export interface Lane {
  readonly state: BatchState
  readonly nodes: readonly (readonly number[])[]
  readonly start: readonly number[]
  /** Null of jobs that still run or wait. */
  readonly end: readonly (number | null)[]
  readonly evaluations: number
  /** The falls of each packet's fitness: when, and to what. */
  readonly gains: readonly (readonly (readonly [evaluations: number, fitness: number])[])[]
  /** The front of a workload of one packet. */
  readonly front: readonly (readonly [makespan: number, flowtime: number])[]
}

const LANE = objectOf<Lane>({
  state: BATCH_STATE,
  nodes: list(list(whole(0))),
  start: list(exact),
  end: list(nullable(exact)),
  evaluations: whole(0),
  gains: list(list(tuple(whole(0), exact))),
  front: list(tuple(exact, exact)),
})
export const LANES = list(LANE)

export const EMPTY_LANE: Lane = {
  state: AT_FIRST,
  ...{ nodes: [], start: [], end: [], evaluations: 0, gains: [], front: [] },
}

/** Workload by workload, algorithm by algorithm. */
export function lanesIn(state: Json): readonly Lane[] {
  return readKept(LANES, state, 'multicluster')
}

/** Jobs in arrival order, with their submits: all 0 where they are one batch. */
export interface ArrivingJobs extends ParallelJobs {
  readonly submit: Float64Array
}

/** How a workload is planned. */
export interface LanePlan {
  readonly algorithm: ClusterAlgorithm
  /** Jobs that a search plans at a time. */
  readonly packet: number
}

/** Where a packet begins: at the arrival of its first job, where nobody waits. */
function beginning(system: ClusterSystem, { state, start }: Lane, { submit }: ArrivingJobs) {
  const first = submit[start.length]
  return first > state.now ? passedUntil(system, state, first) : { state, ended: [] }
}

/** The jobs that are planned next: all of them by a heuristic, else those that wait, a packet at most. */
export function nextPacket(
  system: ClusterSystem,
  lane: Lane,
  jobs: ArrivingJobs,
  { algorithm, packet }: LanePlan,
): Pick<PlanRequest, 'jobs' | 'places' | 'waiting' | 'state'> {
  const count = jobs.tasks.length
  const from = lane.start.length
  const { state } = beginning(system, lane, jobs)
  let to = count
  if (!isHeuristic(algorithm)) {
    to = from + 1
    while (to < count && to - from < packet && jobs.submit[to] <= state.now) to++
  }
  const places = Array.from({ length: to - from }, (_, k) => from + k)
  const waiting = jobs.submit.subarray(to).filter((submit) => submit <= state.now).length
  return { jobs: someJobs(jobs, places), places, waiting, state: isHeuristic(algorithm) ? AT_FIRST : state }
}

/** The lane with one more packet planned. */
export function laneAfter(
  system: ClusterSystem,
  lane: Lane,
  jobs: ArrivingJobs,
  algorithm: ClusterAlgorithm,
  plan: PacketPlan,
): Lane {
  const count = jobs.tasks.length
  const before = isHeuristic(algorithm) ? { ended: [] } : beginning(system, lane, jobs)
  const start = [...lane.start, ...plan.start]
  const end = [...lane.end, ...plan.start.map(() => null as number | null)]
  const last = start.length === count ? passedUntil(system, plan.state).ended : []
  for (const [job, instant] of [...before.ended, ...plan.ended, ...last]) end[job] = instant
  return {
    ...{ state: plan.state, start, end },
    nodes: [...lane.nodes, ...plan.nodes],
    evaluations: lane.evaluations + plan.evaluations,
    gains: [...lane.gains, plan.gains],
    front: plan.start.length === count ? plan.front : [],
  }
}

/** A whole workload, planned from the first packet to the last. */
export function planWorkload(
  system: ClusterSystem,
  jobs: ArrivingJobs,
  how: LanePlan & { readonly settings: PlanSettings; readonly seed: string },
): Lane {
  const { algorithm, settings, seed } = how
  let lane = EMPTY_LANE
  while (lane.start.length < jobs.tasks.length) {
    const packet = nextPacket(system, lane, jobs, how)
    const plan = planJobs({ system, ...packet, algorithm, settings, seed: `${seed} ${lane.start.length}` })
    lane = laneAfter(system, lane, jobs, algorithm, plan)
  }
  return lane
}

/**
 * The measures of a schedule over clusters, and what a packet is judged by while others wait behind it: the makespan and the
 * flowtime that all would come to, as far as these jobs say. The instant at which all nodes would be idle if the work that is
 * left could be spread over them evenly, from the last start on, stands for when those that wait have the machine: what a
 * schedule has lost by then, to idle nodes, slow ones and crowded links, is lost to everybody behind it.
 */
import type { BatchState } from './batch-state.js'
import type { Progress } from './progress.js'
import type { ParallelJobs } from './system.js'

export interface ClusterMeasures {
  /** The last end, s from 0. */
  readonly makespan: number
  /** Sum of all times from submit to end, s. */
  readonly flowtime: number
  readonly saturated: boolean
}

/** F = α·makespan + (1 − α)·flowtime, s; less is better. */
export function fitness({ makespan, flowtime }: ClusterMeasures, alpha: number): number {
  return alpha * makespan + (1 - alpha) * flowtime
}

/** The measures of a schedule that has run to the end of all its jobs. */
export type Measure = (progress: Progress) => ClusterMeasures

/** The measures of all jobs until now: those of the state count with these. */
export function measureAll({ tasks, submit }: ParallelJobs, state: BatchState): Measure {
  const count = tasks.length
  const submits = Float64Array.from({ length: count + state.running.length }, (_, job) =>
    job < count ? (submit?.[job] ?? 0) : state.running[job - count].submit,
  )
  return ({ end, saturated }) => {
    let { flowtime, makespan } = state
    for (let job = 0; job < submits.length; job++) {
      flowtime += end[job] - submits[job]
      if (end[job] > makespan) makespan = end[job]
    }
    return { makespan, flowtime, saturated }
  }
}

/** All that there is behind a packet. */
export interface Behind {
  /** Jobs that wait to be let in after it. */
  readonly waiting: number
  /** Jobs of the batch that were let in until now, the packet's own among them. */
  readonly planned: number
}

/**
 * The measures as they are to be expected of the whole batch: those that wait begin no earlier than the machine is theirs, and
 * take as long as those before have taken. Where nobody waits these are the measures of all jobs until now.
 * @param nodes of the system
 */
export function measureAhead(
  nodes: number,
  jobs: ParallelJobs,
  state: BatchState,
  { waiting, planned }: Behind,
): Measure {
  const measure = measureAll(jobs, state)
  if (waiting === 0) return measure
  const { length } = jobs.tasks
  const tasks = [...jobs.tasks, ...state.running.map((job) => job.nodes.length)]
  return (progress) => {
    const { makespan, flowtime, saturated } = measure(progress)
    const { start, end } = progress
    let last = state.now
    for (let job = 0; job < length; job++) if (start[job] > last) last = start[job]
    let left = 0
    for (let job = 0; job < tasks.length; job++) if (end[job] > last) left += tasks[job] * (end[job] - last)
    const idle = last + left / nodes
    return {
      makespan: Math.max(makespan, (idle * (planned + waiting)) / planned),
      flowtime: flowtime + waiting * idle,
      saturated,
    }
  }
}

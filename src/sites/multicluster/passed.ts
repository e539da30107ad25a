/** The state of a batch at some instant: who has ended, and who runs. */

import type { BatchState, RunningJob } from './batch-state.js'
import type { Chromosome } from './genome.js'
import { Progress } from './progress.js'
import { type ClusterSystem, NO_JOBS, type ParallelJobs } from './system.js'

export interface Passed {
  readonly state: BatchState
  /** Jobs that have ended since the state before: places in the batch, and when. */
  readonly ended: readonly (readonly [job: number, end: number])[]
}

/** All jobs have been let in and have started. */
export function passed(
  progress: Progress,
  before: BatchState,
  jobs: ParallelJobs,
  nodes: Chromosome['nodes'],
  places?: ArrayLike<number>,
): Passed {
  const count = jobs.tasks.length
  const runs = new Set(progress.running.subarray(0, progress.count))
  let { flowtime, makespan } = before
  const ended: (readonly [number, number])[] = []
  for (let job = 0; job < count + before.running.length; job++) {
    if (runs.has(job)) continue
    const own = job < count ? null : before.running[job - count]
    const end = progress.end[job]
    flowtime += end - (own?.submit ?? jobs.submit?.[job] ?? 0)
    if (end > makespan) makespan = end
    ended.push([own?.job ?? places?.[job] ?? job, end])
  }
  const running = Array.from(runs, (job): RunningJob => {
    const left = progress.left[job]
    if (job >= count) return { ...before.running[job - count], left }
    return {
      job: places?.[job] ?? job,
      nodes: Array.from(nodes[job]),
      left,
      sigma: jobs.sigma[job],
      bandwidth: jobs.bandwidth[job],
      submit: jobs.submit?.[job] ?? 0,
    }
  })
  return { state: { now: progress.now, running, makespan, flowtime }, ended }
}

/** At a later instant, until which nothing starts; at the end of all where absent. */
export function passedUntil(
  system: ClusterSystem,
  before: BatchState,
  instant = Number.POSITIVE_INFINITY,
): Passed {
  const progress = new Progress(system, NO_JOBS, before)
  const ended = new Int32Array(before.running.length)
  while (progress.count > 0 && progress.now < instant) {
    progress.settle()
    progress.advance(ended, instant)
  }
  const { state, ended: jobs } = passed(progress, before, NO_JOBS, [])
  const now = Number.isFinite(instant) ? instant : progress.now
  return { state: { ...state, now }, ended: jobs }
}

/** slurmctld between cycles, by hand: when jobs come, and when the cycles run that start them. */
import { describe, expect, it } from 'vitest'
import { inventoryOf } from '../../../../src/sim/nodes/index.js'
import { Cluster, slurmRequest } from '../../../../src/sim/slurm/scheduler/cluster.js'
import {
  type ComingJob,
  type ControllerStep,
  runController,
  type WaitingJobs,
} from '../../../../src/sim/slurm/scheduler/controller.js'
import { Limits } from '../../../../src/sim/slurm/scheduler/limits.js'
import type { SlurmJob } from '../../../../src/sim/slurm/scheduler/queue.js'
import { SCHEDULER_DEFAULTS, type SchedulerParameters } from '../../../../src/trace/slurm-conf/index.js'

interface Asked {
  readonly submit: number
  readonly cores: number
  readonly runtime?: number
  readonly limit?: number
  readonly priority?: number
  readonly ready?: number
  readonly after?: number
  readonly cancelled?: number
}

function jobOf({ cores, limit = 600 }: Asked, id: number): SlurmJob {
  return {
    ...{ id, group: id, array: false, component: false, het: -1, user: 0, limit, limits: [] },
    request: slurmRequest({ cores }),
  }
}

/** Two nodes of 4 cores. */
function starts(
  asked: readonly Asked[],
  settings: Partial<SchedulerParameters> = {},
  steps: (cluster: Cluster) => readonly ControllerStep[] = () => [],
): number[] {
  const cluster = new Cluster(
    inventoryOf([{ names: ['a', 'b'], cores: 4, memory: 4000, gres: {}, features: [], weight: 1 }]),
    [{ name: 'all', nodes: Uint8Array.of(1, 1), tier: 1 }],
  )
  const jobs = asked.map(
    (each, id): ComingJob => ({
      job: jobOf(each, id),
      partitions: [0],
      submit: each.submit,
      after: each.after ?? -1,
      runtime: each.runtime ?? each.limit ?? 600,
      cancelled: each.cancelled ?? Number.POSITIVE_INFINITY,
    }),
  )
  const waiting: WaitingJobs = {
    submitted: (job, at) => Math.max(at, asked[job].ready ?? at),
    started: () => {},
    ended: () => {},
    at: (job, at) => ((asked[job].ready ?? at) <= at ? jobs[job].job : null),
    priority: (job) => asked[job].priority ?? 1,
  }
  return [
    ...runController({
      ...{ cluster, jobs, waiting, steps: steps(cluster) },
      times: { firstLook: 0, lookInterval: 1, firstBackfill: 30, lastMain: Number.NEGATIVE_INFINITY },
      limits: new Limits([]),
      settings: { ...SCHEDULER_DEFAULTS, ...settings },
    }),
  ]
}

describe('slurmctld', () => {
  it('looks each second at jobs that came, and waits batch_sched_delay whole seconds between two cycles', () => {
    const asked = [0.2, 0.4, 2.1, 7.5].map((submit) => ({ submit, cores: 1 }))
    expect(starts(asked)).toEqual([3, 3, 3, 8])
    expect(starts(asked, { batchDelay: 0 })).toEqual([1, 1, 3, 8])
    expect(starts(asked, { batchDelay: 0, leastInterval: 5 })).toEqual([5, 5, 5, 10])
  })

  it('starts a job at the look after the end that makes room for it', () => {
    expect(
      starts([
        { submit: 0, cores: 8, runtime: 9.5 },
        { submit: 1, cores: 8 },
      ]),
    ).toEqual([0, 10])
  })

  it('starts jobs behind one that waits by backfill alone, at its interval', () => {
    const asked = [
      { submit: 0, cores: 4, runtime: 200, limit: 200 },
      { submit: 1, cores: 8, priority: 9 },
      { submit: 1, cores: 2, limit: 60, runtime: 10 },
    ]
    expect(starts(asked)).toEqual([0, 200, 30])
    expect(starts(asked, { interval: 7 })).toEqual([0, 200, 30])
  })

  it('goes through the whole queue each sched_interval', () => {
    const limited = Array.from({ length: 4 }, () => ({ submit: 0, cores: 1 }))
    expect(starts(limited, { depth: 2, interval: 10_000, fullInterval: 60 })).toEqual([0, 0, 0, 0])
    const later = limited.map((each) => ({ ...each, submit: 1 }))
    expect(starts(later, { depth: 2, fullInterval: 20 })).toEqual([3, 3, 20, 20])
  })

  it('lets jobs press on the queue until they are cancelled', () => {
    const asked = [
      { submit: 0, cores: 6, runtime: 500 },
      { submit: 1, cores: 8, priority: 9, cancelled: 50.5 },
      { submit: 1, cores: 2, limit: 10_000 },
    ]
    expect(starts(asked)).toEqual([0, Number.NaN, 51])
  })

  it('submits a job again so long after the end before', () => {
    const asked = [
      { submit: 0, cores: 8, runtime: 20 },
      { submit: 5.5, cores: 8, after: 0 },
    ]
    expect(starts(asked)).toEqual([0, 26])
  })

  it('starts a job that becomes ready by the next cycle that there is', () => {
    expect(starts([{ submit: 0, cores: 1, ready: 12 }])).toEqual([30])
  })

  it('stops where nothing can start any more', () => {
    expect(starts([{ submit: 0, cores: 9 }])).toEqual([Number.NaN])
  })

  it('does not use nodes that are down', () => {
    const steps = (cluster: Cluster) => [
      { at: 0, requests: false, act: () => cluster.setUp(0, false) },
      { at: 40.5, requests: true, act: () => cluster.setUp(0, true) },
    ]
    expect(starts([{ submit: 1, cores: 8 }], {}, steps)).toEqual([41])
  })
})

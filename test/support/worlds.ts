/** Worlds for tests of orders and objectives: a few jobs, described by what matters. */
import { membersOf } from '../../src/sim/members.js'
import type { QueueOrder, QueueState, TimeClass, TimeClassClock, World } from '../../src/sim/order.js'
import type { Schedule } from '../../src/sim/schedule.js'
import { type JobRow, JobTableBuilder } from '../../src/trace/job-table.js'

export type PartialJob = Partial<JobRow> & { readonly start?: number }

/** Jobs of one processor and 100 s, submitted at 0 by user 1 of group 1, unless they say otherwise; ids count up. */
export function jobsOf(jobs: readonly PartialJob[]) {
  const builder = new JobTableBuilder(jobs.length)
  jobs.forEach((job, k) => {
    const runtime = job.runtime ?? 100
    builder.add({
      id: k + 1,
      submit: 0,
      runtime,
      estimate: runtime,
      size: 1,
      user: 1,
      group: 1,
      ...job,
    })
  })
  return builder.finish().table
}

/** It is the same situation, weekday and hour for ever; a Wednesday, 2 o'clock, where nothing else is said. */
export function standingClock(situation: TimeClass, weekday = 2, hour = 2): TimeClassClock {
  return {
    at: () => situation,
    until: () => Number.POSITIVE_INFINITY,
    weekday: () => weekday,
    hour: () => hour,
    nextHour: () => Number.POSITIVE_INFINITY,
  }
}

export const ALWAYS_NIGHT: TimeClassClock = standingClock(2)

/** A clock on which hours, and situations too, last `period` seconds: situation `floor(now / period) mod 3`. */
export function turningClock(period: number): TimeClassClock {
  return {
    weekday: (now) => Math.floor(now / (24 * period)) % 7,
    hour: (now) => Math.floor(now / period) % 24,
    nextHour: (now) => (Math.floor(now / period) + 1) * period,
    at: (now) => (Math.floor(now / period) % 3) as TimeClass,
    until: (now) => (Math.floor(now / period) + 1) * period,
  }
}

export function worldOf(jobs: readonly PartialJob[], more: Partial<World> = {}): World {
  const table = jobsOf(jobs)
  return {
    jobs: table,
    processors: 64,
    origin: 0,
    timeClasses: ALWAYS_NIGHT,
    live: false,
    field: () => () => -1,
    site: null,
    members: () => membersOf(table.user, undefined),
    ...more,
  }
}

/** The keys of all jobs at a state. */
export function keysAt(order: QueueOrder, world: World, state: Partial<QueueState> = {}): number[] {
  const n = world.jobs.length
  const out = new Float64Array(n)
  const queue = Int32Array.from({ length: n }, (_, row) => row)
  order.bind(world).score(out, queue, n, { now: 0, waiting: n, free: 0, ...state })
  return [...out]
}

/** Rows in the order in which they would go: by key, ties by job order. */
export function rankingAt(order: QueueOrder, world: World, state: Partial<QueueState> = {}): number[] {
  const keys = keysAt(order, world, state)
  return keys.map((_, row) => row).sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b))
}

/** A schedule of jobs given in order of submit, each with its start (its submit unless it says otherwise). */
export function scheduleOf(jobs: readonly PartialJob[], processors = 64): Schedule {
  return {
    jobs: jobsOf(jobs),
    processors,
    start: Float64Array.from(jobs, (job) => job.start ?? job.submit ?? 0),
  }
}

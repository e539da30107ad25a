/**
 * A cycle of Slurm's backfill scheduler (slurm.conf(5), SchedulerParameters bf_…; the rest found by watching the plans of a
 * Slurm 22.05.8): each job of the queue in its order is given the first time at which it could run beside the jobs that run
 * and those planned before it; what could run now is started, for the others whole nodes are kept. A plan begins and ends at
 * multiples of the resolution, both rounded down. Components of a heterogeneous job are planned, each for no time before
 * those planned already, and started at the end of the cycle if all of them could start at once.
 *
 * When a job could run is estimated: jobs that run are taken off in the order of their ends, all that end in a window
 * together, and the job is tried after each window. The windows begin together, at the half minute after the first end, and
 * end half a minute, a minute, two … later. A job that should have ended is given KillWait from its time limit on. Nodes that are
 * reserved for others are planned before all jobs.
 *
 * A plan only takes nodes away from those behind it, so a cycle may end where none of these could start any longer beside what
 * runs and is planned from now until its limit: it starts the same jobs.
 */

import { type Closures, NOTHING_CLOSED } from '../../nodes/index.js'
import { type BackfillSettings, roundedDown } from './backfill-times.js'
import type { Cluster, Placement } from './cluster.js'
import { Components } from './components.js'
import { CycleBounds } from './cycle-bounds.js'
import type { JobLimits } from './limits.js'
import { type Fit, LookAhead } from './look-ahead.js'
import { placementAmong } from './main.js'
import { remove } from './node-set.js'
import { Plan } from './plan.js'
import { insertRunning, type QueueEntry, type RunningJob, type Start } from './queue.js'

/** The start and the nodes that a job is planned for. */
export interface Planned {
  readonly entry: QueueEntry
  readonly placement: Placement
  readonly start: number
  readonly end: number
}

export interface BackfillCycle {
  readonly starts: readonly Start[]
  /** Those before the end of the cycle. */
  readonly planned: readonly Planned[]
  /**
   * A cycle that begins before this instant plans the same and starts as little, if this one has started nothing and neither
   * the queue nor what runs has changed.
   */
  readonly until: number
}

export interface CycleOptions {
  readonly closures?: Closures
  /** Whether all of the queue is planned, also where nothing could start any longer. */
  readonly whole?: boolean
}

/** Starts jobs on the cluster. @param running sorted by end and number */
export function backfillCycle(
  cluster: Cluster,
  running: readonly RunningJob[],
  queue: readonly QueueEntry[],
  limits: JobLimits,
  now: number,
  settings: BackfillSettings,
  { closures = NOTHING_CLOSED, whole = false }: CycleOptions = {},
): BackfillCycle {
  const horizon = now + settings.window
  const plan = new Plan(cluster.inventory.count, now, horizon)
  const active = [...running]
  const ahead = new LookAhead(cluster, active, now, settings.killWait)
  const starts: Start[] = []
  const planned: Planned[] = []
  const started = new Set<number>()
  const components = new Components(queue)
  const bounds = new CycleBounds(settings)
  // Ends and plans are instants. What hangs on when a cycle begins: jobs beyond their limits, which plans are in the way of what
  // could start now, and the end of all plans.
  let until = running.length === 0 ? Number.POSITIVE_INFINITY : running[0].end
  const before = (instant: number) => {
    until = Math.min(until, instant)
  }
  const start = ({ entry, placement }: Start) => {
    const { job } = entry
    cluster.take(job.request, placement)
    limits.took(job)
    started.add(job.id)
    starts.push({ entry, placement })
    insertRunning(active, { job, placement, end: now + job.limit })
  }
  // Components are started at the end of a cycle, beside all that it has planned.
  let last = queue.length - 1
  const goesOn = (k: number): boolean => {
    if (whole || components.any) return true
    while (last >= k && !ahead.couldStart(queue[last], plan)) last--
    return last >= k
  }
  for (const [k, entry] of queue.entries()) {
    const { job } = entry
    if (!goesOn(k)) {
      before(plan.firstChange)
      break
    }
    if (started.has(job.id) || !limits.allow(job)) continue
    if (bounds.exhausted) break
    if (!bounds.admit(entry)) continue
    before(job.component ? now : plan.sameUntil(now, job.limit))
    if (!closures.none) before(closures.sameUntil(job.id, now, job.limit))
    const from = components.latestOf(job, now)
    const fit = firstFit(cluster, ahead, { plan, closures }, entry, from, settings)
    if (fit !== null && fit.start > horizon) before(fit.start - settings.window)
    if (fit === null || fit.start > horizon) continue
    const { placement } = fit
    if (fit.start <= now && !job.component) {
      start({ entry, placement })
      continue
    }
    if (fit.start <= now) components.couldStart({ entry, placement })
    if (job.component && !components.planned(entry, fit.start)) continue
    const end = roundedDown(fit.start + job.limit, settings)
    if (end > horizon) before(end - settings.window)
    plan.reserve(placement.nodes, roundedDown(fit.start, settings), end)
    planned.push({ entry, placement, start: fit.start, end })
    bounds.planned(job)
  }
  for (const together of components.complete()) {
    if (!together.every(({ entry }) => limits.allow(entry.job))) continue
    for (const each of placedTogether(cluster, plan, together, now) ?? []) start(each)
  }
  return { starts, planned, until }
}

/**
 * Where components are put that start at once: as planned, or where another job has come there since on nodes that nobody has
 * planned; null if there are none. (A Slurm was seen to start a component on other nodes than those it had planned.)
 */
function placedTogether(
  cluster: Cluster,
  plan: Plan,
  together: readonly Start[],
  now: number,
): readonly Start[] | null {
  const trial = cluster.copy()
  const placed: Start[] = []
  for (const { entry, placement } of together) {
    const { request, limit } = entry.job
    let found: Placement | null = placement
    if (placement.nodes.some((node, k) => trial.coresFor(request, node) < placement.cores[k])) {
      const allowed = cluster.nodesOf(entry.partition)
      plan.restrict(allowed, now, now + limit)
      found = placementAmong(trial, entry, allowed)
    }
    if (found === null) return null
    trial.take(request, found)
    placed.push({ entry, placement: found })
  }
  return placed
}

/**
 * The first time at which a job can run beside what is planned. The plan is asked for the time from a start on until the time
 * limit, both included; where the job would start later than the plan changes, it is asked again from there on, and where what
 * it would have then is kept for others, from its start on.
 */
function firstFit(
  cluster: Cluster,
  ahead: LookAhead,
  { plan, closures }: { readonly plan: Plan; readonly closures: Closures },
  { job, partition }: QueueEntry,
  first: number,
  settings: BackfillSettings,
): Fit | null {
  let from = first
  for (;;) {
    const allowed = cluster.nodesOf(partition)
    let later = plan.restrict(allowed, from, from + job.limit)
    if (!closures.none) {
      const opens = closures.opens(job.id, from, from + job.limit)
      if (opens < (later ?? Number.POSITIVE_INFINITY)) later = opens
      closures.closed(job.id, from, from + job.limit, (node) => remove(allowed, node))
    }
    const fit = ahead.earliest(job.request, partition, allowed, later ?? Number.POSITIVE_INFINITY)
    const start = fit === null ? Number.POSITIVE_INFINITY : Math.max(from, fit.start)
    if (fit !== null && (later === null || start <= later)) {
      const { placement } = fit
      if (
        !plan.isKept(placement.nodes, start, roundedDown(start + job.limit, settings)) &&
        !closures.meets(job.id, placement.nodes, start, start + job.limit)
      )
        return { start, placement }
      from = start
    } else if (later === null) return null
    else from = later
  }
}

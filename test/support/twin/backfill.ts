/**
 * The slow, obvious twin of a cycle of backfill on nodes: the whole queue is planned, nodes are bytes, what is free is counted anew for
 * each job and each window, and all nodes are looked at.
 */
import { type Closures, NOTHING_CLOSED } from '../../../src/sim/nodes/index.js'
import {
  type BackfillSettings,
  freedAt,
  roundedDown,
  Windows,
} from '../../../src/sim/slurm/scheduler/backfill-times.js'
import type { Cluster, Placement, SlurmRequest } from '../../../src/sim/slurm/scheduler/cluster.js'
import { Components } from '../../../src/sim/slurm/scheduler/components.js'
import { CycleBounds } from '../../../src/sim/slurm/scheduler/cycle-bounds.js'
import type { JobLimits } from '../../../src/sim/slurm/scheduler/limits.js'
import { choosePlacement } from '../../../src/sim/slurm/scheduler/packing.js'
import {
  insertRunning,
  type QueueEntry,
  type RunningJob,
  type Start,
} from '../../../src/sim/slurm/scheduler/queue.js'

interface Stretch {
  readonly from: number
  to: number
  /** By node, 1: not planned. */
  readonly free: Uint8Array
}

class Plan {
  readonly #stretches: Stretch[]

  constructor(nodes: number, from: number, to: number) {
    this.#stretches = [{ from, to, free: new Uint8Array(nodes).fill(1) }]
  }

  /**
   * Takes from a set of nodes those that are planned at some time from an instant to another, both included.
   * @returns when the stretch that has the first instant ends, null if it is the last
   */
  restrict(nodes: Uint8Array, from: number, to: number): number | null {
    let later: number | null = null
    for (let k = 0; k < this.#stretches.length; k++) {
      const stretch = this.#stretches[k]
      if (stretch.to <= from) continue
      if (stretch.from > to) break
      if (later === null && k + 1 < this.#stretches.length) later = stretch.to
      for (let node = 0; node < nodes.length; node++) nodes[node] &= stretch.free[node]
    }
    return later
  }

  /** Whether one of some nodes is kept at some time from an instant to before another. */
  isKept(nodes: readonly number[], from: number, to: number): boolean {
    return this.#stretches.some(
      (stretch) => stretch.from < to && stretch.to > from && nodes.some((node) => stretch.free[node] === 0),
    )
  }

  /** Keeps nodes for a while. */
  reserve(nodes: readonly number[], from: number, to: number): void {
    this.#split(from)
    this.#split(to)
    for (const stretch of this.#stretches) {
      if (stretch.from < from || stretch.to > to) continue
      for (const node of nodes) stretch.free[node] = 0
    }
    this.#merge()
  }

  #split(at: number): void {
    const k = this.#stretches.findIndex(({ from, to }) => from < at && at < to)
    if (k < 0) return
    const { to, free } = this.#stretches[k]
    this.#stretches[k].to = at
    this.#stretches.splice(k + 1, 0, { from: at, to, free: free.slice() })
  }

  #merge(): void {
    for (let k = this.#stretches.length - 2; k >= 0; k--) {
      const [stretch, next] = [this.#stretches[k], this.#stretches[k + 1]]
      if (!stretch.free.every((free, node) => free === next.free[node])) continue
      stretch.to = next.to
      this.#stretches.splice(k + 1, 1)
    }
  }
}

/** Starts jobs on the cluster. @param running sorted by end and number */
export function backfillTwin(
  cluster: Cluster,
  running: readonly RunningJob[],
  queue: readonly QueueEntry[],
  limits: JobLimits,
  now: number,
  settings: BackfillSettings,
  closures: Closures = NOTHING_CLOSED,
): readonly Start[] {
  const horizon = now + settings.window
  const plan = new Plan(cluster.inventory.count, now, horizon)
  const active = [...running]
  const starts: Start[] = []
  const started = new Set<number>()
  const components = new Components(queue)
  const bounds = new CycleBounds(settings)
  const start = ({ entry, placement }: Start) => {
    const { job } = entry
    cluster.take(job.request, placement)
    limits.took(job)
    started.add(job.id)
    starts.push({ entry, placement })
    insertRunning(active, { job, placement, end: now + job.limit })
  }
  for (const entry of queue) {
    const { job } = entry
    if (started.has(job.id) || !limits.allow(job)) continue
    if (bounds.exhausted) break
    if (!bounds.admit(entry)) continue
    const from = components.latestOf(job, now)
    const fit = firstFit(cluster, active, { plan, closures }, entry, { now, from }, settings)
    if (fit === null || fit.start > horizon) continue
    const { placement } = fit
    if (fit.start <= now && !job.component) {
      start({ entry, placement })
      continue
    }
    if (fit.start <= now) components.couldStart({ entry, placement })
    if (job.component && !components.planned(entry, fit.start)) continue
    const end = roundedDown(fit.start + job.limit, settings)
    plan.reserve(placement.nodes, roundedDown(fit.start, settings), end)
    bounds.planned(job)
  }
  for (const together of components.complete()) {
    if (!together.every(({ entry }) => limits.allow(entry.job))) continue
    for (const each of placedTogether(cluster, plan, together, now) ?? []) start(each)
  }
  return starts
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
      const allowed = cluster.partitions[entry.partition].nodes.slice()
      plan.restrict(allowed, now, now + limit)
      found = choosePlacement(request, availableTo(trial, request, allowed))
    }
    if (found === null) return null
    trial.take(request, found)
    placed.push({ entry, placement: found })
  }
  return placed
}

interface Fit {
  readonly start: number
  readonly placement: Placement
}

/**
 * The first time at which a job can run beside what is planned. The plan is asked for the time from a start on until the time
 * limit, both included; where the job would start later than the plan changes, it is asked again from there on, and where what
 * it would have then is kept for others, from its start on.
 */
function firstFit(
  cluster: Cluster,
  running: readonly RunningJob[],
  { plan, closures }: { readonly plan: Plan; readonly closures: Closures },
  { job, partition }: QueueEntry,
  { now, from: first }: { readonly now: number; readonly from: number },
  settings: BackfillSettings,
): Fit | null {
  let from = first
  for (;;) {
    const allowed = cluster.partitions[partition].nodes.slice()
    let later = plan.restrict(allowed, from, from + job.limit)
    if (!closures.none) {
      const opens = closures.opens(job.id, from, from + job.limit)
      if (opens < (later ?? Number.POSITIVE_INFINITY)) later = opens
      closures.closed(job.id, from, from + job.limit, (node) => {
        allowed[node] = 0
      })
    }
    const fit = earliest(cluster, running, allowed, job.request, now, settings.killWait)
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

/** When a job could run on some of the allowed nodes, if only running jobs are in its way. */
function earliest(
  cluster: Cluster,
  running: readonly RunningJob[],
  allowed: Uint8Array,
  request: SlurmRequest,
  now: number,
  killWait: number,
): Fit | null {
  const at = (state: Cluster) => choosePlacement(request, availableTo(state, request, allowed))
  const immediate = at(cluster)
  if (immediate !== null) return { start: now, placement: immediate }
  const state = cluster.copy()
  const windows = new Windows()
  let k = 0
  while (k < running.length) {
    let until = Number.NaN
    let last = Number.NaN
    while (k < running.length) {
      const { job, placement, end } = running[k++]
      if (!placement.nodes.some((node) => allowed[node] === 1)) continue
      state.release(job.request, placement)
      last = end
      if (Number.isNaN(until)) until = windows.next(end)
      // What counts is the next job of all, also one on nodes that this job cannot have.
      if (k < running.length && running[k].end > until) break
    }
    if (Number.isNaN(last)) return null
    const placement = at(state)
    if (placement !== null) return { start: freedAt(last, now, killWait), placement }
  }
  return null
}

/** The cores that a job could have of each node of a set. */
function availableTo(cluster: Cluster, request: SlurmRequest, nodes: Uint8Array): Int32Array {
  const available = new Int32Array(nodes.length)
  for (let node = 0; node < nodes.length; node++) {
    if (nodes[node] === 1) available[node] = cluster.coresFor(request, node)
  }
  return available
}

/**
 * Forced cycles: before each cycle of a recorded Slurm's schedulers its true state is restored, with the jobs that run where
 * they ran and the priorities that it had, and the cycle is simulated: which jobs start in it?
 */
import { nodeNames } from '../../trace/sacct/nodes.js'
import type { SlurmRecord } from '../../trace/sacct/record.js'
import type { ControllerLog, SprioSnapshot, WatchedJob } from '../../trace/slurm-run/index.js'
import { Eligibility, type Execution, executionsOf } from './executions.js'
import { clusterOf, JobMaker, partitionNames, type SiteOfRun } from './recorded-jobs.js'
import { backfillCycle } from './scheduler/backfill.js'
import type { Cluster, Placement } from './scheduler/cluster.js'
import type { Limits } from './scheduler/limits.js'
import { mainCycle } from './scheduler/main.js'
import { choosePlacement } from './scheduler/packing.js'
import { type PrioritizedEntry, type RunningJob, type SlurmJob, sortQueue } from './scheduler/queue.js'

export interface WatchedSite extends SiteOfRun {
  readonly records: readonly SlurmRecord[]
  readonly watched: ReadonlyMap<number, WatchedJob>
  readonly snapshots: readonly SprioSnapshot[]
  readonly log: ControllerLog
}

/** A cycle in which jobs started, or of which the log says that none did. */
export interface RecordedCycle {
  readonly at: number
  readonly scheduler: 'main' | 'backfill'
  /** Numbers of the jobs that started. */
  readonly started: readonly number[]
}

/** Starts of the main scheduler less than so many seconds apart are of one cycle. */
const WITHIN_CYCLE = 0.25

/** @param interval seconds between the end of a cycle of backfill and the beginning of the next (bf_interval) */
function recordedCycles(log: ControllerLog, interval: number): readonly RecordedCycle[] {
  const cycles: { at: number; last: number; scheduler: 'main' | 'backfill'; started: number[] }[] =
    log.backfillCycles.map((at) => ({ at, last: at, scheduler: 'backfill', started: [] }))
  for (const { at, scheduler, job } of log.starts) {
    const cycle = cycles.findLast(
      (each) =>
        each.scheduler === scheduler &&
        at >= each.at &&
        at - each.last < (scheduler === 'main' ? WITHIN_CYCLE : interval),
    )
    if (cycle === undefined) cycles.push({ at, last: at, scheduler, started: [job] })
    else {
      cycle.started.push(job)
      cycle.last = at
    }
  }
  return cycles.sort((a, b) => a.at - b.at).map(({ last: _, ...cycle }) => cycle)
}

/** The jobs that started in the cycles of a scheduler, beside those that start in them here. */
export interface CycleAgreement {
  readonly cycles: number
  /** Jobs that started in both, only here, and only there; tasks of an array are alike. */
  readonly both: number
  readonly onlyHere: number
  readonly onlyThere: number
}

export interface ForcedCycles {
  readonly main: CycleAgreement
  readonly backfill: CycleAgreement
  /** The score of both together. */
  readonly f1: number
}

/** Harmonic mean of precision and recall; NaN where nothing started. */
export function f1Of(agreements: readonly CycleAgreement[]): number {
  const sum = (of: (agreement: CycleAgreement) => number) =>
    agreements.reduce((all, each) => all + of(each), 0)
  const twice = 2 * sum(({ both }) => both)
  return twice / (twice + sum(({ onlyHere, onlyThere }) => onlyHere + onlyThere))
}

export function forcedCycles(site: WatchedSite, priorityOf: PriorityAt): ForcedCycles {
  const run = new ForcedRun(site, priorityOf)
  const groups = new Map(
    site.records.map(({ key, array }) => [key, Number.isNaN(array) ? key : array] as const),
  )
  const sums = {
    main: { cycles: 0, both: 0, onlyHere: 0, onlyThere: 0 },
    backfill: { cycles: 0, both: 0, onlyHere: 0, onlyThere: 0 },
  }
  for (const cycle of recordedCycles(site.log, site.conf.scheduler.interval)) {
    const sum = sums[cycle.scheduler]
    const missed = cycle.started.map((job) => groups.get(job) ?? job)
    sum.cycles++
    for (const { group } of run.foresee(cycle)) {
      const place = missed.indexOf(group)
      if (place >= 0) missed.splice(place, 1)
      if (place >= 0) sum.both++
      else sum.onlyHere++
    }
    sum.onlyThere += missed.length
  }
  return { ...sums, f1: f1Of([sums.main, sums.backfill]) }
}

/** The priority of a job, by its number and its array's, in a partition at an instant; null where it is not known. */
export type PriorityAt = (jobs: readonly number[], partition: string, at: number) => number | null

interface Step {
  readonly at: number
  readonly act: () => void
}

class ForcedRun {
  readonly #site: WatchedSite
  readonly #priorityOf: PriorityAt
  readonly #maker: JobMaker
  readonly #cluster: Cluster
  readonly #limits: Limits
  readonly #partitions: readonly string[]
  readonly #nodes: ReadonlyMap<string, number>
  readonly #eligibility: Eligibility
  readonly #executions: readonly Execution[]
  readonly #jobs: readonly SlurmJob[]
  readonly #steps: readonly Step[]
  readonly #running = new Map<Execution, RunningJob>()
  #done = 0

  constructor(site: WatchedSite, priorityOf: PriorityAt) {
    this.#site = site
    this.#priorityOf = priorityOf
    this.#cluster = clusterOf(site)
    this.#partitions = partitionNames(site.nodes)
    this.#nodes = new Map(site.nodes.map(({ name }, node) => [name, node]))
    this.#eligibility = new Eligibility(site.watched, site.log)
    this.#executions = executionsOf(site.records, site.log)
    this.#maker = new JobMaker(site, site.watched)
    this.#jobs = this.#executions.map(({ record }, k) => this.#maker.job(record, k, record.limit))
    this.#limits = this.#maker.limits()
    this.#steps = [
      ...this.#executions.flatMap((execution, k) => this.#stepsOf(execution, this.#jobs[k])),
      ...site.log.nodes.map(({ at, node, up }) => ({
        at,
        act: () => this.#cluster.setUp(this.#nodes.get(node) ?? -1, up),
      })),
    ].sort((a, b) => a.at - b.at)
  }

  foresee({ at, scheduler }: RecordedCycle): readonly SlurmJob[] {
    while (this.#done < this.#steps.length && this.#steps[this.#done].at < at) this.#steps[this.#done++].act()
    const cluster = this.#cluster.copy()
    const limits = this.#limits.copy()
    const queue = sortQueue(this.#queue(at), (partition) => cluster.partitions[partition].tier)
    const { scheduler: settings } = this.#site.conf
    const starts =
      scheduler === 'main'
        ? mainCycle(cluster, queue, limits, settings.depth)
        : backfillCycle(cluster, this.#runningByEnd(), queue, limits, Math.floor(at), settings).starts
    return starts.map(({ entry }) => entry.job)
  }

  #queue(at: number): PrioritizedEntry[] {
    return this.#executions.flatMap((execution, k) => {
      const { submit, start, end, record } = execution
      if (submit >= at || start < at || end < at || !this.#eligibility.at(execution, at)) return []
      const job = { ...this.#jobs[k], limit: this.#maker.limitAt(record, at) }
      return this.#maker.partitionsOf(record).map((name) => ({
        job,
        partition: this.#partitions.indexOf(name),
        priority: this.#priorityOf([record.key, record.array], name, at) ?? 0,
      }))
    })
  }

  #runningByEnd(): readonly RunningJob[] {
    return [...this.#running.values()].sort((a, b) => a.end - b.end || a.job.group - b.job.group)
  }

  #stepsOf(execution: Execution, job: SlurmJob): readonly Step[] {
    const { start, end, record, logged } = execution
    if (start === Number.POSITIVE_INFINITY) return []
    const nodes = nodeNames(logged?.nodes ?? record.nodeList).flatMap((name) => this.#nodes.get(name) ?? [])
    const began = () => {
      const placement = spread(this.#cluster, job, nodes)
      this.#cluster.take(job.request, placement)
      this.#limits.took(job)
      this.#running.set(execution, { job, placement, end: Math.floor(start) + job.limit })
    }
    const ended = () => {
      const running = this.#running.get(execution)
      if (running === undefined) return
      this.#cluster.release(job.request, running.placement)
      this.#limits.gave(job)
      this.#running.delete(execution)
    }
    return [
      { at: start, act: began },
      { at: Math.max(end, start), act: ended },
    ]
  }
}

/**
 * How a job's cores lie on the nodes that it was given: as they are chosen among these; if that takes others, as many as are
 * free from the first on, at least one on each.
 */
function spread(cluster: Cluster, { request }: SlurmJob, nodes: readonly number[]): Placement {
  const available = new Int32Array(cluster.inventory.count)
  for (const node of nodes) available[node] = cluster.coresFor(request, node)
  const chosen = choosePlacement(request, available)
  if (chosen?.nodes.length === nodes.length) return chosen
  let left = request.cores
  const cores = nodes.map((node, k) => {
    const least = Math.max(1, request.coresPerNode) * (nodes.length - k - 1)
    const part = Math.max(1, Math.min(available[node], left - least))
    left -= part
    return part
  })
  return { nodes, cores }
}

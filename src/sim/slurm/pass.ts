/**
 * `slurm:`, an algorithm: Slurm's main scheduler and backfill, cycle by cycle, on the nodes of a machine and by any order. Of a
 * machine of which only processors are known each is a node of one core.
 */
import type { SchedulerParameters } from '../../trace/slurm-conf/index.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import { backfillCycle } from './scheduler/backfill.js'
import type { Cluster, Placement, SlurmRequest } from './scheduler/cluster.js'
import { CycleClock } from './scheduler/cycle-clock.js'
import type { JobLimits } from './scheduler/limits.js'
import { mainCycle } from './scheduler/main.js'
import {
  insertRunning,
  type QueueEntry,
  type RunningJob,
  type SlurmJob,
  type Start,
} from './scheduler/queue.js'

/** The machine that jobs are scheduled on. */
export interface SlurmMachine {
  readonly cluster: Cluster
  readonly settings: SchedulerParameters
  readonly limits: JobLimits
  /** Of a job that has been submitted. */
  readonly partitionOf: (job: number) => number
  readonly requestOf: (job: number) => SlurmRequest
  /** Whether a waiting job could start now if nothing were planned. */
  readonly fits: (job: SlurmJob) => boolean
  /** Positive where job `a` goes before `b` whatever the order. */
  readonly urgency: (a: number, b: number) => number
  /** Whether a job that starts now would run into no maintenance, and the next instant after one at which a window ends. */
  readonly isClear: (job: number) => boolean
  readonly reopens: (now: number) => number
  /** Is told where a job was put. */
  readonly placed: (job: number, placement: Placement) => void
}

export class SlurmPass implements Pass {
  readonly #view: SchedulerView
  readonly #machine: SlurmMachine
  readonly #clock: CycleClock
  /** Jobs that wait, as the schedulers know them. */
  readonly #jobs = new Map<number, SlurmJob>()
  /** By the ends of their time limits. */
  readonly #running: RunningJob[] = []
  readonly #placed = new Map<number, RunningJob>()
  /** Whether no waiting job could start even if nothing were planned, until a job comes or ends. */
  #isFull = false
  #reopened = Number.POSITIVE_INFINITY
  #queue = new Int32Array(64)
  #keys = new Float64Array(64)

  constructor(view: SchedulerView, machine: SlurmMachine) {
    this.#view = view
    this.#machine = machine
    this.#clock = new CycleClock(machine.settings, {
      ...{ firstLook: 0, lookInterval: 1, firstBackfill: machine.settings.interval },
      lastMain: Number.NEGATIVE_INFINITY,
    })
  }

  submitted(job: number): void {
    const { estimate, jobs } = this.#view
    this.#happened()
    this.#jobs.set(job, {
      ...{ id: job, group: job, array: false, component: false, het: -1, limits: [] },
      user: jobs.user[job],
      request: this.#machine.requestOf(job),
      limit: estimate[job],
    })
  }

  ended(job: number): void {
    const running = this.#placed.get(job)
    if (running === undefined) return
    this.#happened()
    this.#machine.cluster.release(running.job.request, running.placement)
    this.#machine.limits.gave(running.job)
    this.#placed.delete(job)
    this.#running.splice(this.#running.indexOf(running), 1)
  }

  withdrawn(job: number): void {
    this.#happened()
    this.#jobs.delete(job)
  }

  corrected(): void {
    const { running, estimate } = this.#view
    const corrected = this.#running.map((each) => {
      const { id } = each.job
      return { ...each, end: Math.floor(running.starts[id]) + estimate[id] }
    })
    this.#running.length = 0
    for (const each of corrected) {
      insertRunning(this.#running, each)
      this.#placed.set(each.job.id, each)
    }
    this.#isFull = false
  }

  wake(): number {
    const { waiting, now } = this.#view
    if (waiting.count === 0) return Number.POSITIVE_INFINITY
    if (this.#isFull && !this.#clock.requested) return this.#machine.reopens(now)
    return Math.min(this.#clock.nextMain(now), this.#clock.nextBackfill)
  }

  run(): void {
    const { now } = this.#view
    if (now === this.#reopened) this.#isFull = false
    this.#reopened = this.#machine.reopens(now)
    // Cycles that could start nothing were left out.
    if (this.#clock.nextMain(now) < now || this.#clock.nextBackfill < now) this.#clock.pass(now)
    if (this.#clock.nextMain(now) === now) this.#mainCycle()
    if (this.#clock.nextBackfill === now) this.#backfillCycle()
  }

  #happened(): void {
    this.#clock.request()
    this.#isFull = false
  }

  #mainCycle(): void {
    const { cluster, limits } = this.#machine
    const depth = this.#clock.mainBegins(this.#view.now)
    const queue = this.#candidates()
    if (queue.length > 0) this.#begin(mainCycle(cluster, queue, limits, depth))
  }

  #backfillCycle(): void {
    const { cluster, limits, settings } = this.#machine
    this.#clock.backfillBegins()
    const queue = this.#candidates()
    if (queue.length === 0) return
    this.#begin(
      backfillCycle(cluster, this.#running, queue, limits, Math.floor(this.#view.now), settings).starts,
    )
  }

  /** The queue in its order, up to the last job that could start now if nothing were planned: jobs behind it change nothing. */
  #candidates(): readonly QueueEntry[] {
    const { waiting, ranking, rules } = this.#view
    const { fits, partitionOf, isClear, urgency } = this.#machine
    this.#reserve(waiting.count)
    const n = waiting.visible(this.#queue, Math.min(rules.sight, waiting.count))
    const [jobs, keys] = [this.#queue, this.#keys]
    this.#view.score(ranking, keys, jobs, n)
    const entries: QueueEntry[] = []
    for (let k = 0; k < n; k++) {
      const job = this.#jobs.get(jobs[k])
      if (job === undefined || !isClear(job.id)) continue
      entries.push({ job, partition: partitionOf(job.id), priority: -keys[k] })
    }
    const tie = rules.ties === 'latest' ? -1 : 1
    entries.sort(
      (a, b) =>
        urgency(b.job.id, a.job.id) || compared(b.priority, a.priority) || tie * (a.job.id - b.job.id),
    )
    entries.length = entries.findLastIndex(({ job }) => fits(job)) + 1
    this.#isFull = entries.length === 0
    return entries
  }

  #begin(starts: readonly Start[]): void {
    const view = this.#view
    for (const { entry, placement } of starts) {
      const { job } = entry
      const running = { job, placement, end: Math.floor(view.now) + job.limit }
      this.#jobs.delete(job.id)
      this.#placed.set(job.id, running)
      insertRunning(this.#running, running)
      this.#machine.placed(job.id, placement)
      view.start(job.id)
    }
  }

  #reserve(count: number): void {
    if (count <= this.#queue.length) return
    this.#queue = new Int32Array(2 * count)
    this.#keys = new Float64Array(2 * count)
  }
}

/** Infinite keys are equal to themselves. */
function compared(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * slurmctld between the cycles of its schedulers: jobs come, start, end and are cancelled, and cycles run when Slurm has them
 * run (cycle-clock.ts). A cycle takes no time. Nodes of a job that ended are free at once.
 */
import { groupedBy } from '../../../core/grouping.js'
import { EventQueue } from '../../../core/heap.js'
import type { SchedulerParameters } from '../../../trace/slurm-conf/index.js'
import type { Cluster } from './cluster.js'
import { CycleClock, type CycleTimes } from './cycle-clock.js'
import { ClusterCycles } from './cycles.js'
import type { JobLimits } from './limits.js'
import {
  insertRunning,
  type PrioritizedEntry,
  type QueueEntry,
  type RunningJob,
  type SlurmJob,
  type Start,
  sortQueue,
} from './queue.js'

/** A job as it comes; `id` of `job` is its place among all. */
export interface ComingJob {
  readonly job: SlurmJob
  /** Those that it may run in. */
  readonly partitions: readonly number[]
  /** When it is submitted; of a job that comes `after` another how long after that one's end. */
  readonly submit: number
  /** Place of the job that it is submitted after; −1: of none. */
  readonly after: number
  /** Seconds. */
  readonly runtime: number
  /** When it is cancelled if it has not started; Infinity if never. */
  readonly cancelled: number
}

/** The knowledge of jobs that wait, by their places. */
export interface WaitingJobs {
  /** @returns when it could be started, as far as that is known already: Infinity where another job has to do something first */
  submitted(job: number, at: number): number
  started(job: number, at: number): void
  /** Ended, or cancelled. */
  ended(job: number, at: number): void
  /** The view that the schedulers have of a job at an instant; null if it could not be started. */
  at(job: number, at: number): SlurmJob | null
  priority(job: number, partition: number, at: number): number
}

/** Something that changes what can be started. */
export interface ControllerStep {
  readonly at: number
  /** Whether slurmctld is asked for a cycle of the main scheduler then. */
  readonly requests: boolean
  readonly act: () => void
}

export interface ControllerRun {
  readonly cluster: Cluster
  readonly limits: JobLimits
  readonly settings: SchedulerParameters
  readonly jobs: readonly ComingJob[]
  readonly waiting: WaitingJobs
  /** By time. */
  readonly steps: readonly ControllerStep[]
  readonly times: CycleTimes
}

/** When the jobs start; NaN of those that do not. */
export function runController(run: ControllerRun): Float64Array {
  return new Controller(run).run()
}

/** The order of things at one instant: what frees nodes goes first. */
const KINDS = ['end', 'cancel', 'submit', 'ready', 'step'] as const
type Kind = (typeof KINDS)[number]

class Controller {
  readonly #run: ControllerRun
  readonly #cycles: ClusterCycles
  readonly #events = new EventQueue()
  /** As many as there are places of any kind. */
  readonly #places: number
  readonly #start: Float64Array
  /** Places of jobs that wait, in the order in which they came. */
  readonly #queue = new Set<number>()
  /** By the ends of their time limits. */
  readonly #running: RunningJob[] = []
  readonly #placed = new Map<number, RunningJob>()
  /** Jobs that come after others. */
  readonly #followers: ReadonlyMap<number, readonly number[]>
  #now = Number.NEGATIVE_INFINITY
  readonly #clock: CycleClock
  /** Whether either scheduler has gone through the whole queue since something happened, and started nothing. */
  #mainIdle = false
  #backfillIdle = false

  constructor(run: ControllerRun) {
    this.#run = run
    this.#cycles = new ClusterCycles(run.cluster, run.limits, run.settings)
    this.#places = Math.max(run.jobs.length, run.steps.length)
    this.#start = new Float64Array(run.jobs.length).fill(Number.NaN)
    this.#clock = new CycleClock(run.settings, run.times)
    run.jobs.forEach(({ submit, after }, place) => {
      if (after < 0) this.#push('submit', submit, place)
    })
    const following = [...run.jobs.keys()].filter((place) => run.jobs[place].after >= 0)
    this.#followers = groupedBy(following, (place) => run.jobs[place].after)
    for (const [place, { at }] of run.steps.entries()) this.#push('step', at, place)
  }

  run(): Float64Array {
    for (;;) {
      const event = this.#events.next
      const waits =
        this.#queue.size > 0 && !(this.#events.count === 0 && this.#mainIdle && this.#backfillIdle)
      const main = waits ? this.#clock.nextMain(this.#now) : Number.POSITIVE_INFINITY
      const backfill = waits ? this.#clock.nextBackfill : Number.POSITIVE_INFINITY
      this.#now = Math.min(event, main, backfill)
      if (this.#now === Number.POSITIVE_INFINITY) return this.#start
      if (!waits) this.#clock.pass(this.#now)
      if (event === this.#now) this.#happen()
      else if (main === this.#now) this.#mainCycle()
      else this.#backfillCycle()
    }
  }

  #push(kind: Kind, at: number, place: number): void {
    if (at < Number.POSITIVE_INFINITY) this.#events.push(at, KINDS.indexOf(kind) * this.#places + place)
  }

  #happen(): void {
    const item = this.#events.take()
    const place = item % this.#places
    const kind = KINDS[Math.floor(item / this.#places)]
    if (kind === 'step' ? this.#run.steps[place].requests : kind !== 'ready') this.#clock.request()
    this.#mainIdle = false
    this.#backfillIdle = false
    if (kind === 'end') this.#end(place)
    else if (kind === 'cancel') this.#cancel(place)
    else if (kind === 'submit') this.#submit(place)
    else if (kind === 'step') this.#run.steps[place].act()
  }

  #submit(place: number): void {
    this.#queue.add(place)
    const ready = this.#run.waiting.submitted(place, this.#now)
    if (ready > this.#now) this.#push('ready', ready, place)
    this.#push('cancel', Math.max(this.#now, this.#run.jobs[place].cancelled), place)
  }

  #cancel(place: number): void {
    if (this.#queue.delete(place)) this.#gone(place)
  }

  #end(place: number): void {
    const running = this.#placed.get(place)
    if (running === undefined) return
    this.#cycles.ended(running)
    this.#placed.delete(place)
    this.#running.splice(this.#running.indexOf(running), 1)
    this.#gone(place)
  }

  #gone(place: number): void {
    const { waiting, jobs } = this.#run
    waiting.ended(place, this.#now)
    for (const follower of this.#followers.get(place) ?? []) {
      this.#push('submit', this.#now + jobs[follower].submit, follower)
    }
  }

  #mainCycle(): void {
    const depth = this.#clock.mainBegins(this.#now)
    const queue = this.#entries()
    const starts = this.#cycles.main(queue, depth, this.#now)
    this.#began(starts)
    this.#mainIdle = starts.length === 0 && queue.length <= depth
  }

  #backfillCycle(): void {
    this.#clock.backfillBegins()
    const queue = this.#entries()
    // Components that keep nodes for each other may be in each other's way for good (slurm.conf(5), bf_hetjob_prio); where
    // nothing comes or ends any more they go first.
    if (this.#events.count === 0 && this.#mainIdle) queue.sort((a, b) => isComponent(b) - isComponent(a))
    // Behind the last job that could start now if nothing were planned no plan changes anything.
    queue.length = queue.findLastIndex((entry) => entry.job.component || this.#cycles.fits(entry)) + 1
    const { starts } = this.#cycles.backfill(this.#running, queue, Math.floor(this.#now))
    this.#began(starts)
    this.#backfillIdle = starts.length === 0
  }

  #entries(): PrioritizedEntry[] {
    const { waiting, jobs, cluster } = this.#run
    const entries: PrioritizedEntry[] = []
    for (const place of this.#queue) {
      const job = waiting.at(place, this.#now)
      if (job === null) continue
      for (const partition of jobs[place].partitions) {
        entries.push({ job, partition, priority: waiting.priority(place, partition, this.#now) })
      }
    }
    return sortQueue(entries, (partition) => cluster.partitions[partition].tier)
  }

  /** Jobs that a cycle has put on the cluster. */
  #began(starts: readonly Start[]): void {
    for (const { entry, placement } of starts) {
      const { job } = entry
      const running = { job, placement, end: Math.floor(this.#now) + job.limit }
      this.#queue.delete(job.id)
      this.#start[job.id] = this.#now
      this.#placed.set(job.id, running)
      insertRunning(this.#running, running)
      this.#run.waiting.started(job.id, this.#now)
      this.#push('end', this.#now + this.#run.jobs[job.id].runtime, job.id)
    }
    if (starts.length > 0) {
      this.#mainIdle = false
      this.#backfillIdle = false
    }
  }
}

function isComponent({ job }: QueueEntry): number {
  return job.component ? 1 : 0
}

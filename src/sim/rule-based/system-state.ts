/**
 * The state of the system as a rule-based policy may know it, kept up with each event, so that a decision never looks at
 * the queue: sums over the waiting jobs and over those that have ended.
 */
import { columnBeside } from '../../trace/growing-table.js'
import type { VisibleJobs, World } from '../order.js'

/** The machine and the queue, as the engine shows them. */
export interface SystemView {
  /** Seconds from the log's zero. */
  readonly now: number
  /** Processors free. */
  readonly free: number
  readonly waiting: {
    readonly count: number
    /** The waiting job that was submitted first; −1 where none waits. */
    earliest(): number
  }
}

/**
 * Sums over jobs that have ended: Σ p·n·(C − s) and Σ p·n·p, with p the run time, n the size, C the end and s the submit.
 */
export interface SlowdownSums {
  readonly response: number
  readonly work: number
}

/** The state of the system at a decision, as features read it. */
export interface SystemSums {
  readonly processors: number
  readonly timeClasses: World['timeClasses']
  /** Seconds from the log's zero. */
  readonly now: number
  /** Processors free. */
  readonly free: number
  /** Jobs waiting. */
  readonly waiting: number
  /** Seconds that the job that came first has waited; 0 where none waits. */
  readonly longestWait: number
  /** Estimated work of all waiting jobs, processor-seconds. */
  readonly work: number
  /** Estimated work of the waiting jobs of a group, processor-seconds. */
  workOf(group: number): number
  /**
   * To be asked for before the first event.
   * @param seconds of which the jobs that ended within count; Infinity: all
   */
  slowdowns(seconds: number): () => SlowdownSums
}

export class SystemState implements SystemSums {
  readonly processors: number
  readonly timeClasses: World['timeClasses']
  readonly #jobs: VisibleJobs
  /** Estimated work of each waiting job, processor-seconds; −1 for jobs that do not wait. */
  readonly #area: Float64Array
  /** The waiting jobs, all of them, and by user group, 0: none. */
  readonly #all: Waiting = { count: 0, area: 0 }
  readonly #groups: Waiting[] = []
  readonly #started: Float64Array
  readonly #windows: Windowed[] = []
  #view: SystemView = { now: 0, free: 0, waiting: { count: 0, earliest: () => -1 } }

  constructor({ jobs, processors, timeClasses }: Pick<World, 'jobs' | 'processors' | 'timeClasses'>) {
    this.processors = processors
    this.timeClasses = timeClasses
    this.#jobs = jobs
    this.#area = columnBeside(jobs, Float64Array, -1)
    this.#started = columnBeside(jobs, Float64Array)
  }

  /** A job waits from now on. */
  queued(job: number): void {
    const { estimate, size, group } = this.#jobs
    const area = estimate[job] * size[job]
    this.#area[job] = area
    // In a live simulation a job's group is known no sooner than the job.
    while (this.#groups.length <= group[job]) this.#groups.push({ count: 0, area: 0 })
    added(this.#all, area)
    added(this.#groups[group[job]], area)
  }

  /** A job starts; it may not have waited. */
  started(job: number, now: number): void {
    this.#started[job] = now
    this.left(job)
  }

  /** A job waits no longer; it may not have waited. */
  left(job: number): void {
    const area = this.#area[job]
    if (area < 0) return
    this.#area[job] = -1
    removed(this.#all, area)
    removed(this.#groups[this.#jobs.group[job]], area)
  }

  ended(job: number, now: number): void {
    const { submit, size } = this.#jobs
    const runtime = now - this.#started[job]
    const work = runtime * size[job]
    for (const window of this.#windows) window.add(now, work * (now - submit[job]), work * runtime)
  }

  /** The view that features see from now on. */
  look(view: SystemView): void {
    this.#view = view
  }

  get now(): number {
    return this.#view.now
  }

  get free(): number {
    return this.#view.free
  }

  get waiting(): number {
    return this.#view.waiting.count
  }

  get longestWait(): number {
    const job = this.#view.waiting.earliest()
    return job < 0 ? 0 : this.#view.now - this.#jobs.submit[job]
  }

  workOf(group: number): number {
    return group < this.#groups.length ? this.#groups[group].area : 0
  }

  get work(): number {
    return this.#all.area
  }

  slowdowns(seconds: number): () => SlowdownSums {
    const known = this.#windows.find((window) => window.seconds === seconds)
    const window = known ?? new Windowed(seconds)
    if (known === undefined) this.#windows.push(window)
    return () => {
      if (seconds < Number.POSITIVE_INFINITY) window.forget(this.now - seconds)
      return window
    }
  }
}

/** Waiting jobs, and their estimated work in processor-seconds. */
interface Waiting {
  count: number
  area: number
}

function added(waiting: Waiting, area: number): void {
  waiting.count++
  waiting.area += area
}

function removed(waiting: Waiting, area: number): void {
  waiting.count--
  // Rounding must not leave work behind where no job is, nor less than none.
  waiting.area = waiting.count === 0 ? 0 : Math.max(0, waiting.area - area)
}

/**
 * Sums over what was added within a stretch of time that ends now. They are a function of what was added and when, to the last
 * digit, however often they are asked for: additions and removals have one order, and the sums are made anew at fixed places of it.
 */
class Windowed implements SlowdownSums {
  readonly seconds: number
  response = 0
  work = 0
  /** Instants, responses and works of what is in the sums, from `#first` on; none where everything counts for ever. */
  #instants: number[] = []
  #responses: number[] = []
  #works: number[] = []
  #first = 0

  constructor(seconds: number) {
    this.seconds = seconds
  }

  add(now: number, response: number, work: number): void {
    const endless = this.seconds === Number.POSITIVE_INFINITY
    if (!endless) this.forget(now - this.seconds)
    this.response += response
    this.work += work
    if (endless) return
    this.#instants.push(now)
    this.#responses.push(response)
    this.#works.push(work)
  }

  /** Takes out what was added before `instant`. */
  forget(instant: number): void {
    while (this.#first < this.#instants.length && this.#instants[this.#first] < instant) {
      this.response -= this.#responses[this.#first]
      this.work -= this.#works[this.#first]
      this.#first++
      if (this.#first > this.#instants.length / 2) this.#squeeze()
    }
  }

  /** Lets go of what was taken out; the sums are made anew, so that rounding leaves nothing behind. */
  #squeeze(): void {
    this.#instants = this.#instants.slice(this.#first)
    this.#responses = this.#responses.slice(this.#first)
    this.#works = this.#works.slice(this.#first)
    this.#first = 0
    this.response = this.#responses.reduce((sum, each) => sum + each, 0)
    this.work = this.#works.reduce((sum, each) => sum + each, 0)
  }
}

/**
 * The engine: the clock, the events and the state that all algorithms share. It alone knows true run times; an
 * algorithm sees the waiting and the running jobs as a real scheduler does, and calls `start`.
 */
import type { JobTable } from '../../trace/job-table.js'
import type { Ceiling } from '../ceiling.js'
import type { QueueState, Ranking } from '../order.js'
import type { Rules } from '../rules.js'
import type { Arrivals } from './arrivals.js'
import type { Forecast } from './forecast.js'
import { type Head, StaticHead, SubmitHead } from './head.js'
import { LinearHead } from './linear-head.js'
import { RunningSet } from './running.js'
import { WaitingSet } from './waiting.js'

/** One scheduling pass; called after the events of an instant (or after each event). */
export interface Pass {
  /** A job was submitted; it waits from now on. */
  submitted?(job: number): void
  /** A running job has ended. */
  ended?(job: number): void
  /** The estimate of a running job, and so the plan, has changed. */
  corrected?(): void
  /** Starts what may start now. */
  run(): void
  /** The next instant at which a pass is wanted although no event may happen then; Infinity if none. */
  wake?(): number
  /**
   * This pass has not been told of everything, or another has started jobs, so that nothing which was found before holds any
   * longer.
   */
  renew?(): void
}

/** Is told of every job that starts or ends, to keep accounts. */
export interface Accounts {
  started?(job: number, now: number): void
  ended?(job: number, now: number): void
}

/** An order by which passes go. */
export interface Queue {
  readonly ranking: Ranking
  /** A pass asks for the first job of it, so a head structure pays. */
  readonly asksHead: boolean
}

/** A queue and its structure, which is told of submitted jobs while it is in use, and of those that it missed when it is again. */
interface Standing {
  readonly ranking: Ranking
  readonly ordered: boolean
  readonly head: Head
  /** The last job submitted when it went out of use. */
  seen: number
}

/** What makes a simulation live: jobs, or what is known of them, come to be while it runs. */
export interface Live {
  /** Submissions that depend on the ends of other jobs; null where all are known from the start. */
  readonly arrivals: Arrivals | null
  /** Predictions in place of estimates; null where estimates are what users asked for. */
  readonly forecast: Forecast | null
}

export interface EngineOptions {
  readonly plans: boolean
  readonly immediate: boolean
  /** Null where all that the table says is known from the start. */
  readonly live: Live | null
  /** All orders in use: those of the queue and those in which to backfill. */
  readonly rankings: readonly Ranking[]
  /** Further accounts than those of orders. */
  readonly accounts: readonly Accounts[]
}

export class Engine {
  readonly rules: Rules
  readonly processors: number
  readonly size: Int32Array
  readonly estimate: Float64Array
  readonly waiting: WaitingSet
  readonly running: RunningSet
  /** The queue order to go by now, bound to these jobs. */
  ranking: Ranking

  now = 0
  /** Processors free. */
  free: number
  /** Processors came free since the flag was last cleared (by a pass). */
  released = true
  /** The head that was chosen and has to wait (`commit`); −1 if none. */
  committed = -1

  /**
   * Whether the first job of the order can be asked for without looking at the whole queue: the order's keys
   * depend on nothing but the job and the time, and the whole queue is in sight.
   */
  ordered: boolean

  readonly #jobs: JobTable
  readonly #queues: readonly Standing[]
  /** The one in use, and its structure. */
  #queue: Standing
  #head: Head
  /** Structures that must be told of starts. */
  readonly #tracking: readonly Head[]
  /** The job submitted last. */
  #latest = -1
  readonly #single: boolean
  /** `freeAtEstimate`, which only matters where events of one instant are taken one by one. */
  readonly #early: boolean
  /** Whether estimated ends must be kept in order. */
  readonly #plans: boolean
  /** A job that finds nobody waiting and enough processors free starts without a pass. */
  readonly #immediate: boolean
  readonly #live: Live | null
  /** Of a live simulation: rankings whose keys are computed when a job is submitted. */
  readonly #updates: readonly ((job: number) => void)[]
  /** Somebody asks to be told of starts or ends, to keep accounts of what runs. */
  readonly #accounts: boolean
  readonly #started: readonly ((job: number, now: number) => void)[]
  readonly #ended: readonly ((job: number, now: number) => void)[]
  readonly #state = { now: 0, waiting: 0, free: 0 }

  /** @param queues one, or several between which `use` changes; it begins with the first */
  constructor(
    jobs: JobTable,
    processors: number,
    queues: readonly Queue[],
    rules: Rules,
    options: EngineOptions,
  ) {
    const { live, rankings, accounts } = options
    this.rules = rules
    this.processors = processors
    this.free = processors
    this.size = jobs.size
    this.estimate = jobs.estimate
    this.waiting = new WaitingSet(jobs.size, jobs.estimate)
    this.running = new RunningSet(jobs)
    this.#jobs = jobs
    this.#single = rules.events === 'single'
    this.#early = this.#single && rules.freeAtEstimate
    this.#plans = options.plans || this.#early
    this.#live = live
    this.#queues = queues.map(({ ranking, asksHead }) => {
      const ordered = rules.sight === Number.POSITIVE_INFINITY && ranking.kind !== 'general'
      return {
        ranking,
        ordered,
        head: ordered && asksHead ? this.#headFor(ranking) : new SubmitHead(this.waiting),
        seen: -1,
      }
    })
    this.#tracking = this.#queues.map(({ head }) => head).filter((head) => head.remove !== undefined)
    const [first] = this.#queues
    this.#queue = first
    this.ranking = first.ranking
    this.ordered = first.ordered
    this.#head = first.head
    // Of submissions that are not known beforehand several may turn out to be of one instant.
    this.#immediate =
      options.immediate && rules.passInterval === 0 && (live === null || live.arrivals === null)
    this.#updates =
      live === null
        ? []
        : rankings.flatMap((each) => (each.kind === 'static' && each.update ? [each.update] : []))
    const told = [...rankings.filter((each) => each.kind === 'general'), ...accounts]
    this.#started = told.flatMap((each: Accounts) => (each.started ? [each.started.bind(each)] : []))
    this.#ended = told.flatMap((each: Accounts) => (each.ended ? [each.ended.bind(each)] : []))
    this.#accounts = this.#started.length + this.#ended.length > 0
  }

  /** Goes by another queue from now on. */
  use(place: number): void {
    const queue = this.#queues[place]
    if (queue === this.#queue) return
    this.#queue.seen = this.#latest
    this.#queue = queue
    this.ranking = queue.ranking
    this.ordered = queue.ordered
    this.#head = queue.head
    this.waiting.since(queue.seen, (job) => queue.head.add(job, this.now))
  }

  /** Whether going by a ranking is going by the order of jobs. */
  bySubmit(ranking: Ranking): boolean {
    if (ranking.kind !== 'static') return false
    const { ties } = this.rules
    if (this.#live !== null) return ranking.keys === this.#jobs.submit && ties === 'earliest'
    return isSubmitOrder(ranking.keys, ties)
  }

  /**
   * Runs all events to the end.
   * @param ceiling asked on the way whether to give up; not with submissions that depend on other jobs
   * @returns the start of each job; null where `ceiling` had the simulation given up
   */
  run(pass: Pass, ceiling: Ceiling | null): Float64Array | null {
    const { submit, length } = this.#jobs
    const { running } = this
    const forecast = this.#live === null ? null : this.#live.forecast
    const single = this.#single
    const interval = this.rules.passInterval
    let next = 0
    /** The pass that the events so far ask for, where passes come at intervals. */
    let asked = Number.POSITIVE_INFINITY
    let look = ceiling === null ? length + 1 : ceiling.next
    for (;;) {
      const arrival = next < length ? submit[next] : Number.POSITIVE_INFINITY
      const completion = running.nextEnd
      let wake = pass.wake === undefined ? Number.POSITIVE_INFINITY : pass.wake()
      if (interval > 0) wake = Math.min(asked, this.#tick(wake))
      const event = arrival < completion ? arrival : completion
      let now = event < wake ? event : wake
      const correction = forecast === null ? Number.POSITIVE_INFINITY : forecast.outlived.next
      if (correction < now) now = correction
      if (now === Number.POSITIVE_INFINITY) return running.starts
      if (next >= look && ceiling !== null) {
        if (ceiling.exceeded(running.starts, next, now)) return null
        look = ceiling.next
      }
      if (now !== this.now) {
        this.now = now
        running.now = now
        if (this.#early) this.#releaseEstimated()
      }
      if (correction === now) {
        this.#correct(pass)
        continue
      }
      if (single) {
        if (arrival === now) {
          this.#arrive(next, pass)
          next++
        } else if (completion === now) this.#complete(pass)
      } else {
        while (running.nextEnd === now) this.#complete(pass)
        // Of several jobs submitted at one instant the order has to say which is first.
        if (arrival === now && submit[next + 1] !== now) this.#arrive(next++, pass)
        while (next < length && submit[next] === now) this.#submit(next++, pass)
      }
      if (this.waiting.count === 0) continue
      if (interval > 0) {
        if (event === now) asked = Math.min(asked, this.#tick(now))
        if (Math.min(asked, wake) > now) continue
        asked = Number.POSITIVE_INFINITY
      }
      pass.run()
    }
  }

  /** The first instant ≥ `time` at which a pass may come, where passes come at intervals. */
  #tick(time: number): number {
    if (time === Number.POSITIVE_INFINITY) return time
    const interval = this.rules.passInterval
    const origin = this.#jobs.submit[0]
    const tick = origin + Math.ceil((time - origin) / interval) * interval
    return tick < time ? tick + interval : tick
  }

  /** The first job of the order; −1 when none waits. Only where `ordered`. */
  head(): number {
    if (this.committed >= 0) return this.committed
    const earliest = this.waiting.earliest()
    return earliest < this.rules.lead ? earliest : this.#head.first(this.now)
  }

  /** Notes that `job` is the head and has to wait. */
  commit(job: number): void {
    if (this.rules.commit) this.committed = job
  }

  start(job: number): void {
    this.waiting.remove(job)
    for (const head of this.#tracking) head.remove?.(job, this.now)
    if (job === this.committed) this.committed = -1
    this.#launch(job)
  }

  /** A job is submitted, the only one at its instant, or one event of its own. */
  #arrive(job: number, pass: Pass): void {
    if (this.#immediate && this.waiting.count === 0 && this.size[job] <= this.free) {
      if (this.#live !== null) this.#admit(job)
      this.#launch(job)
    } else this.#submit(job, pass)
  }

  /** Lets a job run that does not wait, or no longer. */
  #launch(job: number): void {
    this.running.start(job)
    if (this.#live !== null) this.#live.forecast?.started(job, this.now)
    if (this.#accounts) for (const started of this.#started) started(job, this.now)
    if (this.#early && this.#endsAsEstimated(job) && this.estimate[job] === 0) return
    this.free -= this.size[job]
    if (this.#plans) this.running.plan(job)
  }

  #headFor(ranking: Ranking): Head {
    const { ties } = this.rules
    const { submit, length } = this.#jobs
    if (ranking.kind === 'linear') return new LinearHead(ranking, length, submit[0] ?? 0, ties)
    if (ranking.kind === 'static') {
      return this.bySubmit(ranking)
        ? new SubmitHead(this.waiting)
        : new StaticHead(this.waiting, ranking.keys, ties)
    }
    throw new TypeError('a general ranking has no head structure')
  }

  /** What orders may know of the present state. */
  state(): QueueState {
    this.#state.now = this.now
    this.#state.waiting = this.waiting.count
    this.#state.free = this.free
    return this.#state
  }

  /** Keys of `n` jobs of `queue` by `ranking`, NaN (no key) counted as last. */
  score(ranking: Ranking, out: Float64Array, queue: Int32Array, n: number): void {
    ranking.score(out, queue, n, this.state())
    for (let k = 0; k < n; k++) if (Number.isNaN(out[k])) out[k] = Number.POSITIVE_INFINITY
  }

  #submit(job: number, pass: Pass): void {
    if (this.#live !== null) this.#admit(job)
    this.waiting.add(job)
    this.#latest = job
    this.#head.add(job, this.now)
    pass.submitted?.(job)
  }

  /** Of a live simulation: all that is known of a job when it is submitted. */
  #admit(job: number): void {
    this.#live?.arrivals?.submitted()
    this.#live?.forecast?.submitted(job, this.now)
    for (const update of this.#updates) update(job)
  }

  /** All jobs that have outlived their prediction by now get another. */
  #correct(pass: Pass): void {
    const forecast = this.#live?.forecast
    const { running, now } = this
    while (forecast?.outlived.next === now) {
      const job = forecast.outlived.take()
      if (this.#plans) running.unplan(job)
      forecast.correct(job, running.starts[job])
      if (this.#plans) running.plan(job)
    }
    this.released = true
    pass.corrected?.()
  }

  #complete(pass: Pass): void {
    const job = this.running.take()
    if (this.#live !== null) {
      this.#live.arrivals?.ended(job, this.now)
      this.#live.forecast?.ended(job, this.now)
    }
    if (this.#accounts) for (const ended of this.#ended) ended(job, this.now)
    pass.ended?.(job)
    if (this.#early && this.#endsAsEstimated(job)) return
    this.#release(job)
  }

  #release(job: number): void {
    this.free += this.size[job]
    this.released = true
    if (this.#plans) this.running.unplan(job)
  }

  /** `freeAtEstimate`: jobs that end now, by estimate and in truth, count as free before they are completed. */
  #releaseEstimated(): void {
    if (this.running.nextEnd !== this.now) return
    for (const job of this.running.endingNext()) if (this.#endsAsEstimated(job)) this.#release(job)
  }

  #endsAsEstimated(job: number): boolean {
    const start = this.running.starts[job]
    return start + this.estimate[job] === start + this.#jobs.runtime[job]
  }
}

/** Whether going by `keys` is going by the order of jobs. */
export function isSubmitOrder(keys: Float64Array, ties: Rules['ties']): boolean {
  for (let job = 1; job < keys.length; job++) {
    const ascending = ties === 'earliest' ? keys[job - 1] <= keys[job] : keys[job - 1] < keys[job]
    if (!ascending) return false
  }
  return true
}

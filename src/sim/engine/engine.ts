/**
 * The engine: the clock, the events and the state that all algorithms share. It alone knows true run times; an
 * algorithm sees the waiting and the running jobs as a real scheduler does (the port, scheduler.ts), and calls `start`.
 *
 * Its clock stands until it is moved (`advance`), so that several engines can share one; jobs may be added to the end of
 * its table meanwhile, and leave the queue.
 */
import type { Rows } from '../../trace/growing-table.js'
import type { JobColumns } from '../../trace/job-table.js'
import type { EarlyStop } from '../early-stop.js'
import type { PlacedOf } from '../facility/places.js'
import type { QueueState, Ranking } from '../order.js'
import { passInstants } from '../pass-instants.js'
import type { Accounts, Pass, QueuesView, Scheduler } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import type { Forecast } from './forecast.js'
import type { Head } from './head.js'
import type { Live } from './live.js'
import { isSubmitOrder, type QueueSummary, summaryOf } from './queue-summary.js'
import { RunningSet } from './running.js'
import { WaitingSet } from './waiting.js'

export interface EngineSetup {
  /** In order of submission; more may be added behind them. */
  readonly jobs: JobColumns & Rows
  readonly processors: number
  readonly rules: Semantics
  readonly scheduler: Scheduler
  /** The instant that pass intervals and lines of linear keys count from. */
  readonly origin: number
  /** Null where all that the table says is known from the start. */
  readonly live: Live | null
}

export class Engine implements QueuesView {
  readonly rules: Semantics
  readonly processors: number
  readonly jobs: JobColumns & Rows
  readonly size: Int32Array
  readonly estimate: Float64Array
  readonly waiting: WaitingSet
  readonly running: RunningSet
  /** The queue order to go by now, bound to these jobs. */
  ranking: Ranking

  now = 0
  free: number
  released = true
  committed = -1
  ordered: boolean

  readonly #pass: Pass
  /** The first instant from another on at which a pass may come. */
  readonly #tick: (time: number) => number
  readonly #queues: readonly QueueSummary[]
  /** The one in use, and its structure. */
  #queue: QueueSummary
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
  readonly #immediate: boolean
  readonly #live: Live | null
  readonly #forecast: Forecast | null
  /** The pass has instants of its own. */
  readonly #wakes: boolean
  /** Updates of rankings whose keys are computed when a job is submitted, in a live simulation. */
  readonly #updates: readonly ((job: number) => void)[]
  /** Somebody asks to be told of starts or ends, to keep accounts of what runs. */
  readonly #accounts: boolean
  readonly #started: readonly ((job: number, now: number) => void)[]
  readonly #ended: readonly ((job: number, now: number) => void)[]
  readonly #state = { now: 0, waiting: 0, free: 0 }
  /** Jobs submitted so far. */
  #submitted = 0
  /** When a pass is asked for by what has happened so far, where it does not follow at once. */
  #asked = Number.POSITIVE_INFINITY
  /** The next of the events of each kind, as `#look` found them; Infinity where there is none. */
  #arrival = 0
  #correction = 0
  #wake = 0

  constructor({ jobs, processors, rules, scheduler, origin, live }: EngineSetup) {
    const { rankings } = scheduler
    this.rules = rules
    this.processors = processors
    this.free = processors
    this.jobs = jobs
    this.size = jobs.size
    this.estimate = jobs.estimate
    this.waiting = new WaitingSet(jobs)
    this.running = new RunningSet(jobs)
    this.#tick = passInstants(origin, rules.passInterval)
    this.#single = rules.events === 'single'
    this.#early = this.#single && rules.freeAtEstimate
    this.#plans = scheduler.plans || this.#early
    this.#live = live
    this.#forecast = live === null ? null : live.forecast
    const setting = { jobs, waiting: this.waiting, rules, origin }
    this.#queues = scheduler.queues.map((queue) =>
      summaryOf(queue, setting, (ranking) => this.bySubmit(ranking)),
    )
    this.#tracking = this.#queues.map(({ head }) => head).filter((head) => head.remove !== undefined)
    const [first] = this.#queues
    this.#queue = first
    this.ranking = first.ranking
    this.ordered = first.ordered
    this.#head = first.head
    // Of submissions that are not known beforehand several may turn out to be of one instant.
    this.#immediate =
      scheduler.immediate && rules.passInterval === 0 && (live === null || live.arrivals === null)
    this.#updates =
      live === null
        ? []
        : rankings.flatMap((each) => (each.kind === 'static' && each.update ? [each.update] : []))
    const told = [...rankings.filter((each) => each.kind === 'general'), ...scheduler.accounts]
    this.#started = told.flatMap((each: Accounts) => (each.started ? [each.started.bind(each)] : []))
    this.#ended = told.flatMap((each: Accounts) => (each.ended ? [each.ended.bind(each)] : []))
    this.#accounts = this.#started.length + this.#ended.length > 0
    this.#pass = scheduler.pass(this)
    this.#wakes = this.#pass.wake !== undefined
  }

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

  bySubmit(ranking: Ranking): boolean {
    if (ranking.kind !== 'static') return false
    const { ties } = this.rules
    if (this.#live !== null) return ranking.keys === this.jobs.submit && ties === 'earliest'
    return isSubmitOrder(ranking.keys, ties)
  }

  /**
   * Handles all events that are known, to the last.
   * @param earlyStop asked on the way whether to give up; not with submissions that depend on other jobs
   * @returns the start of each job; null where `earlyStop` had the simulation given up
   */
  run(earlyStop: EarlyStop | null): Float64Array | null {
    return this.advance(Number.POSITIVE_INFINITY, earlyStop) ? this.running.starts : null
  }

  /**
   * Takes over, before any event, what another engine has done by an instant, whose own events are still to come: the jobs that
   * were submitted before run, if they started before, and wait if not; those that ended before are over.
   * @param starts of those jobs
   * @param placedOf where those are that run, of a machine that has places; null where it has none
   */
  resume(starts: Float64Array, now: number, placedOf: PlacedOf | null = null): void {
    const { submit, length } = this.jobs
    const begun: number[] = []
    let next = 0
    for (; next < length && submit[next] < now; next++) if (starts[next] < now) begun.push(next)
    begun.sort((one, other) => starts[one] - starts[other] || one - other)
    for (const job of begun) {
      this.#endBefore(starts[job])
      this.#moveTo(starts[job])
      this.#launch(job)
      const placed = placedOf?.(job)
      if (placed !== undefined) this.#pass.resumed?.(job, placed)
    }
    this.#endBefore(now)
    this.#moveTo(now)
    for (let job = 0; job < next; job++) if (!(starts[job] < now)) this.#submit(job)
    this.#submitted = next
  }

  #endBefore(instant: number): void {
    while (this.running.nextEnd < instant) {
      this.#moveTo(this.running.nextEnd)
      this.#complete()
    }
  }

  /** Asks for a pass now, whatever happens. */
  ask(): void {
    this.#ask(this.now)
  }

  /** Jobs submitted so far: rows of the table from here on are not known to the scheduler yet. */
  get submitted(): number {
    return this.#submitted
  }

  /** The instant of the next event; Infinity where none is to come. */
  get nextEvent(): number {
    return this.#look()
  }

  /**
   * Handles all events up to the instant `to`, which is one of them where it is `included`.
   * @returns false where `earlyStop` had the simulation given up
   */
  advance(to: number, earlyStop: EarlyStop | null = null, included = true): boolean {
    const { running, waiting } = this
    const { submit } = this.jobs
    const pass = this.#pass
    const single = this.#single
    const intervals = this.rules.passInterval > 0
    for (;;) {
      const now = this.#look()
      if (now > to || now === Number.POSITIVE_INFINITY || (now === to && !included)) return true
      if (earlyStop !== null && this.#submitted >= earlyStop.next) {
        if (earlyStop.exceeded(running.starts, this.#submitted, now)) return false
      }
      const arrival = this.#arrival
      const completion = running.nextEnd
      if (now !== this.now) this.#moveTo(now)
      if (this.#correction === now) {
        this.#correct()
        continue
      }
      if (single) {
        if (arrival === now) this.#arrive(this.#submitted++)
        else if (completion === now) this.#complete()
      } else {
        while (running.nextEnd === now) this.#complete()
        const { length } = this.jobs
        // Of several jobs submitted at one instant the order has to say which is first.
        if (arrival === now && !(this.#submitted + 1 < length && submit[this.#submitted + 1] === now)) {
          this.#arrive(this.#submitted++)
        }
        while (this.#submitted < length && submit[this.#submitted] === now) this.#submit(this.#submitted++)
      }
      if (waiting.count === 0) {
        this.#asked = Number.POSITIVE_INFINITY
        continue
      }
      if (intervals) {
        if (arrival === now || completion === now) this.#ask(now)
        if (Math.min(this.#asked, this.#wake) > now) continue
      }
      this.#asked = Number.POSITIVE_INFINITY
      pass.run()
    }
  }

  /** Finds the next event of each kind; returns the first instant. */
  #look(): number {
    const next = this.#submitted
    const { nextEnd } = this.running
    const arrival = next < this.jobs.length ? this.jobs.submit[next] : Number.POSITIVE_INFINITY
    let wake = this.#wakes ? (this.#pass.wake?.() ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
    if (this.rules.passInterval > 0) wake = this.#tick(wake)
    if (this.#asked < wake) wake = this.#asked
    let first = arrival < nextEnd ? arrival : nextEnd
    if (wake < first) first = wake
    this.#arrival = arrival
    this.#wake = wake
    this.#correction = this.#forecast === null ? Number.POSITIVE_INFINITY : this.#forecast.outlived.next
    return this.#correction < first ? this.#correction : first
  }

  #moveTo(now: number): void {
    this.now = now
    this.running.now = now
    if (this.#early) this.#releaseEstimated()
  }

  /** Asks for a pass, at the first instant from `now` at which one may come. */
  #ask(now: number): void {
    this.#asked = Math.min(this.#asked, this.#tick(now))
  }

  /**
   * A job leaves the queue; a pass follows when the clock is moved next.
   * @param now the time, behind no event
   * @returns whether the job was waiting
   */
  withdraw(job: number, now: number): boolean {
    if (!(job < this.#submitted && this.waiting.has(job))) return false
    if (now !== this.now) this.#moveTo(now)
    this.#leave(job)
    this.#pass.withdrawn?.(job)
    this.#ask(now)
    return true
  }

  /**
   * A running job ends at `end`, whatever its run time was thought to be.
   * @param end no earlier than the last event, no later than the end that was known
   * @returns whether the job was running
   */
  finish(job: number, end: number): boolean {
    if (!this.running.finish(job, end)) return false
    this.jobs.runtime[job] = end - this.running.starts[job]
    if (this.#early && end === this.now && this.#endsAsEstimated(job)) this.#release(job)
    return true
  }

  head(): number {
    if (this.committed >= 0) return this.committed
    const earliest = this.waiting.earliest()
    return earliest < this.rules.lead ? earliest : this.#head.first(this.now)
  }

  commit(job: number): void {
    if (this.rules.commit) this.committed = job
  }

  start(job: number): void {
    this.#leave(job)
    this.#launch(job)
  }

  #leave(job: number): void {
    this.waiting.remove(job)
    for (const head of this.#tracking) head.remove?.(job, this.now)
    if (job === this.committed) this.committed = -1
  }

  /** A job is submitted, the only one at its instant, or one event of its own. */
  #arrive(job: number): void {
    if (this.#immediate && this.waiting.count === 0 && this.size[job] <= this.free) {
      if (this.#live !== null) this.#admit(job)
      this.#launch(job)
    } else this.#submit(job)
  }

  /** Lets a job run that does not wait, or no longer. */
  #launch(job: number): void {
    this.running.start(job)
    this.#forecast?.started(job, this.now)
    if (this.#accounts) for (const started of this.#started) started(job, this.now)
    if (this.#early && this.#endsAsEstimated(job) && this.estimate[job] === 0) return
    this.free -= this.size[job]
    if (this.#plans) this.running.plan(job)
  }

  state(): QueueState {
    this.#state.now = this.now
    this.#state.waiting = this.waiting.count
    this.#state.free = this.free
    return this.#state
  }

  score(ranking: Ranking, out: Float64Array, queue: Int32Array, n: number): void {
    ranking.score(out, queue, n, this.state())
    for (let k = 0; k < n; k++) if (Number.isNaN(out[k])) out[k] = Number.POSITIVE_INFINITY
  }

  #submit(job: number): void {
    if (this.#live !== null) this.#admit(job)
    this.waiting.add(job)
    this.#latest = job
    this.#head.add(job, this.now)
    this.#pass.submitted?.(job)
  }

  /** The admission of a job in a live simulation: all that is known of it when it is submitted. */
  #admit(job: number): void {
    this.#live?.arrivals?.submitted()
    this.#forecast?.submitted(job, this.now)
    for (const update of this.#updates) update(job)
  }

  /** All jobs that have outlived their prediction by now get another. */
  #correct(): void {
    const forecast = this.#forecast
    const { running, now } = this
    while (forecast?.outlived.next === now) {
      const job = forecast.outlived.take()
      // A job that was ended from outside is not looked out for any longer.
      if (!(now < running.starts[job] + this.jobs.runtime[job])) continue
      if (this.#plans) running.unplan(job)
      forecast.correct(job, running.starts[job])
      if (this.#plans) running.plan(job)
      this.released = true
    }
    this.#pass.corrected?.()
  }

  #complete(): void {
    const job = this.running.take()
    if (this.#live !== null) {
      this.#live.arrivals?.ended(job, this.now)
      this.#forecast?.ended(job, this.now)
    }
    if (this.#accounts) for (const ended of this.#ended) ended(job, this.now)
    this.#pass.ended?.(job)
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
    return start + this.estimate[job] === start + this.jobs.runtime[job]
  }
}

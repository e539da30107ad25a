/**
 * Conservative backfilling that keeps its reservations (`--compress none`, the rule of pyss): a job is given the
 * earliest slot when it is submitted; at each completion every waiting job, in queue order, moves to the earliest
 * slot if that is better than the one it holds. A reservation that comes due starts its job, whatever else happens
 * then.
 *
 * A running job past its estimated end (`--overrun keep`) is expected to end just after now, so the profile is made
 * anew from the running jobs and the reservations while there is one. A reservation that could not be kept because of
 * it lies before now at the next pass: then all reservations are made anew, in queue order.
 */
import { EventQueue } from '../../core/heap.js'
import { columnBeside } from '../../trace/growing-table.js'
import { AvailabilityProfile } from '../profile.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import { planRunning } from './plan-running.js'
import { QueueList } from './queue-list.js'
import { nextAfter } from './reservation.js'
import { unseen } from './why.js'

/** Stale entries that may be left. */
const LEAST_STALE = 64

export class ReservedPass implements Pass {
  readonly #engine: SchedulerView
  readonly #profile = new AvailabilityProfile()
  readonly #list: QueueList
  /** Reserved start of each waiting job of the table; NaN before it has one. */
  readonly #reserved: Float64Array
  /** Jobs by reserved start; where that is another by now, the entry is stale. */
  readonly #slots = new EventQueue()
  /** Jobs whose slot has come, or comes just after now, that wait for a completion. */
  #late: number[] = []
  /** Jobs without a slot, where the list is kept. */
  #fresh: number[] = []
  /** A job ended since the last sweep. */
  #ended = false
  /** The last sweep moved nothing, and nothing has come free since. */
  #settled = true
  /** The profile holds ends that are due any moment, which move on with the clock. */
  #fleeting = false

  constructor(engine: SchedulerView) {
    this.#engine = engine
    this.#list = new QueueList(engine)
    this.#reserved = columnBeside(engine.jobs, Float64Array, Number.NaN)
    this.#profile.reset(Number.NEGATIVE_INFINITY, engine.processors)
  }

  submitted(job: number): void {
    if (!this.#list.kept) return
    this.#list.insert(job)
    this.#fresh.push(job)
  }

  ended(job: number): void {
    const { now, running, size, estimate } = this.#engine
    const estimatedEnd = running.starts[job] + estimate[job]
    this.#ended = true
    if (estimatedEnd > now && !this.#fleeting) {
      this.#profile.advance(now)
      this.#profile.take(now, estimatedEnd, -size[job])
      this.#settled = false
    }
  }

  withdrawn(job: number): void {
    const { now, size, estimate, waiting } = this.#engine
    const held = this.#reserved[job]
    this.#reserved[job] = Number.NaN
    if (this.#list.kept) this.#list.refresh()
    this.#fresh = this.#fresh.filter((each) => each !== job)
    this.#late = this.#late.filter((each) => each !== job)
    // No pass follows where nobody waits.
    if (waiting.count === 0) this.#slots.clear()
    this.#clearStale()
    this.#ended = true
    if (Number.isNaN(held) || this.#fleeting) return
    this.#profile.advance(now)
    this.#profile.take(held, held + estimate[job], -size[job])
    this.#settled = false
  }

  wake(): number {
    return this.#slots.next
  }

  /** Beside whose reservation, of all in queue order, it fits no longer. */
  why(job: number): WaitingReason {
    const sight = unseen(this.#engine, job)
    if (sight !== null) return sight
    const { size, estimate } = this.#engine
    const reserved = this.#reserved
    const profile = new AvailabilityProfile()
    planRunning(profile, this.#engine)
    let reason: WaitingReason | null = null
    this.#each((other) => {
      const at = reserved[other]
      if (reason !== null || other === job || Number.isNaN(at)) return
      profile.take(at, at + estimate[other], size[other])
      if (!profile.fitsNow(size[job], estimate[job])) reason = { kind: 'reservation', of: other, at }
    })
    this.#list.rewind()
    return reason ?? { kind: 'kept', at: reserved[job] }
  }

  run(): void {
    const engine = this.#engine
    const list = this.#list
    do {
      if (!list.kept) list.renew()
      this.#bringUpToDate()
      this.#assign()
    } while (this.#startDue() && !engine.ordered && engine.waiting.count > 0)
    list.rewind()
    if (list.count > 0) engine.commit(list.current())
  }

  /** Makes the profile what is planned from now on. */
  #bringUpToDate(): void {
    const { now, running, estimate, size } = this.#engine
    const reserved = this.#reserved
    const slots = this.#slots
    const missed = slots.next < now || this.#late.some((job) => reserved[job] < now)
    for (const job of this.#late) slots.push(reserved[job], job)
    this.#late = []
    if (!missed && !this.#fleeting && !running.overrun()) {
      this.#profile.advance(now)
      return
    }
    planRunning(this.#profile, this.#engine)
    if (missed) {
      slots.clear()
      this.#fresh = []
    }
    this.#each((job) => {
      const start = reserved[job]
      if (missed) {
        reserved[job] = Number.NaN
        this.#fresh.push(job)
      } else if (!Number.isNaN(start)) this.#profile.take(start, start + estimate[job], size[job])
    })
    this.#fleeting = running.overrun()
    this.#settled = false
  }

  /** Gives slots to the jobs without one and, when a job has ended, better ones to the others, in queue order. */
  #assign(): void {
    const list = this.#list
    const moves = this.#ended && !this.#settled
    if (moves) {
      let moved = false
      this.#each((job) => {
        if (this.#improve(job)) moved = true
      })
      this.#settled = !moved
    } else if (list.kept) {
      for (const job of this.#fresh.sort((a, b) => (list.before(a, b) ? -1 : 1))) this.#improve(job)
    } else {
      this.#each((job) => {
        if (Number.isNaN(this.#reserved[job])) this.#improve(job)
      })
    }
    this.#fresh = []
    this.#ended = false
  }

  /** Gives a job its first slot, or a better one; returns whether the one that it had is no longer. */
  #improve(job: number): boolean {
    const profile = this.#profile
    const reserved = this.#reserved
    const size = this.#engine.size[job]
    const estimate = this.#engine.estimate[job]
    const held = reserved[job]
    if (Number.isNaN(held)) {
      reserved[job] = profile.place(size, estimate)
    } else {
      profile.take(held, held + estimate, -size)
      const start = Math.min(held, profile.earliest(size, estimate))
      profile.take(start, start + estimate, size)
      if (start === held) return false
      reserved[job] = start
    }
    this.#slots.push(reserved[job], job)
    return !Number.isNaN(held)
  }

  /** Starts the jobs whose slot has come, in queue order; returns whether there was one. */
  #startDue(): boolean {
    const engine = this.#engine
    const { size, now } = engine
    const list = this.#list
    const slots = this.#slots
    const reserved = this.#reserved
    // A slot just after now waits for the completion that it was given for.
    const soon = nextAfter(now)
    const come: number[] = []
    while (slots.next <= soon) {
      const start = slots.next
      const job = slots.take()
      if (reserved[job] === start) come.push(job)
    }
    let started = false
    for (const job of come.sort((a, b) => (list.before(a, b) ? -1 : 1))) {
      if (reserved[job] > now || size[job] > engine.free) {
        this.#late.push(job)
        continue
      }
      engine.start(job)
      list.seek(job)
      list.drop()
      reserved[job] = Number.NaN
      started = true
    }
    this.#clearStale()
    return started
  }

  /** Takes out entries of slots that are no longer, until the first one is of a slot, and all where most are. */
  #clearStale(): void {
    const slots = this.#slots
    const reserved = this.#reserved
    while (slots.count > 0 && reserved[slots.first] !== slots.next) slots.take()
    if (slots.count <= 2 * this.#list.count + LEAST_STALE) return
    slots.clear()
    const late = new Set(this.#late)
    this.#each((job) => {
      if (!late.has(job)) slots.push(reserved[job], job)
    })
  }

  /** Visits the jobs of the list, in queue order. */
  #each(visit: (job: number) => void): void {
    const list = this.#list
    list.rewind()
    for (let job = list.current(); job >= 0; job = list.current()) {
      visit(job)
      list.step()
    }
  }
}

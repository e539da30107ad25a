/**
 * The forecast of a machine for one more job: the instant at which it would start if, now, all jobs that wait were
 * planned in job order, and it after them, each at the earliest instant at which its processors stay free for its whole
 * estimate (docs/semantics.md, fine print 8). Nothing is reserved.
 *
 * A plan holds as long as nothing starts and nothing ends: jobs that are submitted meanwhile are planned behind the others.
 * Whoever asks at an instant whose events have not been handled sees its completions as done and its jobs as waiting.
 */
import { planRunning } from './algorithms/plan-running.js'
import { nextAfter } from './algorithms/reservation.js'
import type { Engine } from './engine/engine.js'
import { AvailabilityProfile } from './profile.js'

/** A planned start, and the processors that stay free at that instant beside it. */
export interface Slot {
  readonly start: number
  readonly idle: number
}

export class StartForecast {
  readonly #engine: Engine
  readonly #profile = new AvailabilityProfile()
  /** The state that the plan was made for: jobs started and running, completions of an instant that is not handled yet. */
  #launched = -1
  #running = -1
  #endingAt = Number.NaN
  /** Rows before this one are in the plan. */
  #placed = 0
  /** The earliest planned start. */
  #earliest = Number.POSITIVE_INFINITY

  /** @param engine of a scheduler that plans */
  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Forgets the plan, after something that neither starts nor ends a job. */
  renew(): void {
    this.#launched = -1
  }

  /** @param now not before the last event that was handled, and not after the next */
  slot(now: number, size: number, estimate: number): Slot {
    const { waiting, running, submitted, jobs } = this.#engine
    if (waiting.count === 0 && submitted === jobs.length && running.nextEnd > now)
      return this.#alone(now, size)
    this.#plan(now)
    const start = this.#profile.earliest(size, estimate)
    return { start, idle: this.#profile.freeAt(start) - size }
  }

  /** Where nobody waits only the ends of running jobs count. */
  #alone(now: number, size: number): Slot {
    const { plannedEnd, plannedSize, planFirst, planEnd } = this.#engine.running
    let { free } = this.#engine
    if (free >= size) return { start: now, idle: free - size }
    let k = planFirst
    while (free < size) free += plannedSize[k++]
    const end = plannedEnd[k - 1]
    const start = end <= now ? nextAfter(now) : end
    for (; k < planEnd && plannedEnd[k] <= start; k++) free += plannedSize[k]
    return { start, idle: free - size }
  }

  #plan(now: number): void {
    const { running, waiting, submitted } = this.#engine
    const endingAt = running.nextEnd <= now ? now : Number.POSITIVE_INFINITY
    const holds =
      running.launched === this.#launched &&
      running.count === this.#running &&
      endingAt === this.#endingAt &&
      this.#earliest >= now
    if (holds) {
      this.#profile.advance(now)
    } else {
      this.#begin(now)
      this.#endingAt = endingAt
      for (let slot = waiting.first; slot < waiting.end; slot++) {
        const job = waiting.job[slot]
        if (waiting.has(job)) this.#place(job)
      }
      this.#placed = submitted
    }
    for (; this.#placed < this.#engine.jobs.length; this.#placed++) this.#place(this.#placed)
  }

  #begin(now: number): void {
    const engine = this.#engine
    const { running, size, estimate } = engine
    const profile = this.#profile
    planRunning(profile, engine, now)
    if (running.nextEnd <= now) {
      for (const job of running.endingNext()) {
        profile.take(now, Math.max(running.starts[job] + estimate[job], nextAfter(now)), -size[job])
      }
    }
    this.#launched = running.launched
    this.#running = running.count
    this.#earliest = Number.POSITIVE_INFINITY
  }

  #place(job: number): void {
    const { size, estimate } = this.#engine
    const start = this.#profile.place(size[job], estimate[job])
    if (start < this.#earliest) this.#earliest = start
  }
}

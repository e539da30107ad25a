/**
 * Goes by one of several policies, its *members*, at each pass: by the one that a controller names for the present state of
 * the system. No reservation survives a change of the member: each begins with what waits and what runs.
 *
 * Only the member in use, and its order, are told of what happens; those that are not take the jobs that came and still wait when
 * they are next used. Most members are seldom used and most jobs wait for a short while, so most never enter their structures.
 *
 * Nobody is asked where all members do the same: no waiting job fits what is free, so nothing starts; one job waits alone, so it
 * starts if it fits. Half of the passes are such. Where heads are committed a member may choose one even then.
 */
import type { Controller } from '../rule-based/index.js'
import type { Pass, QueuesView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'

/** A member: its pass, and which of the engine's queues it goes by. */
export interface MemberPass {
  readonly pass: Pass
  readonly queue: number
}

export class SwitchingPass implements Pass {
  readonly #engine: QueuesView
  readonly #members: readonly MemberPass[]
  readonly #controller: Controller
  /** The member whose pass ran last; −1 where none has, or a job was started without one since. */
  #current = -1

  constructor(engine: QueuesView, members: readonly MemberPass[], controller: Controller) {
    this.#engine = engine
    this.#members = members
    this.#controller = controller
  }

  submitted(job: number): void {
    this.#controller.queued(job)
    if (this.#current >= 0) this.#members[this.#current].pass.submitted?.(job)
  }

  ended(job: number): void {
    if (this.#current >= 0) this.#members[this.#current].pass.ended?.(job)
  }

  withdrawn(job: number): void {
    this.#controller.withdrawn(job)
    if (this.#current >= 0) this.#members[this.#current].pass.withdrawn?.(job)
  }

  corrected(): void {
    if (this.#current >= 0) this.#members[this.#current].pass.corrected?.()
  }

  run(): void {
    const engine = this.#engine
    if (engine.free === 0 && !engine.rules.commit) return
    if (!this.#controller.always && !engine.rules.commit && this.#alike()) return
    const place = this.#controller.decide(engine)
    const { pass, queue } = this.#members[place]
    if (place !== this.#current) {
      engine.use(queue)
      pass.renew?.()
      this.#current = place
    }
    pass.run()
  }

  why(job: number): WaitingReason {
    const pass = this.#current < 0 ? undefined : this.#members[this.#current].pass
    return pass?.why?.(job) ?? { kind: 'cycle' }
  }

  /** Does what all members would do; returns whether that is known. */
  #alike(): boolean {
    const { waiting, size, free } = this.#engine
    if (waiting.count > 1) return !waiting.anyFits(free)
    const job = waiting.earliest()
    if (size[job] <= free) {
      this.#engine.start(job)
      this.#current = -1
    }
    return true
  }
}

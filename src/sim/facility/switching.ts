/**
 * Goes by one of several policies, its *members*, at each pass on a facility: by the one that a controller names for the present
 * state of the system. No reservation survives a change: a member that was not in use begins anew with what waits and what runs, so
 * that it need not keep up with what the others do.
 */
import type { Controller } from '../rule-based/index.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import type { FacilityPass } from './pass.js'
import type { Placed } from './places.js'

/** A member's pass, made of what waits and what runs. */
export type Member<Share> = () => FacilityPass<Share> & Pass

export class FacilitySwitchingPass<Share> implements Pass {
  readonly #view: SchedulerView
  readonly #members: readonly Member<Share>[]
  readonly #controller: Controller
  /** The place of the member in use, the first until one is chosen, and its pass. */
  #place = 0
  #pass: FacilityPass<Share> & Pass

  constructor(view: SchedulerView, members: readonly Member<Share>[], controller: Controller) {
    this.#view = view
    this.#members = members
    this.#controller = controller
    this.#pass = members[0]()
  }

  submitted(job: number): void {
    this.#controller.queued(job)
    this.#pass.submitted(job)
  }

  ended(job: number): void {
    this.#pass.ended(job)
  }

  resumed(job: number, placed: Placed): void {
    this.#pass.resumed(job, placed)
  }

  withdrawn(job: number): void {
    this.#controller.withdrawn(job)
    this.#pass.withdrawn?.(job)
  }

  corrected(): void {
    this.#pass.corrected()
  }

  wake(): number {
    return this.#pass.wake()
  }

  run(): void {
    if (this.#view.free === 0) return
    const place = this.#controller.decide(this.#view)
    if (place !== this.#place) {
      this.#place = place
      this.#pass = this.#members[place]()
    }
    this.#pass.run()
  }

  blocks(job: number): WaitingReason | null {
    return this.#pass.blocks(job)
  }

  freeFor(job: number): number {
    return this.#pass.freeFor(job)
  }

  why(job: number): WaitingReason {
    return this.#pass.why(job)
  }
}

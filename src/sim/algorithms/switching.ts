/**
 * Goes by one of several policies, its *members*, at each pass: by the one that a controller names for the present state of
 * the system. No reservation survives a change of the member: each begins with what waits and what runs.
 *
 * Orders keep their structures all the time, so a change of the order sorts nothing. Where no processor is free nothing can
 * start, whoever is asked; then nobody is.
 */
import type { Engine, Pass } from '../engine/engine.js'
import type { Controller } from '../rule-based/index.js'

/** A member: its pass, and which of the engine's queues it goes by. */
export interface MemberPass {
  readonly pass: Pass
  readonly queue: number
}

export class SwitchingPass implements Pass {
  readonly #engine: Engine
  readonly #members: readonly MemberPass[]
  readonly #controller: Controller
  /** Passes that want to be told of what happens. */
  readonly #passes: readonly Pass[]
  #current = -1

  constructor(engine: Engine, members: readonly MemberPass[], controller: Controller) {
    this.#engine = engine
    this.#members = members
    this.#controller = controller
    this.#passes = members.map(({ pass }) => pass)
  }

  submitted(job: number): void {
    this.#controller.queued(job)
    for (const pass of this.#passes) pass.submitted?.(job)
  }

  ended(job: number): void {
    for (const pass of this.#passes) pass.ended?.(job)
  }

  corrected(): void {
    for (const pass of this.#passes) pass.corrected?.()
  }

  run(): void {
    const engine = this.#engine
    if (engine.free === 0 && !engine.rules.commit) return
    const place = this.#controller.decide(engine)
    const { pass, queue } = this.#members[place]
    if (place !== this.#current) {
      engine.use(queue)
      if (this.#current >= 0) pass.renew?.()
      this.#current = place
    }
    pass.run()
  }
}

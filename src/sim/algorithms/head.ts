/**
 * FCFS over any order: start the first job of the order while it fits; stop at the first that does not.
 * With an order that depends on time this is greedy scheduling.
 */
import type { Pass, SchedulerView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import { whyBehindHead } from './why.js'

export class HeadPass implements Pass {
  readonly #engine: SchedulerView

  constructor(engine: SchedulerView) {
    this.#engine = engine
  }

  run(): void {
    const engine = this.#engine
    // With nothing free only the choice of a head can matter, and only where it is kept.
    if (engine.free > 0 || engine.rules.commit) startHeads(engine)
  }

  why(job: number): WaitingReason {
    return whyBehindHead(this.#engine, job)
  }
}

/** Starts the first jobs of the order while they fit; returns the one that does not, −1 when none waits. */
export function startHeads(engine: SchedulerView): number {
  const { size } = engine
  for (;;) {
    const head = engine.head()
    if (head < 0) return -1
    if (size[head] > engine.free) {
      engine.commit(head)
      return head
    }
    engine.start(head)
  }
}

/**
 * List scheduling (Graham 1969; "first fit" of the queue): go through the whole queue in order and start every job
 * that fits. While no processor comes free, a job that did not fit cannot fit later: only newly submitted jobs are
 * looked at then.
 */
import type { Pass, SchedulerView } from '../scheduler.js'
import { Selection } from './selection.js'

export class ListPass implements Pass {
  readonly #engine: SchedulerView
  readonly #selection: Selection

  constructor(engine: SchedulerView) {
    this.#engine = engine
    this.#selection = new Selection(engine.rules.ties, engine.rules.lead)
  }

  renew(): void {
    this.#engine.released = true
  }

  run(): void {
    const engine = this.#engine
    const { waiting, size } = engine
    const selection = this.#selection
    if (engine.released) waiting.fresh = waiting.first
    engine.released = false
    let n = 0
    waiting.free = engine.free
    waiting.extra = engine.free
    for (let slot = waiting.nextFit(waiting.fresh); slot >= 0; slot = waiting.nextFit(slot + 1)) {
      selection.reserve(n + 1)
      selection.jobs[n++] = waiting.job[slot]
    }
    waiting.fresh = waiting.end
    if (n > 1) engine.score(engine.ranking, selection.keys, selection.jobs, n)
    selection.heapify(n)
    for (let job = selection.take(); job >= 0; job = selection.take()) {
      if (size[job] <= engine.free) engine.start(job)
    }
  }
}

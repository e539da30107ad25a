/**
 * From where a simulation that was made can be gone on with, so that a question about one job does not begin at the log's first:
 * the schedule itself is the snapshot. Who runs and who waits at any instant follows from it; what else the rules or the policy
 * remember decides how far back one has to go.
 */

import type { Ranking } from '../order.js'
import { RULE_BASED } from '../policy.js'
import { DEFAULT_SEMANTICS } from '../semantics.js'
import type { Simulation } from '../simulate.js'

/**
 * The state that lasts from one instant to the next beside who runs and who waits:
 * - `nothing`;
 * - `queue`: a head that was chosen, a pass that was asked for; nothing of it outlives the queue;
 * - `machine`: places of running jobs, reservations that are kept, the order of ends; nothing outlives the last running job;
 * - `log`: accounts, predictions, sums over all that happened.
 */
export type Memory = 'nothing' | 'queue' | 'machine' | 'log'

/** @param rankings those of the simulation's policy, bound */
export function memoryOf(
  { policy, rules = DEFAULT_SEMANTICS, predictor, facility }: Simulation,
  rankings: readonly Ranking[],
): Memory {
  const accounts = rankings.some((each) => each.kind === 'general' && (each.started || each.ended))
  if (accounts || predictor !== undefined || policy.algorithm === RULE_BASED || rules.lead > 0) return 'log'
  const keepsPlan = policy.algorithm === 'cons' && rules.compress === 'none'
  if (facility !== undefined || rules.events === 'single' || keepsPlan) return 'machine'
  return rules.commit || rules.passInterval > 0 ? 'queue' : 'nothing'
}

export class Beginnings {
  readonly #memory: Memory
  readonly #submit: Float64Array
  /** By row, the latest instant at which anything of the rows before it is still remembered; null where all or nothing always is. */
  readonly #lasting: Float64Array | null

  constructor({ jobs: { submit, runtime, length } }: Simulation, start: Float64Array, memory: Memory) {
    this.#memory = memory
    this.#submit = submit
    if (memory === 'nothing' || memory === 'log') {
      this.#lasting = null
      return
    }
    this.#lasting = new Float64Array(length)
    let last = Number.NEGATIVE_INFINITY
    for (let row = 0; row < length; row++) {
      this.#lasting[row] = last
      last = Math.max(last, memory === 'queue' ? start[row] : start[row] + runtime[row])
    }
  }

  /** The last row, up to a given one, at whose submit a simulation can be begun; the first of its instant. */
  before(row: number): number {
    if (this.#memory === 'log') return 0
    const submit = this.#submit
    const lasting = this.#lasting
    let first = row
    while (
      first > 0 &&
      (submit[first - 1] === submit[first] || (lasting !== null && lasting[first] >= submit[first]))
    )
      first--
    return first
  }
}

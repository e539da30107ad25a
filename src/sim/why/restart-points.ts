/**
 * From where a simulation that was made can be gone on with, so that a question about one job does not begin at the log's first:
 * the schedule itself is the snapshot. Who runs and who waits at any instant follows from it; what else the rules or the policy
 * remember decides how far back one has to go.
 */

import { firstFrom } from '../../core/statistics.js'
import type { Ranking } from '../order.js'
import { RULE_BASED } from '../policy.js'
import { DEFAULT_SEMANTICS } from '../semantics.js'
import type { Simulation } from '../simulate.js'

/**
 * The state that lasts from one instant to the next beside who runs, where, and who waits:
 * - `nothing`;
 * - `pass`: one that was asked for, until it comes;
 * - `queue`: a head that was chosen; nothing of it outlives the queue;
 * - `machine`: reservations that are kept, the order of ends, on a machine of partitions places that nobody noted; nothing outlives the last running job;
 * - `log`: accounts, predictions, sums over all that happened.
 */
export type Memory = 'nothing' | 'pass' | 'queue' | 'machine' | 'log'

/**
 * @param rankings those of the simulation's policy, bound
 * @param placed whether it is known where jobs run
 */
export function memoryOf(
  { policy, rules = DEFAULT_SEMANTICS, predictor, facility }: Simulation,
  rankings: readonly Ranking[],
  placed: boolean,
): Memory {
  const accounts = rankings.some((each) => each.kind === 'general' && (each.started || each.ended))
  if (accounts || predictor !== undefined || policy.algorithm === RULE_BASED || rules.lead > 0) return 'log'
  const keepsPlan = policy.algorithm === 'cons' && rules.compress === 'none'
  const misplaced = facility !== undefined && !placed
  if (rules.events === 'single' || keepsPlan || misplaced) return 'machine'
  if (rules.commit) return 'queue'
  return rules.passInterval > 0 ? 'pass' : 'nothing'
}

export class RestartPoints {
  readonly #memory: Memory
  readonly #submit: Float64Array
  /** By row, an instant before which nothing of the rows before it is forgotten; null where all or nothing always is. */
  readonly #lasting: Float64Array | null

  /** @param tick the first instant from one on at which a pass may come */
  constructor(
    simulation: Simulation,
    start: Float64Array,
    memory: Memory,
    tick: (instant: number) => number,
  ) {
    this.#memory = memory
    this.#submit = simulation.jobs.submit
    switch (memory) {
      case 'nothing':
      case 'log':
        this.#lasting = null
        break
      case 'pass':
        this.#lasting = passesAsked(simulation, start, tick)
        break
      default:
        this.#lasting = lastInstants(simulation, start, memory === 'machine')
    }
  }

  /** The last row at whose submit, at an instant or before it, a simulation can be begun; the first of its instant. */
  at(instant: number): number {
    if (this.#memory === 'log') return 0
    const submit = this.#submit
    const lasting = this.#lasting
    let first = firstFrom(submit, instant)
    if (!(submit[first] === instant)) first--
    while (
      first > 0 &&
      (submit[first - 1] === submit[first] || (lasting !== null && lasting[first] >= submit[first]))
    )
      first--
    return first
  }
}

/** The last start of the rows before each, or where `ends` the last end. */
function lastInstants({ jobs }: Simulation, start: Float64Array, ends: boolean): Float64Array {
  const { runtime, length } = jobs
  const lasting = new Float64Array(length)
  let last = Number.NEGATIVE_INFINITY
  for (let row = 0; row < length; row++) {
    lasting[row] = last
    last = Math.max(last, ends ? start[row] + runtime[row] : start[row])
  }
  return lasting
}

/** The pass that the last submit or end before each row's submit asked for. */
function passesAsked(
  { jobs }: Simulation,
  start: Float64Array,
  tick: (instant: number) => number,
): Float64Array {
  const { submit, runtime, length } = jobs
  const ends = start.map((at, row) => at + runtime[row]).sort()
  const asked = new Float64Array(length)
  let ended = 0
  let before = Number.NEGATIVE_INFINITY
  for (let row = 0; row < length; row++) {
    if (row > 0 && submit[row - 1] < submit[row]) before = submit[row - 1]
    while (ended < length && ends[ended] < submit[row]) ended++
    const last = Math.max(before, ended === 0 ? Number.NEGATIVE_INFINITY : ends[ended - 1])
    asked[row] = last === Number.NEGATIVE_INFINITY ? last : tick(last)
  }
  return asked
}

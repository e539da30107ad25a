/**
 * The futures of a machine: from a snapshot on the policy of its site is simulated with run times that are drawn for what runs and
 * waits, and with jobs that come. Each future has random numbers of its own, so that they can be shared out in any way.
 */
import { Random } from '../../core/random.js'
import {
  Continued,
  type ContinuedJob,
  type Environment,
  keepsAccounts,
  type Snapshot,
} from '../../sim/continued.js'
import { RULE_BASED, SLURM } from '../../sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../sim/semantics.js'
import type { WaitingReason } from '../../sim/waiting-reason.js'
import { type Arriving, DAY, weeksBefore } from './arrivals.js'
import { levelsIn, runTimesAfter, SHORTEST } from './run-times.js'
import { rowsAt, type SnapshotRows } from './snapshot.js'

/** Seconds from now on beyond which no start is told from another. */
export const LATEST = 16 * DAY
/** Jobs that come are looked at for so long, in seconds, and for longer where somebody still waits then. */
const HORIZONS = [2 * DAY, LATEST]

export class Futures {
  readonly rows: SnapshotRows
  readonly #snapshot: Snapshot
  readonly #environment: Environment
  readonly #random: Random
  readonly #poolOf: (row: number) => Float64Array
  readonly #arriving: Arriving
  /** The place of the horizon that sufficed for the last future: the next one begins with it. */
  #horizon = 0
  /** Rows of jobs that are over, as far as the policy keeps accounts of them. */
  readonly #accounted: Int32Array

  constructor(snapshot: Snapshot, environment: Environment, seed: number) {
    const { at, jobs, start } = snapshot
    this.#snapshot = snapshot
    this.#environment = environment
    this.#random = new Random(`futures ${seed}`)
    this.rows = rowsAt(snapshot)
    const { ended, running } = this.rows
    this.#accounted = keepsAccounts(environment) ? ended.toSorted() : new Int32Array(0)
    const runTimes = runTimesAfter(jobs, ended)
    const isRunning = new Set(running)
    const pools = new Map<number, Float64Array>()
    this.#poolOf = (row) => {
      const pool = pools.get(row) ?? runTimes(row, isRunning.has(row) ? at - start[row] : 0)
      pools.set(row, pool)
      return pool
    }
    this.#arriving = weeksBefore(jobs.submit, at)
  }

  /** The starts of the waiting jobs if all ran for as long as they ask and nobody came. */
  planned(): Float64Array {
    return this.#asAsked().starts(this.rows.waiting.length)
  }

  /**
   * The starts of the waiting jobs as a cycle of Slurm's backfill would plan them now, by the order of the policy and the site's
   * SchedulerParameters; null of those to which it would give none, and of all where the policy has no one order.
   */
  backfilled(): readonly (number | null)[] {
    const { policy, rules } = this.#environment
    const { length } = this.rows.waiting
    if (policy.algorithm === RULE_BASED) return new Array(length).fill(null)
    const slurm = { ...policy, algorithm: SLURM, backfillOrder: null } as const
    const { ties, sight } = rules ?? DEFAULT_SEMANTICS
    const environment = { ...this.#environment, policy: slurm, rules: { ...DEFAULT_SEMANTICS, ties, sight } }
    return this.#asAsked(environment).planned(length)
  }

  /** Why each of the waiting jobs does not start now, the jobs in reasons by their places among these; null where it does. */
  reasons(): readonly (WaitingReason | null)[] {
    return this.#asAsked().reasons(this.rows.waiting.length)
  }

  /** The starts of the waiting jobs in one future, in their order. */
  starts(future: number): Float64Array {
    const { at, jobs } = this.#snapshot
    const { running, waiting } = this.rows
    const random = this.#random.fork(future)
    const levelOf = levelsIn(jobs, random)
    const drawn = (row: number): number => {
      const pool = this.#poolOf(row)
      return pool[Math.floor(levelOf(row) * pool.length)]
    }
    const ran = Float64Array.from(running, drawn)
    const going = Array.from(
      waiting,
      (row): ContinuedJob => ({ row, submit: jobs.submit[row], runtime: drawn(row) }),
    )
    let starts: Float64Array = new Float64Array(0)
    // The first jobs of a longer time are those of a shorter one: who starts in that starts alike, wherever one begins.
    for (const horizon of HORIZONS.slice(this.#horizon)) {
      const draws = random.fork('run times')
      const coming = this.#arriving(random.fork('arrivals'), horizon).map(
        ({ row, submit }): ContinuedJob => ({ row, submit, runtime: this.#ranLike(row, draws) }),
      )
      starts = this.#continued(ran, [...going, ...coming]).starts(waiting.length, at + horizon)
      if (starts.every((start) => start < at + horizon)) break
    }
    const latest = starts.reduce((one, other) => Math.max(one, other), at)
    this.#horizon = HORIZONS.filter((horizon) => latest >= at + horizon && horizon < LATEST).length
    return starts
  }

  /** The run time of a job that is like an earlier one: that one's own, where it has ended. */
  #ranLike(row: number, random: Random): number {
    const { at, jobs, start } = this.#snapshot
    const runtime = jobs.runtime[row]
    if (runtime >= 0 && start[row] + runtime <= at) return runtime
    const pool = this.#poolOf(row)
    return pool[random.below(pool.length)]
  }

  #asAsked(environment = this.#environment): Continued {
    const { at, jobs, start } = this.#snapshot
    const { estimate, submit } = jobs
    const going = Array.from(
      this.rows.waiting,
      (row): ContinuedJob => ({ row, submit: submit[row], runtime: estimate[row] }),
    )
    return this.#continued(
      Float64Array.from(this.rows.running, (row) => Math.max(estimate[row], at - start[row] + SHORTEST)),
      going,
      environment,
    )
  }

  #continued(ran: Float64Array, going: readonly ContinuedJob[], environment = this.#environment): Continued {
    const rest = { ended: this.#accounted, running: this.rows.running, ran, going }
    return new Continued(environment, this.#snapshot, rest)
  }
}

/**
 * The three kinds of ranking that orders are made of. `score` of a linear ranking evaluates the very expression that
 * defines it, c + p·(now − s)/q, so that every structure built on the coefficients agrees with it bit for bit.
 */
import { columnBeside, type Rows } from '../../trace/growing-table.js'
import type { Coefficients, LinearRanking, QueueState, StaticRanking } from '../order.js'

/** The key of a job with these coefficients at `now`: the definition of a linear ranking. */
export function linearScore(c: number, p: number, s: number, q: number, now: number): number {
  return c + (p * (now - s)) / q
}

/** A ranking by a column of the jobs themselves. */
export function columnRanking(column: Float64Array): StaticRanking {
  return new StaticKeys(column)
}

/** A ranking by one key a job, never NaN. */
export function staticRanking(jobs: Rows, key: (job: number) => number): StaticRanking {
  const keys = columnBeside(jobs, Float64Array)
  const update = (job: number) => {
    keys[job] = key(job)
  }
  for (let job = 0; job < jobs.length; job++) update(job)
  return new StaticKeys(keys, update)
}

/**
 * A ranking by keys that were computed for all jobs at once.
 * @param update computes one of them anew
 */
export function keyedRanking(keys: Float64Array, update: (job: number) => void): StaticRanking {
  return new StaticKeys(keys, update)
}

class StaticKeys implements StaticRanking {
  readonly kind = 'static'
  readonly update?: (job: number) => void

  constructor(
    readonly keys: Float64Array,
    update?: (job: number) => void,
  ) {
    if (update !== undefined) this.update = update
  }

  score(out: Float64Array, queue: Int32Array, n: number): void {
    const { keys } = this
    for (let k = 0; k < n; k++) out[k] = keys[queue[k]]
  }
}

/** A linear ranking whose coefficients hold for ever; a subclass says what they are. */
export abstract class LinearKeys implements LinearRanking {
  readonly kind = 'linear'
  readonly phases: number = 1
  readonly #coefficients = new Float64Array(4)

  abstract coefficients(out: Float64Array, job: number, now: number): void

  fill(out: Coefficients, jobs: Int32Array, now: number): void {
    const of = this.#coefficients
    for (let k = 0; k < jobs.length; k++) {
      this.coefficients(of, jobs[k], now)
      out.c[k] = of[0]
      out.p[k] = of[1]
      out.s[k] = of[2]
      out.q[k] = of[3]
    }
  }

  phase(_now: number): number {
    return 0
  }

  until(_now: number): number {
    return Number.POSITIVE_INFINITY
  }

  score(out: Float64Array, queue: Int32Array, n: number, state: QueueState): void {
    const { now } = state
    const of = this.#coefficients
    for (let k = 0; k < n; k++) {
      this.coefficients(of, queue[k], now)
      out[k] = linearScore(of[0], of[1], of[2], of[3], now)
    }
  }
}

/** out[0..3] = c, p, s, q. */
export function setCoefficients(out: Float64Array, c: number, p: number, s: number, q: number): void {
  out[0] = c
  out[1] = p
  out[2] = s
  out[3] = q
}

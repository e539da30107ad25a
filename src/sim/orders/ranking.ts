/**
 * The three kinds of ranking that orders are made of. `score` of a linear ranking evaluates the very expression that
 * defines it, c + p·(now − s)/q, so that every structure built on the coefficients agrees with it bit for bit.
 */
import type { LinearRanking, QueueState, StaticRanking } from '../order.js'

/** The key of a job with these coefficients at `now`: the definition of a linear ranking. */
export function linearScore(c: number, p: number, s: number, q: number, now: number): number {
  return c + (p * (now - s)) / q
}

/** A ranking by one key a job, none of them NaN. The keys may be a column of the jobs themselves. */
export function staticRanking(keys: Float64Array): StaticRanking {
  return new StaticKeys(keys)
}

class StaticKeys implements StaticRanking {
  readonly kind = 'static'

  constructor(readonly keys: Float64Array) {}

  score(out: Float64Array, queue: Int32Array, n: number): void {
    const { keys } = this
    for (let k = 0; k < n; k++) out[k] = keys[queue[k]]
  }
}

/** A linear ranking whose coefficients hold for ever; a subclass says what they are. */
export abstract class LinearKeys implements LinearRanking {
  readonly kind = 'linear'
  readonly #coefficients = new Float64Array(4)

  abstract coefficients(out: Float64Array, job: number, now: number): void

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

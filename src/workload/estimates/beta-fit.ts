/**
 * Maximum-likelihood fit of a Beta distribution of numbers in (0, 1).
 *
 * The log-likelihood per number, (a−1)·E ln x + (b−1)·E ln(1−x) − ln B(a, b), is strictly concave in (a, b). So
 * Newton's method finds its one maximum, its step halved until both parameters stay positive and the slope along the
 * step does not turn back far; it starts from the fit by moments (Johnson, Kotz, Balakrishnan, Continuous Univariate
 * Distributions 2, 1995, chapter 25.4). Numbers that (nearly) do not differ would send a + b to infinity:
 * it is kept at `MOST_CONCENTRATED`, a standard deviation of at most 0.005. Imports special functions only.
 */
import { digamma, trigamma } from './special.js'

/** Parameters of a Beta distribution, both above 0; its mean is a/(a+b). */
export interface BetaParameters {
  readonly a: number
  readonly b: number
}

/** The largest a + b that is given. */
export const MOST_CONCENTRATED = 10_000

const STEPS = 200
const TOLERANCE = 1e-10

/** @param values at least one, each strictly between 0 and 1 */
export function fitBetaParameters(values: Float64Array): BetaParameters {
  const start = byMoments(values)
  if (start.a + start.b >= MOST_CONCENTRATED) return start
  let logs = 0
  let complements = 0
  for (const value of values) {
    logs += Math.log(value)
    complements += Math.log1p(-value)
  }
  const meanLog = logs / values.length
  const meanComplement = complements / values.length

  let { a, b } = start
  for (let step = 0; step < STEPS; step++) {
    const slope = slopeAt(a, b, meanLog, meanComplement)
    // Minus the second derivatives: positive definite.
    const shared = trigamma(a + b)
    const ofA = trigamma(a) - shared
    const ofB = trigamma(b) - shared
    const determinant = ofA * ofB - shared * shared
    const da = (slope.a * ofB + slope.b * shared) / determinant
    const db = (slope.b * ofA + slope.a * shared) / determinant
    let length = 1
    while (length > 1e-9) {
      const [nextA, nextB] = [a + length * da, b + length * db]
      if (nextA > 0 && nextB > 0) {
        const next = slopeAt(nextA, nextB, meanLog, meanComplement)
        // Concave along the step: as long as the slope there has not turned far, the step was none too long.
        const ahead = next.a * da + next.b * db
        if (ahead >= -0.5 * (slope.a * da + slope.b * db)) break
      }
      length /= 2
    }
    a += length * da
    b += length * db
    if (a + b >= MOST_CONCENTRATED) return concentrated(a / (a + b), MOST_CONCENTRATED)
    if (Math.abs(da) <= TOLERANCE * a && Math.abs(db) <= TOLERANCE * b) break
  }
  return { a, b }
}

/** First derivatives of the log-likelihood per number. */
function slopeAt(a: number, b: number, meanLog: number, meanComplement: number): BetaParameters {
  const whole = digamma(a + b)
  return { a: whole - digamma(a) + meanLog, b: whole - digamma(b) + meanComplement }
}

/** a + b = m(1−m)/v − 1 of mean m and variance v. */
function byMoments(values: Float64Array): BetaParameters {
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / values.length
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  const variance = squares / values.length
  const concentration = variance > 0 ? (mean * (1 - mean)) / variance - 1 : Number.POSITIVE_INFINITY
  // Rounding can leave nothing, or less, of numbers that all lie at the ends.
  return concentrated(mean, Math.min(MOST_CONCENTRATED, Math.max(1e-3, concentration)))
}

function concentrated(mean: number, concentration: number): BetaParameters {
  return { a: mean * concentration, b: (1 - mean) * concentration }
}

/**
 * The standard normal distribution: Φ and its inverse, to about 14 digits, in the lower tail too. Imports nothing.
 */

const LOG_SQRT_TAU = 0.5 * Math.log(2 * Math.PI)

/** Where the continued fraction takes over from the series: both are accurate there. */
const TAIL = 3
/** Steps of the continued fraction; at x = 3 it has settled to 16 digits after about 70. */
const STEPS = 100

function density(x: number): number {
  return Math.exp(-0.5 * x * x - LOG_SQRT_TAU)
}

/**
 * Φ(x) = P(Z ≤ x).
 *
 * In the middle 1/2 + φ(x)·(x + x³/3 + x⁵/(3·5) + …) (Marsaglia, Evaluating the normal distribution, Journal of
 * Statistical Software 11(4), 2004); in the tails φ(x)/(x + 1/(x + 2/(x + 3/…))) (Laplace; Abramowitz and Stegun,
 * 1964, 26.2.14), so that small probabilities keep their digits.
 */
export function normalCdf(x: number): number {
  if (x >= TAIL) return 1 - upperTail(x)
  if (x <= -TAIL) return upperTail(-x)
  let term = x
  let series = x
  for (let k = 3; Math.abs(term) > Math.abs(series) * 1e-17; k += 2) {
    term *= (x * x) / k
    series += term
  }
  return 0.5 + density(x) * series
}

function upperTail(x: number): number {
  let fraction = x
  for (let k = STEPS; k >= 1; k--) fraction = x + k / fraction
  return density(x) / fraction
}

/**
 * Φ⁻¹(p), by Wichura's algorithm AS 241 (Applied Statistics 37(3), 1988: PPND16, relative accuracy 1e−16).
 * @param p in [0, 1]; ∓Infinity at its ends
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) return q * ratio(CENTRAL, 0.180625 - q * q)
  const tail = Math.min(p, 1 - p)
  if (tail <= 0) return q < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const r = Math.sqrt(-Math.log(tail))
  const size = r <= 5 ? ratio(MIDDLE, r - 1.6) : ratio(FAR, r - 5)
  return q < 0 ? -size : size
}

type Rational = readonly [above: readonly number[], below: readonly number[]]

/** Two polynomials, lowest power first, one over the other. */
function ratio([above, below]: Rational, x: number): number {
  const value = (coefficients: readonly number[]): number =>
    coefficients.reduceRight((sum, c) => sum * x + c, 0)
  return value(above) / value(below)
}

const CENTRAL: Rational = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
]

const MIDDLE: Rational = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
]

const FAR: Rational = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
]

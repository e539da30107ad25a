/**
 * The regularised lower incomplete Gamma function P(a, x), the distribution function of a Gamma variable of shape a
 * and scale 1. Abramowitz and Stegun 1964, 6.5.29 (series, x < a + 1) and 6.5.31 (continued fraction, evaluated by
 * Lentz's method, Applied Optics 15, 1976); ln Γ by Lanczos (SIAM J. Numerical Analysis B 1, 1964) with g = 7 and
 * nine terms, good to 10⁻¹⁵. Relative error some 10⁻¹⁴ for a up to a thousand. Imports nothing.
 */

const PRECISION = 1e-16
/** A stand-in for 0 in denominators. */
const TINY = 1e-300

/**
 * @param shape a, above 0
 * @param x 0 or more
 */
export function regularizedGamma(shape: number, x: number): number {
  if (x <= 0) return 0
  const front = Math.exp(shape * Math.log(x) - x - logGamma(shape))
  return x < shape + 1 ? front * series(shape, x) : 1 - front * fraction(shape, x)
}

/** Σ xᵏ / (a (a+1) … (a+k)) over k from 0. */
function series(shape: number, x: number): number {
  let term = 1 / shape
  let sum = term
  for (let a = shape + 1; term > sum * PRECISION; a++) {
    term *= x / a
    sum += term
  }
  return sum
}

/** 1/(x+1−a − 1(1−a)/(x+3−a − 2(2−a)/(x+5−a − …))). */
function fraction(shape: number, x: number): number {
  let b = x + 1 - shape
  let c = 1 / TINY
  let d = 1 / b
  let value = d
  for (let k = 1; ; k++) {
    const a = k * (shape - k)
    b += 2
    d = 1 / nonZero(a * d + b)
    c = nonZero(b + a / c)
    const change = d * c
    value *= change
    if (Math.abs(change - 1) < 4 * PRECISION || k > 10_000) return value
  }
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** ln Γ(x) for x above 0. */
export function logGamma(x: number): number {
  const below = x - 1
  const t = below + 7.5
  const sum = LANCZOS.reduce((total, term, k) => (k === 0 ? term : total + term / (below + k)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (below + 0.5) * Math.log(t) - t + Math.log(sum)
}

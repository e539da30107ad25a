/**
 * Quantiles of Student's t distribution, by the normal ones: Cornish and Fisher's expansion (Abramowitz and Stegun, Handbook
 * of Mathematical Functions, 1964, 26.7.5), to four terms; exact for one and two degrees of freedom. From p = 0.01 to 0.99 it
 * is within 2 % for three degrees, within 0.1 % from eight on.
 */
import { normalQuantile } from './normal.js'

/**
 * @param p in (0, 1)
 * @param freedom degrees of freedom, 1 or more
 */
export function studentQuantile(p: number, freedom: number): number {
  if (freedom === 1) return Math.tan(Math.PI * (p - 0.5))
  if (freedom === 2) {
    const side = 2 * p - 1
    return side * Math.sqrt(2 / (1 - side * side))
  }
  const z = normalQuantile(p)
  const s = z * z
  const terms = [
    ((s + 1) * z) / 4,
    (((5 * s + 16) * s + 3) * z) / 96,
    ((((3 * s + 19) * s + 17) * s - 15) * z) / 384,
    (((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) * z) / 92_160,
  ]
  return terms.reduce((sum, term, k) => sum + term / freedom ** (k + 1), z)
}

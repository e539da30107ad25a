/**
 * The digamma function ψ and its derivative, the trigamma function ψ′, for positive arguments, to about 14 digits:
 * the recurrences ψ(x) = ψ(x+1) − 1/x and ψ′(x) = ψ′(x+1) + 1/x² up to x ≥ 10, then the asymptotic series
 * (Abramowitz and Stegun, 1964, 6.3.18 and 6.4.12). Imports nothing.
 */

const LARGE = 10

/** ψ(x) = d ln Γ(x) / dx. @param x above 0 */
export function digamma(x: number): number {
  let shift = 0
  let at = x
  while (at < LARGE) shift -= 1 / at++
  const q = 1 / (at * at)
  const series =
    q * (1 / 12 - q * (1 / 120 - q * (1 / 252 - q * (1 / 240 - q * (1 / 132 - q * (691 / 32760))))))
  return shift + Math.log(at) - 0.5 / at - series
}

/** ψ′(x) = d² ln Γ(x) / dx². @param x above 0 */
export function trigamma(x: number): number {
  let shift = 0
  let at = x
  for (; at < LARGE; at++) shift += 1 / (at * at)
  const q = 1 / (at * at)
  const series = q * (1 / 6 - q * (1 / 30 - q * (1 / 42 - q * (1 / 30 - q * (5 / 66 - q * (691 / 2730))))))
  return shift + 1 / at + q / 2 + series / at
}

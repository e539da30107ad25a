/**
 * Several tests at once: the more one tests, the more often chance alone looks like an effect somewhere. Pure; imports
 * nothing.
 */

/**
 * Holm's step-down correction (A simple sequentially rejective multiple test procedure, Scandinavian Journal of
 * Statistics 6(2), 1979), as adjusted p-values: the k-th smallest of m becomes the largest of (m − i + 1)·p(i) over
 * i ≤ k, at most 1. Those at or below α are what may be called an effect; with probability 1 − α none of them is
 * chance, however the tests depend on each other.
 * @returns in the order given
 */
export function holm(ps: ArrayLike<number>): number[] {
  const order = Array.from(ps, (_, k) => k).sort((a, b) => ps[a] - ps[b] || a - b)
  const adjusted = new Array<number>(ps.length)
  let largest = 0
  for (const [step, k] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (ps.length - step) * ps[k]))
    adjusted[k] = largest
  }
  return adjusted
}

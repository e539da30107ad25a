/** Which domains a request reaches (rule K3 of docs/sites.md). */

export interface Reach {
  /** Forwardings at most; `Infinity` for no limit. */
  readonly hops: number
  /** Seconds that forwardings may take. */
  readonly timeToLive: number
  /** Seconds a forwarding takes. */
  readonly latency: number
}

/**
 * Breadth first, each domain once, in the order of the lists: depth first would let the depth hide near domains.
 * @param known of each domain the domains it knows
 */
export function reachedFrom(
  home: number,
  known: readonly (readonly number[])[],
  { hops, timeToLive, latency }: Reach,
): readonly number[] {
  const reached = [home]
  let level: readonly number[] = [home]
  for (let depth = 1; level.length > 0 && depth <= hops && depth * latency <= timeToLive; depth++) {
    const next: number[] = []
    for (const domain of level) {
      for (const other of known[domain]) {
        if (reached.includes(other)) continue
        reached.push(other)
        next.push(other)
      }
    }
    level = next
  }
  return reached
}

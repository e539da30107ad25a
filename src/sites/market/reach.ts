/** Which domains a request reaches (rule K3 of docs/sites.md). */

export interface Reach {
  /** Forwardings at most; `Infinity` for no limit. */
  readonly hops: number
  /** Seconds that forwardings may take. */
  readonly timeToLive: number
  /** Seconds a forwarding takes. */
  readonly latency: number
}

/** Forwardings in a row that are in time, as far as so many make a difference. */
export function depthOf({ hops, timeToLive, latency }: Reach, most: number): number {
  let depth = 0
  while (depth < most && depth + 1 <= hops && (depth + 1) * latency <= timeToLive) depth++
  return depth
}

/**
 * Breadth first, each domain once, in the order of the lists: depth first would let the depth hide near domains.
 * @param known of each domain the domains it knows
 * @param depth forwardings in a row at most
 */
export function reachedFrom(
  home: number,
  known: readonly (readonly number[])[],
  depth: number,
): readonly number[] {
  const reached = new Set([home])
  let level: readonly number[] = [home]
  for (let k = 0; level.length > 0 && k < depth; k++) {
    const next: number[] = []
    for (const domain of level) {
      for (const other of known[domain]) {
        if (reached.has(other)) continue
        reached.add(other)
        next.push(other)
      }
    }
    level = next
  }
  return [...reached]
}

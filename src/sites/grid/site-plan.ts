/**
 * The running jobs of each site by expected end, fragments of split ones among them: from when on one site alone would have
 * enough free nodes, if nothing else came.
 */
/** Expected ends at one site, ascending, and the nodes that come free at each. */
class Ends {
  #at = new Float64Array(64)
  #nodes = new Int32Array(64)
  #count = 0

  add(end: number, nodes: number): void {
    const at = this.#after(end)
    if (this.#count === this.#at.length) this.#grow()
    this.#at.copyWithin(at + 1, at, this.#count)
    this.#nodes.copyWithin(at + 1, at, this.#count)
    this.#at[at] = end
    this.#nodes[at] = nodes
    this.#count++
  }

  remove(end: number, nodes: number): void {
    let at = this.#after(end) - 1
    // Entries of one instant are interchangeable, so any with these nodes will do.
    while (this.#nodes[at] !== nodes) at--
    this.#at.copyWithin(at, at + 1, this.#count)
    this.#nodes.copyWithin(at, at + 1, this.#count)
    this.#count--
  }

  /** The first instant from `now` on with `size` nodes free, and how many these are then; Infinity where there is none. */
  soonest(now: number, free: number, size: number): { readonly at: number; readonly free: number } {
    let k = 0
    let nodes = free
    let at = now
    // What should have ended by now ends in a moment, which counts as now.
    for (; k < this.#count && (nodes < size || this.#at[k] <= at); k++) {
      if (this.#at[k] > at) at = this.#at[k]
      nodes += this.#nodes[k]
    }
    return nodes < size ? NEVER : { at, free: nodes }
  }

  /** The first entry of an end after `end`. */
  #after(end: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#at[middle] <= end) low = middle + 1
      else high = middle
    }
    return low
  }

  #grow(): void {
    const at = new Float64Array(this.#at.length * 2)
    const nodes = new Int32Array(at.length)
    at.set(this.#at)
    nodes.set(this.#nodes)
    this.#at = at
    this.#nodes = nodes
  }
}

const NEVER = { at: Number.POSITIVE_INFINITY, free: 0 } as const

/** When one site alone can take a job, which it is, and its free nodes at that instant. */
export interface OneSite {
  readonly at: number
  readonly site: number
  readonly free: number
}

const NO_SITE: OneSite = { at: Number.POSITIVE_INFINITY, site: -1, free: 0 }

export class SitePlan {
  readonly #sites: readonly number[]
  readonly #ends: readonly Ends[]

  /** @param sites nodes of each */
  constructor(sites: readonly number[]) {
    this.#sites = sites
    this.#ends = sites.map(() => new Ends())
  }

  add(end: number, site: number, nodes: number): void {
    this.#ends[site].add(end, nodes)
  }

  remove(end: number, site: number, nodes: number): void {
    this.#ends[site].remove(end, nodes)
  }

  /** The earliest instant at which one site has enough nodes free; of several the one with the fewest then, then the first. */
  oneSite(now: number, free: Int32Array, size: number): OneSite {
    let best = NO_SITE
    for (let site = 0; site < this.#sites.length; site++) {
      if (this.#sites[site] < size) continue
      const soonest = this.#ends[site].soonest(now, free[site], size)
      if (soonest.at < best.at || (soonest.at === best.at && soonest.free < best.free)) {
        best = { at: soonest.at, site, free: soonest.free }
      }
    }
    return best
  }
}

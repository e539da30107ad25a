/** The nodes of all sites while jobs run on one or several of them: what is free where, and what each job holds. */
import { type Fragment, SPLIT } from './schedule.js'

export class GridNodes {
  /** Free nodes of each site. */
  readonly free: Int32Array
  /** The site of each job that was placed in one piece; SPLIT for others. */
  readonly site: Int32Array
  readonly split = new Map<number, readonly Fragment[]>()
  readonly #size: Int32Array

  /** @param size of each job */
  constructor(sites: readonly number[], size: Int32Array) {
    this.free = Int32Array.from(sites)
    this.site = new Int32Array(size.length)
    this.#size = size
  }

  /** The site with the fewest free nodes of those that have enough, then the first; −1 where none has. */
  tightest(size: number): number {
    const { free } = this
    let best = -1
    for (let k = 0; k < free.length; k++) {
      if (free[k] >= size && (best < 0 || free[k] < free[best])) best = k
    }
    return best
  }

  /** Gives a job nodes of one site. */
  take(job: number, site: number): void {
    this.free[site] -= this.#size[job]
    this.site[job] = site
  }

  /** Gives a job the nodes of several sites: most usable ones first, then in order of sites, all until it has enough. */
  takeSplit(job: number, usable: ArrayLike<number>): readonly Fragment[] {
    const { free } = this
    const order = Array.from(free, (_, site) => site).sort((a, b) => usable[b] - usable[a] || a - b)
    const fragments: Fragment[] = []
    let missing = this.#size[job]
    for (const site of order) {
      if (missing === 0) break
      const nodes = Math.min(missing, usable[site])
      fragments.push({ site, nodes })
      free[site] -= nodes
      missing -= nodes
    }
    this.site[job] = SPLIT
    this.split.set(job, fragments)
    return fragments
  }

  /** A job gives its nodes back. */
  release(job: number): void {
    const at = this.site[job]
    if (at !== SPLIT) this.free[at] += this.#size[job]
    else for (const { site, nodes } of this.split.get(job) ?? []) this.free[site] += nodes
  }
}

/**
 * Fair Tree, Slurm's fair-share since 19.05 (Cox, Morrison, Brigham Young University, 2014; Slurm's documentation,
 * "Fair Tree Fairshare Algorithm"; src/plugins/priority/multifactor/fair_tree.c).
 *
 * Every association has a level fair-share LF = S/U: S its shares of those of its siblings, U its usage of that of the
 * account above. LF is 0 where S is 0, and infinite where only U is 0 (also where the account above has no usage). The
 * tree is gone through depth first, siblings by falling LF, users before accounts of the same LF. With n users in all,
 * the first user that is met has the factor 1, the next (n−1)/n, …; users of the same LF have the same factor, and so
 * has the first user of an account whose LF is that of the sibling before it.
 *
 * The documentation says of accounts with the same LF that their children are ranked together. The code does not do
 * that (in `_count_tied_accounts` any account that follows ends the search for one that is tied), so neither does this:
 * they are gone through one after the other, in the order in which they are given.
 */
import { type Associations, usageOfNodes } from './associations.js'

export class FairTree {
  readonly #tree: Associations
  readonly #usage: Float64Array
  readonly #level: Float64Array
  /** Competing nodes below each node, sorted anew at each computation. */
  readonly #children: number[][]
  readonly #before: (a: number, b: number) => number
  #rank = 0
  /** The rank if there were no ties. */
  #untied = 0

  constructor(tree: Associations) {
    this.#tree = tree
    this.#usage = new Float64Array(tree.count)
    this.#level = new Float64Array(tree.count)
    this.#children = tree.children.map((nodes) => [...nodes])
    const level = this.#level
    const { leaf } = tree
    this.#before = (a, b) => {
      if (level[a] !== level[b]) return level[a] < level[b] ? 1 : -1
      if (leaf[a] < 0 !== leaf[b] < 0) return leaf[a] < 0 ? 1 : -1
      return a - b
    }
  }

  /**
   * The factor of each leaf, 0–1.
   * @param usage of each leaf, in any unit
   */
  compute(usage: Float64Array, out: Float64Array): void {
    usageOfNodes(this.#tree, usage, this.#usage)
    this.#rank = out.length
    this.#untied = out.length
    this.#descend(0, false, out)
  }

  #descend(account: number, accountTied: boolean, out: Float64Array): void {
    const siblings = this.#children[account]
    const { leaf } = this.#tree
    for (const node of siblings) this.#level[node] = this.#levelFairShare(node, account)
    // Mostly they are in the order of the last computation.
    if (siblings.some((node, k) => k > 0 && this.#before(siblings[k - 1], node) > 0))
      siblings.sort(this.#before)
    let before = Number.NaN
    for (let k = 0; k < siblings.length; k++) {
      const node = siblings[k]
      const level = this.#level[node]
      const tied = (k === 0 && accountTied) || level === before
      if (leaf[node] < 0) this.#descend(node, tied, out)
      else {
        if (!tied) this.#rank = this.#untied
        out[leaf[node]] = this.#rank / out.length
        this.#untied--
      }
      before = level
    }
  }

  #levelFairShare(node: number, account: number): number {
    const own = this.#tree.shares[node]
    // A user without shares of its own goes before all others of the account.
    if (Number.isNaN(own)) return Number.POSITIVE_INFINITY
    const all = this.#tree.levelShares[node]
    const share = all === 0 ? 0 : own / all
    if (share === 0) return 0
    const above = this.#usage[account]
    return above === 0 ? Number.POSITIVE_INFINITY : share / (this.#usage[node] / above)
  }
}

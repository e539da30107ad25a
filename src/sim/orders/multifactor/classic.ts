/**
 * Slurm's fair-share before Fair Tree, and since 19.05 with PriorityFlags=NO_FAIR_TREE (Slurm's documentation,
 * "Classic Fairshare Algorithm"; src/plugins/priority/multifactor/priority_multifactor.c):
 *
 *     F = 2^(−(U_E / S) / d)
 *
 * S is a user's part of the machine, the product of shares over siblings' shares from the user up to the root, and d
 * the FairShareDampeningFactor. U_E is effective usage. With U the usage of an association over that of the root (0
 * where that is 0),
 *
 *     U_E = U                                                            directly below the root
 *     U_E = U + (U_E of the account above − U) · shares/siblings' shares   elsewhere
 *
 * A user or account without shares of its own has S and U_E of the account above that has them. F is 0 where S is 0.
 */
import { type Associations, usageOfNodes } from './associations.js'

export class ClassicFairShare {
  readonly #tree: Associations
  readonly #dampening: number
  readonly #usage: Float64Array
  readonly #effective: Float64Array
  /** S of each node. */
  readonly #part: Float64Array

  constructor(tree: Associations, dampening: number) {
    const { count, parent, sharer, shares, levelShares } = tree
    this.#tree = tree
    this.#dampening = dampening
    this.#usage = new Float64Array(count)
    this.#effective = new Float64Array(count)
    this.#part = new Float64Array(count).fill(1)
    for (let node = 1; node < count; node++) {
      const own = shares[node]
      this.#part[node] = Number.isNaN(own)
        ? this.#part[sharer[node]]
        : this.#part[parent[node]] * (levelShares[node] === 0 ? 0 : own / levelShares[node])
    }
  }

  /**
   * The factor of each leaf, 0–1.
   * @param usage of each leaf, in any unit
   * @param before that by which accounts are settled: Slurm settles them before it charges what has run since
   */
  compute(usage: Float64Array, out: Float64Array, before = usage): void {
    usageOfNodes(this.#tree, before, this.#usage)
    this.settleAccounts(this.#usage)
    if (before !== usage) usageOfNodes(this.#tree, usage, this.#usage)
    for (let leaf = 0; leaf < out.length; leaf++) out[leaf] = this.factorOf(leaf, this.#usage)
  }

  /**
   * Settles the effective usage of the accounts.
   * @param usage of each node, with all below it
   */
  settleAccounts(usage: Float64Array): void {
    const { count, leaf } = this.#tree
    this.#effective[0] = 1
    for (let node = 1; node < count; node++) {
      if (leaf[node] < 0) this.#effective[node] = this.#effectiveOf(node, usage)
    }
  }

  /**
   * The factor of a leaf, 0–1, below accounts as they were settled last.
   * @param usage of each node, with all below it
   */
  factorOf(leaf: number, usage: Float64Array): number {
    const node = this.#tree.nodes[leaf]
    const part = this.#part[node]
    return part <= 0 ? 0 : 2 ** -(this.#effectiveOf(node, usage) / part / this.#dampening)
  }

  #effectiveOf(node: number, usage: Float64Array): number {
    const { sharer, shares, levelShares } = this.#tree
    const above = sharer[node]
    if (Number.isNaN(shares[node])) return this.#effective[above]
    const own = usage[0] === 0 ? 0 : Math.min(1, usage[node] / usage[0])
    if (above === 0) return own
    const all = levelShares[node]
    // Nobody of this account has shares.
    if (all === 0) return this.#effective[above]
    return own + (this.#effective[above] - own) * (shares[node] / all)
  }
}

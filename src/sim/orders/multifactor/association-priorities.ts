/** The priorities of associations, which PriorityWeightAssoc weighs: of users in their accounts, as parts of the highest of all. */
import { largestOf } from '../../../core/statistics.js'
import type { Ranked, Share } from '../../site.js'

const NONE: Ranked = { value: 0, share: 0 }

export class AssociationPriorities {
  readonly #known = new Map<string, Ranked>()

  /** @param shares each after its parent; null where nothing is known */
  constructor(shares: readonly Share[] | null) {
    const all = shares ?? []
    const highest = largestOf([0, ...all.map(({ priority = 0 }) => priority)])
    for (const { parent, number, isUser, priority: value = 0 } of all) {
      if (!isUser || highest === 0) continue
      const ranked = { value, share: value / highest }
      for (const key of [`${all[parent].number} ${number}`, `-1 ${number}`])
        if (!this.#known.has(key)) this.#known.set(key, ranked)
    }
  }

  /** The rank of a user in an account; −1: of the first account that has the user. */
  of(account: number, user: number): Ranked {
    return this.#known.get(`${account} ${user}`) ?? NONE
  }
}

/**
 * Counting the nodes of each class by sums of words that have a field for each class: a counter in memory would have every
 * node wait for the one before, which was most of the cost of a fitness.
 */
import { largestOf } from '../../core/statistics.js'
import type { ClusterSystem } from './system.js'

/** A word is a whole number of so many bits, without its sign. */
const WORD_BITS = 31

export interface ClassWords {
  /** The summands of a node to the first word, and to each of the others; mostly there are none. */
  readonly first: Int32Array
  readonly rest: readonly Int32Array[]
  /** The sums, to be written before `unpack`. */
  readonly words: Int32Array
  readonly unpack: (counts: Int32Array) => void
}

export function classWords({ classOf, classes: { size } }: ClusterSystem): ClassWords {
  const bits = Math.ceil(Math.log2(largestOf([...size]) + 1))
  const fields = Math.max(1, Math.floor(WORD_BITS / bits))
  const many = Math.ceil(size.length / fields)
  const mask = 2 ** bits - 1
  const [first, ...rest] = Array.from({ length: many }, (_, word) =>
    Int32Array.from(classOf, (own) => (Math.floor(own / fields) === word ? 2 ** ((own % fields) * bits) : 0)),
  )
  const words = new Int32Array(many)
  const unpack = (counts: Int32Array): void => {
    let own = 0
    for (let word = 0; word < many; word++) {
      let sum = words[word]
      for (let field = 0; field < fields && own < counts.length; field++) {
        counts[own++] = sum & mask
        sum >>>= bits
      }
    }
  }
  return { first, rest, words, unpack }
}

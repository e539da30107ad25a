/**
 * Which rules may fire at given values, feature by feature, by tables: the range of a feature is cut into bins, and each bin has
 * a bit for every rule that may fire at least so much somewhere in the bin, were all other features at its centres. A rule that
 * passes in all bins may fire so much; any other certainly does not. There is a table for each of many floors.
 *
 * Sound to the last digit: a strength is its peak less one term a feature, each term computed as here at a distance that is no
 * smaller, and rounding never turns an order round.
 */
import type { PackedRules } from './packed-rules.js'

const BINS = 32
const WORD = 32
/** The overlap of bins: by so much more one counts as wide, so that values on its edge are in it whatever rounding says. */
const OVERLAP = 0.01
const TABLES = 48
/**
 * Steps of the floor of a table: how far below the one before, at least, and as a part of how far that is below the
 * highest peak.
 */
const STEP = 6
const GROWTH = 1 / 8

export class RuleSieve {
  readonly #packed: PackedRules
  readonly #words: number
  /** The first bin of each feature, and bins in its unit. */
  readonly #first: Float64Array
  readonly #perUnit: Float64Array
  /** Logarithms of strengths, falling; and rules that may fire so much: feature by feature, bin by bin, from the lowest bit on. */
  readonly #floors = new Float64Array(TABLES)
  readonly #tables: (Int32Array | null)[] = new Array<null>(TABLES).fill(null)
  /** The place of the last table. */
  #place = 0
  /** The place of each feature's bin in a table. */
  readonly #bins: Int32Array

  constructor(packed: PackedRules) {
    const { rules, features, shape, peak } = packed
    this.#packed = packed
    this.#words = Math.ceil(rules / WORD)
    this.#first = new Float64Array(features)
    this.#perUnit = new Float64Array(features)
    this.#bins = new Int32Array(features)
    for (let k = 0; k < features; k++) {
      let least = Number.POSITIVE_INFINITY
      let most = Number.NEGATIVE_INFINITY
      for (let at = 2 * k; at < shape.length; at += 2 * features) {
        if (shape[at] < least) least = shape[at]
        if (shape[at] > most) most = shape[at]
      }
      const width = (most - least) / BINS
      this.#first[k] = least
      this.#perUnit[k] = width > 0 ? 1 / width : 0
    }
    const highest = peak.reduce((most, each) => Math.max(most, each))
    for (let place = 0, depth = STEP; place < TABLES; place++) {
      this.#floors[place] = highest - depth
      depth += Math.max(STEP, depth * GROWTH)
    }
  }

  /**
   * Rules, ascending, among them all that fire at least so much.
   * @param floor logarithm of a strength
   * @param out room for all rules
   * @returns how many; −1 where no table is so deep
   */
  pass(values: Float64Array, floor: number, out: Int32Array): number {
    const floors = this.#floors
    let place = this.#place
    while (place > 0 && floors[place - 1] <= floor) place--
    while (!(floors[place] <= floor)) if (++place === TABLES) return -1
    this.#place = place
    const table = this.#tables[place] ?? this.#make(place)
    const words = this.#words
    const bins = this.#bins
    for (let k = 0, first = 0; k < bins.length; k++, first += BINS) {
      const at = (values[k] - this.#first[k]) * this.#perUnit[k]
      bins[k] = (first + (at > 0 ? (at < BINS ? at | 0 : BINS - 1) : 0)) * words
    }
    let count = 0
    for (let word = 0; word < words; word++) {
      let left = table[bins[0] + word]
      for (let k = 1; k < bins.length; k++) left &= table[bins[k] + word]
      for (; left !== 0; left &= left - 1) out[count++] = word * WORD + 31 - Math.clz32(left & -left)
    }
    return count
  }

  #make(place: number): Int32Array {
    const { rules, features, shape, peak } = this.#packed
    const words = this.#words
    const floor = this.#floors[place]
    const table = new Int32Array(features * BINS * words)
    for (let rule = 0; rule < rules; rule++) {
      if (peak[rule] < floor) continue
      const word = rule >> 5
      const bit = 1 << (rule & 31)
      for (let k = 0; k < features; k++) {
        const at = 2 * (rule * features + k)
        const centre = shape[at] - this.#first[k]
        const reach = Math.sqrt((peak[rule] - floor) / shape[at + 1])
        const perUnit = this.#perUnit[k]
        const from = Math.max(0, Math.floor((centre - reach) * perUnit - OVERLAP))
        const to = Math.min(BINS - 1, Math.floor((centre + reach) * perUnit + OVERLAP))
        for (let bin = from; bin <= to; bin++) table[(k * BINS + bin) * words + word] |= bit
      }
    }
    this.#tables[place] = table
    return table
  }
}

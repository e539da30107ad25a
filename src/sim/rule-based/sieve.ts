/**
 * Which rules may fire at given values, feature by feature, by tables: the range of a feature is cut into bins, and each bin has
 * a bit for every rule that may fire at least so much somewhere in the bin, were all other features at its centres. A rule that
 * passes in all bins may fire so much; any other certainly does not.
 *
 * Sound to the last digit: a strength is its peak less one term a feature, each term computed as here at a distance that is no
 * smaller, and rounding never turns an order round.
 */
import type { PackedRules } from './packed-rules.js'

const BINS = 32
const WORD = 32
/** Of a bin: by so much more it counts as wide, so that values on its edge are in it whatever rounding says. */
const OVERLAP = 0.01

export class RuleSieve {
  /** Logarithm of a strength; rules that do not pass are below. */
  readonly floor: number
  readonly #features: number
  readonly #words: number
  /** Of each feature: where its bins begin, and bins in its unit. */
  readonly #first: Float64Array
  readonly #perUnit: Float64Array
  /** Feature by feature, bin by bin, rules from the lowest bit on. */
  readonly #bits: Int32Array
  /** Rules that have passed so far. */
  readonly #left: Int32Array

  constructor({ rules, features, shape, peak }: PackedRules, floor: number) {
    this.floor = floor
    this.#features = features
    this.#words = Math.ceil(rules / WORD)
    this.#first = new Float64Array(features)
    this.#perUnit = new Float64Array(features)
    this.#bits = new Int32Array(features * BINS * this.#words)
    this.#left = new Int32Array(this.#words)
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
      const perUnit = this.#perUnit[k]
      for (let rule = 0; rule < rules; rule++) {
        if (peak[rule] < floor) continue
        const at = 2 * (rule * features + k)
        const reach = Math.sqrt((peak[rule] - floor) / shape[at + 1])
        const from = Math.max(0, Math.floor((shape[at] - reach - least) * perUnit - OVERLAP))
        const to = Math.min(BINS - 1, Math.floor((shape[at] + reach - least) * perUnit + OVERLAP))
        for (let bin = from; bin <= to; bin++) {
          this.#bits[(k * BINS + bin) * this.#words + (rule >> 5)] |= 1 << (rule & 31)
        }
      }
    }
  }

  /**
   * The rules that pass, ascending.
   * @param out room for all rules
   * @returns how many
   */
  pass(values: Float64Array, out: Int32Array): number {
    const words = this.#words
    const bits = this.#bits
    const left = this.#left
    left.fill(-1)
    for (let k = 0; k < this.#features; k++) {
      const place = (values[k] - this.#first[k]) * this.#perUnit[k]
      const bin = place > 0 ? (place < BINS ? place | 0 : BINS - 1) : 0
      const from = (k * BINS + bin) * words
      for (let word = 0; word < words; word++) left[word] &= bits[from + word]
    }
    let count = 0
    for (let word = 0; word < words; word++) {
      for (let rest = left[word]; rest !== 0; rest &= rest - 1) {
        out[count++] = word * WORD + 31 - Math.clz32(rest & -rest)
      }
    }
    return count
  }
}

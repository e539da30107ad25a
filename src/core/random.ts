/**
 * The house's only source of random numbers: seeded, passed in, forked by label. There is no global generator.
 *
 * Generator: xoroshiro128+ (Blackman and Vigna, 2018) of pure-rand, its 128-bit state taken from the SHA-256 of a
 * key. The key of a root is its seed; the key of a fork is its parent's key and the fork's label. So a fork depends
 * on the seed and on the labels that lead to it, never on how many numbers anybody drew before: work may be split
 * among workers, or a step added, without changing what the others draw.
 *
 * Normal, Gamma and Beta numbers come from d3-random (polar method; Marsaglia and Tsang 2000), fed by this generator.
 */
import { randomBeta, randomGamma, randomNormal } from 'd3-random'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { hexOf, Sha256 } from './sha256.js'

export class Random {
  readonly #key: Uint8Array
  readonly #generator: RandomGenerator
  readonly #source = () => this.uniform()

  /** @param seed any number or text; equal seeds give equal numbers, on every machine. */
  constructor(seed: number | string) {
    this.#key = typeof seed === 'number' ? hash('number', String(seed)) : hash('text', seed)
    this.#generator = generatorOf(this.#key)
  }

  /** A generator of its own for the task `label`; the same one whenever it is asked for. */
  fork(label: string | number): Random {
    return new Random(`${hexOf(this.#key)}/${label}`)
  }

  /** Uniform in [0, 1), a multiple of 2⁻⁵³. */
  uniform(): number {
    return uniformFloat64(this.#generator)
  }

  /**
   * Uniform among the integers 0 … n−1, without bias.
   * @param n an integer from 1 to 2⁵³.
   */
  int(n: number): number {
    if (!(n >= 1 && Number.isInteger(n))) throw new RangeError(`Random.int: ${n} is no positive integer`)
    return uniformInt(this.#generator, 0, n - 1)
  }

  /**
   * Uniform among 0 … n−1 in less than half the time of `int`, by other draws (see `permute`).
   * @param n from 1 to 2²¹
   */
  below(n: number): number {
    if (n > MOST_PERMUTED) throw new RangeError(`Random.below: ${n}`)
    return below(this.#generator, n)
  }

  /** Exponentially distributed with the given mean: −mean·ln(1−u). */
  exponential(mean: number): number {
    return -mean * Math.log1p(-this.uniform())
  }

  /** Draws from a normal distribution; make the sampler once, call it often. */
  normal(mean = 0, deviation = 1): () => number {
    return randomNormal.source(this.#source)(mean, deviation)
  }

  /**
   * Draws from a Gamma distribution of mean shape·scale; make the sampler once, call it often.
   * @param shape above 0
   * @param scale above 0
   */
  gamma(shape: number, scale: number): () => number {
    return randomGamma.source(this.#source)(shape, scale)
  }

  /**
   * Draws from a Beta distribution of mean a/(a+b); make the sampler once, call it often.
   * @param a above 0
   * @param b above 0
   */
  beta(a: number, b: number): () => number {
    return randomBeta.source(this.#source)(a, b)
  }

  /** Puts the elements into a random order, each equally likely (Fisher–Yates, from the end), in place. */
  shuffle<T extends { readonly length: number; [index: number]: unknown }>(elements: T): T {
    for (let k = elements.length - 1; k > 0; k--) {
      const other = this.int(k + 1)
      const element = elements[k]
      elements[k] = elements[other]
      elements[other] = element
    }
    return elements
  }

  /**
   * Does the same to whole numbers in less than half the time, for orders by the million; the draws are others than those of
   * `shuffle`. Each place takes one number of 32 bits, multiplied by the places left instead of
   * divided (D. Lemire: Fast random integer generation in an interval, ACM TOMACS 29(1), 2019), without bias.
   * @param elements at most 2²¹
   */
  permute(elements: Int32Array): void {
    if (elements.length > MOST_PERMUTED) throw new RangeError(`Random.permute: ${elements.length} elements`)
    const generator = this.#generator
    for (let k = elements.length - 1; k > 0; k--) {
      const other = below(generator, k + 1)
      const element = elements[k]
      elements[k] = elements[other]
      elements[other] = element
    }
  }
}

/** Up to here the product of a number of 32 bits and a place is exact. */
const MOST_PERMUTED = 2 ** 21
const WORD = 2 ** 32

/** Uniform among 0 … n−1: the high word of a 32-bit number times n; n from 1 to 2²¹. */
function below(generator: RandomGenerator, n: number): number {
  for (;;) {
    const word = generator.next()
    // Of the 2³² products WORD mod n too many have some high words: those whose low word is least are drawn again.
    const low = Math.imul(word, n) >>> 0
    if (low >= n || low >= WORD % n) return ((word >>> 0) * n - low) / WORD
  }
}

function hash(...parts: readonly string[]): Uint8Array {
  return new Sha256().update(parts.join(':')).digest()
}

function generatorOf(key: Uint8Array): RandomGenerator {
  // An all-zero state would stay zero; SHA-256 does not give one in practice.
  const words = new DataView(key.buffer)
  return xoroshiro128plusFromState([0, 4, 8, 12].map((at) => words.getInt32(at, true)))
}

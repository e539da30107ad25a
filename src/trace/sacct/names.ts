/**
 * Names of users, accounts, partitions and qualities of service, and the numbers that stand for them in a log.
 *
 * A person's number is a keyed hash of the name, HMAC-SHA-256 (RFC 2104, FIPS 198-1) with a secret salt, cut to 31
 * bits: the same name has the same number in every import with that salt, and without the salt neither the name can be
 * found from the number nor a guess of the name be tried.
 */
import { hmacSha256 } from '../../core/sha256.js'

/** Different names, numbered from 0 as they come. */
export class Names {
  readonly #indices = new Map<string, number>()
  readonly #list: string[] = []

  /** −1 for the empty name. */
  indexOf(name: string): number {
    if (name === '') return -1
    const index = this.#indices.get(name)
    if (index !== undefined) return index
    // A part of a text keeps the whole text in memory; a copy does not.
    const copy = Array.from(name).join('')
    this.#indices.set(copy, this.#list.length)
    return this.#list.push(copy) - 1
  }

  get list(): readonly string[] {
    return this.#list
  }
}

const LARGEST = 2 ** 31 - 1

/**
 * Numbers from 1 to 2^31 − 1 for `names`, different ones for different names. Two names whose hashes agree (one pair
 * in 2^31) are told apart by giving the later of their full hashes the next number.
 * @param kind what the names are of: the same name has another number as another kind
 */
export function pseudonyms(
  names: readonly string[],
  kind: string,
  salt: string | Uint8Array,
): readonly number[] {
  const hashes = names.map((name) => hmacSha256(salt, `${kind}\0${name}`))
  const order = names
    .map((_, k) => k)
    .sort((a, b) => (hashes[a] < hashes[b] ? -1 : hashes[a] > hashes[b] ? 1 : 0))
  const taken = new Set<number>()
  const numbers = new Array<number>(names.length)
  for (const k of order) {
    let number = (Number.parseInt(hashes[k].slice(0, 8), 16) % LARGEST) + 1
    while (taken.has(number)) number = (number % LARGEST) + 1
    taken.add(number)
    numbers[k] = number
  }
  return numbers
}

/** Numbers 1, 2, … for `names`, which are all different, in the order of the alphabet. */
export function alphabetNumbers(names: readonly string[]): readonly number[] {
  const numbers = new Map([...names].sort().map((name, k) => [name, k + 1]))
  return names.map((name) => numbers.get(name) ?? -1)
}

/**
 * Permutations of 0 … n−1 as short text, for payloads and snapshots that are JSON. Sequences of jobs are mostly near the
 * order of submit, so each element is written as the distance from the one that was to be expected: the least element
 * behind its predecessor (from 0 again behind the last one) that has not come yet. An element that has jumped costs one
 * surprise where it is missing and one or two where it is, however far it went.
 *
 * Bytes: a distance d as the unsigned number 2d (d > 0) or −2d − 1 (d < 0) in groups of seven bits, the lowest first, the
 * top bit of a byte saying that another follows; a run of expected elements as 0 and its length. Then base64.
 */
import { base64Of, bytesOfBase64 } from './base64.js'

/** @param sequence each of 0 … n−1 once, which is not checked */
export function permutationText(sequence: Int32Array): string {
  const n = sequence.length
  const bytes = new ByteBuffer(Math.max(16, n))
  const next = new Unused(n)
  let expected = 0
  let run = 0
  for (let place = 0; place < n; place++) {
    const element = sequence[place]
    const distance = element - expected
    if (distance === 0) run++
    else {
      if (run > 0) bytes.pair(0, run)
      run = 0
      bytes.number(distance > 0 ? 2 * distance : -2 * distance - 1)
    }
    expected = next.after(element)
  }
  if (run > 0) bytes.pair(0, run)
  return base64Of(bytes.written())
}

/**
 * The permutation that `permutationText` wrote.
 * @returns null where the text is none of 0 … `length`−1
 */
export function permutationOf(text: string, length: number): Int32Array | null {
  const bytes = bytesOfBase64(text)
  if (bytes === null) return null
  const sequence = new Int32Array(length)
  const seen = new Uint8Array(length)
  const next = new Unused(length)
  let at = 0
  const number = (): number => {
    let value = 0
    for (let shift = 1; at < bytes.length; shift *= 128) {
      const byte = bytes[at++]
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
    return Number.NaN
  }
  let expected = 0
  let place = 0
  while (at < bytes.length) {
    const token = number()
    const run = token === 0 ? number() : 1
    const distance = token === 0 ? 0 : token % 2 === 0 ? token / 2 : -(token + 1) / 2
    if (!(run <= length - place)) return null
    for (const end = place + run; place < end; place++) {
      const element = expected + distance
      // Also refuses NaN.
      if (!(element >= 0 && element < length) || seen[element] === 1) return null
      seen[element] = 1
      sequence[place] = element
      expected = next.after(element)
    }
  }
  return place === length ? sequence : null
}

/** Elements that have not come yet, as a forest whose roots they are. */
class Unused {
  readonly #next: Int32Array

  constructor(length: number) {
    this.#next = new Int32Array(length + 1)
    for (let k = 0; k <= length; k++) this.#next[k] = k
  }

  /** `element` has come: the least unused one behind it, else the least of all; the length where none is left. */
  after(element: number): number {
    const next = this.#next
    next[element] = element + 1
    const behind = this.#root(element)
    return behind < next.length - 1 ? behind : this.#root(0)
  }

  #root(element: number): number {
    const next = this.#next
    let at = element
    while (next[at] !== at) {
      // Halves the path for whoever comes next.
      next[at] = next[next[at]]
      at = next[at]
    }
    return at
  }
}

class ByteBuffer {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }

  number(value: number): void {
    // A number below 2^53 has eight groups at most.
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  pair(first: number, second: number): void {
    this.number(first)
    this.number(second)
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

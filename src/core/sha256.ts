/**
 * SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), without anything of the host, so that digests are the same in
 * Node, in a browser and in its workers, and are there at once (the Web Crypto interface answers later).
 */

const BLOCK = 64
const ENCODER = new TextEncoder()

const PRIMES = firstPrimes(64)
/** The first 32 bits of the fractional parts of the primes' cube roots, and of the first eight square roots. */
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(prime, 3))
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2))

/** The message schedule of the block that is being compressed. */
const SCHEDULE = new Int32Array(64)

/** A hash that takes its input piece by piece. */
export class Sha256 {
  readonly #state = START.slice()
  /** Bytes since the last whole block. */
  readonly #rest = new Uint8Array(BLOCK)
  /** Bytes that have come. */
  #length = 0

  /** @param data a text counts as its UTF-8 */
  update(data: string | Uint8Array): this {
    const bytes = typeof data === 'string' ? ENCODER.encode(data) : data
    const held = this.#length % BLOCK
    this.#length += bytes.length
    let at = 0
    if (held > 0) {
      at = Math.min(BLOCK - held, bytes.length)
      this.#rest.set(bytes.subarray(0, at), held)
      if (held + at < BLOCK) return this
      this.#compress(this.#rest, 0)
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.#compress(bytes, at)
    this.#rest.set(bytes.subarray(at))
    return this
  }

  /** The 32 bytes. Ends the hash: nothing may be added behind it. */
  digest(): Uint8Array {
    const held = this.#length % BLOCK
    const rest = this.#rest.fill(0, held)
    rest[held] = 0x80
    // Behind the text stands its length in bits, as a number of 64 bits.
    if (held >= BLOCK - 8) {
      this.#compress(rest, 0)
      rest.fill(0)
    }
    const view = new DataView(rest.buffer)
    view.setUint32(BLOCK - 8, Math.floor(this.#length / 2 ** 29))
    view.setUint32(BLOCK - 4, (this.#length * 8) >>> 0)
    this.#compress(rest, 0)
    const digest = new DataView(new ArrayBuffer(32))
    this.#state.forEach((word, k) => {
      digest.setInt32(4 * k, word)
    })
    return new Uint8Array(digest.buffer)
  }

  /** The digest in hexadecimal, lower case. */
  hex(): string {
    return hexOf(this.digest())
  }

  #compress(bytes: Uint8Array, from: number): void {
    // Each sum is cut to 32 bits, so that none becomes a floating-point number on the way.
    const w = SCHEDULE
    const rounds = ROUNDS
    for (let k = 0, at = from; k < 16; k++, at += 4)
      w[k] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
    for (let k = 16; k < 64; k++) {
      const x = w[k - 15]
      const y = w[k - 2]
      const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      w[k] = (((w[k - 16] + low) | 0) + ((w[k - 7] + high) | 0)) | 0
    }
    const state = this.#state
    let a = state[0]
    let b = state[1]
    let c = state[2]
    let d = state[3]
    let e = state[4]
    let f = state[5]
    let g = state[6]
    let h = state[7]
    for (let k = 0; k < 64; k++) {
      const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const first = (((h + high) | 0) + (((g ^ (e & (f ^ g))) + ((rounds[k] + w[k]) | 0)) | 0)) | 0
      const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      const majority = (a & b) | (c & (a | b))
      c = b
      b = a
      a = (first + ((low + majority) | 0)) | 0
    }
    state[0] += a
    state[1] += b
    state[2] += c
    state[3] += d
    state[4] += e
    state[5] += f
    state[6] += g
    state[7] += h
  }
}

/** SHA-256 in hexadecimal; a text counts as its UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return new Sha256().update(data).hex()
}

/** HMAC-SHA-256 in hexadecimal. */
export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): string {
  const whole = typeof key === 'string' ? ENCODER.encode(key) : key
  const padded = new Uint8Array(BLOCK)
  padded.set(whole.length > BLOCK ? new Sha256().update(whole).digest() : whole)
  const keyed = (pad: number): Sha256 => new Sha256().update(padded.map((byte) => byte ^ pad))
  return keyed(0x5c).update(keyed(0x36).update(data).digest()).hex()
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += DIGITS[byte]
  return text
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

/** The first 32 bits behind the point of the root, in whole numbers: roots by `Math` may differ from host to host. */
function fraction(prime: number, degree: 2 | 3): number {
  const power = BigInt(prime) << BigInt(32 * degree)
  let root = 0n
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(degree) <= power) root += bit
  return Number(BigInt.asIntN(32, root))
}

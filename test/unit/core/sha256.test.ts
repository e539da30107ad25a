import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { base64Of, bytesOfBase64 } from '../../../src/core/base64.js'
import { Random } from '../../../src/core/random.js'
import { hmacSha256, Sha256, sha256 } from '../../../src/core/sha256.js'

const random = new Random('digests')

function bytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.int(256))
}

function node(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

describe('SHA-256', () => {
  it('is what the standard says', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  it('agrees with Node for every length about a block, and for long inputs', () => {
    for (let length = 0; length <= 200; length++) {
      const data = bytes(length)
      expect(sha256(data)).toBe(node(data))
    }
    const long = bytes(1_000_003)
    expect(sha256(long)).toBe(node(long))
  })

  it('takes its input in any pieces', () => {
    for (let trial = 0; trial < 200; trial++) {
      const data = bytes(random.int(600))
      const hash = new Sha256()
      for (let at = 0; at < data.length; ) {
        const end = at + random.int(150)
        hash.update(data.subarray(at, end))
        at = end
      }
      expect(hash.hex()).toBe(node(data))
    }
  })

  it('counts a text as its UTF-8, lone surrogates as the sign for them', () => {
    for (const text of ['Jürgen ☃ 𝄞', '\ud800x', 'é'.repeat(70)]) expect(sha256(text)).toBe(node(text))
  })

  it('keys as HMAC does, by short and by long keys', () => {
    for (const length of [0, 1, 63, 64, 65, 200]) {
      const key = bytes(length)
      const expected = createHmac('sha256', key).update('user\0alice').digest('hex')
      expect(hmacSha256(key, 'user\0alice')).toBe(expected)
    }
    expect(hmacSha256('salt', 'ä')).toBe(createHmac('sha256', 'salt').update('ä').digest('hex'))
  })
})

describe('base64', () => {
  it('is what Node writes, and reads it back', () => {
    for (let length = 0; length < 100; length++) {
      const data = bytes(length)
      const text = Buffer.from(data).toString('base64')
      expect(base64Of(data)).toBe(text)
      expect(bytesOfBase64(text)).toEqual(data)
    }
  })

  it('refuses what is no base64', () => {
    for (const text of ['A', 'AA', 'AAA', 'AA-A', 'AA A', 'A===', 'AA=A', 'AAAÄ', 'AAA☃', '====', 'AB=='])
      expect([text, bytesOfBase64(text)]).toEqual([text, null])
  })
})

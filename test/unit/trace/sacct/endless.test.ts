/** Inputs without end, such as devices: each comes to one of the reader's bounds. */
import { describe, expect, it } from 'vitest'
import { SacctParser } from '../../../../src/trace/index.js'
import { failureOf } from '../../../support/failures.js'

describe('an input without end', () => {
  it.each([
    ['zero bytes', 0, 'line-fields'],
    ['spaces', 0x20, 'input-empty'],
    ['line ends', 0x0a, 'input-empty'],
    ['letters', 0x78, 'line-fields'],
  ])('of %s is refused after a few MiB', (_, byte, kind) => {
    const parser = new SacctParser({ salt: 'x' })
    const chunk = new Uint8Array(1 << 18).fill(byte)
    const failure = failureOf(() => {
      for (let k = 0; k < 20; k++) parser.push(chunk)
    })
    expect(failure.kind).toBe(kind)
  })
})

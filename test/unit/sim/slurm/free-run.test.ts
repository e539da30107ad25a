import { describe, expect, it } from 'vitest'
import { endOfWatch } from '../../../../src/sim/slurm/free-run.js'

const NEVER = Number.POSITIVE_INFINITY
const ran = (start: number, end: number) => ({ start, end })
const cancelled = (end: number) => ({ start: NEVER, end })

describe('the end of a watch', () => {
  it('is none where all that did not start was cancelled while others still started', () => {
    expect(endOfWatch([ran(0, 50), cancelled(20), ran(30, 90)])).toBe(NEVER)
    expect(endOfWatch([ran(0, 50)])).toBe(NEVER)
  })

  it('is the first instant at which jobs were cancelled and after which none started', () => {
    expect(endOfWatch([ran(0, 50), cancelled(20), ran(30, 90), cancelled(42), cancelled(41)])).toBe(41)
  })

  it('is the last known instant where jobs wait on', () => {
    expect(endOfWatch([ran(0, 50), ran(30, NEVER), cancelled(NEVER)])).toBe(50)
  })
})

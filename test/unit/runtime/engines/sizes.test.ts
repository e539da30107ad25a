import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guidedSize, meanWith } from '../../../../src/runtime/engines/guided-size.js'

describe('the size of a share', () => {
  it('is a task where nothing is known of their time', () => {
    expect(guidedSize(1000, 2, null, { target: 1000 })).toBe(1)
  })

  it('takes the time that is wanted while much is left, and a fair part at the end', () => {
    expect(guidedSize(1000, 2, 20, { target: 1000 })).toBe(50)
    expect(guidedSize(80, 2, 20, { target: 1000 })).toBe(10)
    expect(guidedSize(3, 2, 20, { target: 1000 })).toBe(1)
  })

  it('is worth the way, as far as the wanted time allows', () => {
    expect(guidedSize(80, 2, 1, { target: 1000, least: 50 })).toBe(50)
    expect(guidedSize(30, 2, 1, { target: 1000, least: 50 })).toBe(30)
    expect(guidedSize(80, 2, 40, { target: 100, least: 50 })).toBe(2)
  })

  it('is one task of those that take longer than wanted', () => {
    expect(guidedSize(1000, 2, 60_000, { target: 1000, least: 50 })).toBe(1)
  })

  it('leads to the end, whatever tasks take', () => {
    const times = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 20 })
    const counts = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 64 }), times, (count, workers, took) => {
        let left = count
        let mean: number | null = null
        for (let turn = 0; left > 0; turn++) {
          const size = guidedSize(left, workers, mean, { target: 100, least: 5 })
          expect(Number.isInteger(size) && size >= 1 && size <= left).toBe(true)
          left -= size
          mean = meanWith(mean, took[turn % took.length])
        }
      }),
    )
  })
})

describe('the mean time of a task', () => {
  it('follows the last share half way', () => {
    expect(meanWith(null, 8)).toBe(8)
    expect(meanWith(8, 4)).toBe(6)
  })

  it('is above zero where a clock saw no time pass', () => {
    expect(meanWith(null, 0)).toBeGreaterThan(0)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatChange,
  formatCount,
  formatNumber,
  formatPercent,
  formatRoughSeconds,
  formatSeconds,
  formatValue,
  plural,
} from '../../../src/core/format.js'

describe('formatSeconds', () => {
  it.each([
    [0, '0 s'],
    [0.25, '0.25 s'],
    [0.00001, '< 0.001 s'],
    [4.24, '4.2 s'],
    [9.96, '10 s'],
    [42, '42 s'],
    [59.7, '1 min'],
    [725, '12 min 5 s'],
    [3599.6, '1 h'],
    [11_520, '3 h 12 min'],
    [86_399, '1 d'],
    [442_800, '5 d 3 h'],
    [100 * 86_400, '100 d'],
    [104_025_600, '1,204 d'],
    [-90, '−1 min 30 s'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d s is %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text)
  })

  it('never carries a unit over its bound, and stays within half of its last unit', () => {
    const size: Record<string, number> = { s: 1, min: 60, h: 3600, d: 86_400 }
    const bound: Record<string, number> = { s: 60, min: 60, h: 24, d: Number.POSITIVE_INFINITY }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e8 }), (seconds) => {
        const words = formatSeconds(seconds).replaceAll(',', '').split(' ')
        let sum = 0
        let last = 1
        for (let k = 0; k < words.length; k += 2) {
          const amount = Number(words[k])
          last = size[words[k + 1]]
          expect(amount).toBeLessThan(bound[words[k + 1]])
          sum += amount * last
        }
        expect(Math.abs(sum - seconds)).toBeLessThanOrEqual(
          seconds < 3600 ? 0.5 : seconds < 86_400 ? 30 : Math.max(last / 2, 1800),
        )
      }),
      { seed: 20261121, numRuns: 1000 },
    )
  })
})

describe('other numbers', () => {
  it('rough spans have one unit', () => {
    expect([1, 64, 2048, 4096, 32_768, 131_072, 8_640_000].map(formatRoughSeconds)).toEqual([
      '1 s',
      '1.1 min',
      '34 min',
      '1.1 h',
      '9.1 h',
      '1.5 d',
      '100 d',
    ])
  })

  it('counts and plain numbers', () => {
    expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567'])
    expect([0, 0.04123, 1, 87.3, 123.45, 5846.87, 1e-7, -2.5].map(formatNumber)).toEqual([
      '0',
      '0.0412',
      '1',
      '87.3',
      '123.5',
      '5,847',
      '1.0e−7',
      '−2.5',
    ])
  })

  it('shares and changes', () => {
    expect([0, 0.873, 1.2].map(formatPercent)).toEqual(['0.0 %', '87.3 %', '120.0 %'])
    expect([0, 0.0001, 0.042, -0.12, 45].map(formatChange)).toEqual([
      '±0 %',
      '±0 %',
      '+4.2 %',
      '−12.0 %',
      '+4,500.0 %',
    ])
  })

  it('values by unit, and a dash for none', () => {
    expect(formatValue(90, 's')).toBe('1 min 30 s')
    expect(formatValue(0.5, 'share')).toBe('50.0 %')
    expect(formatValue(1.5, '1')).toBe('1.5')
    expect(formatValue(1500, 'count')).toBe('1,500')
    expect(formatValue(null, 's')).toBe('–')
    expect(plural(1, 'job')).toBe('1 job')
    expect(plural(1200, 'job')).toBe('1,200 jobs')
  })
})

/** Means of ratios that survive zeros, by a shift that is stated. */
import { describe, expect, it } from 'vitest'
import { meanLogRatio, shiftFor, shiftSentences } from '../../../src/evaluation/results/mean-ratio.js'

describe('the shift of an objective', () => {
  it('is none where all values are above 0, and there is none where one is below', () => {
    expect(shiftFor('s', [0.001, 7])).toBe(0)
    expect(shiftFor('s', [0, -1])).toBeNull()
    expect(shiftFor('s', [])).toBe(0)
  })

  it('is that of its unit where a value is 0', () => {
    expect(shiftFor('s', [0, 3600])).toBe(10)
    expect(shiftFor('share', [0, 0.5])).toBe(0.01)
    expect(shiftFor('1', [0])).toBe(1)
  })

  it('is stated once for each objective that has one', () => {
    const of = (objective: string, shift: number) => ({ objective, unit: 's' as const, shift })
    expect(shiftSentences([of('meanWait', 10), of('meanWait', 10), of('AWRT', 0)])).toEqual([
      'meanWait has zeros: 10 s added to each of its values before ratios are taken.',
    ])
  })
})

describe('the mean of ratios', () => {
  const PAIRS = [
    { one: 0, other: 90 },
    { one: 40, other: 0 },
  ]

  it('is of shifted values, and the other way round its opposite', () => {
    expect(Math.exp(meanLogRatio(PAIRS, 10))).toBeCloseTo(Math.sqrt((10 / 100) * (50 / 10)), 12)
    const turned = PAIRS.map(({ one, other }) => ({ one: other, other: one }))
    expect(meanLogRatio(turned, 10)).toBeCloseTo(-meanLogRatio(PAIRS, 10), 12)
  })
})

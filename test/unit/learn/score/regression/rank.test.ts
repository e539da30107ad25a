/** Score functions beside each other on a distribution. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SC17 } from '../../../../../src/learn/score/regression/families.js'
import { fitScores } from '../../../../../src/learn/score/regression/fit.js'
import {
  type JudgedFunction,
  judgeFunctions,
  rowsWithoutKey,
} from '../../../../../src/learn/score/regression/rank.js'
import { calibratedLine } from '../../../../../src/learn/score/regression/rank-calibration.js'
import { judgementPage } from '../../../../../src/report/pages/scores.js'
import { briefText } from '../../../../../src/report/render/text.js'
import { failureOf } from '../../../../support/failures.js'
import { distributionBy } from '../../../../support/scores.js'

const { log10 } = Math
const F1 = (r: number, n: number, s: number) => 8e-6 * log10(r) * n + 7e-3 * log10(s)
const named = (order: string): JudgedFunction => ({ name: order, order, predicts: null })

describe('judged functions', () => {
  it('stand in the order of their rank correlations', () => {
    const distribution = distributionBy(F1, { tuples: 20 })
    const judged = judgeFunctions(
      distribution,
      ['spt', 'submit', '-submit', 'f4', 'log10(estimate)*size + 875*log10(submit)'].map(named),
    )
    const values = judged.map(({ correlation }) => correlation.value)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    expect(judged[0].order).toBe('log10(estimate)*size + 875*log10(submit)')
    expect(judged[4].order).toBe('-submit')
    const [best] = judged
    expect(best.correlation.value).toBeCloseTo(1, 12)
    expect(judged.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
    const correlations = new Map(judged.map(({ order, correlation }) => [order, correlation.value]))
    expect(correlations.get('-submit')).toBeCloseTo(-(correlations.get('submit') ?? 0), 12)
    // Scaled as well as can be, the function that made the scores has no error left.
    expect(best.meanAbsoluteError).toBeLessThan(1e-8)
    expect(best.calibration?.scale).toBeCloseTo(8e-6, 9)
  })

  it('are asked for the order alone: any increasing function of one is as good', () => {
    const distribution = distributionBy(F1, { tuples: 8, noise: 0.002 })
    const [a, b] = judgeFunctions(distribution, [named('size*estimate'), named('log10(size*estimate) + 5')])
    expect(a.correlation.value).toBeCloseTo(b.correlation.value, 12)
    expect(a.meanAbsoluteError).not.toBeCloseTo(b.meanAbsoluteError ?? 0, 7)
  })

  it('go by the jobs of a tuple, not by those of others', () => {
    // In every tuple the shorter job has the smaller score, over all of them it is the other way round.
    const distribution = {
      runtime: Float64Array.of(1, 2, 3, 4, 5, 6),
      size: Float64Array.of(1, 2, 1, 2, 1, 2),
      submit: Float64Array.of(1, 2, 3, 4, 5, 6),
      score: Float64Array.of(0.8, 0.9, 0.5, 0.6, 0.1, 0.2),
      tuple: Int32Array.of(0, 0, 1, 1, 2, 2),
    }
    const [{ correlation }] = judgeFunctions(distribution, [named('spt')])
    expect(correlation.value).toBe(1)
  })

  it('that were fitted are taken as they were fitted', () => {
    const distribution = distributionBy(F1, { tuples: 20, noise: 0.003, seed: 3 })
    const options = { family: SC17, weights: 'rn', degree: 1, rankBy: 'error', top: 3 } as const
    const { functions } = fitScores(distribution, options, 'f')
    const judged = judgeFunctions(
      distribution,
      functions.map((each) => ({ name: String(each.rank), order: each.formula, predicts: each })),
    )
    for (const { name, meanAbsoluteError, calibration } of judged) {
      const own = functions[Number(name) - 1]
      expect((meanAbsoluteError ?? 0) / own.meanAbsoluteError).toBeCloseTo(1, 6)
      expect(calibration).toBeNull()
    }
    // On other tuples the error is another one, of the same function.
    const others = distributionBy(F1, { tuples: 20, noise: 0.03, seed: 4 })
    const [{ meanAbsoluteError }] = judgeFunctions(others, [
      { name: 'best', order: functions[0].formula, predicts: functions[0] },
    ])
    expect(meanAbsoluteError).toBeGreaterThan(5 * functions[0].meanAbsoluteError)
  })

  it('leave rows without a finite value out of the error, and not out of the order', () => {
    const made = distributionBy(F1, { tuples: 3 })
    const submit = made.submit.slice()
    submit[0] = 0
    const [{ leftOut, meanAbsoluteError, correlation }] = judgeFunctions({ ...made, submit }, [named('f1')])
    expect(leftOut).toBe(1)
    expect(meanAbsoluteError).toBeGreaterThan(0)
    expect(correlation.value).toBeGreaterThan(0)
  })

  it('tell nothing where they tell no jobs apart', () => {
    const distribution = distributionBy(F1, { tuples: 3 })
    const judged = judgeFunctions(distribution, [named('size - size'), named('submit'), named('-submit')])
    // Last, also behind what is worse than nothing.
    expect(judged.map(({ order }) => order)).toEqual(['submit', '-submit', 'size - size'])
    expect(judged[1].correlation.value).toBeLessThan(0)
    expect(judged[2].correlation.value).toBeNaN()
    expect(briefText(judgementPage(judged), { width: 100, unicode: true, colour: false })).toMatch(
      /^3 {2}size - size +– /m,
    )
  })

  it.each([
    'wfp3',
    'size - queue',
    'wait',
    'hour',
    'user',
    'group',
    '(group)',
    'size + 0*user',
    'if(size > 4, group, 1)',
  ])('go by the jobs alone: %s is refused', (order) => {
    const { kind, message } = failureOf(() =>
      judgeFunctions(distributionBy(F1, { tuples: 2 }), [named(order)]),
    )
    expect(kind).toBe('usage')
    expect(message).toContain('an order that a score distribution has no values for')
  })
})

describe('rows without a key', () => {
  it('are those in which a formula has no finite value', () => {
    const made = distributionBy(F1, { tuples: 6 })
    const ones = made.size.filter((size) => size === 1).length
    expect(ones).toBeGreaterThan(0)
    expect(rowsWithoutKey('estimate / log10(size)', made)).toBe(ones)
    expect(rowsWithoutKey('estimate * size', made)).toBe(0)
  })
})

describe('the line of least absolute error', () => {
  const list = fc.array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 })), {
    minLength: 1,
    maxLength: 9,
  })
  const errorOf = (x: Float64Array, y: Float64Array, scale: number, offset: number) =>
    x.reduce((sum, value, k) => sum + Math.abs(scale * value + offset - y[k]), 0) / x.length

  it('is as good as the best line through two of the points, which one of the best always is', () => {
    fc.assert(
      fc.property(list, (points) => {
        const x = Float64Array.from(points, ([value]) => value)
        const y = Float64Array.from(points, ([, value]) => value)
        const found = calibratedLine(x, y)
        let least = Math.min(...points.map(([, offset]) => errorOf(x, y, 0, offset)))
        for (const [a, b] of points) {
          for (const [c, d] of points) {
            const scale = (d - b) / (c - a)
            if (Number.isFinite(scale) && scale > 0)
              least = Math.min(least, errorOf(x, y, scale, b - scale * a))
          }
        }
        expect(found.scale).toBeGreaterThanOrEqual(0)
        expect(found.meanAbsoluteError).toBeCloseTo(errorOf(x, y, found.scale, found.offset), 9)
        expect(found.meanAbsoluteError).toBeLessThanOrEqual(least + 1e-7)
        expect(found.meanAbsoluteError).toBeGreaterThanOrEqual(least - 1e-9)
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/core/format.js'
import { type BoxPanel, boxFacts, rangeOf } from '../../../src/report/box.js'
import { boxPlot as boxPicture } from '../../../src/report/plots/box.js'
import { valueScale } from '../../../src/report/terminal/value-scale.js'
import { drawn, expectPicture, textsOf } from './support.js'

const boxPlot = drawn(boxPicture)

describe('boxFacts', () => {
  it('has whiskers to the farthest values within 1.5 boxes, and the rest as outliers', () => {
    // Quartiles 2.5 and 7.5: whiskers reach from −5 to 15.
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 15, -5, 15.1].sort((a, b) => b - a)
    expect(boxFacts(values)).toEqual({
      lowWhisker: -5,
      q1: 2.5,
      median: 5,
      q3: 7.5,
      highWhisker: 15,
      outliers: Float64Array.of(15.1),
    })
  })

  it('agrees with R’s boxplot.stats', () => {
    // R: boxplot.stats(c(1, 2, 3, 4, 100), coef = 1.5); quartiles of type 7 are its hinges here.
    expect(boxFacts([1, 2, 3, 4, 100])).toMatchObject({
      lowWhisker: 1,
      q1: 2,
      median: 3,
      q3: 4,
      highWhisker: 4,
      outliers: Float64Array.of(100),
    })
  })

  it('is in order and loses no value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 12 }), (list) => {
        const values = list.map((value) => value ** 3)
        const facts = boxFacts(values)
        if (facts === null) throw new Error('no facts')
        const { lowWhisker, q1, median, q3, highWhisker, outliers } = facts
        const stations = [lowWhisker, q1, median, q3, highWhisker]
        expect([...stations].sort((a, b) => a - b)).toEqual(stations)
        const within = values.filter((value) => value >= lowWhisker && value <= highWhisker)
        expect(within.length + outliers.length).toBe(values.length)
        for (const value of outliers) {
          expect(value < q1 - 1.5 * (q3 - q1) || value > q3 + 1.5 * (q3 - q1)).toBe(true)
        }
      }),
      { seed: 20261207, numRuns: 300 },
    )
    expect(boxFacts([])).toBeNull()
    expect(rangeOf([{ label: 'a', values: [] }])).toBeNull()
  })
})

describe('valueScale', () => {
  const labels = (low: number, high: number, unit: Unit, most = 4) =>
    valueScale(low, high, unit, most).marks.map(({ label }) => label)

  it('is logarithmic above three decades of positive values only', () => {
    expect(valueScale(1, 1000, '1', 5).logarithmic).toBe(false)
    expect(valueScale(1, 1001, '1', 5).logarithmic).toBe(true)
    expect(valueScale(0, 1e9, '1', 5).logarithmic).toBe(false)
    expect(valueScale(-1, 1e9, '1', 5).logarithmic).toBe(false)
  })

  it('has round marks of each unit', () => {
    expect(labels(0, 100, '1')).toEqual(['0', '50', '100'])
    expect(labels(0.701, 0.713, 'share')).toEqual(['70.5 %', '71.0 %'])
    expect(labels(0, 8000, 'count', 5)).toEqual(['0', '2,000', '4,000', '6,000', '8,000'])
    expect(labels(0, 3, 'count', 8)).toEqual(['0', '1', '2', '3'])
    expect(labels(4000, 12_000, 's')).toEqual(['2 h', '3 h'])
    expect(labels(0, 40 * 86_400, 's')).toEqual(['0 s', '20 d', '40 d'])
    expect(labels(0.1, 0.4, 's')).toEqual(['0.1 s', '0.2 s', '0.3 s', '0.4 s'])
    expect(labels(36_000, 36_050, 's')).toEqual(['36,000 s', '36,015 s', '36,030 s', '36,045 s'])
    expect(labels(1, 1e6, '1', 4)).toEqual(['1', '100', '10,000', '1,000,000'])
    expect(labels(1, 5e5, 's', 9)).toEqual(['1 s', '10 s', '1 min', '10 min', '1 h', '10 h', '2 d'])
    expect(labels(120, 300, '1/d', 3)).toEqual(['200 /d', '300 /d'])
  })

  it('holds its values, and two marks or more that differ, in order', () => {
    const units: readonly Unit[] = ['s', 'share', '1', '1/d', 'count']
    const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(
        positive,
        positive,
        fc.constantFrom(...units),
        fc.integer({ min: 2, max: 9 }),
        (a, b, unit, most) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)]
          fc.pre(high > low * 1.01 && (unit !== 'count' || high - low > 4))
          const { place, min, max, marks } = valueScale(low, high, unit, most)
          expect(place(low)).toBeGreaterThanOrEqual(min)
          expect(place(high)).toBeLessThanOrEqual(max)
          expect(marks.length).toBeGreaterThanOrEqual(2)
          expect(new Set(marks.map(({ label }) => label)).size).toBe(marks.length)
          marks.forEach(({ at }, k) => {
            expect(at).toBeGreaterThanOrEqual(k === 0 ? min : marks[k - 1].at)
            expect(at).toBeLessThanOrEqual(max)
          })
        },
      ),
      { seed: 20261208, numRuns: 500 },
    )
  })

  it('makes room around a single value', () => {
    for (const value of [0, 5, -5, 1e6]) {
      const { min, max } = valueScale(value, value, '1', 4)
      expect(min).toBeLessThanOrEqual(value)
      expect(max).toBeGreaterThan(value)
    }
  })
})

describe('boxPlot', () => {
  const panel = (title: string, unit: Unit, factor: number): BoxPanel => ({
    title,
    subtitle: 'less is better',
    unit,
    samples: ['easy', 'easy:saf <b>'].map((label, k) => ({
      label,
      values: [1, 2, 3, 4, 5, 6, 30].map((value) => (value + k) * factor),
      interval: k === 0 ? { low: 2 * factor, high: 5 * factor } : null,
    })),
  })

  it('draws a panel an objective and a box a policy', () => {
    const svg = boxPlot({
      name: 'b',
      label: 'Boxes',
      baseline: 'easy',
      panels: [panel('AWRT: response', 's', 600), panel('AVEbsld', '1', 1)],
    })
    expectPicture(svg)
    const texts = textsOf(svg)
    expect(texts).toEqual(expect.arrayContaining(['AWRT: response', 'AVEbsld', 'easy', '2 h', '20']))
    expect(svg).toContain('easy:saf &lt;b&gt;')
    // Two boxes grey, two blue, four medians, four outliers, two intervals.
    expect(svg.match(/fill="#5e6c6d" opacity="0.22"/g)).toHaveLength(2)
    expect(svg.match(/fill="#0072b2" opacity="0.22"/g)).toHaveLength(2)
    expect(svg.match(/stroke="#af4200"/g)).toHaveLength(4)
    expect(circles(svg)).toBe(4)
    expect(svg.match(/stroke="#2b2f36" stroke-width="3"/g)).toHaveLength(2)
    expect(texts.join()).toContain('dark bar')
  })

  it('turns logarithmic where values span decades, and says so', () => {
    const samples = [{ label: 'easy', values: [1, 20, 400, 8000] }]
    const log = boxPlot({
      name: 'b',
      label: 'B',
      panels: [{ title: 'A', subtitle: 's', unit: '1', samples }],
    })
    expectPicture(log)
    expect(textsOf(log)).toEqual(expect.arrayContaining(['s; logarithmic', '1', '10', '100', '1,000']))
    expect(textsOf(log).join()).not.toContain('dark bar')
  })

  it('leaves out what has no values, and copes with one value or none at all', () => {
    const samples = (values: number[]) => [
      { label: 'easy', values },
      { label: 'none', values: [] },
    ]
    const one = boxPlot({
      name: 'b',
      label: 'B',
      panels: [
        { title: 'Shown', subtitle: '', unit: '1', samples: samples([3]) },
        { title: 'Hidden', subtitle: '', unit: '1', samples: samples([]) },
      ],
    })
    expectPicture(one)
    expect(textsOf(one)).toContain('Shown')
    expect(textsOf(one)).not.toContain('Hidden')
    expectPicture(boxPlot({ name: 'b', label: 'B', panels: [] }))
  })

  it('draws thousands of outliers in one place once', () => {
    const values = [...Array.from({ length: 20_000 }, (_, k) => k % 10), ...new Array<number>(900).fill(500)]
    const svg = boxPlot({
      name: 'b',
      label: 'B',
      panels: [{ title: 'A', subtitle: '', unit: '1', samples: [{ label: 'easy', values }] }],
    })
    expect(circles(svg)).toBe(1)
  })

  it('gives the same bytes for the same samples', () => {
    const plot = { name: 'b', label: 'B', panels: [panel('A', 's', 60)] }
    expect(boxPlot(plot)).toBe(boxPlot(plot))
  })
})

function circles(svg: string): number {
  return svg.match(/<circle /g)?.length ?? 0
}

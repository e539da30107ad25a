import { describe, expect, it } from 'vitest'
import type { FrontModel } from '../../../src/front/model.js'
import { pairsPlot as pairsPicture } from '../../../src/report/plots/pairs.js'
import { planePlot as planePicture } from '../../../src/report/plots/plane.js'
import { markLetter, sourceColours } from '../../../src/report/plots/scatter.js'
import { SERIES_COLOURS, VERMILION } from '../../../src/report/plots/theme.js'
import { frontOf } from './front-data.js'
import { drawn, expectPicture, textsOf } from './support.js'

const pairsPlot = drawn(pairsPicture)
const planePlot = drawn(planePicture)

/** What no picture may hold as it is. */
const EVIL = '<b>"bold"&\u001b[2J'

/** Frames of panels. */
function frames(svg: string): number {
  return svg.match(/<rect [^>]*fill="none" stroke="#6b727d"\/>/g)?.length ?? 0
}

/** Runs of dots of one colour. */
function strokesOf(svg: string, colour: string): string[] {
  return [...svg.matchAll(new RegExp(`<path fill="none" stroke="${colour}" d="([^"]*)"/>`, 'g'))].map(
    ([, d]) => d,
  )
}

/** Two objectives, minimised; the points as given. */
function planeOf(points: readonly number[], parts: Partial<FrontModel> = {}): FrontModel {
  return {
    title: 'plane',
    axes: ['A', 'B'].map((name) => ({ name, unit: '1' as const, sense: 'min' as const, bound: null })),
    points: Float64Array.from(points),
    source: new Int32Array(points.length / 2),
    sources: [{ name: 'only', evaluated: 10, kept: points.length / 2 }],
    marks: [],
    hypervolume: null,
    evaluations: 10,
    ...parts,
  }
}

describe('pairsPlot', () => {
  it('has a panel for every two objectives, named along the two sides', () => {
    for (const [objectives, panels] of [
      [2, 1],
      [3, 3],
      [7, 21],
    ]) {
      const svg = pairsPlot(frontOf(200, objectives))
      expectPicture(svg)
      expect(frames(svg)).toBe(panels)
    }
    const texts = textsOf(pairsPlot(frontOf(200)))
    expect(texts).toEqual(expect.arrayContaining(['UTIL →', 'AWRT ←', 'AWRT5 ←', 'AWRT4 ←']))
    // The first is only along the bottom, the last only up the side.
    expect(texts.filter((text) => text === 'UTIL →')).toHaveLength(1)
    expect(texts.filter((text) => text === 'AWRT5 ←')).toHaveLength(1)
    expect(texts.filter((text) => text === 'AWRT3 ←')).toHaveLength(2)
  })

  it('tells sources that found something, marks and bounds', () => {
    const svg = pairsPlot(frontOf(400))
    const texts = textsOf(svg)
    expect(texts.some((text) => /^NSGA-III \(3\d\d\)$/.test(text))).toBe(true)
    expect(texts.join()).not.toContain('nothing found')
    expect(texts).toEqual(expect.arrayContaining(['FCFS', 'EASY', 'CONS', 'hollow: beyond an axis']))
    // Twenty-one panels and the legend; CONS has no AWRT, which is in six panels.
    expect(texts.filter((text) => text === 'B')).toHaveLength(22)
    expect(texts.filter((text) => text === 'C')).toHaveLength(16)
    expect(svg).toContain('<title>EASY: UTIL 60.0 %, AWRT 19 h 27 min</title>')
    // FCFS lies beyond every response time.
    expect(svg.match(/fill="#ffffff" stroke="#2b2f36"\/>/g)).toHaveLength(21)
    // Each panel has two bounds, and the legend has its sign.
    expect(svg.match(new RegExp(`stroke="${VERMILION}"[^>]*stroke-dasharray`, 'g'))).toHaveLength(43)
    expect(svg).toContain('<title>no schedule has less AWRT1 than 12 h 30 min</title>')
    expect(svg).toContain('<title>no schedule has more UTIL than 70.0 %</title>')
  })

  it('draws no line for a bound that is far from the points, and says so', () => {
    const axes = [1, 95].map((bound, k) => ({
      name: `O${k}`,
      unit: '1' as const,
      sense: 'min' as const,
      bound,
    }))
    const svg = pairsPlot(planeOf([100, 110, 110, 100], { axes }))
    expectPicture(svg)
    expect(textsOf(svg)).toContain('bound beyond axis: O0')
    expect(svg.match(new RegExp(`stroke="${VERMILION}"[^>]*stroke-dasharray`, 'g'))).toHaveLength(2)
  })

  it('escapes names, and survives many marks, long names and sources', () => {
    const front = frontOf(300)
    const sources = Array.from({ length: 30 }, (_, k) => ({ name: `${EVIL} ${k}`, evaluated: 10, kept: 10 }))
    const svg = pairsPlot({
      ...front,
      title: EVIL,
      axes: front.axes.map((axis, k) => ({ ...axis, name: `${EVIL}${k}` })),
      source: front.source.map((_, k) => k % 30),
      sources,
      marks: Array.from({ length: 60 }, (_, k) => ({ name: `${EVIL} ${k}`, values: front.marks[1].values })),
    })
    expectPicture(svg)
    expect(svg).not.toContain('<b>')
    expect(svg).not.toContain('\u001b')
    expect(textsOf(svg).join()).toMatch(/… and \d+ more/)
    expect(textsOf(svg)).toContain('23 further sources (230)')
  })

  it('draws one point, equal values, no points at all', () => {
    for (const front of [
      frontOf(1),
      { ...frontOf(1), marks: [] },
      { ...frontOf(20), points: new Float64Array(140).fill(5) },
      { ...frontOf(0) },
      { ...frontOf(0), marks: [], axes: frontOf(0).axes.map((axis) => ({ ...axis, bound: null })) },
    ]) {
      const svg = pairsPlot(front)
      expectPicture(svg)
      expect(frames(svg)).toBe(21)
    }
    const alike = planeOf([5, 5, 5, 5, 5, 5])
    expect(strokesOf(pairsPlot(alike), SERIES_COLOURS[0])).toEqual([expect.stringMatching(/^M\d+ \d+h\.01$/)])
    expect(() => pairsPlot(frontOf(3, 1))).toThrow(RangeError)
  })

  it('stays small with 100,000 points', () => {
    expect(pairsPlot(frontOf(100_000)).length).toBeLessThan(1_000_000)
    expect(planePlot({ front: frontOf(100_000), x: 'AWRT1', y: 'AWRT2' }).length).toBeLessThan(500_000)
  })

  it('gives the same bytes for the same front', () => {
    expect(pairsPlot(frontOf(500))).toBe(pairsPlot(frontOf(500)))
  })
})

describe('dots', () => {
  it('are where their values are, neighbours in one stroke', () => {
    // A scale from 0 to 10 with its margins; the corners, and a middle.
    const svg = pairsPlot(planeOf([0, 10, 10, 0, 5, 5]))
    const [strokes] = strokesOf(svg, SERIES_COLOURS[0])
    const places = [...strokes.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => [Number(x), Number(y)])
    expect(places).toHaveLength(3)
    const [[left, top], [middle, level], [right, bottom]] = places
    expect([left < middle && middle < right, top < level && level < bottom]).toEqual([true, true])
    expect(middle - left).toBeGreaterThan(150)
    expect(Math.abs(right - middle - (middle - left))).toBeLessThanOrEqual(1)
    const line = Array.from({ length: 400 }, (_, k) => [k / 40, 5]).flat()
    const runs = strokesOf(pairsPlot(planeOf([...line, 0, 10, 10, 0])), SERIES_COLOURS[0])[0].match(/M/g)
    expect(runs?.length).toBeLessThan(120)
  })

  it('show the rarer source where two share a cell, above the others', () => {
    const front = planeOf([1, 1, 1, 1, 1, 1, 9, 0, 0, 9], {
      source: Int32Array.of(0, 0, 1, 0, 0),
      sources: ['many', 'few'].map((name) => ({ name, evaluated: 5, kept: 1 })),
    })
    const svg = pairsPlot(front)
    const [many, few] = [SERIES_COLOURS[0], SERIES_COLOURS[1]].map((colour) => strokesOf(svg, colour)[0])
    expect(many.match(/M/g)).toHaveLength(2)
    expect(few.match(/M/g)).toHaveLength(1)
    expect(svg.indexOf(`<path fill="none" stroke="${SERIES_COLOURS[1]}"`)).toBeGreaterThan(
      svg.indexOf(`<path fill="none" stroke="${SERIES_COLOURS[0]}"`),
    )
  })

  it('have a colour a source up to eight, then those with fewest points share the last', () => {
    const coloursOf = (count: number) =>
      sourceColours({
        source: Int32Array.from({ length: 10 * count }, (_, k) => (k % 10 <= k / count / 2 ? 0 : k % count)),
        sources: Array.from({ length: count }, (_, k) => ({ name: `s${k}`, evaluated: 1, kept: 1 })),
      })
    expect(new Set(coloursOf(7).classes.map(({ colour }) => colour)).size).toBe(7)
    const { classes, classOf } = coloursOf(12)
    expect(classes).toHaveLength(8)
    expect(classes[7].name).toBe('5 further sources')
    expect(classOf[0]).toBe(0)
    expect([...classOf].filter((place) => place === 7)).toHaveLength(5)
    expect(classes.reduce((sum, { points }) => sum + points, 0)).toBe(120)
  })
})

describe('planePlot', () => {
  it('shows points, the best of them, marks with their names, and bounds', () => {
    const svg = planePlot({ front: frontOf(300), x: 'AWRT1', y: 'AWRT2' })
    expectPicture(svg)
    expect(frames(svg)).toBe(1)
    const texts = textsOf(svg)
    // Beside their marks and in the legend.
    for (const name of ['FCFS', 'EASY', 'CONS']) expect(texts.filter((text) => text === name)).toHaveLength(2)
    expect(texts).toEqual(expect.arrayContaining(['AWRT1 ←', 'AWRT2 ←']))
    expect(texts).toContain('best of the front where only these two count')
  })

  it('draws stairs to the side on which others are no better', () => {
    const stairs = (sense: 'min' | 'max') => {
      const [a, b] = planeOf([]).axes
      const points = sense === 'min' ? [0, 10, 5, 5, 10, 0] : [0, 0, 5, 5, 10, 10]
      const svg = planePlot({ front: planeOf(points, { axes: [{ ...a, sense }, b] }), x: 'A', y: 'B' })
      return svg.match(/<path fill="none" stroke="#2b2f36" d="(M[^"]*)"/)?.[1].replace(/[\d. -]+/g, '')
    }
    expect(stairs('min')).toBe('MHVHV')
    expect(stairs('max')).toBe('MVHVH')
  })

  it('keeps letters apart that lie in one place, each with a line to it', () => {
    const marks = Array.from({ length: 6 }, (_, k) => ({ name: `mark ${k}`, values: [5, 5] }))
    const svg = planePlot({ front: planeOf([0, 10, 10, 0], { marks }), x: 'A', y: 'B' })
    expectPicture(svg)
    const discs = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="6.5"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    expect(discs).toHaveLength(12)
    const inPanel = discs.slice(0, 6)
    inPanel.forEach(([x, y], k) => {
      for (const [otherX, otherY] of inPanel.slice(k + 1)) {
        expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThanOrEqual(13 - 0.05)
      }
    })
    expect(svg.match(/r="2.5"/g)).toHaveLength(5)
  })

  it('copes with one point and none, and refuses axes that are not there', () => {
    for (const size of [0, 1]) expectPicture(planePlot({ front: frontOf(size), x: 'UTIL', y: 'AWRT' }))
    expect(() => planePlot({ front: frontOf(3), x: 'AWRT1', y: 'AWRT9' })).toThrow(/no objective AWRT9/)
  })
})

describe('markLetter', () => {
  it('goes on after Z', () => {
    expect([0, 25, 26, 51, 52].map(markLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FrontAxis,
  type FrontModel,
  hypervolumeText,
  placesOf,
  roomBelow,
  spansOf,
  staircaseOf,
} from '../../../src/front/model.js'
import { type FrontReport, frontPage as frontExhibit } from '../../../src/report/pages/front.js'
import type { TerminalStyle } from '../../../src/report/terminal/terminal.js'
import { markSentences, sourceHeads, sourceRows } from '../../../src/report/words/front.js'
import { EVIL, frontOf } from '../report/front-data.js'
import { expectWellFormed, inTerminal, paged } from '../report/support.js'

const frontPage = paged(frontExhibit)

const AXES: readonly FrontAxis[] = [
  { name: 'UTIL', unit: 'share', sense: 'max', bound: null },
  { name: 'AWRT', unit: 's', sense: 'min', bound: null },
]

function small(points: readonly number[], marks: FrontModel['marks'] = []): FrontModel {
  return {
    title: 'small',
    axes: AXES,
    points: Float64Array.from(points),
    source: new Int32Array(points.length / AXES.length),
    sources: [{ name: 'one', evaluated: 20, kept: points.length / AXES.length }],
    marks,
    hypervolume: null,
    evaluations: 20,
  }
}

describe('spans, bounds and places', () => {
  it('take the sense of each objective', () => {
    expect(spansOf(small([0.5, 100, 0.7, 300, 0.6, 200]))).toEqual([
      { best: 0.7, worst: 0.5 },
      { best: 100, worst: 300 },
    ])
    expect(spansOf(small([]))).toEqual([null, null])
  })

  it('say how much a bound leaves', () => {
    expect(roomBelow({ bound: 75 }, 100)).toBe(0.25)
    expect(roomBelow({ bound: 0.75 }, 0.6)).toBeCloseTo(0.25, 12)
    expect(roomBelow({ bound: 0 }, 0)).toBe(0)
    expect(roomBelow({ bound: -1 }, 0)).toBeNull()
    expect(roomBelow({ bound: null }, 3)).toBeNull()
  })

  it('tell marks that are beaten from those that are not', () => {
    const front = small(
      [0.6, 100, 0.7, 150],
      [
        { name: 'beaten', values: [0.5, 200] },
        { name: 'beaten in one', values: [0.7, 200] },
        { name: 'on it', values: [0.6, 100] },
        { name: 'beside it', values: [0.65, 120] },
        { name: 'better', values: [0.7, 90] },
        { name: 'without', values: [0.7, null] },
      ],
    )
    expect(
      placesOf(front).map(({ incomplete, dominatedBy, dominates }) => [incomplete, dominatedBy, dominates]),
    ).toEqual([
      [false, 2, 0],
      [false, 1, 0],
      [false, 0, 0],
      [false, 0, 0],
      [false, 0, 2],
      [true, 0, 0],
    ])
    // The first point is better by 20 % and by 50 %, the second by 40 % and by 25 %.
    expect(placesOf(front)[0].everywhereBetter).toBeCloseTo(0.25, 12)
    expect(placesOf(front)[1].everywhereBetter).toBeNull()
    // Of 0 there is no share: the same is no better, more is twice as good at most.
    const idle = [{ name: 'idle', values: [0, 200] }]
    expect(placesOf(small([0, 100], idle))[0].everywhereBetter).toBeNull()
    expect(placesOf(small([0.6, 20], idle))[0].everywhereBetter).toBeCloseTo(0.9, 12)
    expect(markSentences(front)).toEqual([
      'beaten: 2 points of the front are nowhere worse and somewhere better; one of them is better in every objective, by 25.0 % or more.',
      'beaten in one: one point of the front is nowhere worse and somewhere better; none is better in all objectives.',
      'on it, beside it: no point of the front is better without being worse in another objective.',
      'better: it is nowhere worse and somewhere better than 2 points of the front; the search missed what it does.',
      'without: it lacks one of the objectives, so it is in no place beside the front.',
    ])
  })
})

describe('staircaseOf', () => {
  it('has just the points that no other beats or equals in both, in order', () => {
    const value = fc.integer({ min: 0, max: 8 })
    const sense = fc.constantFrom('min' as const, 'max' as const)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { maxLength: 20 }),
        sense,
        sense,
        (list, first, second) => {
          const axes = [first, second].map((of) => ({ ...AXES[0], sense: of }))
          const better = (a: number, b: number, of: string) => (of === 'min' ? a < b : a > b)
          const covers = ([ax, ay]: readonly number[], [bx, by]: readonly number[]) =>
            !better(bx, ax, first) && !better(by, ay, second)
          const best = list.filter(
            (one) =>
              !list.some((other) => covers(other, one) && (other[0] !== one[0] || other[1] !== one[1])),
          )
          const expected = [...new Map(best.map(([x, y]) => [x, { x, y }])).values()].sort(
            (a, b) => a.x - b.x,
          )
          expect(staircaseOf({ axes, points: Float64Array.from(list.flat()) }, 0, 1)).toEqual(expected)
        },
      ),
      { seed: 20261122, numRuns: 300 },
    )
  })
})

describe('hypervolumeText', () => {
  it('has no more digits than its error allows', () => {
    expect(hypervolumeText({ value: 0.412345, error: 0.0004 })).toBe('0.4123 ± 0.0004')
    expect(hypervolumeText({ value: 0.412345, error: 0 })).toBe('0.41235')
    expect(hypervolumeText({ value: 1.7, error: 12 })).toBe('2 ± 12')
  })
})

describe('tables of sources', () => {
  it('have a row each and one for all, and what was counted alone where it was', () => {
    const front = small([0.6, 100, 0.7, 150])
    expect(sourceHeads(front)).toEqual(['evaluated', 'in the front', 'share of the front', 'share kept'])
    expect(sourceRows(front)).toEqual([
      { name: 'one', cells: ['20', '2', '100.0 %', '10.0 %'] },
      { name: 'all', cells: ['20', '2', '100.0 %', '10.0 %'] },
    ])
    const counted = { ...front, sources: [{ ...front.sources[0], alone: 7 }] }
    expect(sourceHeads(counted)).toContain('non-dominated alone')
    expect(sourceRows(counted).map(({ cells }) => cells[1])).toEqual(['7', ''])
    expect(sourceRows({ ...small([]), sources: [{ name: 'none', evaluated: 0, kept: 0 }] })[0].cells).toEqual(
      ['0', '0', '–', '–'],
    )
  })
})

function frontText(front: FrontModel, style: Partial<TerminalStyle>): string {
  const provenance = { version: '1', command: 'qw front' }
  return inTerminal(
    frontExhibit({
      front,
      preferred: null,
      asked: [],
      planes: [],
      notices: [],
      recorded: [],
      digest: 'd',
      provenance,
    }),
    style,
  )
}

describe('a front in a terminal', () => {
  const front = frontOf(300)

  it('tells what was searched, found, proven, and where others stand', () => {
    const text = frontText(front, { width: 200 })
    expect(text).toContain('What is possible on CTC')
    expect(text).toMatch(/^in the front +300 points$/m)
    expect(text).toMatch(/^hypervolume +0\.4123 ± 0\.0004$/m)
    expect(text).toMatch(/^nothing found +4,000 +0 +0\.0 % +0\.0 %$/m)
    expect(text).toMatch(/^all +10,000 +300 +100\.0 % +3\.0 %$/m)
    expect(text).toMatch(/^objective +best +worst +bound +room left +FCFS +EASY +CONS$/m)
    // FCFS: 900,000 s against a best of about 50,000 s.
    expect(text).toMatch(/^AWRT1 +13 h \d+ min .* 10 d 10 h/m)
    expect(text).toMatch(/^less is better, 1,000 jobs +\+1,?[67]\d\d\.\d %/m)
    expect(text).toMatch(/^- EASY: [\d,]+ points of the front are nowhere worse/m)
    expect(text).toMatch(/^- CONS: it lacks one of the objectives/m)
  })

  it('shows marks by what was not searched for below the objectives', () => {
    const marks = [
      { name: 'one', values: [0.6, 100], beside: [7200] },
      { name: 'other', values: [0.7, 150], beside: [null] },
    ]
    const beside = [{ name: 'maxWait', unit: 's', sense: 'min', description: 'the longest: max' }] as const
    const model = { ...small([0.6, 100], marks), beside }
    const lines = frontText(model, { width: 120 }).split('\n')
    const at = lines.findIndex((line) => line.startsWith('maxWait'))
    expect(lines[at]).toMatch(/^maxWait +– +– +– +– +2 h +–$/)
    expect(lines[at + 1]).toMatch(/^less is better, not searched for$/)
    expect(lines[at - 2]).toMatch(/^AWRT /)
    // Neither places nor changes depend on it.
    expect(placesOf(model)).toEqual(placesOf(small([0.6, 100], marks)))
  })

  it('fits the terminal, paints only when asked, and disarms names', () => {
    const evil = {
      ...front,
      title: EVIL,
      marks: [{ name: EVIL, values: [0.9, 1, 1, 1, 1, 1, 1] }],
      sources: front.sources.map((source, k) => (k === 0 ? { ...source, name: EVIL } : source)),
    }
    const text = frontText(evil, { width: 70 })
    expect(text).not.toContain('\u001b')
    expect(text).not.toMatch(/NaN|undefined|Infinity/)
    const tables = text.slice(text.indexOf('\n\nsource'))
    for (const line of tables.split('\n')) expect([...line].length).toBeLessThanOrEqual(70)
    // It is better than everything.
    expect(frontText(evil, { colour: true })).toContain('\u001b[32m')
  })

  it('copes with a front without points or marks', () => {
    const text = frontText({ ...small([]), sources: [] }, {})
    expect(text).not.toMatch(/NaN|undefined|Infinity/)
    expect(text).toMatch(/^UTIL +– +– +– +–$/m)
  })
})

describe('frontPage', () => {
  const reportOf = (front: FrontModel, parts: Partial<FrontReport> = {}): FrontReport => ({
    front,
    preferred: null,
    asked: [['log', 'CTC.swf']],
    planes: [['AWRT1', 'AWRT2']],
    notices: [EVIL],
    recorded: [],
    digest: 'f00d',
    provenance: { version: '9.9.9', command: `qw front ${EVIL}` },
    ...parts,
  })

  it('tells all, in pictures too, and harms nobody', () => {
    const front = { ...frontOf(400), marks: [{ name: EVIL, values: [0.6, 7e4, 7e4, 7e4, 7e4, 7e4, 7e4] }] }
    const text = frontPage(reportOf(front))
    expectWellFormed(text)
    expect(text).not.toMatch(/NaN|undefined|Infinity|\[object|<img|<script|style="|src="|href="http/)
    expect(text).toContain('&lt;img src=x')
    for (const heading of [
      'What was searched',
      'What is possible',
      'Where the points come from',
      'Two objectives at a time',
      'How this was made',
    ]) {
      expect(text).toContain(`<h2>${heading}</h2>`)
    }
    expect(text.match(/<svg /g)).toHaveLength(2)
    expect(text).toContain('<dt>log</dt><dd>CTC.swf</dd>')
    expect(text).toContain('<code>f00d</code>')
    expect(text).toContain('400 schedules of 10,000 that were evaluated')
    expect(text).toContain('<th scope="row">AWRT1<span class="change">less is better, 1,000 jobs</span></th>')
    expect(text).toContain('<dt>UTIL</dt><dd>utilization: Σ (more is better)</dd>')
    expect(text).toMatch(
      /<th scope="row">nothing found<\/th><td class="number">4,000<\/td><td class="number">0</,
    )
  })

  it('marks what the front has nothing better for', () => {
    const of = (util: number) => {
      const front = small([0.6, 100, 0.7, 150], [{ name: 'EASY', values: [util, 200] }])
      return frontPage(reportOf(front, { planes: [] }))
    }
    expect(of(0.7)).toContain('<span class="best">70.0 % ★</span><span class="change">±0 %</span>')
    expect(of(0.69)).toContain('69.0 %<span class="change">−1.4 %</span>')
  })

  it('gives the same bytes for the same front, and copes with none and with one objective', () => {
    const report = reportOf(frontOf(50))
    expect(frontPage(report)).toBe(frontPage(report))
    for (const front of [
      { ...small([]), sources: [] },
      { ...frontOf(5, 1), marks: [] },
    ]) {
      const text = frontPage(reportOf(front, { planes: [] }))
      expectWellFormed(text)
      expect(text).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  it('stays small with 100,000 points', () => {
    expect(frontPage(reportOf(frontOf(100_000))).length).toBeLessThan(1_500_000)
  })
})

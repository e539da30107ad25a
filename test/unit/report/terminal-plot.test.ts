import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConvergenceObjective, ConvergencePoint } from '../../../src/evaluation/searches/convergence.js'
import { convergencePlot } from '../../../src/report/plots/convergence.js'
import { boxText } from '../../../src/report/terminal/plot.js'
import { PLAIN_STYLE, type TerminalStyle } from '../../../src/report/terminal/terminal.js'

const ASCII: TerminalStyle = { ...PLAIN_STYLE, unicode: false }
const OBJECTIVE = { name: 'AWRT', unit: 's' } as const

const convergenceText = (
  objective: ConvergenceObjective,
  points: readonly ConvergencePoint[],
  style: TerminalStyle,
) => convergencePlot({ label: 'course', objective, points }).sketch?.(style) ?? ''

const widths = (text: string) => text.split('\n').map((line) => [...line].length)

describe('boxText', () => {
  const panel = {
    title: 'AVEbsld',
    subtitle: 'less is better',
    unit: '1',
    samples: [
      { label: 'easy', values: [0, 25, 50, 75, 100] },
      { label: 'saf', values: [10, 10, 10, 10, 100] },
    ],
  } as const

  it('draws box, median, whiskers, outliers and the scale', () => {
    const style = { ...PLAIN_STYLE, width: 43 }
    expect(boxText(panel, style).split('\n')).toEqual(
      [
        'AVEbsld',
        'less is better',
        'easy ├───────▒▒▒▒▒▒▒▒┃▒▒▒▒▒▒▒▒▒───────┤  50',
        'saf     ┃                             ○  10',
        '     ┬───────────────┬────────────────┬─',
        '     0              50               100',
      ].map((line) => line.trimEnd()),
    )
  })

  it('has a form in ASCII of the same shape', () => {
    const style = { ...ASCII, width: 43 }
    const text = boxText(panel, style)
    expect(text.split('\n')[2]).toBe('easy |-------========#=========-------|  50')
    expect(text.split('\n')[3]).toBe('saf     #                             o  10')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
    expect(text).toMatch(/^[\u0000-\u007f]*$/)
  })

  it('cuts long labels, says what is logarithmic, and what has no values', () => {
    const samples = [
      { label: 'easy:(log10(r)*n+870*log10(s))/submit', values: [1, 10, 5000] },
      { label: 'none', values: [] },
    ]
    const text = boxText({ ...panel, samples }, { ...PLAIN_STYLE, width: 60 })
    expect(text.split('\n')[1]).toBe('less is better; logarithmic')
    expect(text).toContain('easy:(log10(r)*n+87… ')
    expect(text.split('\n')[3]).toMatch(/^none +–$/)
    expect(boxText({ ...panel, samples: samples.slice(1) }, PLAIN_STYLE)).toBe('AVEbsld\nno values')
  })

  it('keeps to any width, paints only when asked, and disarms labels', () => {
    const sample = fc.record({
      label: fc.string({ unit: 'grapheme-ascii', maxLength: 50 }),
      values: fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 9 }),
    })
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 44, max: 160 }),
        fc.boolean(),
        (samples, width, unicode) => {
          const text = boxText(
            { title: 't', subtitle: 's', unit: '1', samples },
            { width, unicode, colour: false },
          )
          for (const columns of widths(text)) expect(columns).toBeLessThanOrEqual(width)
          expect(text).not.toContain('\u001b')
        },
      ),
      { seed: 20261210, numRuns: 200 },
    )
    const evil = [{ label: 'x\u001b[2J', values: [1, 2] }]
    expect(boxText({ ...panel, samples: evil }, PLAIN_STYLE)).not.toContain('\u001b')
    expect(boxText(panel, { ...PLAIN_STYLE, colour: true })).toContain('\u001b[36m')
  })
})

describe('a convergence', () => {
  const falling: readonly ConvergencePoint[] = [
    { evaluations: 0, best: 7200, median: null },
    { evaluations: 50, best: 3600, median: null },
    { evaluations: 100, best: 0, median: null },
  ]

  it('draws steps down from the left top to the right bottom', () => {
    const lines = convergenceText(OBJECTIVE, falling, { ...ASCII, width: 30 }).split('\n')
    expect(lines).toEqual([
      'AWRT against evaluations',
      '2 h +*************',
      '    |            *',
      '    |            *',
      '    |            *',
      '    |            *',
      '    |            *',
      '1 h +            ************',
      '    |                       *',
      '    |                       *',
      '    |                       *',
      '    |                       *',
      '0 s +                       *',
      '    ++----------------------+-',
      '     0                     100',
      '*** best so far',
    ])
  })

  it('has eight dots a character where the terminal shows them', () => {
    const text = convergenceText(OBJECTIVE, falling, { ...PLAIN_STYLE, width: 30 })
    const dots = [...text].filter((character) => /[\u2801-\u28ff]/.test(character)).join('')
    expect(dots).toContain('⠉⠉⠉⠉')
    expect(text).toContain('└┬')
    expect(text.split('\n')).toHaveLength(16)
  })

  it('draws the median thinner, below the best where they meet', () => {
    const points = falling.map((point) => ({ ...point, median: point.best }))
    const painted = { ...ASCII, width: 30, colour: true }
    const text = convergenceText(OBJECTIVE, points, painted)
    expect(text).toContain('\u001b[32m************\u001b[0m')
    expect(text).toContain('median of the generation')
    const apart = points.map((point) => ({ ...point, median: 7200 - (point.best ?? 0) / 2 }))
    const drawn = convergenceText(OBJECTIVE, apart, { ...ASCII, width: 60 })
    const count = (glyph: string) => drawn.split('\n').slice(1, 13).join('').split(glyph).length - 1
    expect(count('.')).toBeGreaterThan(5)
    expect(count('*')).toBeGreaterThan(2 * count('.'))
  })

  it('keeps to any width, and draws any numbers', () => {
    const value = fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }))
    const points = fc.array(fc.record({ best: value, median: value }), { maxLength: 20 })
    fc.assert(
      fc.property(points, fc.integer({ min: 40, max: 200 }), fc.boolean(), (given, width, unicode) => {
        const style = { width, unicode, colour: false }
        const numbered = given.map((point, k) => ({ ...point, evaluations: 10 * k }))
        const text = convergenceText({ name: 'f', unit: '1' }, numbered, style)
        for (const columns of widths(text)) expect(columns).toBeLessThanOrEqual(Math.max(width, 48))
        expect(text).not.toMatch(/NaN|undefined|Infinity/)
        const known = given.some(({ best, median }) => best !== null || median !== null)
        expect(text.split('\n')).toHaveLength(known ? 16 : 1)
      }),
      { seed: 20261211, numRuns: 200 },
    )
  })
})

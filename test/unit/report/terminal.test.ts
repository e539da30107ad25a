import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  barChart,
  PLAIN_STYLE,
  painted,
  sparkline,
  terminalText,
} from '../../../src/report/terminal/terminal.js'

describe('barChart', () => {
  it('draws bars in proportion, with eighths', () => {
    const bars = [
      { label: 'a', value: 16, note: '16' },
      { label: 'bb', value: 1, note: '1' },
      { label: 'c', value: 0 },
    ]
    expect(barChart(bars, { ...PLAIN_STYLE, width: 14 }).split('\n')).toEqual([
      'a  ████████ 16',
      'bb ▌         1',
      'c',
    ])
  })

  it('falls back to ASCII', () => {
    const text = barChart(
      [
        { label: 'a', value: 2 },
        { label: 'b', value: 1 },
      ],
      {
        width: 12,
        unicode: false,
        colour: false,
      },
    )
    expect(text.split('\n')).toEqual(['a ##########', 'b #####'])
  })

  it('shows anything above zero, and nothing for the rest', () => {
    const values = [1e9, 1, 0, -5, Number.NaN]
    const lines = barChart(
      values.map((value) => ({ label: 'x', value })),
      PLAIN_STYLE,
    ).split('\n')
    expect(lines.map((line) => line.length > 1)).toEqual([true, true, false, false, false])
  })

  it('keeps to the width and paints only when asked', () => {
    const bar = fc.record({
      label: fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
      value: fc.double({ min: 0, max: 1e12, noNaN: true }),
      note: fc.constantFrom('', '12 %'),
    })
    fc.assert(
      fc.property(fc.array(bar, { maxLength: 8 }), fc.integer({ min: 24, max: 120 }), (bars, width) => {
        for (const unicode of [true, false]) {
          const text = barChart(bars, { width, unicode, colour: false })
          for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(width)
          expect(text).not.toContain('\u001b')
        }
      }),
      { seed: 20261121, numRuns: 200 },
    )
    expect(barChart([{ label: 'a', value: 1 }], { ...PLAIN_STYLE, colour: true })).toContain('\u001b[36m')
  })
})

describe('sparkline', () => {
  it('has one character a value, the largest the tallest', () => {
    expect(sparkline([0, 1, 4, 8], PLAIN_STYLE)).toBe('▁▁▄█')
    expect(sparkline([0, 0], PLAIN_STYLE)).toBe('▁▁')
    expect(sparkline([0, 1, 4, 8], { ...PLAIN_STYLE, unicode: false })).toBe('__=@')
  })

  it('averages neighbours where there are more values than columns', () => {
    expect(sparkline([0, 8, 4, 4, 8, 8], { ...PLAIN_STYLE, width: 3 })).toBe('▄▄█')
  })
})

describe('text on its way to a terminal', () => {
  const coloured = { ...PLAIN_STYLE, colour: true }

  it('keeps our own colours, and shows whatever else would steer it', () => {
    const text = `${painted('good', 'best', coloured)}\n\u001b[2Jbad\u009b31m`
    expect(terminalText(text, coloured)).toBe('\u001b[32mgood\u001b[0m\n\\u001b[2Jbad\\u009b31m')
  })

  it('has no colours where there are none', () => {
    expect(painted('x', 'best', PLAIN_STYLE)).toBe('x')
    expect(terminalText('\u001b[32mx\u001b[0m', PLAIN_STYLE)).toBe('\\u001b[32mx\\u001b[0m')
  })
})

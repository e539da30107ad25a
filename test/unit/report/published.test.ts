import { describe, expect, it } from 'vitest'
import { exhibit, section } from '../../../src/core/exhibit.js'
import { publishedTables } from '../../../src/report/pages/published.js'
import type { PublishedValue } from '../../../src/study/reproduce/published-value.js'
import { inTerminal } from './support.js'

function value(table: string, row: string, column: string, parts: Partial<PublishedValue>): PublishedValue {
  const ours = parts.ours ?? null
  return { table, row, column, published: null, ours, least: ours, most: ours, decimals: 0, ...parts }
}

const textOf = (values: readonly PublishedValue[], width = 80) =>
  inTerminal(exhibit('', '', [section('T', publishedTables(values))]), { width }).replace(/^T\n═\n\n/, '')

const lines = (values: readonly PublishedValue[]) =>
  textOf(values)
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))

describe('publishedTables', () => {
  it('shows published, ours, their difference and the range of draws', () => {
    const shown = lines([
      value('one', 'a', 'n', { published: 2000, ours: 2100, least: 2079, most: 2121 }),
      value('one', 'a', 'f', { published: 2.45, ours: 2.5, least: 2.4, most: 2.6, decimals: 2 }),
      value('one', 'b', 'n', { published: 1234567, ours: 1234567 }),
      value('two', 'a', 'UTIL %', { ours: 12.345, decimals: 1 }),
    ])
    expect(shown).toEqual([
      ['one'],
      [''],
      ['row', 'n', 'f'],
      [expect.stringMatching(/^─+$/)],
      ['a', 'published', '2,000', '2.45'],
      ['ours', '2,100', '2.50'],
      ['difference', '+5.0 %', '+2.0 %'],
      ['draws', '±1 %', '2.40–2.60'],
      ['b', 'published', '1,234,567'],
      ['ours', '1,234,567'],
      ['difference', '±0 %'],
      [''],
      ['two'],
      [''],
      ['row', 'UTIL %'],
      [expect.stringMatching(/^─+$/)],
      ['a', 'ours', '12.3'],
    ])
  })

  it('does not repeat what was published, nor speak of it where nothing was', () => {
    const shown = lines([
      value('t', 'a', 'x', { published: 7, ours: 8 }),
      value('t', 'a, other', 'x', { published: 7, ours: 7 }),
      value('t', 'b', 'x', { ours: 9 }),
      value('t', 'c', 'x', { published: 7, ours: 7 }),
    ])
    expect(shown.slice(4)).toEqual([
      ['a', 'published', '7'],
      ['ours', '8'],
      ['difference', '+14.3 %'],
      ['a, other', 'ours', '7'],
      ['difference', '±0 %'],
      ['b', 'ours', '9'],
      ['c', 'published', '7'],
      ['ours', '7'],
      ['difference', '±0 %'],
    ])
  })

  it('tells differences of percentages in points', () => {
    const shown = lines([
      value('t', 'a', 'x', { published: 9.5, ours: 12.78, decimals: 2, percentage: true }),
      value('t', 'a', 'y', { published: -8.42, ours: -130.4, decimals: 2, percentage: true }),
      value('t', 'a', 'z', { published: 1.304, ours: 1.3, decimals: 2, percentage: true }),
      value('t', 'a', 'absent', { published: 1, decimals: 2, percentage: true }),
    ])
    expect(shown[6]).toEqual(['difference', '+3.28 pp', '−121.98 pp', '±0 pp', '–'])
  })

  it('puts columns that do not fit into a further table', () => {
    const wide = ['one', 'two', 'three'].map((column) =>
      value('t', 'a', column, { published: 1_000_000, ours: 2_000_000 }),
    )
    const text = (width: number) => textOf(wide, width)
    expect(text(48).split('\n\n').length).toBe(2)
    const parts = text(47).split('\n\n')
    expect(parts.length).toBe(3)
    expect(parts[2]).toMatch(
      /^row +three\n.*\na +published +1,000,000\n +ours +2,000,000\n +difference +\+100\.0 %$/,
    )
    for (const line of text(47).split('\n')) expect(line.trimEnd().length).toBeLessThanOrEqual(47)
  })

  it('marks what is missing, of either side', () => {
    const shown = lines([
      value('t', 'a', 'x', { published: 0, ours: 5 }),
      value('t', 'b', 'x', { published: 7 }),
    ])
    expect(shown.slice(4)).toEqual([
      ['a', 'published', '0'],
      ['ours', '5'],
      ['difference', '–'],
      ['b', 'published', '7'],
      ['ours', '–'],
      ['difference', '–'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { type PublishedValue, publishedTables } from '../../../src/report/published.js'
import { PLAIN_STYLE } from '../../../src/report/terminal.js'

function value(table: string, row: string, column: string, parts: Partial<PublishedValue>): PublishedValue {
  const ours = parts.ours ?? null
  return { table, row, column, published: null, ours, least: ours, most: ours, decimals: 0, ...parts }
}

const lines = (values: readonly PublishedValue[]) =>
  publishedTables(values, PLAIN_STYLE)
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
      ['one', 'n', 'f'],
      [expect.stringMatching(/^─+$/)],
      ['a', 'published', '2,000', '2.45'],
      ['ours', '2,100', '2.50'],
      ['difference', '+5.0 %', '+2.0 %'],
      ['draws', '±1 %', '2.40–2.60'],
      ['b', 'published', '1,234,567'],
      ['ours', '1,234,567'],
      ['difference', '±0 %'],
      [''],
      ['two', 'UTIL %'],
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
    expect(shown.slice(2)).toEqual([
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

  it('marks what is missing, of either side', () => {
    const shown = lines([
      value('t', 'a', 'x', { published: 0, ours: 5 }),
      value('t', 'b', 'x', { published: 7 }),
    ])
    expect(shown.slice(2)).toEqual([
      ['a', 'published', '0'],
      ['ours', '5'],
      ['difference', '–'],
      ['b', 'published', '7'],
      ['ours', '–'],
      ['difference', '–'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { listing } from '../../../src/apps/cli/listing.js'
import { wrapped } from '../../../src/report/terminal/table.js'
import { PLAIN_STYLE } from '../../../src/report/terminal/terminal.js'

describe('wrapped', () => {
  it('breaks at blanks, and within words that are longer than a line', () => {
    expect(wrapped('the longest of all words stands alone', 11)).toEqual([
      'the longest',
      'of all',
      'words',
      'stands',
      'alone',
    ])
    expect(wrapped('unbreakable', 4)).toEqual(['unbr', 'eaka', 'ble'])
    expect(wrapped('ab', 0)).toEqual(['a', 'b'])
    expect(wrapped('', 4)).toEqual([''])
  })
})

describe('listing', () => {
  const entries = [
    { name: 'saf', paragraphs: ['r·n', 'smallest estimated area first'] },
    { name: 'largest', paragraphs: ['−n'] },
  ]

  it('sets paragraphs beside their names, in one column', () => {
    expect(listing('Orders', entries, { ...PLAIN_STYLE, width: 30 }).split('\n')).toEqual([
      'Orders',
      '  saf      r·n',
      '           smallest estimated',
      '           area first',
      '  largest  −n',
    ])
  })

  it('is the same in colour but for the colours', () => {
    const coloured = listing('Orders', entries, { ...PLAIN_STYLE, width: 30, colour: true })
    expect(coloured).toContain('\u001b[')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
    const plain = coloured.replace(/\u001b\[\d*m/g, '')
    expect(plain).toBe(listing('Orders', entries, { ...PLAIN_STYLE, width: 30 }))
  })
})

import { describe, expect, it } from 'vitest'
import { didYouMean, editDistance, nearestName, suggestion } from '../../../src/core/suggest.js'

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['saf', 'asf', 1],
    ['wait', 'waits', 1],
    ['ca', 'abc', 3],
    ['EASY', 'easy', 0],
  ])('%s → %s: %i', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits)
    expect(editDistance(b, a)).toBe(edits)
  })
})

describe('nearestName', () => {
  const names = ['submit', 'wait', 'estimate', 'size', 'saf', 'spt']

  it('finds slips of the finger', () => {
    expect(nearestName('submt', names)).toBe('submit')
    expect(nearestName('estiamte', names)).toBe('estimate')
    expect(nearestName('SIZE', names)).toBe('size')
    expect(nearestName('sfa', names)).toBe('saf')
  })

  it('prefers the nearest and, of equally near ones, the first', () => {
    expect(nearestName('spf', names)).toBe('saf')
    expect(nearestName('spt2', names)).toBe('spt')
  })

  it('suggests nothing for another word, nor for a name of absurd length', () => {
    expect(nearestName('processor', names)).toBeNull()
    expect(nearestName('x', ['y', 'z'])).toBeNull()
    expect(nearestName('w'.repeat(100_000), names)).toBeNull()
  })
})

describe('suggestion', () => {
  it('asks and lists', () => {
    expect(suggestion('wiat', ['wait', 'size'], 'Variables')).toBe('Did you mean wait? Variables: wait, size')
    expect(suggestion('processor', ['wait', 'size'], 'Variables')).toBe('Variables: wait, size')
    expect(suggestion('a', [], 'Variables')).toBe('Variables: none')
    expect(didYouMean('qqqqqq', ['wait'])).toBe('')
  })
})

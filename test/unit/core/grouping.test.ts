import { describe, expect, it } from 'vitest'
import { groupedBy, groupedByAll, numbering } from '../../../src/core/grouping.js'

describe('grouping', () => {
  it('keeps keys and members in the order in which they came', () => {
    expect([...groupedBy([5, 2, 8, 3, 1], (n) => n % 3)]).toEqual([
      [2, [5, 2, 8]],
      [0, [3]],
      [1, [1]],
    ])
    expect([...groupedByAll(['ab', '', 'b'], (word) => word)]).toEqual([
      ['a', ['ab']],
      ['b', ['ab', 'b']],
    ])
  })

  it('numbers names by their first mention', () => {
    const numberOf = numbering<string>()
    expect(['x', 'y', 'x', 'z', 'y'].map(numberOf)).toEqual([0, 1, 0, 2, 1])
  })
})

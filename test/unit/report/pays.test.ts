/** Who pays, by objectives: all that become worse, each in its own sense, the largest first. */
import { describe, expect, it } from 'vitest'
import { paysByObjectives } from '../../../src/report/words/pays.js'

const less = (name: string, change: number | null) => ({ objective: { name, sense: 'min' as const }, change })
const more = (name: string, change: number | null) => ({ objective: { name, sense: 'max' as const }, change })

describe('who pays by objectives', () => {
  it('are those that become worse, the largest first, whichever way is worse', () => {
    expect(
      paysByObjectives('mine', 'easy', [
        less('meanWait', -0.4),
        less('maxWait', 0.5),
        more('UTIL', -0.6),
        more('throughput', 0.1),
        less('AWRT', 0.02),
      ]),
    ).toBe('Who pays for mine: against easy UTIL −60.0 %, maxWait +50.0 %, AWRT +2.0 %.')
  })

  it('are none where changes round to nothing or have no value', () => {
    expect(paysByObjectives('mine', 'easy', [less('AWRT', 0.0001), less('SD', null), more('UTIL', 0)])).toBe(
      'Who pays for mine: by none of 2 objectives measured is it worse than easy.',
    )
  })

  it('are counted beyond five, and told in the words given', () => {
    const changes = [1, 2, 3, 4, 5, 6, 7].map((k) => ({ ...less(`o${k}`, k), text: `+${k} s` }))
    expect(paysByObjectives('mine', 'easy', changes)).toBe(
      'Who pays for mine: against easy o7 +7 s, o6 +6 s, o5 +5 s, o4 +4 s, o3 +3 s, and 2 more.',
    )
  })
})

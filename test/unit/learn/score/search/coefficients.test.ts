/** The search of coefficients, driven by made-up scores: which families go on, which terms are left out, and the budget. */

import { describe, expect, it } from 'vitest'
import type { Learner, SettingsOf } from '../../../../../src/learn/learner.js'
import { SCORE_COEFFICIENTS } from '../../../../../src/learn/score/search/coefficients.js'
import { policyOf } from '../../../../../src/strategy/index.js'

const SETTINGS: SettingsOf<typeof SCORE_COEFFICIENTS> = {
  learner: 'score-coefficients',
  families: ['age', 'sc17'],
  algorithms: ['easy'],
  evaluations: 600,
}
const CONTEXT = { seed: 3, groups: 1, favoured: [] }

type Score = (policy: string) => number

function tell(learner: Learner, score: Score) {
  const batches = learner.ask() ?? []
  learner.tell(
    batches.map(({ candidates }) => Float64Array.from(candidates, (each) => score(policyOf(each)))),
  )
  return batches
}

/** Names of the batches, each once in a row. */
function course(learner: Learner, score: Score): string[] {
  const names: string[] = []
  while (learner.ask() !== null) {
    const name = tell(learner, score)
      .map((batch) => batch.name)
      .join('; ')
    if (name !== names[names.length - 1]) names.push(name)
  }
  return names
}

const open = (changes: Partial<SettingsOf<typeof SCORE_COEFFICIENTS>> = {}) =>
  SCORE_COEFFICIENTS.open({ ...SETTINGS, ...changes }, CONTEXT, null)

/** The coefficient of a term in a policy; 0 where it is not there. */
function coefficient(policy: string, term: string): number {
  const at = policy.indexOf(`*${term}`)
  if (at < 0) return 0
  const [, sign, text] = /([+-]) ([\d.e+-]+)$/.exec(policy.slice(0, at)) ?? []
  return (sign === '-' ? -1 : 1) * Number(text)
}
const LENGTH = 'log2(max(estimate, 10)/3600) '
const WIDTH = 'log2(size) '
/** What matters is how far R's and N's coefficients are from 8 and 2, and that nothing else is there. */
const wanted: Score = (policy) => {
  const padded = `${policy.slice(0, -1)} )`
  const others =
    (padded.match(/ [+-] /g)?.length ?? 0) -
    [LENGTH, WIDTH].filter((term) => padded.includes(`*${term}`)).length
  return (
    (policy.includes('log10(submit)') ? 100 : 0) +
    Math.abs(coefficient(padded, LENGTH) - 8) +
    Math.abs(coefficient(padded, WIDTH) - 2) +
    others
  )
}

describe('coefficients', () => {
  it('of the better family go on, and lose the terms that are worth nothing', () => {
    const learner = open({ evaluations: 3000 })
    const names = course(learner, wanted)
    expect(names[0]).toBe('easy, age; easy, sc17')
    expect(names[1]).toBe('easy, age')
    expect(names[2]).toBe('easy, age, one left out')
    const summaries = learner.summaries().filter(({ name }) => name.startsWith('easy, age, '))
    // Seven terms are worth nothing: they are left out one by one.
    expect(summaries.slice(0, 7).map(({ name }) => /(\d) of 9/.exec(name)?.[1])).toEqual([
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
    ])
    expect(summaries[6].name).toBe('easy, age, 2 of 9 terms: 1 2')
    // An eighth is tried, and given up.
    expect(summaries).toHaveLength(8)
    expect(summaries[7].score).toBeGreaterThan(summaries[6].score)
    const { strategy, score } = summaries[6]
    expect(score).toBeLessThan(0.1)
    expect(strategy === null ? null : wanted(policyOf(strategy))).toBe(score)
    expect(Math.min(...learner.population().map((each) => each.score))).toBeGreaterThanOrEqual(score)
    // What is left of the budget goes on with the form that was kept.
    expect(names[names.length - 1]).toBe('easy, age, 2 of 9 terms: 1 2')
  })

  it('keep all terms where each of them is worth something', () => {
    const learner = open({ families: ['sc17'] })
    const terms = (policy: string) => policy.match(/ [+-] /g)?.length ?? 0
    const names = course(learner, (policy) => -terms(policy))
    expect(names.filter((name) => name.endsWith('one left out'))).toHaveLength(1)
    expect(names[names.length - 1]).toBe('easy, sc17')
  })

  it('end where a form has one term left', () => {
    const learner = open({ families: ['sc17'], evaluations: 2000 })
    const terms = (policy: string) => policy.match(/ [+-] /g)?.length ?? 0
    const names = course(learner, terms)
    expect(names.filter((name) => name.endsWith('one left out'))).toHaveLength(5)
    expect(names[names.length - 1]).toMatch(/1 of 6 terms/)
  })

  it.each([60, 600, 1500])('take a budget of %i, and a generation more at most', (evaluations) => {
    const learner = open({ evaluations })
    let asked = 0
    let last = 0
    while (learner.ask() !== null) {
      last = tell(learner, wanted).reduce((sum, { candidates }) => sum + candidates.length, 0)
      asked += last
    }
    expect(asked).toBeGreaterThanOrEqual(evaluations)
    expect(asked - last).toBeLessThan(evaluations)
  })
})

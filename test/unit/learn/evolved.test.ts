/** Head starts by the evolution strategy: known rules first, generations, resumption, that it learns. */
import { describe, expect, it } from 'vitest'
import { GREEDY_EVOLVED } from '../../../src/learn/greedy/evolved.js'
import { spaceOf, startsFor } from '../../../src/learn/head-start.js'
import type { CandidateBatch, Learner } from '../../../src/learn/learner.js'
import { settledLearner } from '../../../src/learn/learner-settings.js'
import { policyOf, type Strategy } from '../../../src/strategy/index.js'
import { failureOf } from '../../support/failures.js'

const CONTEXT = { seed: 3, groups: 2, favoured: [1] }
const SETTINGS = settledLearner(GREEDY_EVOLVED, { algorithms: ['easy'], evaluations: 1000 })
const opened = (settings = SETTINGS) => GREEDY_EVOLVED.open(settings, CONTEXT, null)

/** Least where each group's estimate and size have a head start of 20 h a doubling; terms that are not there are of 0 h. */
function scoreOf(strategy: Strategy): number {
  const terms = [
    ...policyOf(strategy)
      .replaceAll(' ', '')
      .matchAll(/([+-]?[\d.]+)\*log2/g),
  ]
  const hours = Array.from({ length: 4 }, (_, k) => Number(terms[k]?.[1] ?? 0))
  return hours.reduce((sum, each) => sum + Math.abs(Math.asinh(each) - Math.asinh(20)), 0)
}

const candidatesOf = (batches: readonly CandidateBatch[]) =>
  batches.map(({ candidates }) => candidates.map(policyOf))

function taught(learner: Learner): readonly (readonly (readonly string[])[])[] {
  const asked = []
  for (let batches = learner.ask(); batches !== null; batches = learner.ask()) {
    asked.push(candidatesOf(batches))
    learner.tell(batches.map(({ candidates }) => Float64Array.from(candidates, scoreOf)))
  }
  return asked
}

describe('head starts by an evolution strategy', () => {
  it('begin at the known rules, then go on by generations of 105 within the budget, which algorithms share by halving', () => {
    const settings = settledLearner(GREEDY_EVOLVED, { algorithms: ['head', 'easy'], evaluations: 500 })
    const learner = opened(settings)
    const asked = taught(learner)
    // 125 for each, rounded up, then 250 more for the better one.
    expect(asked.map((systems) => systems.map((candidates) => candidates.length))).toEqual([
      [15, 15],
      [105, 105],
      [105, 105],
      [105],
      [105],
    ])
    const space = spaceOf({ algorithm: 'head', byTimeClass: false }, 2)
    const known = startsFor(2, [1]).map((unit) => policyOf(space.strategy(unit)))
    expect(asked[0][0].slice(0, known.length)).toEqual(known)
    expect(GREEDY_EVOLVED.planned(settings)).toBe(500)
  })

  it('improve on what they begin with, and end with 15 parents, the best first', () => {
    const learner = opened()
    const first = Math.min(...(learner.ask()?.[0].candidates.map(scoreOf) ?? []))
    taught(learner)
    const [{ score, strategy }] = learner.summaries()
    expect(score).toBeLessThan(first / 2)
    expect(strategy && scoreOf(strategy)).toBe(score)
    const population = learner.population()
    expect(population).toHaveLength(15)
    expect(population[0].score).toBe(score)
    expect(population.map((each) => each.score)).toEqual(
      population.map((each) => each.score).sort((a, b) => a - b),
    )
  })

  it('go on from any snapshot to the same candidates', () => {
    const whole = opened()
    let parts = opened()
    for (let batches = whole.ask(); batches !== null; batches = whole.ask()) {
      expect(candidatesOf(parts.ask() ?? [])).toEqual(candidatesOf(batches))
      const scores = batches.map(({ candidates }) => Float64Array.from(candidates, scoreOf))
      whole.tell(scores)
      parts.tell(scores)
      parts = GREEDY_EVOLVED.open(SETTINGS, CONTEXT, JSON.parse(JSON.stringify(parts.snapshot())))
    }
    expect(parts.ask()).toBeNull()
    expect(parts.summaries()).toEqual(whole.summaries())
  })

  it('have at least as many new candidates as parents', () => {
    expect(failureOf(() => settledLearner(GREEDY_EVOLVED, { lambda: 14 })).detail).toMatchObject({
      field: 'lambda',
      expected: 'a whole number from 15 (mu) to 10000',
    })
  })
})

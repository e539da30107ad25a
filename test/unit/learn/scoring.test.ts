/** Scores of candidates that break constraints, against those of candidates that keep them. */
import { describe, expect, it } from 'vitest'
import { searchedBy } from '../../../src/learn/goal.js'
import { cellOf, keptScore } from '../../../src/learn/scoring.js'
import type { LearnSpec } from '../../../src/learn/spec.js'

const LOGS = [0, 1]
/** Two logs, each value relative to EASY, which reaches 100 on the one and 1,000 on the other; maxWait at most 10 s. */
const SPEC = {
  objective: 'AWRT',
  logs: [{ name: 'a' }, { name: 'b' }],
  windows: null,
  combine: 'mean',
  cases: [
    { log: 0, weight: 1 / 200, usual: 100 },
    { log: 1, weight: 1 / 2000, usual: 1000 },
  ],
  constraints: [{ text: 'maxWait <= 10', objective: 'maxWait', sense: '<=', bounds: [10, 10] }],
} as unknown as LearnSpec
const JUDGED_BY = searchedBy(SPEC)
/** By what it costs and how long the longest wait is on both logs. */
const scoreOf = (costs: readonly number[], waits: readonly number[]): number =>
  LOGS.reduce((sum, log) => {
    const cell = cellOf(SPEC, JUDGED_BY, SPEC.cases, log, [costs[log], waits[log]])
    return sum + Number(cell) * SPEC.cases[log].weight
  }, 0)

describe('the score of a candidate', () => {
  it('that keeps to all constraints is the mean of its relative values', () => {
    const score = scoreOf([50, 2000], [10, 9])
    expect(score).toBeCloseTo((0.5 + 2) / 2, 12)
    expect(keptScore(SPEC, score)).toBe(score)
  })

  it('that hardly breaks one, on one log, is behind those that keep it and are much dearer', () => {
    const broken = scoreOf([1, 1], [10 * (1 + 1e-12), 0])
    expect(broken).toBeGreaterThan(scoreOf([10_000, 100_000], [10, 10]))
    expect(keptScore(SPEC, broken)).toBeNull()
  })

  it('is as bad for a violation on one log as for the same on another', () => {
    expect(scoreOf([100, 1000], [15, 0])).toBeCloseTo(scoreOf([100, 1000], [0, 15]), 3)
    expect(scoreOf([100, 1000], [15, 0])).toBeLessThan(scoreOf([1, 1], [0, 16]))
  })
})

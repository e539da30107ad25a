/** What the shuffle of the released trials does to scores. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { evenScores, shareOfShuffle } from '../../../src/study/reproduce/sc17-fit/even-scores.js'
import { scoresBy, tupleOf } from '../../../src/study/reproduce/sc17-fit/trials.js'
import { releasedChances } from '../../../src/study/reproduce/sc17-trials/released-shuffle.js'
import { tableOf } from '../../support/arbitraries.js'
import { distributionBy } from '../../support/scores.js'

describe('scores', () => {
  const judged = 8
  const even = distributionBy(() => 1 / judged, { tuples: 5, judged })
  const first = releasedChances(judged)
  const uneven = { ...even, score: even.score.map((_, row) => first[row % judged]) }

  it('that are the shuffle alone are explained by it, and are even without it', () => {
    expect(shareOfShuffle(uneven)).toBe(1)
    for (const score of evenScores(uneven).score) expect(score).toBeCloseTo(1 / judged, 12)
  })

  it('of a tuple add up to 1 without it', () => {
    const made = distributionBy((r, n) => r * n, { tuples: 5, judged })
    const { score } = evenScores(made)
    for (let from = 0; from < score.length; from += judged) {
      expect(score.subarray(from, from + judged).reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12)
    }
    // What is equal before its part of the trials is taken away is not equal afterwards.
    expect(evenScores(even).score[1]).toBeLessThan(evenScores(even).score[7])
  })
})

describe('trials anew', () => {
  const jobs = tableOf(
    Array.from({ length: 40 }, (_, k) => ({
      id: k + 1,
      submit: 100 + 7 * k,
      runtime: 10 + ((k * 37) % 11),
      estimate: 50,
      size: 1 + (k % 4),
      user: 1,
      group: 0,
    })),
  )
  /** The distribution whose only tuple begins at a job. */
  const distributionAt = (first: number, judged: number) => {
    const rows = Array.from({ length: judged }, (_, k) => first + 16 + k)
    return {
      runtime: Float64Array.from(rows, (job) => jobs.runtime[job]),
      size: Float64Array.from(rows, (job) => jobs.size[job]),
      submit: Float64Array.from(rows, (job) => jobs.submit[job] - jobs.submit[first]),
      score: new Float64Array(judged).fill(1 / judged),
      tuple: new Int32Array(judged),
    }
  }

  it('find the tuple in its log', () => {
    const found = tupleOf(distributionAt(5, 8), 0, 8, jobs)
    expect(found?.state).toBe(16)
    expect([...(found?.runtime ?? [])]).toEqual([...jobs.runtime.subarray(5, 29)])
    expect(found?.submit[0]).toBe(0)
    const other = distributionAt(5, 8)
    other.submit[7]++
    expect(tupleOf(other, 0, 8, jobs)).toBeNull()
  })

  it('are as often of each first job as the shuffle makes it, where all orders are worth the same', () => {
    const judged = 6
    const tuple = tupleOf(distributionAt(3, judged), 0, judged, jobs)
    if (tuple === null) throw new TypeError('the tuple is in its log')
    // All submitted at once, and room for all: no order makes a job wait.
    const idle = { ...tuple, submit: new Float64Array(tuple.submit.length) }
    const trials = 30_000
    const near = (found: Float64Array, expected: ArrayLike<number>) => {
      for (const [job, score] of found.entries()) {
        expect(Math.abs(score - expected[job])).toBeLessThan(4 * Math.sqrt(expected[job] / trials))
      }
    }
    near(scoresBy('released shuffle', idle, trials, new Random(2)), releasedChances(judged))
    near(scoresBy('even shuffle', idle, trials, new Random(3)), new Float64Array(judged).fill(1 / judged))
  })
})

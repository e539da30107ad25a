/**
 * The published scores without what the shuffle of the released trials adds to them (sc17-trials/released-shuffle.ts). A score
 * is the part of a job among all values, of the trials in which it is first; so a job that is first too often has too large
 * a score, by the same factor.
 */
import type { ScoreDistribution } from '../../../learn/score/distribution.js'
import { releasedChances } from '../sc17-trials/released-shuffle.js'

/** The scores as they had been if each job had been first in as many trials: divided by its chance, to add up to 1. */
export function evenScores(distribution: ScoreDistribution): ScoreDistribution {
  const score = new Float64Array(distribution.score.length)
  eachTuple(distribution, (from, chances) => {
    let sum = 0
    for (const [k, chance] of chances.entries()) sum += distribution.score[from + k] / chance
    for (const [k, chance] of chances.entries()) score[from + k] = distribution.score[from + k] / chance / sum
  })
  return { ...distribution, score }
}

/** The part of the squared distances of scores from 1/|Q| that goes if each job is expected to have its chance instead. */
export function shareOfShuffle(distribution: ScoreDistribution): number {
  let all = 0
  let left = 0
  eachTuple(distribution, (from, chances) => {
    for (const [k, chance] of chances.entries()) {
      const score = distribution.score[from + k]
      all += (score - 1 / chances.length) ** 2
      left += (score - chance) ** 2
    }
  })
  return 1 - left / all
}

/** @param visit is told the first row of each tuple, whose rows are in submit order, and the chances of its jobs to be first */
function eachTuple({ tuple }: ScoreDistribution, visit: (from: number, chances: Float64Array) => void): void {
  const known = new Map<number, Float64Array>()
  for (let from = 0; from < tuple.length; ) {
    let end = from + 1
    while (end < tuple.length && tuple[end] === tuple[from]) end++
    const chances = known.get(end - from) ?? releasedChances(end - from)
    known.set(end - from, chances)
    visit(from, chances)
    from = end
  }
}

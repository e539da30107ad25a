/** Greedy strategies as points of a box (strategy/coding.ts), for optimisers of real numbers. */
import type { AlgorithmName } from '../../sim/policy.js'
import { type GreedyCriterion, type GreedyStrategy, genesEach } from '../../strategy/index.js'

export type Criteria = readonly [
  GreedyCriterion['criterion'],
  GreedyCriterion['criterion'],
  GreedyCriterion['criterion'],
]

/** Significant digits of a number that is searched for: more would say nothing and make policies long. */
const DIGITS = 6

/** The strategy of a point of `greedyBox`, its numbers rounded. */
export function greedyOf(
  algorithm: AlgorithmName,
  criteria: Criteria,
  genes: Float64Array,
  groups: number,
): GreedyStrategy {
  const situation = (k: 0 | 1 | 2): GreedyCriterion => {
    const from = k * genesEach(groups)
    const [a, b, ...rest] = Array.from(genes.subarray(from, from + genesEach(groups)), rounded)
    return { criterion: criteria[k], a, b, w: rest.slice(0, groups), K: rest.slice(groups) }
  }
  return { kind: 'greedy', algorithm, situations: [situation(0), situation(1), situation(2)] }
}

/** To `DIGITS` significant digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

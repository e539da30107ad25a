/**
 * Greedy strategies as points of a box, for optimisers of real numbers: situation by situation (weekend, day, night)
 * a, b, w_1 … w_G, K_1 … K_G, 36 numbers for five user groups; a, b, w in [0, 1], K in [0, 5] (Franke, Lepping,
 * Schwiegelshohn: Greedy scheduling with complex objectives, 2007, III).
 */
import { type Box, boxOf } from '../../optimize/box.js'
import type { AlgorithmName } from '../../sim/policy.js'
import type { GreedyCriterion, GreedyStrategy } from '../../strategy/index.js'

export type Criteria = readonly [
  GreedyCriterion['criterion'],
  GreedyCriterion['criterion'],
  GreedyCriterion['criterion'],
]

/** Significant digits of a number that is searched for: more would say nothing and make policies long. */
const DIGITS = 6
const MOST_K = 5

/** Numbers of one situation. */
export function genesEach(groups: number): number {
  return 2 + 2 * groups
}

export function greedyBox(groups: number): Box {
  const upper = [0, 1, 2].flatMap(() => [
    1,
    1,
    ...new Array<number>(groups).fill(1),
    ...new Array<number>(groups).fill(MOST_K),
  ])
  return boxOf(new Float64Array(upper.length), upper)
}

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
export function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

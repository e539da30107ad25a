/** Codings of strategies as numbers, whoever searches them: one objective (learn/) or several (front/). */
import { type Box, boxOf } from '../optimize/box.js'

/** K_i of greedy criteria is searched up to here, all other numbers up to 1. */
const MOST_K = 5

/** Numbers of one situation of a greedy strategy: a, b, w_1 … w_G, K_1 … K_G. */
export function genesEach(groups: number): number {
  return 2 + 2 * groups
}

/**
 * The numbers of a greedy strategy, situation by situation (weekend, day, night), 36 for five user groups; a, b, w in [0, 1],
 * K in [0, 5] (Franke, Lepping, Schwiegelshohn: Greedy scheduling with complex objectives, 2007, III).
 */
export function greedyBox(groups: number): Box {
  const each = Array.from({ length: genesEach(groups) }, (_, k) => (k < 2 + groups ? 1 : MOST_K))
  const upper = [0, 1, 2].flatMap(() => each)
  return boxOf(new Float64Array(upper.length), upper)
}

/**
 * A formula by the job's user group; jobs of none, and of others, have that of the last.
 * @param groups one or more
 * @param formulas of each of them
 */
export function byGroup(groups: readonly number[], formulas: readonly string[]): string {
  const last = formulas.length - 1
  return formulas
    .slice(0, last)
    .reduceRight((rest, formula, k) => `if(group == ${groups[k]}, ${formula}, ${rest})`, formulas[last])
}

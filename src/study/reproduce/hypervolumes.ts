/** A method of several objectives on a test problem, and the hypervolume of its last population. */
import type { MultiObjectiveProblem, PopulationOptimizer } from '../../optimize/index.js'
import { hypervolume } from '../../optimize/index.js'

/** Reference point 1.1 in every objective, as all the published values have it. */
export const REFERENCE = 1.1

/** @param generations with the first population */
export function lastHypervolume(
  { objectives, evaluate }: MultiObjectiveProblem,
  optimizer: PopulationOptimizer<Float64Array>,
  generations: number,
): number {
  for (let generation = 0; generation < generations; generation++) {
    const batch = optimizer.ask()
    const scores = new Float64Array(batch.length * objectives)
    for (const [k, point] of batch.entries()) evaluate(point, scores, k * objectives)
    optimizer.tell(scores)
  }
  return hypervolume(optimizer.state.scores, referenceOf(objectives))
}

export function referenceOf(objectives: number): Float64Array {
  return new Float64Array(objectives).fill(REFERENCE)
}

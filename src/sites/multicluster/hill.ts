/** Hill climbing over chromosomes (rule C11 of docs/sites.md): one job moved in the order and its nodes drawn anew. */
import type { Random } from '../../core/random.js'
import type { ChromosomeEvaluator } from './chromosome.js'
import type { GenomeOperators } from './genome.js'
import { fitness } from './measures.js'

/** The next trial of a climb, made of the best so far. */
export type Proposal = (best: Int32Array) => Int32Array

export interface Climb {
  readonly genome: Int32Array
  readonly fitness: number
  /** Steps that were kept, by their places among those tried. */
  readonly accepted: readonly number[]
  readonly tried: number
}

/** Gains of less are none, s. */
const LEAST_GAIN = 1e-6
/** Steps in a row without gain after which it ends. */
export const USUAL_PATIENCE = 1000

/** @param steps until they end, or `patience` of them in a row bring no gain */
export function climb(
  evaluator: ChromosomeEvaluator,
  start: Int32Array,
  alpha: number,
  patience: number,
  steps: Iterable<Proposal>,
): Climb {
  let best = start
  let least = fitness(evaluator.evaluate(best), alpha)
  const accepted: number[] = []
  let tried = 0
  let failures = 0
  for (const step of steps) {
    if (failures === patience) break
    const candidate = step(best)
    const value = fitness(evaluator.evaluate(candidate), alpha)
    if (value < least - LEAST_GAIN) {
      ;[best, least] = [candidate, value]
      accepted.push(tried)
      failures = 0
    } else failures++
    tried++
  }
  return { genome: best, fitness: least, accepted, tried }
}

/** The steps of rule C11, without end. */
export function* randomSteps({ step }: GenomeOperators, random: Random): Generator<Proposal> {
  for (;;) yield (best) => step(best, random)
}

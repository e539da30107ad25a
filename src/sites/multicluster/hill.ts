/** Hill climbing over chromosomes (rule C11 of docs/sites.md): one job moved in the order and its nodes drawn anew. */
import { type Chromosome, type ChromosomeEvaluator, fitness } from './chromosome.js'

export interface Step {
  readonly job: number
  /** Its new place in the order, counted without it. */
  readonly place: number
  readonly nodes: ArrayLike<number>
}

export interface Climb {
  readonly order: readonly number[]
  readonly nodes: readonly ArrayLike<number>[]
  readonly fitness: number
  /** Steps that were kept, by their places among those tried. */
  readonly accepted: readonly number[]
  readonly tried: number
}

/** Gains of less are none, s. */
const LEAST_GAIN = 1e-6
/** Steps in a row without gain after which it ends. */
export const USUAL_PATIENCE = 1000

/** A chromosome with one job elsewhere. */
export function moved({ order, nodes }: Chromosome, { job, place, nodes: own }: Step) {
  const rest = Array.from(order).filter((each) => each !== job)
  rest.splice(place, 0, job)
  return { order: rest, nodes: nodes.map((each, k) => (k === job ? own : each)) }
}

/** @param steps until they end, or `patience` of them in a row bring no gain */
export function climb(
  evaluator: ChromosomeEvaluator,
  start: Chromosome,
  alpha: number,
  patience: number,
  steps: Iterable<Step>,
): Climb {
  let best = { order: Array.from(start.order), nodes: start.nodes }
  let least = fitness(evaluator.evaluate(best), alpha)
  const accepted: number[] = []
  let tried = 0
  let failures = 0
  for (const step of steps) {
    if (failures === patience) break
    const candidate = moved(best, step)
    const value = fitness(evaluator.evaluate(candidate), alpha)
    if (value < least - LEAST_GAIN) {
      ;[best, least] = [candidate, value]
      accepted.push(tried)
      failures = 0
    } else failures++
    tried++
  }
  return { ...best, fitness: least, accepted, tried }
}

/** Populations of methods of several objectives: with scores and children, and how both are kept. */
import { type Codec, floats, list, type ObjectOf, refined, type Shape, whole } from '../../core/codec.js'
import type { Random } from '../../core/random.js'
import type { Optimizer } from '../optimizer.js'
import { rowsAt } from '../pareto/sort.js'
import { checkLength, members } from '../snapshot.js'
import type { Coding, Individual } from './coding.js'

export interface Population<Genome> {
  readonly individuals: readonly Individual<Genome>[]
  /** Row-major. */
  readonly scores: Float64Array
}

/** A method whose survivors can be seen; there are none before the first `tell`. */
export interface PopulationOptimizer<Genome> extends Optimizer<Genome> {
  readonly state: Population<Genome>
}

/** A population, and the generation that it has got to. */
export interface Evolution<Genome> extends Population<Genome> {
  /** Batches told; 0 while the population is empty. */
  readonly generation: number
}

/** A batch of individuals, and what of them is evaluated. */
export interface Brood<Genome> {
  readonly individuals: readonly Individual<Genome>[]
  readonly candidates: readonly Genome[]
}

export const EMPTY = { individuals: [], scores: new Float64Array(0) } as const

export function broodOf<Genome>(individuals: readonly Individual<Genome>[]): Brood<Genome> {
  return { individuals, candidates: individuals.map(({ genome }) => genome) }
}

/** `count` children of parents, each pair of `mates` having two; the last pair has one where `count` is odd. */
export function childrenOf<Genome>(
  coding: Coding<Genome>,
  parents: readonly Individual<Genome>[],
  mates: Int32Array,
  count: number,
  random: Random,
): readonly Individual<Genome>[] {
  const children: Individual<Genome>[] = []
  for (let k = 0; children.length < count; k += 2) {
    const [c, d] = coding.vary(parents[mates[k]], parents[mates[k + 1]], random)
    children.push(c)
    if (children.length < count) children.push(d)
  }
  return children
}

/** Parents that `count` children take: an even number. */
export function matesFor(count: number): number {
  return 2 * Math.ceil(count / 2)
}

export function joined<Genome>(a: Population<Genome>, b: Population<Genome>): Population<Genome> {
  const scores = new Float64Array(a.scores.length + b.scores.length)
  scores.set(a.scores)
  scores.set(b.scores, a.scores.length)
  return { individuals: [...a.individuals, ...b.individuals], scores }
}

export function chosen<Genome>(
  { individuals, scores }: Population<Genome>,
  places: ArrayLike<number>,
  objectives: number,
): Population<Genome> {
  return {
    individuals: Array.from(places, (place) => individuals[place]),
    scores: rowsAt(scores, objectives, places),
  }
}

/**
 * Members of a snapshot: the population with its scores, which is empty before the first generation.
 * @param beside what else a method keeps
 */
export function evolutionCodec<Genome, Beside extends Shape>(
  { individual }: Coding<Genome>,
  count: number,
  objectives: number,
  beside: Beside,
): Codec<Evolution<Genome> & ObjectOf<Beside>> {
  const evolution = { generation: whole(0), ...beside, individuals: list(individual), scores: floats() }
  return refined(members(evolution) as Codec<Evolution<Genome> & ObjectOf<Beside>>, (read, at) => {
    const expected = read.generation === 0 ? 0 : count
    checkLength(read.individuals, expected, at.at('individuals'))
    checkLength(read.scores, expected * objectives, at.at('scores'))
  })
}

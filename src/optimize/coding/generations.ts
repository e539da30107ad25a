/**
 * What NSGA and NSGA-II have in common: μ parents have λ children a generation, and the first batch is the μ first
 * individuals. They differ in who mates and who survives.
 */
import { Random } from '../../core/random.js'
import { wholeSetting } from '../settings.js'
import { type Fields, readSnapshot, snapshotOf } from '../snapshot.js'
import { allMatter, optimizerOf, type Seed } from '../stepped.js'
import type { Coding } from './coding.js'
import {
  type Brood,
  broodOf,
  childrenOf,
  EMPTY,
  type Evolution,
  loadEvolution,
  matesFor,
  type Population,
  type PopulationOptimizer,
  savePopulation,
} from './population.js'

export interface GenerationSettings<Genome> {
  readonly coding: Coding<Genome>
  /** Scores a candidate; 2 or more. */
  readonly objectives: number
  /** μ: parents; 2 or more. */
  readonly mu: number
  /** λ: children a generation. */
  readonly lambda?: number
}

export interface GenerationMethod {
  readonly kind: string
  readonly version: number
  /** λ at least, and where it is not given. */
  readonly leastLambda: (mu: number) => number
  readonly usualLambda: (mu: number) => number
  /** Places of `count` parents by the scores of all, two neighbours a pair. */
  readonly mates: (scores: Float64Array, objectives: number, count: number, random: Random) => Int32Array
  /** The next μ parents; in the first generation there are no parents yet, and the children are the first individuals. */
  readonly survivors: <Genome>(
    parents: Population<Genome>,
    children: Population<Genome>,
    mu: number,
    objectives: number,
  ) => Population<Genome>
}

/** @throws QueuewrightError `usage` for settings out of range */
export function beginGenerations<Genome>(
  method: GenerationMethod,
  settings: GenerationSettings<Genome>,
  seed: Seed,
): PopulationOptimizer<Genome> {
  return goOn(method, settings, seed, { generation: 0, ...EMPTY })
}

/** @throws QueuewrightError `input-document` */
export function restoreGenerations<Genome>(
  method: GenerationMethod,
  snapshot: unknown,
  loadCoding: (fields: Fields) => Coding<Genome>,
  file: string,
): PopulationOptimizer<Genome> {
  return readSnapshot(snapshot, method.kind, method.version, file, (fields) => {
    const coding = loadCoding(fields.object('coding'))
    const objectives = fields.whole('objectives', 2)
    const mu = fields.whole('mu', 2)
    const settings = { coding, objectives, mu, lambda: fields.number('lambda') }
    return goOn(method, settings, fields.seed(), loadEvolution(coding, fields, mu, objectives))
  })
}

function goOn<Genome>(
  method: GenerationMethod,
  settings: GenerationSettings<Genome>,
  seed: Seed,
  first: Evolution<Genome>,
): PopulationOptimizer<Genome> {
  const { coding } = settings
  const objectives = wholeSetting('objectives', settings.objectives, 2)
  const mu = wholeSetting('mu', settings.mu, 2)
  const lambda = wholeSetting('lambda', settings.lambda ?? method.usualLambda(mu), method.leastLambda(mu))
  const root = new Random(seed).fork(method.kind)
  return optimizerOf<Evolution<Genome>, Brood<Genome>, Genome>(
    {
      objectives,
      propose: ({ generation, individuals, scores }) => {
        const random = root.fork(generation)
        if (generation === 0) return broodOf(coding.first(mu, random))
        const mates = method.mates(scores, objectives, matesFor(lambda), random)
        return broodOf(childrenOf(coding, individuals, mates, lambda, random))
      },
      candidates: ({ candidates }) => candidates,
      advance: (parents, { individuals }, scores) => ({
        generation: parents.generation + 1,
        ...method.survivors(parents, { individuals, scores }, mu, objectives),
      }),
      selection: (_, { candidates }) => allMatter(candidates.length),
      stopped: () => null,
      save: (state) =>
        snapshotOf(method.kind, method.version, {
          coding: coding.saveSettings(state.generation === 0),
          objectives,
          mu,
          lambda,
          seed,
          generation: state.generation,
          ...savePopulation(coding, state),
        }),
    },
    first,
  )
}

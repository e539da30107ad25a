/**
 * NSGA (Srinivas and Deb, Evolutionary Computation 2, 1994) with Laumanns' niche count (fitness.ts). It keeps no parents:
 * λ parents are drawn from the population in proportion to their fitness, by stochastic universal sampling, and vary; the
 * μ children of the highest fitness are the next population. The first batch is the μ first individuals.
 */
import { Random } from '../../core/random.js'
import type { Coding } from '../coding/coding.js'
import {
  type Brood,
  broodOf,
  childrenOf,
  chosen,
  EMPTY,
  type Evolution,
  loadEvolution,
  matesFor,
  type PopulationOptimizer,
  savePopulation,
} from '../coding/population.js'
import { universalSampling } from '../operators/selection.js'
import { wholeSetting } from '../settings.js'
import { type Fields, readSnapshot, snapshotOf } from '../snapshot.js'
import { allMatter, optimizerOf, type Seed } from '../stepped.js'
import { sharedFitness } from './fitness.js'

const KIND = 'nsga'
const VERSION = 1

export interface NsgaSettings<Genome> {
  readonly coding: Coding<Genome>
  /** Scores a candidate; 2 or more. */
  readonly objectives: number
  /** μ: parents; 2 or more. */
  readonly mu: number
  /** λ: children a generation, μ or more; 2·μ where absent. */
  readonly lambda?: number
}

/** @throws QueuewrightError `usage` for settings out of range */
export function nsga<Genome>(settings: NsgaSettings<Genome>, seed: Seed): PopulationOptimizer<Genome> {
  return nsgaFrom(settings, seed, { generation: 0, ...EMPTY })
}

/**
 * @param loadCoding reads the coding's settings
 * @throws QueuewrightError `input-document`
 */
export function restoreNsga<Genome>(
  snapshot: unknown,
  loadCoding: (fields: Fields) => Coding<Genome>,
  file = 'snapshot',
): PopulationOptimizer<Genome> {
  return readSnapshot(snapshot, KIND, VERSION, file, (fields) => {
    const coding = loadCoding(fields.object('coding'))
    const objectives = fields.whole('objectives', 2)
    const mu = fields.whole('mu', 2)
    const settings = { coding, objectives, mu, lambda: fields.number('lambda') }
    return nsgaFrom(settings, fields.seed(), loadEvolution(coding, fields, mu, objectives))
  })
}

function nsgaFrom<Genome>(
  settings: NsgaSettings<Genome>,
  seed: Seed,
  first: Evolution<Genome>,
): PopulationOptimizer<Genome> {
  const { coding } = settings
  const objectives = wholeSetting('objectives', settings.objectives, 2)
  const mu = wholeSetting('mu', settings.mu, 2)
  const lambda = wholeSetting('lambda', settings.lambda ?? 2 * mu, mu)
  const root = new Random(seed).fork(KIND)
  return optimizerOf<Evolution<Genome>, Brood<Genome>, Genome>(
    {
      objectives,
      propose: ({ generation, individuals, scores }) => {
        const random = root.fork(generation)
        if (generation === 0) return broodOf(coding.first(mu, random))
        const fitness = sharedFitness(scores, objectives)
        // Sampling yields equal ones side by side; pairs are drawn at random.
        const mates = random.shuffle(universalSampling(fitness, matesFor(lambda), random))
        return broodOf(childrenOf(coding, individuals, mates, lambda, random))
      },
      candidates: ({ candidates }) => candidates,
      advance: ({ generation }, { individuals }, scores) => {
        const fitness = sharedFitness(scores, objectives)
        const order = Int32Array.from({ length: individuals.length }, (_, k) => k)
        order.sort((a, b) => fitness[b] - fitness[a] || a - b)
        return {
          generation: generation + 1,
          ...chosen({ individuals, scores }, order.subarray(0, mu), objectives),
        }
      },
      selection: (_, { candidates }) => allMatter(candidates.length),
      stopped: () => null,
      save: (state) =>
        snapshotOf(KIND, VERSION, {
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

/**
 * NSGA-II (Deb, Pratap, Agarwal and Meyarivan, IEEE Transactions on Evolutionary Computation 6, 2002), for two or three
 * objectives; with more, nearly everything is non-dominated and NSGA-III is the better choice.
 *
 * μ parents and their λ children compete: front by front of the non-dominated sort goes into the next population, the last
 * one by crowding distance, the least crowded first. Parents are drawn by binary tournaments: the lower front wins, in one
 * front the less crowded. The first batch is the μ first individuals.
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
  joined,
  loadEvolution,
  matesFor,
  type Population,
  type PopulationOptimizer,
  savePopulation,
} from '../coding/population.js'
import { binaryTournaments } from '../operators/selection.js'
import { nonDominatedSort, ranksOf } from '../pareto/sort.js'
import { wholeSetting } from '../settings.js'
import { type Fields, readSnapshot, snapshotOf } from '../snapshot.js'
import { allMatter, optimizerOf, type Seed } from '../stepped.js'
import { crowding } from './crowding.js'

const KIND = 'nsga2'
const VERSION = 1

export interface Nsga2Settings<Genome> {
  readonly coding: Coding<Genome>
  /** Scores a candidate; 2 or more. */
  readonly objectives: number
  /** μ: parents; 2 or more. */
  readonly mu: number
  /** λ: children a generation, 1 or more; μ where absent. */
  readonly lambda?: number
}

/** @throws QueuewrightError `usage` for settings out of range */
export function nsga2<Genome>(settings: Nsga2Settings<Genome>, seed: Seed): PopulationOptimizer<Genome> {
  return nsga2From(settings, seed, { generation: 0, ...EMPTY })
}

/**
 * @param loadCoding reads the coding's settings
 * @throws QueuewrightError `input-document`
 */
export function restoreNsga2<Genome>(
  snapshot: unknown,
  loadCoding: (fields: Fields) => Coding<Genome>,
  file = 'snapshot',
): PopulationOptimizer<Genome> {
  return readSnapshot(snapshot, KIND, VERSION, file, (fields) => {
    const coding = loadCoding(fields.object('coding'))
    const objectives = fields.whole('objectives', 2)
    const mu = fields.whole('mu', 2)
    const settings = { coding, objectives, mu, lambda: fields.number('lambda') }
    return nsga2From(settings, fields.seed(), loadEvolution(coding, fields, mu, objectives))
  })
}

function nsga2From<Genome>(
  settings: Nsga2Settings<Genome>,
  seed: Seed,
  first: Evolution<Genome>,
): PopulationOptimizer<Genome> {
  const { coding } = settings
  const objectives = wholeSetting('objectives', settings.objectives, 2)
  const mu = wholeSetting('mu', settings.mu, 2)
  const lambda = wholeSetting('lambda', settings.lambda ?? mu, 1)
  const root = new Random(seed).fork(KIND)
  return optimizerOf<Evolution<Genome>, Brood<Genome>, Genome>(
    {
      objectives,
      propose: ({ generation, individuals, scores }) => {
        const random = root.fork(generation)
        if (generation === 0) return broodOf(coding.first(mu, random))
        const better = crowdedComparison(scores, objectives)
        const mates = binaryTournaments(mu, matesFor(lambda), better, random)
        return broodOf(childrenOf(coding, individuals, mates, lambda, random))
      },
      candidates: ({ candidates }) => candidates,
      advance: (parents, { individuals }, scores) => ({
        generation: parents.generation + 1,
        ...survivors(joined(parents, { individuals, scores }), mu, objectives),
      }),
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

/** Below 0 where the first is on a lower front, or on the same and less crowded. */
function crowdedComparison(scores: Float64Array, objectives: number): (a: number, b: number) => number {
  const fronts = nonDominatedSort(scores, objectives)
  const ranks = ranksOf(fronts, scores.length / objectives)
  const distance = new Float64Array(ranks.length)
  for (const front of fronts) {
    for (const [k, value] of crowding(scores, objectives, front).entries()) distance[front[k]] = value
  }
  return (a, b) => ranks[a] - ranks[b] || compare(distance[b], distance[a])
}

/** Also of infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function survivors<Genome>(all: Population<Genome>, count: number, objectives: number): Population<Genome> {
  const kept: number[] = []
  for (const front of nonDominatedSort(all.scores, objectives)) {
    const room = count - kept.length
    if (room === 0) break
    if (front.length <= room) {
      kept.push(...front)
      continue
    }
    const distance = crowding(all.scores, objectives, front)
    const order = Int32Array.from({ length: front.length }, (_, k) => k).sort(
      (a, b) => compare(distance[b], distance[a]) || a - b,
    )
    kept.push(...Array.from(order.subarray(0, room), (k) => front[k]))
  }
  return chosen(all, kept, objectives)
}

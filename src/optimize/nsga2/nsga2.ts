/**
 * NSGA-II (Deb, Pratap, Agarwal and Meyarivan, IEEE Transactions on Evolutionary Computation 6, 2002), for two or three
 * objectives; with more, nearly everything is non-dominated and NSGA-III is the better choice.
 *
 * μ parents and their λ children compete: front by front of the non-dominated sort goes into the next population, the last
 * one by crowding distance, the least crowded first. Parents are drawn by binary tournaments: the lower front wins, in one
 * front the less crowded. The first batch is the μ first individuals.
 */
import { type GenerationSettings, generations } from '../coding/generations.js'
import { chosen, joined, type Population } from '../coding/population.js'
import { binaryTournaments } from '../operators/selection.js'
import { nonDominatedSort, ranksOf } from '../pareto/sort.js'
import { crowding } from './crowding.js'

/** λ is 1 or more, and μ where absent. */
export type Nsga2Settings<Genome> = GenerationSettings<Genome>

/** Begun, and restored of a snapshot. */
export const { begin: nsga2, restore: restoreNsga2 } = generations({
  kind: 'nsga2',
  version: 1,
  leastLambda: () => 1,
  usualLambda: (mu) => mu,
  mates: (scores, objectives, count, random) =>
    binaryTournaments(scores.length / objectives, count, crowdedComparison(scores, objectives), random),
  survivors: (parents, children, mu, objectives) => survivors(joined(parents, children), mu, objectives),
})

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
      for (const each of front) kept.push(each)
      continue
    }
    const distance = crowding(all.scores, objectives, front)
    const order = Int32Array.from({ length: front.length }, (_, k) => k).sort(
      (a, b) => compare(distance[b], distance[a]) || a - b,
    )
    for (const each of Array.from(order.subarray(0, room), (k) => front[k])) kept.push(each)
  }
  return chosen(all, kept, objectives)
}

/**
 * NSGA (Srinivas and Deb, Evolutionary Computation 2, 1994) with Laumanns' niche count (fitness.ts). It keeps no parents:
 * λ parents are drawn from the population in proportion to their fitness, by stochastic universal sampling, and vary; the
 * μ children of the highest fitness are the next population. The first batch is the μ first individuals.
 */
import { type GenerationSettings, generations } from '../coding/generations.js'
import { chosen } from '../coding/population.js'
import { universalSampling } from '../operators/selection.js'
import { sharedFitness } from './fitness.js'

/** λ is μ or more, and 2·μ where absent. */
export type NsgaSettings<Genome> = GenerationSettings<Genome>

/** Begun, and restored of a snapshot. */
export const { begin: nsga, restore: restoreNsga } = generations({
  kind: 'nsga',
  version: 1,
  leastLambda: (mu) => mu,
  usualLambda: (mu) => 2 * mu,
  mates: (scores, objectives, count, random) =>
    // Sampling yields equal ones side by side; pairs are drawn at random.
    random.shuffle(universalSampling(sharedFitness(scores, objectives), count, random)),
  survivors: (_, children, mu, objectives) => {
    const fitness = sharedFitness(children.scores, objectives)
    const order = Int32Array.from({ length: fitness.length }, (_, k) => k)
    order.sort((a, b) => fitness[b] - fitness[a] || a - b)
    return chosen(children, order.subarray(0, mu), objectives)
  },
})

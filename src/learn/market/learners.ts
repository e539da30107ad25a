/** Learners of the functions of a market: adding one takes its lines here. The first is the usual one. */
import type { Json } from '../../core/json.js'
import { cubeOf } from '../../optimize/box.js'
import { evolutionStrategy, restoreEvolutionStrategy } from '../../optimize/evolution-strategy/index.js'
import type { Optimizer } from '../../optimize/optimizer.js'
import { restarted } from '../space.js'
import { DIMENSIONS, PLAIN } from './functions.js'

export interface MarketLearner {
  readonly name: string
  /** As help says it. */
  readonly about: string
  /** A search of the unit cube; begins at the start alone. */
  readonly open: (seed: number, state: Json | null) => Optimizer<ArrayLike<number>>
}

/** First step of CMA-ES, as a share of a weight's range. */
const SIGMA = 0.15
const LAMBDA = 20

/** Single weights, besides none at all. */
const STARTS: readonly Float64Array[] = [
  PLAIN,
  ...Array.from(PLAIN.keys()).flatMap((k) => [0.25, 0.75].map((u) => PLAIN.with(k, u))),
]

export const MARKET_LEARNERS: readonly MarketLearner[] = [
  {
    name: 'cma-es',
    about: 'CMA-ES with restarts',
    open: (seed, state) =>
      restarted({ name: 'market', dimensions: DIMENSIONS }, { starts: STARTS, sigma: SIGMA }, seed, state),
  },
  {
    name: 'evolved',
    about: 'the evolution strategy of the thesis',
    open: (seed, state) =>
      state === null
        ? evolutionStrategy(
            { box: cubeOf(DIMENSIONS, 0, 1), mu: STARTS.length, lambda: LAMBDA, starts: STARTS },
            `${seed} market`,
          )
        : restoreEvolutionStrategy(state),
  },
]

/** @throws RangeError for a name that no learner has */
export function marketLearner(name: string): MarketLearner {
  const found = MARKET_LEARNERS.find((each) => each.name === name)
  if (found === undefined) throw new RangeError(`no market learner ${name}`)
  return found
}

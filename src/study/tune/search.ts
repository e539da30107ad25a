/** The optimiser of a tuning: made anew, or of a snapshot. It searches the unit cube. */
import type { Json } from '../../core/json.js'
import { cubeOf } from '../../optimize/box.js'
import { cmaEs, restoreCmaEs } from '../../optimize/cma-es/index.js'
import { evolutionStrategy, restoreEvolutionStrategy } from '../../optimize/evolution-strategy/index.js'
import type { Optimizer } from '../../optimize/optimizer.js'
import { randomSearch, restoreRandomSearch } from '../../optimize/random-search.js'
import type { TuneMethod, TuneSpec } from './spec.js'

type Search = Optimizer<Float64Array>

/** Candidates a generation of random search. */
const USUAL_BATCH = 20
/** Schwefel's ratio of offspring to parents. */
const OFFSPRING = 7

const METHODS: Readonly<
  Record<
    TuneMethod,
    { readonly begin: (spec: TuneSpec) => Search; readonly restore: (state: Json) => Search }
  >
> = {
  'cma-es': {
    // Without active weights only the better half of a generation matters, so that the others may be stopped early.
    begin: ({ parameters, population, seed }) =>
      cmaEs(
        {
          box: cubeOf(parameters.length, 0, 1),
          active: false,
          restarts: 'ipop',
          ...(population === null ? {} : { lambda: population }),
        },
        seed,
      ),
    restore: restoreCmaEs,
  },
  es: {
    begin: ({ parameters, population, windows, seed }) => {
      const lambda = population ?? 3 * OFFSPRING
      const mu = Math.max(1, Math.round(lambda / OFFSPRING))
      // Parents live on where all generations have the same windows; else their scores mean nothing to their children.
      const kappa = windows?.redraw ? 1 : Number.POSITIVE_INFINITY
      return evolutionStrategy({ box: cubeOf(parameters.length, 0, 1), mu, lambda, kappa }, seed)
    },
    restore: restoreEvolutionStrategy,
  },
  random: {
    begin: ({ parameters, population, seed }) =>
      randomSearch({ box: cubeOf(parameters.length, 0, 1), lambda: population ?? USUAL_BATCH }, seed),
    restore: restoreRandomSearch,
  },
}

/** @param state of `snapshot`; null at the beginning */
export function searchOf(spec: TuneSpec, state: Json | null): Search {
  const method = METHODS[spec.method]
  return state === null ? method.begin(spec) : method.restore(state)
}

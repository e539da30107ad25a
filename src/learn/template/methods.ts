/** The optimisers by which the numbers of a template are searched: made anew, or of a snapshot. They search the unit cube. */
import type { Json } from '../../core/json.js'
import { type Box, cubeOf } from '../../optimize/box.js'
import { cmaEs, restoreCmaEs } from '../../optimize/cma-es/index.js'
import { evolutionStrategy, restoreEvolutionStrategy } from '../../optimize/evolution-strategy/index.js'
import type { Optimizer } from '../../optimize/optimizer.js'
import { randomSearch, restoreRandomSearch } from '../../optimize/random-search.js'

type Search = Optimizer<Float64Array>

/** The knowledge that a search of a box needs. */
interface Asked {
  readonly box: Box
  /** Candidates a generation; the method's own number where null. */
  readonly population: number | null
  /** Whether scores of different generations mean nothing to each other. */
  readonly redrawn: boolean
  readonly seed: number
}

interface BoxMethod {
  readonly begin: (asked: Asked) => Search
  readonly restore: (state: Json) => Search
}

/** Candidates a generation of random search. */
const USUAL_BATCH = 20
/** Schwefel's ratio of offspring to parents. */
const OFFSPRING = 7

const METHODS = {
  'cma-es': {
    // Without active weights only the better half of a generation matters, so that the others may be stopped early.
    begin: ({ box, population, seed }) =>
      cmaEs(
        { box, active: false, restarts: 'ipop', ...(population === null ? {} : { lambda: population }) },
        seed,
      ),
    restore: restoreCmaEs,
  },
  es: {
    begin: ({ box, population, redrawn, seed }) => {
      const lambda = population ?? 3 * OFFSPRING
      const mu = Math.max(1, Math.round(lambda / OFFSPRING))
      // Parents live on where all generations have the same windows; else their scores mean nothing to their children.
      return evolutionStrategy({ box, mu, lambda, kappa: redrawn ? 1 : Number.POSITIVE_INFINITY }, seed)
    },
    restore: restoreEvolutionStrategy,
  },
  random: {
    begin: ({ box, population, seed }) => randomSearch({ box, lambda: population ?? USUAL_BATCH }, seed),
    restore: restoreRandomSearch,
  },
} as const satisfies Readonly<Record<string, BoxMethod>>

export type BoxMethodName = keyof typeof METHODS

/** @param state of `snapshot`; null at the beginning */
export function boxSearch(
  method: BoxMethodName,
  dimensions: number,
  asked: Omit<Asked, 'box'>,
  state: Json | null,
): Search {
  const { begin, restore }: BoxMethod = METHODS[method]
  return state === null ? begin({ ...asked, box: cubeOf(dimensions, 0, 1) }) : restore(state)
}

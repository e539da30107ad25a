/**
 * One space of strategies, searched by CMA-ES. First some points are tried as they stand; a run begins at the best of them,
 * and where a run has converged, the next begins at the best point so far with twice the population.
 */
import { json, list, nullable, objectOf, whole } from '../core/codec.js'
import { stateOf } from '../core/documents.js'
import type { Json } from '../core/json.js'
import { cubeOf } from '../optimize/box.js'
import { cmaEs, restoreCmaEs } from '../optimize/cma-es/index.js'
import { usualLambda } from '../optimize/cma-es/parameters.js'
import { type Optimizer, THE_BEST } from '../optimize/optimizer.js'
import { ranking } from '../optimize/stepped.js'
import type { Strategy } from '../strategy/index.js'
import { type Opening, type PointSearch, SCORED, type Scored, subSearch } from './sub-search.js'

/** A population is doubled no further. */
const MOST_DOUBLINGS = 4
/** A run has converged where no term moves by more than this share of the first step: what is left is luck. */
const CONVERGED = 0.02

/** Strategies that are points of the unit cube. */
export interface Space {
  /** As its batches and its summary are called. */
  readonly name: string
  readonly dimensions: number
  readonly strategy: (unit: ArrayLike<number>) => Strategy
}

/** Where a search of a space begins. */
export interface Beginning {
  /** Points that are tried first, one or more. */
  readonly starts: readonly Float64Array[]
  /** First step size, as a share of a term's scale. */
  readonly sigma: number
}

export function spaceSearch(space: Space, beginning: Beginning, seed: number): Opening<PointSearch> {
  const { name, strategy } = space
  const search = (state: Json | null) => restarted(space, beginning, seed, state)
  return (state) => subSearch({ name, search, strategy, last: ({ last }) => last }, state)
}

export interface Restarted extends Optimizer<Float64Array> {
  /** Candidates of the last generation that were finished, best first. */
  readonly last: readonly Scored[]
}

interface State {
  /** Runs of CMA-ES that were begun; 0 before the first points are scored. */
  readonly runs: number
  /** The best of those that were finished; null where none was. */
  readonly best: Scored | null
  readonly search: Json
  readonly last: readonly Scored[]
}
const STATE = objectOf<State>({
  ...{ runs: whole(0), best: nullable(SCORED), search: json, last: list(SCORED) },
})

/** @param state of `snapshot`; null at the beginning */
export function restarted(
  { name, dimensions }: Pick<Space, 'name' | 'dimensions'>,
  { starts, sigma }: Beginning,
  seed: number,
  state: Json | null,
): Restarted {
  const from = stateOf(STATE, state)
  let { runs, best, last }: Omit<State, 'search'> = from ?? { runs: 0, best: null, last: [] }
  let run = from === null || from.runs === 0 ? null : restoreCmaEs(from.search)
  const begun = (start: readonly number[]) =>
    cmaEs(
      {
        box: cubeOf(dimensions, 0, 1),
        lambda: usualLambda(dimensions) * 2 ** Math.min(runs, MOST_DOUBLINGS),
        sigma,
        tolX: CONVERGED,
        start: Float64Array.from(start),
      },
      `${seed} ${name} ${runs}`,
    )
  const candidates = () => run?.ask() ?? starts
  return {
    objectives: 1,
    stopped: null,
    // Of the first points the best is of interest.
    get selection() {
      return run?.selection ?? THE_BEST
    },
    get last() {
      return last
    },
    ask: candidates,
    tell: (scores) => {
      const points = candidates().map((unit, k): Scored => ({ score: scores[k], genome: [...unit] }))
      last = Array.from(ranking(scores), (place) => points[place]).filter(({ score }) =>
        Number.isFinite(score),
      )
      if (last.length > 0 && last[0].score < (best?.score ?? Number.POSITIVE_INFINITY)) best = last[0]
      run?.tell(scores)
      if (run !== null && run.stopped === null) return
      run = begun((best ?? points[0]).genome)
      runs++
    },
    snapshot: () => STATE.encode({ runs, best, search: run?.snapshot() ?? null, last }),
  }
}

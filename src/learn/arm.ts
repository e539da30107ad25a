/**
 * One space of strategies, searched by CMA-ES. First some points are tried as they stand; a run begins at the best of them,
 * and where a run has converged, the next begins at the best point so far with twice the population.
 */
import type { Json } from '../core/json.js'
import { cubeOf } from '../optimize/box.js'
import { cmaEs, restoreCmaEs } from '../optimize/cma-es/index.js'
import { usualLambda } from '../optimize/cma-es/parameters.js'
import type { Optimizer } from '../optimize/optimizer.js'
import { ranking } from '../optimize/stepped.js'
import type { Strategy } from '../strategy/index.js'
import type { Heat, Learner, Standing } from './learner.js'

/** A population is doubled no further. */
const MOST_DOUBLINGS = 4
/** A run has converged where no term moves by more than this share of the first step: what is left is luck. */
const CONVERGED = 0.02

/** Strategies that are points of the unit cube. */
export interface Space {
  /** As its heats and its standing are called. */
  readonly name: string
  readonly dimensions: number
  readonly strategy: (unit: ArrayLike<number>) => Strategy
}

/** A point of the unit cube, with its score. */
export interface Scored {
  readonly score: number
  readonly unit: readonly number[]
}

/** How far an arm has come, as plain data. */
export interface Course {
  readonly evaluations: number
  readonly best: Scored | null
  /** Runs of CMA-ES that were begun; 0 before the first points are scored. */
  readonly runs: number
  readonly search: Json
  /** Candidates of the last generation that were finished, best first. */
  readonly last: readonly Scored[]
}

export interface Arm {
  readonly space: Space
  /** Null before the first scores. */
  readonly best: Scored | null
  readonly evaluations: number
  /** Infinity before the first scores. */
  readonly score: number
  heat(): Heat
  tell(scores: Float64Array): void
  standing(): Standing
  last(): ReturnType<Learner['population']>
  course(): Course
}

/** Where an arm begins. */
export interface Beginning {
  /** Points that are tried first, one or more. */
  readonly starts: readonly Float64Array[]
  /** First step size, as a share of a term's scale. */
  readonly sigma: number
}

/** @param from null at the beginning */
export function armOf(space: Space, { starts, sigma }: Beginning, seed: number, from: Course | null): Arm {
  const { name, dimensions, strategy } = space
  const begun = (runs: number, { unit }: Scored): Optimizer<Float64Array> =>
    cmaEs(
      {
        box: cubeOf(dimensions, 0, 1),
        lambda: usualLambda(dimensions) * 2 ** Math.min(runs, MOST_DOUBLINGS),
        sigma,
        tolX: CONVERGED,
        start: Float64Array.from(unit),
      },
      `${seed} ${name} ${runs}`,
    )
  let { evaluations, best, runs, last } = from ?? { evaluations: 0, best: null, runs: 0, last: [] }
  let search = from === null || from.runs === 0 ? null : restoreCmaEs(from.search)
  const candidates = () => search?.ask() ?? starts
  const score = () => best?.score ?? Number.POSITIVE_INFINITY
  return {
    space,
    get best() {
      return best
    },
    get evaluations() {
      return evaluations
    },
    get score() {
      return score()
    },
    heat: () => ({
      name,
      candidates: candidates().map(strategy),
      // Of the first points the best is of interest.
      selection: search?.selection ?? { selects: 1, rivals: [], floor: Number.NEGATIVE_INFINITY },
    }),
    tell: (scores) => {
      const points = candidates().map((unit, k): Scored => ({ score: scores[k], unit: [...unit] }))
      last = Array.from(ranking(scores), (place) => points[place]).filter((each) =>
        Number.isFinite(each.score),
      )
      if (best === null || last.some((each) => each.score < score())) best = last[0] ?? points[0]
      evaluations += points.length
      search?.tell(scores)
      if (search !== null && search.stopped === null) return
      search = begun(runs, best)
      runs++
    },
    standing: () => ({ name, evaluations, score: score(), strategy: best && strategy(best.unit) }),
    last: () => last.map((each) => ({ system: name, score: each.score, strategy: strategy(each.unit) })),
    course: () => ({ evaluations, best, runs, search: search?.snapshot() ?? null, last }),
  }
}

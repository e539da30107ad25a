/**
 * One form of head starts (head-start.ts), searched by CMA-ES. First some points are tried as they stand; a run begins at
 * the best of them, and where a run has converged, the next begins at the best point so far with twice the population.
 */
import type { Json } from '../../core/json.js'
import { cubeOf } from '../../optimize/box.js'
import { cmaEs, restoreCmaEs } from '../../optimize/cma-es/index.js'
import { usualLambda } from '../../optimize/cma-es/parameters.js'
import type { Optimizer } from '../../optimize/optimizer.js'
import { ranking } from '../../optimize/stepped.js'
import type { Strategy } from '../../strategy/index.js'
import type { Heat, LearnerContext, Standing } from '../learner.js'
import { dimensions, type Form, policyAt } from './head-start.js'

/** A population is doubled no further. */
const MOST_DOUBLINGS = 4
/** A run has converged where no term moves by more than this share of the first step: what is left is luck. */
const CONVERGED = 0.02

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
  readonly form: Form
  /** Null before the first scores. */
  readonly best: Scored | null
  readonly evaluations: number
  /** Infinity before the first scores. */
  readonly score: number
  heat(): Heat
  tell(scores: Float64Array): void
  standing(): Standing
  last(): readonly { readonly system: string; readonly strategy: Strategy; readonly score: number }[]
  course(): Course
}

export function nameOf({ algorithm, bySituation }: Form): string {
  return `${algorithm}, ${bySituation ? 'by situation' : 'the same all week'}`
}

/** Where an arm begins. */
export interface Beginning {
  /** Points that are tried first, one or more. */
  readonly starts: readonly Float64Array[]
  /** First step size, as a share of a term's scale. */
  readonly sigma: number
}

/** @param from null at the beginning */
export function armOf(
  form: Form,
  { starts, sigma }: Beginning,
  { groups, seed }: LearnerContext,
  from: Course | null,
): Arm {
  const name = nameOf(form)
  const n = dimensions(form, groups)
  const strategy = (unit: ArrayLike<number>): Strategy => policyAt(form, Float64Array.from(unit), groups)
  const begun = (runs: number, { unit }: Scored): Optimizer<Float64Array> =>
    cmaEs(
      {
        box: cubeOf(n, 0, 1),
        lambda: usualLambda(n) * 2 ** Math.min(runs, MOST_DOUBLINGS),
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
    form,
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

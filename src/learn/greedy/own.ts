/**
 * Greedy learning of our own: head starts (head-start.ts) searched by CMA-ES (arm.ts), the numbers of all groups at once, with
 * any algorithm on top, EASY for instance.
 *
 * 1. Head starts that are the same all week, for each of the algorithms asked for. They share this part of the budget by
 *    successive halving (halving.ts). Each first tries known rules (submit order, priority by group, ascending, descending
 *    and as the objective names them, shortest and smallest first), so that no result is worse than these.
 * 2. The best of all is refined: from there on each situation of the week has head starts of its own, searched all at
 *    once.
 */
import type { AlgorithmName } from '../../sim/policy.js'
import { armOf } from '../arm.js'
import { bySituation, type Form, spaceOf, startsFor } from '../head-start.js'
import type { LearnerKind } from '../learner.js'
import { type Opening, type Staged, stagedLearner } from '../staged.js'

export interface OwnSettings {
  readonly learner: 'greedy-own'
  /** One algorithm, or those of which the best is to be found. */
  readonly algorithms: readonly AlgorithmName[]
  /** Candidates, rounded up to whole generations. */
  readonly evaluations: number
}

/**
 * Those of which the best is taken unless one is named. List scheduling alone lets wide jobs starve, and conservative
 * backfilling takes four times as long as EASY for what is seldom better by half a percent; who wants them names them.
 */
export const BEST_OF: readonly AlgorithmName[] = ['head', 'easy']

/** Share of the budget for the refinement. */
const REFINEMENT = 1 / 3
/** First steps of both parts, as shares of a term's scale. */
const SIGMA = 0.25
const FINE_SIGMA = 0.1

export const GREEDY_OWN: LearnerKind<OwnSettings> = {
  name: 'greedy-own',
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms }) => `greedy, head starts by CMA-ES, ${algorithms.join(', ')}`,
  open: ({ algorithms, evaluations }, { seed, groups, favoured }, state) => {
    const opening =
      (form: Form, starts: readonly Float64Array[], sigma: number): Opening =>
      (course) =>
        armOf(spaceOf(form, groups), { starts, sigma }, seed, course)
    const starts = startsFor(groups, favoured)
    const forms = algorithms.map((algorithm): Form => ({ algorithm, bySituation: false }))
    return stagedLearner(
      {
        first: forms.map((form) => opening(form, starts, SIGMA)),
        evaluations,
        share: 1 - REFINEMENT,
        second: (place, unit) => [
          opening({ ...forms[place], bySituation: true }, [bySituation(unit)], FINE_SIGMA),
        ],
      },
      state as unknown as Staged | null,
    )
  },
}

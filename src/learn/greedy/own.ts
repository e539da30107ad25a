/**
 * Greedy learning of our own: head starts (head-start.ts) searched by CMA-ES (space.ts), the numbers of all groups at once, with
 * any algorithm on top, EASY for instance.
 *
 * 1. Head starts that are the same all week, for each of the algorithms asked for. They share this part of the budget by
 *    successive halving (halving.ts). Each first tries known rules (submit order, priority by group, ascending, descending
 *    and as the objective names them, shortest and smallest first), so that no result is worse than these.
 * 2. The best of all is refined: from there on each situation of the week has head starts of its own, searched all at
 *    once.
 */
import { algorithmsSetting, BEST_OF, evaluationsSetting } from '../algorithms.js'
import { byTimeClass, type Form, spaceOf, startsFor } from '../head-start.js'
import type { LearnerKind } from '../learner.js'
import { spaceSearch } from '../space.js'
import { stagedLearner } from '../staged.js'

/** Candidates are rounded up to whole generations. */
const SETTINGS = {
  algorithms: algorithmsSetting(BEST_OF, 'the order'),
  evaluations: evaluationsSetting(2000),
}

/** Share of the budget for the refinement. */
const REFINEMENT = 1 / 3
/** First steps of both parts, as shares of a term's scale. */
const SIGMA = 0.25
const FINE_SIGMA = 0.1

export const GREEDY_OWN: LearnerKind<'greedy-own', typeof SETTINGS> = {
  name: 'greedy-own',
  about: 'head starts, by CMA-ES',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms }) => `greedy, head starts by CMA-ES, ${algorithms.join(', ')}`,
  open: ({ algorithms, evaluations }, { seed, groups, favoured }, state) => {
    const opening = (form: Form, starts: readonly Float64Array[], sigma: number) =>
      spaceSearch(spaceOf(form, groups), { starts, sigma }, seed)
    const starts = startsFor(groups, favoured)
    const forms = algorithms.map((algorithm): Form => ({ algorithm, byTimeClass: false }))
    return stagedLearner(
      {
        first: forms.map((form) => opening(form, starts, SIGMA)),
        evaluations,
        share: 1 - REFINEMENT,
        second: (place, unit) => [
          opening({ ...forms[place], byTimeClass: true }, [byTimeClass(unit)], FINE_SIGMA),
        ],
      },
      state,
    )
  },
}

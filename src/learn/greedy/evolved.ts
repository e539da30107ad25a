/**
 * Head starts (../head-start.ts) by the evolution strategy of the published method (systems.ts): the orders that own.ts searches,
 * the same all week, by (μ + λ) with discrete recombination of numbers and a step size each (Schwefel, Evolution and Optimum
 * Seeking, 1995). The first parents are known rules, then random ones. A control: what it is ahead of systems.ts these orders are
 * worth, and what it lacks to own.ts, CMA-ES and orders by the time of the week are.
 */
import { setting, whole } from '../../core/settings/index.js'
import { cubeOf } from '../../optimize/box.js'
import { evolutionStrategy, restoreEvolutionStrategy } from '../../optimize/evolution-strategy/index.js'
import { algorithmsSetting, BEST_OF, evaluationsSetting } from '../algorithms.js'
import { halving } from '../halving.js'
import { dimensions, type Form, spaceOf, startsFor } from '../head-start.js'
import type { LearnerKind } from '../learner.js'
import { type Opening, parentsIn, subSearch } from '../sub-search.js'

const PAPER = 'Franke, Lepping, Schwiegelshohn 2007, IV-C'

/** Candidates are rounded up to whole generations. */
const SETTINGS = {
  algorithms: algorithmsSetting(BEST_OF, 'the order'),
  mu: setting(whole(1), { meaning: 'parents of each system', source: PAPER, usual: 15 }),
  lambda: setting(whole('mu'), {
    meaning: 'new candidates of each system a generation',
    source: PAPER,
    usual: 105,
  }),
  evaluations: evaluationsSetting(2000),
}

export const GREEDY_EVOLVED: LearnerKind<'greedy-evolved', typeof SETTINGS> = {
  name: 'greedy-evolved',
  about: 'head starts, by an evolution strategy',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms }) => `greedy, head starts by an evolution strategy, ${algorithms.join(', ')}`,
  open: ({ algorithms, mu, lambda, evaluations }, { seed, groups, favoured }, state) => {
    const starts = startsFor(groups, favoured).slice(0, mu)
    const opening = (algorithm: Form['algorithm']): Opening => {
      const form: Form = { algorithm, byTimeClass: false }
      const { name, strategy } = spaceOf(form, groups)
      const box = cubeOf(dimensions(form, groups), 0, 1)
      const begin = () => evolutionStrategy({ box, mu, lambda, starts }, `${seed} evolved ${algorithm}`)
      const plan = {
        name,
        search: (saved: unknown) => (saved === null ? begin() : restoreEvolutionStrategy(saved)),
        strategy,
        last: parentsIn(box),
      }
      return (saved) => subSearch(plan, saved)
    }
    return halving(algorithms.map(opening), evaluations, state)
  },
}

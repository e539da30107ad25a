/**
 * Random greedy strategies: criterion 2 in all situations, its numbers drawn uniformly from their ranges. The baseline
 * that a learner has to beat.
 */
import type { Json } from '../../core/json.js'
import { randomSearch, restoreRandomSearch } from '../../optimize/random-search.js'
import { greedyBox } from '../../strategy/index.js'
import { evaluationsSetting } from '../algorithms.js'
import { halving } from '../halving.js'
import type { LearnerKind } from '../learner.js'
import { subSearch } from '../sub-search.js'
import { greedyOf } from './coding.js'

/** Candidates are rounded up to whole batches. */
const SETTINGS = { evaluations: evaluationsSetting(500) }

const BATCH = 50

export const GREEDY_RANDOM: LearnerKind<'greedy-random', typeof SETTINGS> = {
  name: 'greedy-random',
  about: 'criterion 2, random weights',
  settings: SETTINGS,
  planned: ({ evaluations }) => Math.ceil(evaluations / BATCH) * BATCH,
  title: () => 'greedy, random weights',
  open: ({ evaluations }, { seed, groups }, state) => {
    const plan = {
      name: 'random f2',
      search: (saved: Json | null) =>
        saved === null
          ? randomSearch({ box: greedyBox(groups), lambda: BATCH }, seed)
          : restoreRandomSearch(saved),
      strategy: (genes: ArrayLike<number>) => greedyOf('head', [2, 2, 2], Float64Array.from(genes), groups),
    }
    return halving([(saved) => subSearch(plan, saved)], evaluations, state)
  },
}

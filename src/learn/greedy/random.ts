/**
 * Random greedy strategies: criterion 2 in all situations, its numbers drawn uniformly from their ranges. The baseline
 * that a learner has to beat.
 */
import type { Json } from '../../core/json.js'
import type { Values } from '../../core/settings/index.js'
import { randomSearch, restoreRandomSearch } from '../../optimize/random-search.js'
import { evaluationsSetting } from '../algorithms.js'
import type { Heat, Learner, LearnerContext, LearnerKind } from '../learner.js'
import { greedyBox, greedyOf } from './coding.js'

/** Candidates are rounded up to whole batches. */
const SETTINGS = { evaluations: evaluationsSetting(500) }

const NAME = 'random f2'
const BATCH = 50

interface State {
  readonly search: Json
  readonly evaluations: number
  readonly best: { readonly score: number; readonly genes: readonly number[] } | null
}

export const GREEDY_RANDOM: LearnerKind<'greedy-random', typeof SETTINGS> = {
  name: 'greedy-random',
  about: 'criterion 2, random weights',
  settings: SETTINGS,
  planned: ({ evaluations }) => Math.ceil(evaluations / BATCH) * BATCH,
  title: () => 'greedy, random weights',
  open: (settings, context, state) => randomLearner(settings, context, state as unknown as State | null),
}

function randomLearner(
  settings: Values<typeof SETTINGS>,
  context: LearnerContext,
  from: State | null,
): Learner {
  const { groups, seed } = context
  const search =
    from === null
      ? randomSearch({ box: greedyBox(groups), lambda: BATCH }, seed)
      : restoreRandomSearch(from.search)
  let evaluations = from?.evaluations ?? 0
  let best = from?.best ?? null
  const strategy = (genes: ArrayLike<number>) => greedyOf('head', [2, 2, 2], Float64Array.from(genes), groups)
  return {
    ask: () => {
      if (evaluations >= settings.evaluations) return null
      const heat: Heat = {
        name: NAME,
        candidates: search.ask().map(strategy),
        selection: search.selection,
      }
      return [heat]
    },
    tell: ([scores]) => {
      const candidates = search.ask()
      const place = scores.reduce((least, score, k) => (score < scores[least] ? k : least), 0)
      if (best === null || scores[place] < best.score) {
        best = { score: scores[place], genes: [...candidates[place]] }
      }
      evaluations += candidates.length
      search.tell(scores)
    },
    standings: () => [
      {
        name: NAME,
        evaluations,
        score: best?.score ?? Number.POSITIVE_INFINITY,
        strategy: best === null ? null : strategy(best.genes),
      },
    ],
    population: () => [],
    snapshot: () => ({ search: search.snapshot(), evaluations, best }) as unknown as Json,
  }
}

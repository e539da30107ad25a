/**
 * Random fuzzy rule bases: each with as many rules, drawn like the first rules of the other learners (fuzzy-coding.ts). The best
 * base that was seen is the result: what evolution has to beat with as many candidates.
 */
import { exact, nullable, object, objectOf, whole as wholeNumber } from '../../../core/codec.js'
import { stateOf } from '../../../core/documents.js'
import { Random } from '../../../core/random.js'
import { setting, type Values, whole } from '../../../core/settings/index.js'
import { MOST_EVALUATIONS } from '../../../optimize/evaluator.js'
import { MOST_RULES, SOURCE_STRATEGIES, USUAL_FEATURES } from '../../../sim/rule-based/index.js'
import type { RulesStrategy } from '../../../strategy/index.js'
import type { Learner, LearnerContext, LearnerKind } from '../../learner.js'
import { checkedLearner } from '../../learner-settings.js'
import { baseCoding, memberText, randomBase, rulesOf } from '../base-coding.js'
import { featuresSetting, GREEDY, RULES_HEADING } from '../forms.js'
import { ruleCoding } from '../fuzzy-coding.js'

const SETTINGS = {
  features: featuresSetting(USUAL_FEATURES, 'what rules go by'),
  greedy: GREEDY,
  rules: setting(whole(1, MOST_RULES), { meaning: 'rules of a base', heading: RULES_HEADING, usual: 50 }),
  evaluations: setting(whole(1, MOST_EVALUATIONS), {
    meaning: 'candidates; usually as many as qw learn michigan has',
    usual: 2800,
  }),
}
type RandomBasesSettings = Values<typeof SETTINGS>

const NAME = 'random bases'
/** Bases of a generation, which only says when a run can be left. */
const BATCH = 50

interface State {
  /** Bases told. */
  readonly told: number
  /** The first of the best ones: which base it is, and its score. */
  readonly best: { readonly place: number; readonly score: number } | null
}
const STATE = objectOf<State>({
  told: wholeNumber(0),
  best: nullable(object({ place: wholeNumber(0), score: exact })),
})

export const RULES_RANDOM: LearnerKind<'rules-random', typeof SETTINGS> = {
  name: 'rules-random',
  about: 'Draw random fuzzy rules, of which the best are the result: what the other methods have to beat.',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ rules }) => `random fuzzy rule bases, ${rules} rules`,
  open: (settings, context, state) => randomBases(settings, context, stateOf(STATE, state)),
}

/**
 * @throws QueuewrightError `usage` for settings out of range; `policy-parameter` for an unknown feature; as `memberText` for
 *   the greedy policy
 */
function randomBases(settings: RandomBasesSettings, { seed }: LearnerContext, from: State | null): Learner {
  const { features, rules, evaluations } = checkedLearner(SETTINGS, settings)
  const strategies = [...SOURCE_STRATEGIES, memberText(settings.greedy)]
  const coding = baseCoding(ruleCoding(features, strategies.length), rules, false)
  const random = new Random(seed).fork(RULES_RANDOM.name)
  let state: State = from ?? { told: 0, best: null }

  const baseAt = (place: number): RulesStrategy => ({
    kind: 'rules',
    base: {
      kind: 'fuzzy',
      features,
      strategies,
      rules: rulesOf(coding, randomBase(coding, random.fork(place))),
      fallback: null,
    },
  })
  return {
    ask: () => {
      const { told, best } = state
      if (told >= evaluations) return null
      const count = Math.min(BATCH, evaluations - told)
      return [
        {
          name: NAME,
          candidates: Array.from({ length: count }, (_, k) => baseAt(told + k)),
          selection: {
            selects: 1,
            rivals: best === null ? [] : [best.score],
            floor: Number.NEGATIVE_INFINITY,
          },
        },
      ]
    },
    tell: ([scores]) => {
      const { told } = state
      let { best } = state
      for (const [k, score] of scores.entries()) {
        if (score < (best?.score ?? Number.POSITIVE_INFINITY)) best = { place: told + k, score }
      }
      state = { told: told + scores.length, best }
    },
    summaries: () => [
      {
        name: NAME,
        evaluations: state.told,
        score: state.best?.score ?? Number.POSITIVE_INFINITY,
        strategy: state.best && baseAt(state.best.place),
      },
    ],
    population: () => [],
    snapshot: () => STATE.encode(state),
  }
}

/**
 * Rules of our own: a mixture of two orders that are themselves learnt. A rigid base of one feature and one bound parts the
 * states of the system into two classes, and each class has head starts (../head-start.ts) of its own, with the same algorithm
 * on top, EASY for instance. Learners of the sources choose among thirteen given strategies by fifty rules of seven features;
 * here the strategies are learnt and the rules are two, which say what they do: "while jobs of group 1 are more than 12 % of the
 * waiting work, go by this order, else by that".
 *
 * 1. Head starts that are the same in all states, for each of the algorithms asked for, as in greedy/own.ts.
 * 2. For each of the features, the bound and both orders at once, from where the best order of the first part holds in both
 *    classes. The features share this part of the budget by successive halving.
 */
import type { AlgorithmName } from '../../sim/policy.js'
import { type Feature, parseFeature } from '../../sim/rule-based/index.js'
import { policyOf, type RulesStrategy } from '../../strategy/index.js'
import { armOf, type Space } from '../arm.js'
import { dimensions, type Form, policyAt, spaceOf, startsFor } from '../head-start.js'
import type { LearnerKind } from '../learner.js'
import { shortened } from '../scale.js'
import { type Opening, type Staged, stagedLearner } from '../staged.js'

export interface MixtureSettings {
  readonly learner: 'rules-mixture'
  /** One algorithm, or those of which the best is to be found. */
  readonly algorithms: readonly AlgorithmName[]
  /** By which states are parted, or of which the best is to be found; one or more. */
  readonly features: readonly string[]
  /** Candidates, rounded up to whole generations. */
  readonly evaluations: number
}

/**
 * Features of which the best is taken unless some are named: how busy the machine is, how well jobs fared, how much waits, how
 * long, for whom, and the time of day. Each further one makes all searches shorter.
 */
export const MIXTURE_FEATURES: readonly string[] = ['um', 'sd', 'backlog', 'oldest', 'prcwq1', 'hour']

/** Share of the budget for the orders that are the same in all states. */
const SAME_SHARE = 0.4
/** First steps of both parts, as shares of a term's scale. */
const SIGMA = 0.15
const FINE_SIGMA = 0.1

export const RULES_MIXTURE: LearnerKind<MixtureSettings> = {
  name: 'rules-mixture',
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms, features }) =>
    `rules, two orders by ${features.join(', ')}, ${algorithms.join(', ')}`,
  open: ({ algorithms, features, evaluations }, { seed, groups, favoured }, state) => {
    const opening =
      (space: Space, starts: readonly Float64Array[], sigma: number): Opening =>
      (course) =>
        armOf(space, { starts, sigma }, seed, course)
    const parting = features.map(parseFeature)
    const known = startsFor(groups, favoured)
    const [submitOrder] = known
    const forms = algorithms.map((algorithm): Form => ({ algorithm, bySituation: false }))
    return stagedLearner(
      {
        first: forms.map((form) => opening(spaceOf(form, groups), known, SIGMA)),
        evaluations,
        share: SAME_SHARE,
        second: (place, unit) => {
          // Two classes alike, and one in which nobody has a head start.
          const starts = [unit, submitOrder].map((above) => Float64Array.from([HALF, ...unit, ...above]))
          return parting.map((feature) =>
            opening(partedSpace(feature, forms[place], groups), starts, FINE_SIGMA),
          )
        },
      },
      state as unknown as Staged | null,
    )
  },
}

/** The middle of a feature's usual range. */
const HALF = 0.5

/**
 * Rules with two classes: the bound as a share of the feature's usual range, then the head starts of the class up to it, then
 * of the one above.
 */
export function partedSpace({ name: feature, usual }: Feature, form: Form, groups: number): Space {
  const [least, most] = usual
  const each = dimensions(form, groups)
  return {
    name: `${form.algorithm}, by ${feature}`,
    dimensions: 1 + 2 * each,
    strategy: (unit): RulesStrategy => {
      const [share, ...orders] = Array.from(unit)
      const member = (from: number) =>
        policyOf(policyAt(form, Float64Array.from(orders.slice(from, from + each)), groups))
      return {
        kind: 'rules',
        base: {
          kind: 'rigid',
          partitions: [{ feature, bounds: [shortened(least + share * (most - least))] }],
          strategies: [member(0), member(each)],
          classes: [0, 1],
        },
      }
    },
  }
}

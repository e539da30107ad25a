/**
 * Rules of our own: a mixture of two orders that are themselves learnt. A rigid base of one feature and one bound parts the
 * states of the system into two classes, and each class has head starts (../head-start.ts) of its own, with the same algorithm
 * on top, EASY for instance. Learners of the sources choose among thirteen given strategies by up to fifty rules of seven
 * features; here the strategies are learnt and the rules are two, which say what they do: "while at most 64 % of the processors
 * are in use, go by this order, else by that".
 *
 * With a *guard* there is a third rule above both: once some job has waited for longer than so many hours, EASY in submit order
 * holds, until it has started. That bounds waits at little cost, where head starts alone would have to be small for all jobs.
 *
 * 1. One order for all states, for each of the algorithms asked for, as in greedy/own.ts; with its guard.
 * 2. For each of the features, its bound and both orders at once (and the guard), from where the best order of the first part
 *    holds in both classes. The features share this part of the budget by successive halving.
 */

import { flag, setting } from '../../core/settings/index.js'
import { badSetting } from '../../optimize/settings.js'
import { type Feature, type Partition, parseFeature } from '../../sim/rule-based/index.js'
import { policyOf } from '../../strategy/index.js'
import { algorithmsSetting, BEST_OF, evaluationsSetting } from '../algorithms.js'
import { dimensions, type Form, policyAt, startsFor } from '../head-start.js'
import type { LearnerKind } from '../learner.js'
import type { Goal } from '../learner-settings.js'
import { shortened } from '../scale.js'
import { type Space, spaceSearch } from '../space.js'
import { stagedLearner } from '../staged.js'
import { featuresSetting, RULES_HEADING } from './forms.js'

/**
 * Features of which the best is taken unless some are named: how busy the machine is, how well jobs fared, how much waits, how
 * long, for whom, and the time of day. Each further one makes all searches shorter.
 */
export const MIXTURE_FEATURES: readonly string[] = ['um', 'sd', 'backlog', 'oldest', 'prcwq1', 'hour']

const SETTINGS = {
  algorithms: { ...algorithmsSetting(BEST_OF, 'both orders'), usually: 'best', heading: RULES_HEADING },
  features: featuresSetting(MIXTURE_FEATURES, 'by which of these the state is parted, the search finds out'),
  // A bound of the wait is what a guard is for; without constraints it is in the way.
  guard: setting(flag(), {
    meaning:
      'go by EASY in submit order while some job has waited for longer than a bound, which is learnt, too',
    heading: RULES_HEADING,
    usual: ({ constraints = [] }: Partial<Goal>) => constraints.length > 0,
    usually: 'with --subject-to',
  }),
  evaluations: evaluationsSetting(1000),
}

/** Share of the budget for the orders that are the same in all states. */
const SAME_SHARE = 0.4
/** First steps of both parts, as shares of a term's scale. */
const SIGMA = 0.25
const FINE_SIGMA = 0.1

export const RULES_MIXTURE: LearnerKind<'rules-mixture', typeof SETTINGS> = {
  name: 'rules-mixture',
  about:
    'Learn two orders of the queue and the rule that says which holds, our own method: the state of the system is parted ' +
    'by one feature, and each part has head starts of its own.',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms, features, guard }) =>
    `rules, two orders by ${features.join(', ')}${guard ? ', guarded' : ''}, ${algorithms.join(', ')}`,
  open: ({ algorithms, features, guard, evaluations }, { seed, groups, favoured }, state) => {
    // The guard goes by the longest wait, too.
    const parting = features.map(parseFeature).filter(({ name }) => !guard || name !== GUARDED)
    if (parting.length === 0) {
      const others = guard ? ` but ${GUARDED}, which the guard goes by` : ''
      throw badSetting('features', features.join(','), `one or more${others}`)
    }
    const opening = (space: Space, starts: readonly Float64Array[], sigma: number) =>
      spaceSearch(space, { starts, sigma }, seed)
    const known = startsFor(groups, favoured)
    const [submitOrder] = known
    const firstStarts = guard
      ? FIRST_GUARDS.flatMap((share) => known.map((start) => joined([share], start)))
      : known
    const forms = algorithms.map((algorithm): Form => ({ algorithm, byTimeClass: false }))
    const spaceOf = (form: Form, feature: Feature | null) => mixtureSpace({ form, feature, guard }, groups)
    return stagedLearner(
      {
        first: forms.map((form) => opening(spaceOf(form, null), firstStarts, SIGMA)),
        evaluations,
        share: SAME_SHARE,
        second: (place, unit) => {
          const [own, order] = guard ? [unit.slice(0, 1), unit.slice(1)] : [[], unit]
          // Two classes alike, and one in which nobody has a head start.
          const starts = [order, submitOrder].map((above) => joined(own, [HALF], order, above))
          return parting.map((feature) => opening(spaceOf(forms[place], feature), starts, FINE_SIGMA))
        },
      },
      state,
    )
  },
}

/** The middle of a feature's usual range. */
const HALF = 0.5

/** The feature that the guard goes by, and the order that holds beyond its bound. */
const GUARDED = 'oldest'
const RESCUE = 'easy:fcfs'
/** Hours; the scale is logarithmic. */
const LEAST_GUARD = 1
const MOST_GUARD = 2000
/** About two days, and nine. */
const FIRST_GUARDS = [0.5, 0.7] as const

export interface MixtureForm {
  readonly form: Form
  /** By which there are two classes; null: one. */
  readonly feature: Feature | null
  readonly guard: boolean
}

/**
 * Rules as points of the unit cube: the guard's bound; that of the feature, as a share of its usual range; the head starts of the
 * class up to it; those of the one above. What a form is without is left out.
 */
export function mixtureSpace({ form, feature, guard }: MixtureForm, groups: number): Space {
  const each = dimensions(form, groups)
  const orders = feature === null ? 1 : 2
  const bounds = (guard ? 1 : 0) + (feature === null ? 0 : 1)
  const member = (unit: ArrayLike<number>, order: number) => {
    const from = bounds + order * each
    return policyAt(form, Float64Array.from(unit).slice(from, from + each), groups)
  }
  const parting = feature === null ? 'the same in all states' : `by ${feature.name}`
  return {
    name: `${form.algorithm}, ${parting}${guard ? ', guarded' : ''}`,
    dimensions: bounds + orders * each,
    strategy: (unit) => {
      if (bounds === 0) return member(unit, 0)
      const strategies = Array.from({ length: orders }, (_, k) => policyOf(member(unit, k)))
      const partitions: readonly Partition[] = [
        ...(feature === null
          ? []
          : [{ feature: feature.name, bounds: [boundAt(feature, unit[bounds - 1])] }]),
        ...(guard ? [{ feature: GUARDED, bounds: [guardAt(unit[0])] }] : []),
      ]
      const classes = strategies.flatMap((_, k) => (guard ? [k, orders] : [k]))
      return {
        kind: 'rules',
        base: {
          kind: 'rigid',
          partitions,
          strategies: guard ? [...strategies, RESCUE] : strategies,
          classes,
        },
      }
    },
  }
}

function boundAt({ usual: [least, most] }: Feature, share: number): number {
  return shortened(least + share * (most - least))
}

function guardAt(share: number): number {
  return shortened(LEAST_GUARD * (MOST_GUARD / LEAST_GUARD) ** share)
}

function joined(...parts: readonly ArrayLike<number>[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => Array.from(part)))
}

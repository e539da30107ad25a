/** The learners: adding one takes its file and its lines here. The first of a family (families.ts) is its usual method. */

import { type Codec, json, mapped, oneOf, record } from '../core/codec.js'
import { FAMILIES, type LearnerFamily } from './families.js'
import { GREEDY_EVOLVED } from './greedy/evolved.js'
import { GREEDY_OWN } from './greedy/own.js'
import { GREEDY_RANDOM } from './greedy/random.js'
import { GREEDY_SYSTEMS } from './greedy/systems.js'
import type { LearnerKind, SettingsOf } from './learner.js'
import { checkedLearner } from './learner-settings.js'
import { RULES_CCA } from './rules/cca/cca.js'
import { RULES_MICHIGAN } from './rules/michigan/michigan.js'
import { RULES_MIXTURE } from './rules/mixture.js'
import { RULES_PITTSBURGH } from './rules/pittsburgh/pittsburgh.js'
import { RULES_RANDOM } from './rules/random/random.js'
import { RULES_ITERATIVE } from './rules/rigid/iterative.js'
import { RULES_PROBABILISTIC } from './rules/rigid/probabilistic.js'
import { SCORE_COEFFICIENTS } from './score/search/coefficients.js'
import { SCORE_SYMBOLIC } from './score/search/symbolic.js'
import { TEMPLATE } from './template/template.js'

const KINDS = [
  GREEDY_OWN,
  GREEDY_SYSTEMS,
  GREEDY_EVOLVED,
  GREEDY_RANDOM,
  SCORE_COEFFICIENTS,
  SCORE_SYMBOLIC,
  RULES_ITERATIVE,
  RULES_PROBABILISTIC,
  RULES_MICHIGAN,
  RULES_PITTSBURGH,
  RULES_CCA,
  RULES_MIXTURE,
  RULES_RANDOM,
  TEMPLATE,
] as const

export const LEARNERS: readonly LearnerKind[] = KINDS

/** Settings of any of them. */
export type LearnerSettings = SettingsOf<(typeof KINDS)[number]>

/** The learner that these settings are for. */
export function learnerFor({ learner }: { readonly learner: string }): LearnerKind {
  const found = LEARNERS.find(({ name }) => name === learner)
  if (found === undefined) throw new RangeError(`no learner ${learner}`)
  return found
}

/** Settings that older specs lack, as they were then. */
const SINCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'greedy-systems': { commonFactor: 'offspring' },
}

/** As specs keep them. */
export const LEARNER_SETTINGS: Codec<LearnerSettings> = mapped(
  record(json),
  (saved, at) => {
    const name = oneOf(KINDS.map((kind) => kind.name)).decode(saved['learner'], at.at('learner'))
    const { settings } = learnerFor({ learner: name })
    return at.checked(() =>
      checkedLearner(settings, { ...SINCE[name], ...saved }),
    ) as object as LearnerSettings
  },
  (settings) => Object.fromEntries(Object.entries(settings)),
)

/** The name of a learner among those of its family. */
export function methodOf({ name }: LearnerKind): string {
  return name.slice(name.indexOf('-') + 1)
}

/** The learners of each family. */
export const LEARNERS_BY_FAMILY: readonly (readonly [LearnerFamily, readonly LearnerKind[]])[] = FAMILIES.map(
  (family) => [family, LEARNERS.filter(({ name }) => name.startsWith(`${family.name}-`))],
)

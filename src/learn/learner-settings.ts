/** Settings of a learner: what is asked for, else what is usual, as its declaration says. */

import { formatCount } from '../core/format.js'
import {
  checked,
  type Declarations,
  type Given,
  optional,
  optionOf,
  setting,
  settled,
  unfit,
  type Values,
  whole,
} from '../core/settings/index.js'
import { MOST_EVALUATIONS } from '../optimize/evaluator.js'
import type { LearnerKind, SettingsOf } from './learner.js'

/** The goal of a learning: circumstances by which some settings usually go. */
export interface Goal {
  readonly objective: string
  readonly relativeTo: string | null
  readonly constraints: readonly string[]
  /** Algorithms that every order is tried under, alike. */
  readonly under: readonly string[]
}

/** Settings that are asked for; where a search goes in rounds, candidates may be in the place of their number. */
export type Asked<D> = Given<D> & { readonly evaluations?: number | undefined }

const REFUSED = 'the learner cannot be set so'

/** Settings that may be asked for, and a budget where a search goes in rounds. */
export function askable({ settings, rounds }: LearnerKind): Declarations {
  if (rounds === undefined) return settings
  const number = optionOf(rounds.setting, settings[rounds.setting])
  const meaning = `candidates at most, in place of ${number}`
  return { ...settings, evaluations: setting(optional(whole(1, MOST_EVALUATIONS)), { meaning, usual: null }) }
}

/** @throws QueuewrightError `usage` for settings that do not fit, and for a budget without room for one round */
export function settledLearner<Name extends string, D extends Declarations>(
  kind: LearnerKind<Name, D>,
  asked: Asked<D>,
  goal: Partial<Goal> = {},
): SettingsOf<LearnerKind<Name, D>> {
  const settings = settled(kind.settings, asked, goal, REFUSED)
  return { learner: kind.name, ...withinBudget(kind, settings, asked) } as SettingsOf<LearnerKind<Name, D>>
}

/** @throws QueuewrightError `usage` for settings, of a spec for instance, that do not fit */
export function checkedLearner<D extends Declarations, V extends Values<D>>(declarations: D, settings: V): V {
  return checked(declarations, settings, {}, REFUSED)
}

function withinBudget<D extends Declarations>(
  { rounds, settings: declarations }: LearnerKind<string, D>,
  settings: Values<D>,
  asked: Asked<D>,
): Values<D> {
  const { evaluations } = asked
  if (rounds === undefined || evaluations === undefined) return settings
  const refused = (expected: string) => unfit('evaluations', String(evaluations), expected, REFUSED)
  if (asked[rounds.setting] !== undefined) {
    throw refused(`either this or ${optionOf(rounds.setting, declarations[rounds.setting])}`)
  }
  const first = rounds.first(settings)
  const each = rounds.each(settings)
  const least = Math.ceil(first + each)
  if (evaluations < least) {
    throw refused(`at least ${formatCount(least)}, for ${rounds.least}`)
  }
  return { ...settings, [rounds.setting]: Math.floor((evaluations - first) / each) }
}

/** The request of a learning, as plain data. */
import {
  above,
  added,
  exact,
  flag,
  list,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  optional,
  text,
  tuple,
  whole,
} from '../core/codec.js'
import { readKept } from '../core/documents.js'
import type { Json } from '../core/json.js'
import { RECORDED_LOG, type RecordedLog } from '../evaluation/recorded.js'
import {
  FINAL_ROW,
  type FinalRow,
  LEARNT_LOG,
  type LearntLog,
} from '../evaluation/searches/final-measurement.js'
import type { WindowDraw } from '../evaluation/searches/windows.js'
import { PREFERENCE_DOCUMENT, type Preference } from '../preference/index.js'
import type { LearnConstraint } from './constraints.js'
import { COMBINED, type Combination } from './goal-settings.js'
import { LEARNER_SETTINGS, type LearnerSettings } from './learners.js'

const COMBINATIONS = Object.keys(COMBINED) as Combination[]

/** The same windows for all candidates of a generation. */
export interface LearnWindows extends WindowDraw {
  /** Whether each generation has windows of its own; else all have the same. */
  readonly redraw?: boolean
}

export interface LearnSpec {
  /** A name, a formula or a preference's label; a cost unless its name says that more is better. */
  readonly objective: string
  /** Those that labels stand for; none where absent. */
  readonly preferences?: readonly Preference[]
  readonly constraints: readonly LearnConstraint[]
  /** The policy by whose value on the same jobs each value is divided; null: none. */
  readonly relativeTo: string | null
  /** The logs that are learnt from. */
  readonly logs: readonly LearntLog[]
  /** Random windows of the logs that are learnt from; null: each in one piece. */
  readonly windows: LearnWindows | null
  /**
   * Algorithms that every candidate's order is tried under, alike, such as `head` or `easy/fcfs`; none: only the one that the
   * candidate says.
   */
  readonly under: readonly string[]
  /** How the logs and algorithms make a score: all count alike, or the worst alone. */
  readonly combine: Combination
  /** The cases that a candidate is scored on; none where each generation has windows of its own. */
  readonly cases: readonly TrainingCase[]
  /** Logs that nothing is learnt from: the result is measured on them. */
  readonly tests: readonly LearntLog[]
  readonly learner: LearnerSettings
  /** User groups that the logs have: 1 to `groups`. */
  readonly groups: number
  /** Those that the logs or the tests have, whose response times the final table shows; at least `groups`. */
  readonly shownGroups: number
  /** Objectives that the final table shows beside the usual ones. */
  readonly beside: readonly string[]
  readonly earlyStop: boolean
  readonly seed: number
  /** Policies beside the learnt one in the final table. */
  readonly compare: readonly string[]
  /** Which of them the site goes by; absent: nobody says. */
  readonly baseline?: string
  /** The recorded schedules of the logs that say so, and how well the simulation explains them; none where absent. */
  readonly recorded?: readonly RecordedLog[]
  /** The same of the parts of logs, as rows of the final measurement. */
  readonly recordedRows?: readonly FinalRow[]
}

/** One simulation of a candidate. */
export interface TrainingCase {
  /** Place of the log among those that are learnt from. */
  readonly log: number
  /** Rows [from, to) of it. */
  readonly window: readonly [from: number, to: number]
  /** The algorithm that goes by the candidate's order here, such as `easy` or `easy/fcfs`; null: what the candidate says. */
  readonly algorithm: string | null
  /** The factor of its cost in the score; above 0. */
  readonly weight: number
  /** The usual cost of the objective there, the absolute value under EASY; above 0. */
  readonly usual: number
}

const CASE = objectOf<TrainingCase>({
  ...{ log: whole(0), window: tuple(whole(0), whole(0)), algorithm: nullable(text) },
  ...{ weight: above(0), usual: above(0) },
})
const CONSTRAINT = objectOf<LearnConstraint>({
  ...{ text, objective: text, sense: oneOf(['<=', '>=']), bounds: list(exact) },
})
const WINDOWS = objectOf<LearnWindows>({ count: whole(1), jobs: whole(1), redraw: optional(flag) })

/** Runs of before had no `shownGroups`, and the table showed `groups`; and cases were called exercises. */
const SPEC = object({
  ...{ objective: text, constraints: list(CONSTRAINT), relativeTo: nullable(text) },
  ...{ logs: list(LEARNT_LOG), tests: list(LEARNT_LOG), windows: nullable(WINDOWS) },
  ...{ under: list(text), combine: oneOf(COMBINATIONS), learner: LEARNER_SETTINGS, earlyStop: flag },
  ...{ seed: number(), compare: list(text), beside: added(list(text), []) },
  ...{ cases: optional(list(CASE)), exercises: optional(list(CASE)) },
  ...{ groups: whole(0), shownGroups: optional(whole(0)) },
  preferences: optional(list(PREFERENCE_DOCUMENT)),
  baseline: optional(text),
  recorded: optional(list(RECORDED_LOG)),
  recordedRows: optional(list(FINAL_ROW)),
})

export function learnJson(spec: LearnSpec): Json {
  return SPEC.encode(spec)
}

/**
 * The spec of what `learnJson` made.
 * @throws QueuewrightError `input-document`
 */
export function learnSpecOf(json: Json): LearnSpec {
  const { exercises = [], cases = exercises, ...spec } = readKept(SPEC, json, 'learning')
  return { ...spec, cases, shownGroups: spec.shownGroups ?? spec.groups }
}

/** The windows in words. */
export function windowsText({ count, jobs, redraw }: LearnWindows): string {
  return `${count} of ${jobs} jobs${redraw ? ', new ones each generation' : ''}`
}

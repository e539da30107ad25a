/** The request of a search for a front, as plain data. */
import {
  added,
  exact,
  list,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  optional,
  text,
  whole,
} from '../core/codec.js'
import { readKept } from '../core/documents.js'
import type { Fact } from '../core/exhibit.js'
import type { Json } from '../core/json.js'
import { LEGEND } from '../evaluation/group-legend.js'
import { RECORDED_LOG, type RecordedLog } from '../evaluation/recorded.js'
import { SCENARIO, type Scenario } from '../evaluation/scenarios/scenario.js'
import { PREFERENCE_DOCUMENT, type Preference, preferenceText } from '../preference/index.js'
import type { Relation } from '../strategy/index.js'
import {
  FRONT_PLANS,
  type FrontPlan,
  type LargeJobs,
  REAL_POPULATIONS,
  type RealPopulation,
} from './settings.js'

/** A policy, and what it is called: its own text, or the name of a strategy. */
export interface ComparedPolicy {
  readonly name: string
  readonly policy: string
}

/** The constraints on schedules of the front, as plain data. */
export interface FrontConstraint {
  readonly text: string
  /** A name, a formula or a preference's label. */
  readonly objective: string
  readonly sense: Relation
  /** In the objective's unit. */
  readonly bound: number
}

export interface FrontSpec {
  /** The log's name. */
  readonly name: string
  /** The whole log, without a window. */
  readonly scenario: Scenario
  /** User groups that have jobs, ascending, without 0. */
  readonly groups: readonly number[]
  /** Jobs of each of them. */
  readonly groupJobs: readonly number[]
  /** Names of two objectives or more, each once. */
  readonly objectives: readonly string[]
  /** Names of objectives that are not searched for but shown of the policies to compare with; none of `objectives`. */
  readonly beside: readonly string[]
  readonly plan: FrontPlan
  /** Schedules to evaluate, rounded up to whole generations; null: until the search is told to conclude. */
  readonly evaluations: number | null
  readonly large: LargeJobs
  /** 50/50 where absent. */
  readonly realPopulation?: RealPopulation
  readonly seed: number
  /** Policies to compare with, beside the usual ones. */
  readonly compare: readonly ComparedPolicy[]
  /** The version of the build that makes the report. */
  readonly version: string
  /** None where absent. */
  readonly constraints?: readonly FrontConstraint[]
  /** The preference that the objectives are of, by its text; absent: they were named. */
  readonly prefers?: string
  /** Those that texts stand for; none where absent. */
  readonly preferences?: readonly Preference[]
  /** The recorded schedule, and how well a simulation explains it; absent where the log does not say. */
  readonly recorded?: RecordedLog
  /** Who is in which user group; absent in runs of before. */
  readonly legend?: readonly Fact[]
}

const CONSTRAINT = objectOf<FrontConstraint>({
  ...{ text, objective: text, sense: oneOf(['<=', '>=']), bound: exact },
})

/** Before `beside` was there, nothing was shown beside the objectives. */
const SPEC = objectOf<FrontSpec>({
  name: text,
  scenario: SCENARIO,
  plan: oneOf(Object.keys(FRONT_PLANS) as FrontPlan[]),
  evaluations: nullable(number(0)),
  large: object({ size: number(), estimate: number() }),
  realPopulation: optional(oneOf(Object.keys(REAL_POPULATIONS) as RealPopulation[])),
  seed: whole(0),
  compare: list(object({ name: text, policy: text })),
  version: text,
  groups: list(whole(1)),
  groupJobs: list(whole(0)),
  objectives: list(text),
  beside: added(list(text), []),
  constraints: optional(list(CONSTRAINT)),
  prefers: optional(text),
  preferences: optional(list(PREFERENCE_DOCUMENT)),
  recorded: optional(RECORDED_LOG),
  legend: optional(LEGEND),
})

export function frontJson(spec: FrontSpec): Json {
  return SPEC.encode(spec)
}

/** @throws QueuewrightError `input-document` */
export function frontSpecOf(json: Json): FrontSpec {
  return readKept(SPEC, json, 'front')
}

/** The preference that a front is searched for; null: none. */
export function preferenceOf({ prefers, preferences = [] }: FrontSpec): Preference | null {
  return preferences.find((each) => preferenceText(each) === prefers) ?? null
}

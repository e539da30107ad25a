/** The request of an advice, as plain data. */
import { added, list, nullable, number, objectOf, oneOf, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { LEARNT_LOG, type LearntLog } from '../../evaluation/searches/final-measurement.js'
import { PART, type PartSpec } from '../reproduce/composition.js'
import { WEEKS, type Weeks } from './weeks.js'

/** Where a policy comes from: a known one, a learnt sum of terms, searched weights of Slurm, a point of a front. */
export const ORIGINS = ['known', 'score', 'weights', 'front'] as const
export type Origin = (typeof ORIGINS)[number]
const SEARCHED = ['score', 'weights'] as const

/** A search whose result is one of the policies that are tried. */
export interface AdviceSearch {
  /** The name of its part. */
  readonly name: string
  readonly origin: (typeof SEARCHED)[number]
  readonly seed: number
}

/** The recorded schedule, as it was told when the log was read. */
export interface AdviceToday {
  /** The value of the objective by the recorded waits; null where it has none. */
  readonly recorded: number | null
  readonly grade: string
  readonly sentences: readonly string[]
}

/** The minutes asked for, in evaluations: a fixed number whatever the machine. */
export interface AdviceBudget {
  readonly minutes: number
  /** Jobs that a second is taken to simulate. */
  readonly jobsPerSecond: number
  /** The evaluations of each search. */
  readonly evaluations: number
}

/** The part that searches a front of the objective and another one. */
export const FRONT_PART = 'front'

/** Systems that lines are written for, and the fields of a policy that have them. */
export const SYSTEMS = ['slurm', 'openpbs'] as const
export type System = (typeof SYSTEMS)[number]

/** Those whose lines somebody reads who has one, or whichever. */
export function systemsFor(system: System | null): readonly System[] {
  return system === null ? SYSTEMS : [system]
}

export interface AdviceSpec {
  readonly log: LearntLog
  readonly weeks: Weeks
  readonly objective: string
  readonly constraints: readonly string[]
  /** The policy that others are measured against. */
  readonly baseline: string
  /** Policies that are tried without a search. */
  readonly known: readonly string[]
  readonly searches: readonly AdviceSearch[]
  /** The searches, as parts. */
  readonly parts: readonly PartSpec[]
  readonly budget: AdviceBudget
  /** The probability with which an interval is to hold the change of a later stretch. */
  readonly level: number
  /** Null where the log records no waits. */
  readonly today: AdviceToday | null
  /** The causes of waiting that may be there and are not simulated. */
  readonly unsimulated: readonly string[]
  /** How the log was read and prepared. */
  readonly notices: readonly string[]
  readonly seed: number
  /** The batch system whose own file describes the site; null where nobody says. */
  readonly system: System | null
}

export const TODAY = objectOf<AdviceToday>({
  recorded: nullable(number()),
  grade: text,
  sentences: list(text),
})
export const BUDGET = objectOf<AdviceBudget>({
  minutes: number(0),
  jobsPerSecond: number(0),
  evaluations: whole(1),
})

const SPEC = objectOf<AdviceSpec>({
  ...{ log: LEARNT_LOG, weeks: WEEKS, objective: text, constraints: list(text), baseline: text },
  known: list(text),
  searches: list(objectOf<AdviceSearch>({ name: text, origin: oneOf(SEARCHED), seed: whole(0) })),
  ...{ parts: list(PART), budget: BUDGET, level: number(0, 1), today: nullable(TODAY) },
  ...{
    unsimulated: list(text),
    notices: added(list(text), []),
    seed: whole(0),
    system: added(nullable(oneOf(SYSTEMS)), null),
  },
})

export function adviceJson(spec: AdviceSpec): Json {
  return SPEC.encode(spec)
}

export function adviceSpecOf(json: Json): AdviceSpec {
  return readKept(SPEC, json, 'advice')
}

/** An advice, as data: what `advice.json` of a run has, and pages show. */
import {
  added,
  flag,
  list,
  literal,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  text,
  whole,
} from '../../core/codec.js'
import { readDocument } from '../../core/documents.js'
import type { Fact } from '../../core/exhibit.js'
import type { Interval } from '../../core/inference/index.js'
import { LEGEND } from '../../evaluation/group-legend.js'
import type { BatchLines } from './lines.js'
import {
  type AdviceBudget,
  type AdviceToday,
  BUDGET,
  ORIGINS,
  type Origin,
  SYSTEMS,
  type System,
  TODAY,
} from './spec.js'
import { WEEKS, type Weeks } from './weeks.js'

export const ADVICE_FORMAT = 'queuewright-advice'
export const ADVICE_VERSION = 1
/** Its file in the folder of a run. */
export const ADVICE_FILE = 'advice.json'

/** Jobs of a kind under the baseline and under a policy, over the weeks that had no say. */
export interface WaitChange {
  /** Such as `5-16`, `1-6 h`, or the number of a user. */
  readonly label: string
  readonly jobs: number
  /** Mean waits, seconds. */
  readonly before: number
  readonly after: number
}

/** A bound that policies have to keep to, over the weeks that had no say. */
export interface KeptBound {
  readonly text: string
  readonly before: number | null
  readonly after: number | null
  readonly kept: boolean
}

/** The same search with another seed. */
export interface SeededChange {
  readonly seed: number
  readonly policy: string
  /** Share of the baseline's value, or in the objective's unit; null where there is none. */
  readonly change: number | null
}

/** A policy that the first weeks recommend, judged by the others. */
export interface AdvisedPolicy extends BatchLines {
  /** The name in tables. */
  readonly name: string
  readonly policy: string
  readonly origin: Origin
  /** Change over the weeks that it was chosen by. */
  readonly learnt: number | null
  /** Its value over the weeks that had no say, and the change against the baseline. */
  readonly value: number | null
  readonly change: number | null
  /** The share of the machine that is in use under it, over all weeks; null where it was not measured. */
  readonly used: number | null
  /** The interval that is to hold the change of a later stretch; null where there are too few weeks to tell. */
  readonly later: Interval | null
  /** Weeks in which it is better, and worse, than the baseline, of those in which both have a value. */
  readonly better: number
  readonly worse: number
  readonly weeks: number
  /** The p-value of Wilcoxon's signed-rank test over weeks, by Holm's correction over the policies of the advice. */
  readonly p: number
  /** Whether it is better by more than chance, and keeps to its bounds, over the weeks that had no say. */
  readonly worth: boolean
  readonly seeds: readonly SeededChange[]
  readonly bounds: readonly KeptBound[]
  readonly bySize: readonly WaitChange[]
  readonly byRuntime: readonly WaitChange[]
  /** Users whose mean wait becomes shorter, and longer, by a minute or more; and how many there are. */
  readonly usersBetter: number
  readonly usersWorse: number
  readonly users: number
  /** Those who lose most, ten at most. */
  readonly losers: readonly WaitChange[]
  /** The file of the run that has it as a strategy. */
  readonly file: string
}

/** A policy that was tried on the first weeks. */
export interface TriedPolicy {
  readonly name: string
  readonly policy: string
  readonly origin: Origin
  readonly value: number | null
  readonly longestWait: number | null
  /** Whether it keeps to the bounds there. */
  readonly kept: boolean
  /** Whether no other that was tried has both a better value and a shorter longest wait. */
  readonly undominated: boolean
}

export interface Advice {
  readonly format: typeof ADVICE_FORMAT
  readonly version: typeof ADVICE_VERSION
  readonly log: string
  readonly digest: string
  readonly jobs: number
  readonly machine: number
  readonly objective: string
  readonly baseline: string
  readonly weeks: Weeks
  /** Jobs of the weeks that had no say. */
  readonly judged: number
  readonly level: number
  /** How changes are told: as shares of the baseline's value, or as differences in the objective's unit. */
  readonly scale: 'ratio' | 'difference'
  readonly today: AdviceToday | null
  /** The baseline's value over all jobs, as what is recorded is told, and over the weeks that had no say. */
  readonly all: number | null
  readonly value: number | null
  /** The share of the machine that is in use under the baseline, over all weeks; null where it was not measured. */
  readonly used: number | null
  /** The one to take first, then as the weeks that were learnt from rank them. */
  readonly policies: readonly AdvisedPolicy[]
  /** The batch system whose lines are preferred; null: any. */
  readonly system: System | null
  /** The name of the policy that comes second only as it has no such lines; null where there is none. */
  readonly passedOver: string | null
  readonly tried: readonly TriedPolicy[]
  /** The value that no schedule can beat over the weeks that had no say, and by which argument; null where nothing is known. */
  readonly bound: { readonly value: number; readonly by: string } | null
  readonly unsimulated: readonly string[]
  /** How the log was read and prepared. */
  readonly notices: readonly string[]
  readonly budget: AdviceBudget
  readonly searches: number
  readonly seed: number
  /** Who is in which user group of the log. */
  readonly groups: readonly Fact[]
}

const INTERVAL = objectOf<Interval>({ low: number(), high: number() })
const WAIT_CHANGE = objectOf<WaitChange>({ label: text, jobs: whole(0), before: number(), after: number() })
const value = nullable(number())
const LINES = nullable(list(text))

const ADVISED = objectOf<AdvisedPolicy>({
  ...{ name: text, policy: text, origin: oneOf(ORIGINS), learnt: value, value, change: value },
  ...{ used: added(value, null), later: nullable(INTERVAL) },
  ...{ better: whole(0), worse: whole(0), weeks: whole(0), p: number(0, 1), worth: flag },
  seeds: list(objectOf<SeededChange>({ seed: whole(0), policy: text, change: value })),
  bounds: list(objectOf<KeptBound>({ text, before: value, after: value, kept: flag })),
  ...{ bySize: list(WAIT_CHANGE), byRuntime: list(WAIT_CHANGE), losers: list(WAIT_CHANGE) },
  ...{
    usersBetter: whole(0),
    usersWorse: whole(0),
    users: whole(0),
    slurm: LINES,
    openpbs: LINES,
    file: text,
  },
})

const ADVICE = objectOf<Advice>({
  ...{ format: literal(ADVICE_FORMAT), version: literal(ADVICE_VERSION), log: text, digest: text },
  ...{ jobs: whole(0), machine: whole(1), objective: text, baseline: text, weeks: WEEKS, judged: whole(0) },
  ...{ level: number(0, 1), scale: oneOf(['ratio', 'difference']), today: nullable(TODAY) },
  ...{ all: value, value, used: added(value, null), policies: list(ADVISED) },
  tried: list(
    objectOf<TriedPolicy>({
      ...{
        name: text,
        policy: text,
        origin: oneOf(ORIGINS),
        value,
        longestWait: value,
        kept: flag,
        undominated: flag,
      },
    }),
  ),
  bound: nullable(object({ value: number(), by: text })),
  ...{ unsimulated: list(text), budget: BUDGET, searches: whole(0), seed: whole(0) },
  ...{ notices: added(list(text), []), groups: added(LEGEND, []) },
  ...{ system: added(nullable(oneOf(SYSTEMS)), null), passedOver: added(nullable(text), null) },
})

export function adviceText(advice: Advice): string {
  return `${JSON.stringify(ADVICE.encode(advice), null, 1)}\n`
}

/**
 * The advice that `adviceText` wrote.
 * @throws QueuewrightError `input-document`
 */
export function readAdvice(content: string, file: string): Advice {
  return readDocument(ADVICE, content, file)
}

/** Decisions of a rule-based policy on a log, as plain data (evaluation/decisions/decisions.ts makes it), and as a document. */
import { exact, list, objectOf, text, whole } from '../../core/codec.js'

/** How often something was so, of all decisions. */
export interface Counted {
  readonly decisions: number
  /** 0 to 1. */
  readonly share: number
}

/** The part of one fuzzy rule in decisions. */
export interface RulePart {
  /** Share of decisions in which no rule of its set fires more; of equal ones the first. */
  readonly firesMost: number
  /** Share of decisions in which no rule of its set speaks more for what was chosen. */
  readonly decides: number
  /** Mean share in the weights that speak for what was chosen. */
  readonly contribution: number
}

export interface DecisionReport {
  readonly count: number
  /** Decisions that are other than the one before. */
  readonly changes: number
  /** The policies that were chosen, the most frequent one first. */
  readonly members: readonly (Counted & { readonly policy: string })[]
  /** The classes of rigid rules that were visited, the most frequent one first; else none. */
  readonly classes: readonly (Counted & { readonly class: number; readonly policy: string })[]
  /** The fuzzy rules, set by set, rule by rule; else none. */
  readonly rules: readonly (readonly RulePart[])[]
  /** Share of decisions by the fallback. */
  readonly fallback: number
  /** Feature by feature, over all decisions. */
  readonly features: readonly FeatureValues[]
  readonly timeline: Timeline
}

export interface FeatureValues {
  readonly feature: string
  readonly least: number
  readonly low: number
  readonly median: number
  readonly high: number
  readonly most: number
}

/** Decisions by time. */
export interface Timeline {
  /** Seconds from the log's zero, of the first and the last decision. */
  readonly from: number
  readonly to: number
  /** Decisions for each of `members`, over as many equal stretches of time as there are numbers. */
  readonly counts: readonly (readonly number[])[]
}

const COUNTED = { decisions: whole(0), share: exact }

export const DECISION_REPORT = objectOf<DecisionReport>({
  count: whole(0),
  changes: whole(0),
  members: list(objectOf<DecisionReport['members'][number]>({ ...COUNTED, policy: text })),
  classes: list(objectOf<DecisionReport['classes'][number]>({ ...COUNTED, class: whole(0), policy: text })),
  rules: list(list(objectOf<RulePart>({ firesMost: exact, decides: exact, contribution: exact }))),
  fallback: exact,
  features: list(
    objectOf<FeatureValues>({
      feature: text,
      ...{ least: exact, low: exact, median: exact, high: exact, most: exact },
    }),
  ),
  timeline: objectOf<Timeline>({ from: exact, to: exact, counts: list(list(whole(0))) }),
})

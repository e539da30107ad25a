/**
 * The port of learners of strategies: one proposes strategies and is told their scores, generation by
 * generation. It knows no logs; what is simulated for a score, and by whom, is the investigation's affair
 * (investigation.ts). Learners are pure, and chance comes from the seed alone.
 */
import type { Json } from '../core/json.js'
import type { Declarations, Values } from '../core/settings/index.js'
import type { Selection } from '../optimize/optimizer.js'
import type { Strategy } from '../strategy/index.js'

/** Candidates that compete with each other, as one optimiser asks for them. */
export interface CandidateBatch {
  /** As the population or system is called in `systems.csv`, such as `day f3`. */
  readonly name: string
  /** With numbers of few digits: the policy that is simulated is the strategy, digit by digit. */
  readonly candidates: readonly Strategy[]
  readonly selection: Selection
  /** Numbers that each candidate is made of, by name, where evidence is to tell of them. */
  readonly numbers?: readonly Readonly<Record<string, number>>[]
}

/** One of the populations or systems that a learner has tried. */
export interface SearchSummary {
  readonly name: string
  readonly evaluations: number
  /** Infinity where it has none. */
  readonly score: number
  readonly strategy: Strategy | null
}

export interface Learner {
  /** The batches of the present generation, the same until `tell`; null at the end. */
  ask(): readonly CandidateBatch[] | null
  /** @param scores of each batch's candidates; minimised; +Infinity for those that are certainly not selected */
  tell(scores: readonly Float64Array[]): void
  /**
   * The choice so far, where that need not be the candidate with the best score; null while nothing is chosen, and
   * the best candidate stands for it.
   */
  delivered?(): { readonly strategy: Strategy; readonly score: number } | null
  /** The best of each population or system so far. */
  summaries(): readonly SearchSummary[]
  /** The strategies that the last generation ends with, best first in each system; empty where there are none. */
  population(): readonly { readonly system: string; readonly strategy: Strategy; readonly score: number }[]
  /** The whole state, as plain data. */
  snapshot(): Json
}

/** The context of a learner beside its settings. */
export interface LearnerContext {
  readonly seed: number
  /** User groups that the logs have: 1 to `groups`. */
  readonly groups: number
  /** Groups that the objective names, in the order in which it does. */
  readonly favoured: readonly number[]
  /** Whether each generation has windows of its own, so that scores of different generations cannot be compared. */
  readonly redrawn?: boolean
}

/** A search that goes on in rounds: what a budget of candidates sets in the place of their number. */
export interface Rounds<Settings> {
  /** The setting that is their number. */
  readonly setting: string
  /** Candidates before the first round, and of each. */
  first(settings: Settings): number
  each(settings: Settings): number
  /** The use of the smallest budget, as messages say it. */
  readonly least: string
}

/** The declaration of a learner: its command, its help, its checks and its rows in the documents derive from it. */
export interface LearnerKind<Name extends string = string, D extends Declarations = Declarations> {
  /** FAMILY-METHOD, such as `greedy-own` (families.ts). */
  readonly name: Name
  /** Its deed, as help says it. */
  readonly about: string
  readonly settings: D
  /** Whether it learns nothing for each user group, so that there may be none, or any number of them. */
  readonly ungrouped?: true
  readonly rounds?: Rounds<Values<D>>
  /** Candidates that it will ask for, about. */
  planned(settings: Values<D>): number
  /** Its title with these settings, in some words, such as `greedy, twelve systems`. */
  title(settings: Values<D>): string
  /** Further facts of the question, in words: label and value. */
  asked?(settings: Values<D>): readonly (readonly [label: string, value: string])[]
  /** @param state of `snapshot`; null at the beginning */
  open(settings: Values<D>, context: LearnerContext, state: Json | null): Learner
}

/** Settings of a learner, as specs keep them. */
export type SettingsOf<Kind> =
  Kind extends LearnerKind<infer Name, infer D> ? { readonly learner: Name } & Values<D> : never

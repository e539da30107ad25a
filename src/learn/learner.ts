/**
 * What learns a strategy is to the rest of this room: it proposes strategies and is told their scores, generation by
 * generation. It knows no logs; what is simulated for a score, and by whom, is the investigation's affair
 * (investigation.ts). Learners are pure, and chance comes from the seed alone.
 */
import type { Json } from '../core/json.js'
import type { Selection } from '../optimize/optimizer.js'
import type { Strategy } from '../strategy/index.js'

/** Candidates that compete with each other, as one optimiser asks for them. */
export interface Heat {
  /** As the population or system is called in `systems.csv`, such as `day f3`. */
  readonly name: string
  /** With numbers of few digits: the policy that is simulated is the strategy, digit by digit. */
  readonly candidates: readonly Strategy[]
  readonly selection: Selection
}

/** One of the populations or systems that a learner has tried. */
export interface Standing {
  readonly name: string
  readonly evaluations: number
  /** Infinity where it has none. */
  readonly score: number
  readonly strategy: Strategy | null
}

export interface Learner {
  /** The heats of the present generation, the same until `tell`; null at the end. */
  ask(): readonly Heat[] | null
  /** @param scores of each heat's candidates; minimised; +Infinity for those that are certainly not selected */
  tell(scores: readonly Float64Array[]): void
  /**
   * What is to come of it so far, where that need not be the candidate with the best score; null while nothing is chosen, and
   * the best candidate stands for it.
   */
  delivered?(): { readonly strategy: Strategy; readonly score: number } | null
  /** The best of each population or system so far. */
  standings(): readonly Standing[]
  /** The strategies that the last generation ends with, best first in each system; empty where there are none. */
  population(): readonly { readonly system: string; readonly strategy: Strategy; readonly score: number }[]
  /** The whole state, as plain data. */
  snapshot(): Json
}

/** What a learner may know beside its settings. */
export interface LearnerContext {
  readonly seed: number
  /** User groups that the logs have: 1 to `groups`. */
  readonly groups: number
  /** Groups that the objective names, in the order in which it does. */
  readonly favoured: readonly number[]
}

export interface LearnerKind<Settings> {
  readonly name: string
  /** Candidates that it will ask for, about. */
  readonly planned: (settings: Settings) => number
  /** What it does, in some words, such as `greedy, twelve systems`. */
  readonly title: (settings: Settings) => string
  /** @param state of `snapshot`; null at the beginning */
  readonly open: (settings: Settings, context: LearnerContext, state: Json | null) => Learner
}

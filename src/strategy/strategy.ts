/**
 * A strategy: what a search has found, or what a user wrote, in a form that can be kept, read, explained and used. It is
 * plain data with a kind; kinds.ts says of each kind what can be done with it. Whatever its kind, a strategy amounts to a
 * policy, so that it can be simulated, compared and tuned like every other.
 */
import type { AlgorithmName } from '../sim/policy.js'
import type { RuleBase } from '../sim/rule-based/index.js'
import type { Fitted } from './fitted.js'

/** Greedy criteria, one for each situation of the week (sim/orders/greedy.ts), and the algorithm that goes by them. */
export interface GreedyStrategy {
  readonly kind: 'greedy'
  readonly algorithm: AlgorithmName
  /** Weekend, weekday 8–18 h, weekday 18–8 h. */
  readonly situations: readonly [GreedyCriterion, GreedyCriterion, GreedyCriterion]
}

export interface GreedyCriterion {
  readonly criterion: 1 | 2 | 3 | 4
  readonly a: number
  readonly b: number
  /** One of each user group, 1 first; as many in all situations. */
  readonly w: readonly number[]
  readonly K: readonly number[]
}

/** A policy as one writes it, with what was found for its parameters. */
export interface PolicyStrategy {
  readonly kind: 'policy'
  readonly policy: string
}

/** Goes by other policies, by the state of the system. */
export interface RulesStrategy {
  readonly kind: 'rules'
  readonly base: RuleBase
}

export type Strategy = GreedyStrategy | PolicyStrategy | RulesStrategy

/** The evidence of how a strategy came about and of what it reaches. */
export interface Evidence {
  /** The objective that it was learnt for, as written. */
  readonly objective: string
  /** Bounds that it had to keep to, such as `maxWait <= 14d`; as written. */
  readonly constraints: readonly string[]
  /** Words for the method, such as `greedy, twelve systems`. */
  readonly method: string
  /** All settings of the method. */
  readonly settings: Readonly<Record<string, string | number | boolean | null>>
  readonly seed: number
  readonly evaluations: number
  readonly simulations: number
  /** The score in the objective by which it was chosen. */
  readonly score: number
  readonly traces: readonly {
    readonly name: string
    readonly digest: string
    readonly machine: number
    /** Jobs that were learnt from, the first ones, of how many. */
    readonly train: number
    readonly jobs: number
  }[]
  readonly measured: readonly {
    readonly trace: string
    readonly part: 'train' | 'test'
    readonly policy: string
    readonly objectives: Readonly<Record<string, number | null>>
  }[]
}

/** `strategy.json`. */
export interface StrategyArtefact {
  readonly format: 'queuewright-strategy'
  /** Version 2 is version 1 with `fitted`. */
  readonly version: 1 | 2
  readonly name: string
  readonly strategy: Strategy
  /** Null where nobody says. */
  readonly evidence: Evidence | null
  /** The fit, in version 2 alone. */
  readonly fitted?: Fitted
}

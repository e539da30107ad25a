/**
 * Evolution of whole fuzzy rule bases as published (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.4.4, 9.2.4.5.2): a
 * (3 + 21) evolution strategy without recombination, a step size for each gene, 40 generations.
 */
import type { Json } from '../../core/json.js'
import { Random } from '../../core/random.js'
import {
  type EvolutionStrategy,
  evolutionStrategy,
  restoreEvolutionStrategy,
  type Survival,
} from '../../optimize/evolution-strategy/index.js'
import { wholeSetting } from '../../optimize/settings.js'
import { type BaseCoding, randomBase } from './base-coding.js'

export interface EvolutionSettings {
  /** After the first parents; 0 or more. */
  readonly generations: number
  readonly mu: number
  readonly lambda: number
  /** Learning rates of the step sizes; null: 1/√(2u) and 1/√(2√u), with u for the genes of all rules (eq. 9.31 to 9.38). */
  readonly tau0: number | null
  readonly tau1: number | null
  /** Whether the factor common to all step sizes is drawn for each offspring, or once a generation (eq. 3.21). */
  readonly commonFactor: 'offspring' | 'generation'
  /** Share of a feature's usual range, of the scale of weights, and of the range of the number of rules. */
  readonly firstStep: number
}

/** Of the thesis; where it is silent, the usual ones of evolution strategies. */
export const PUBLISHED_EVOLUTION: EvolutionSettings = {
  generations: 40,
  mu: 3,
  lambda: 21,
  tau0: null,
  tau1: null,
  commonFactor: 'offspring',
  firstStep: 0.1,
}

/** Bases that are evaluated in all: the first parents, then the offspring. */
export function basesIn({ generations, mu, lambda }: EvolutionSettings): number {
  return mu + generations * lambda
}

/**
 * @param label of the species: each has its own chance
 * @param kappa generations that a parent lives; null: for ever
 * @param from a snapshot; null at the beginning
 * @throws QueuewrightError `usage` for settings out of range
 */
export function baseEvolution(
  coding: BaseCoding,
  { generations, mu, lambda, tau0, tau1, commonFactor, firstStep }: EvolutionSettings,
  { kappa, survival }: { readonly kappa: number | null; readonly survival: Survival },
  { seed, label }: { readonly seed: number; readonly label: string },
  from: Json | null,
): EvolutionStrategy {
  if (from !== null) return restoreEvolutionStrategy(from)
  wholeSetting('generations', generations, 0)
  const genes = coding.rules * coding.rule.genes
  const own = `${seed} ${label}`
  const random = new Random(own).fork('first bases')
  return evolutionStrategy(
    {
      box: coding.box,
      mu,
      lambda,
      kappa: kappa ?? Number.POSITIVE_INFINITY,
      objects: { kind: 'discrete', parents: 1 },
      steps: { kind: 'intermediate', parents: 1 },
      rule: {
        kind: 'non-isotropic',
        tau0: tau0 ?? 1 / Math.sqrt(2 * genes),
        tau1: tau1 ?? 1 / Math.sqrt(2 * Math.sqrt(genes)),
        common: commonFactor,
      },
      firstStep,
      leastStep: 1e-4,
      mostStep: 0.5,
      scale: coding.steps,
      survival,
      repair: 'clip',
      starts: Array.from({ length: mu }, (_, k) => randomBase(coding, random.fork(k))),
    },
    own,
  )
}

/**
 * Evolution of whole fuzzy rule bases as published (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.4.4, 9.2.4.5.2): a
 * (3 + 21) evolution strategy without recombination, a step size for each gene, 40 generations.
 */
import type { Json } from '../../core/json.js'
import { Random } from '../../core/random.js'
import { optional, real, setting, type Values, whole } from '../../core/settings/index.js'
import {
  type EvolutionStrategy,
  evolutionStrategy,
  restoreEvolutionStrategy,
  type Survival,
} from '../../optimize/evolution-strategy/index.js'
import { COMMON_FACTOR } from '../evolution.js'
import { type BaseCoding, randomBase } from './base-coding.js'

const RATE = optional(real({ above: 0, shown: 'rate' }))
const THESIS = 'Franke 2006, 9.2.4.4.4'
const RATES = 'Franke 2006, eq. 9.31 to 9.38'
const STEPS = { least: 1e-4, most: 0.5 } as const

/** Where the thesis is silent, the usual ones of evolution strategies. */
export const EVOLUTION = {
  generations: setting(whole(0), {
    meaning: 'of lambda candidates each, after mu random ones',
    source: THESIS,
    usual: 40,
  }),
  mu: setting(whole(1), { meaning: 'parents', source: THESIS, usual: 3 }),
  lambda: setting(whole(1), { meaning: 'new bases a generation', source: THESIS, usual: 21 }),
  tau0: setting(RATE, {
    meaning: 'learning rate common to all step sizes of a base',
    source: RATES,
    option: 'tau-common',
    usual: null,
    usually: '1/√(2u), u numbers of all rules',
  }),
  tau1: setting(RATE, {
    meaning: 'learning rate of each step size',
    source: RATES,
    option: 'tau-each',
    usual: null,
    usually: '1/√(2√u)',
  }),
  commonFactor: COMMON_FACTOR,
  firstStep: setting(real({ ...STEPS, shown: 'share' }), {
    meaning: "first step size, as a share of a number's usual range",
    usual: 0.1,
  }),
}
export type EvolutionSettings = Values<typeof EVOLUTION>

/** The rounds that a budget of candidates buys. */
export const EVOLUTION_ROUNDS = {
  setting: 'generations',
  first: ({ mu }: EvolutionSettings) => mu,
  each: ({ lambda }: EvolutionSettings) => lambda,
  least: 'one generation',
} as const

/** Bases that are evaluated in all: the first parents, then the offspring. */
export function basesIn({
  generations,
  mu,
  lambda,
}: Pick<EvolutionSettings, 'generations' | 'mu' | 'lambda'>): number {
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
  { mu, lambda, tau0, tau1, commonFactor, firstStep }: EvolutionSettings,
  { kappa, survival }: { readonly kappa: number | null; readonly survival: Survival },
  { seed, label }: { readonly seed: number; readonly label: string },
  from: Json | null,
): EvolutionStrategy {
  if (from !== null) return restoreEvolutionStrategy(from)
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
      leastStep: STEPS.least,
      mostStep: STEPS.most,
      scale: coding.steps,
      survival,
      repair: 'clip',
      starts: Array.from({ length: mu }, (_, k) => randomBase(coding, random.fork(k))),
    },
    own,
  )
}

/**
 * Default values, what holds where the rules of a base say too little (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.3.3 and
 * 9.2.4.3.5): a threshold and a strategy, a second population that is evolved beside the rules, without recombination and by
 * Rechenberg's two-point rule. Each base of a generation has one of its individuals.
 */
import { boxOf } from '../../../optimize/box.js'
import {
  type EvolutionStrategy,
  type EvolutionStrategySettings,
  evolutionStrategy,
  restoreEvolutionStrategy,
} from '../../../optimize/evolution-strategy/index.js'
import type { Fallback } from '../../../sim/rule-based/index.js'
import { shortened } from '../../scale.js'
import type { MichiganSettings } from './settings.js'

/** Exponents of thresholds. */
const EXPONENTS = [-20, 0] as const

/**
 * @param outputs strategies
 * @param bases of a generation
 * @param snapshot null at the beginning
 */
export function defaultValues(
  { defaultMu, defaultAlpha }: Pick<MichiganSettings, 'defaultMu' | 'defaultAlpha'>,
  outputs: number,
  bases: number,
  seed: string,
  snapshot: unknown,
): EvolutionStrategy {
  if (snapshot !== null) return restoreEvolutionStrategy(snapshot)
  const single = { kind: 'discrete', parents: 1 } as const
  const settings: EvolutionStrategySettings = {
    box: boxOf([EXPONENTS[0], 0], [EXPONENTS[1], outputs]),
    mu: defaultMu,
    lambda: bases,
    objects: single,
    steps: single,
    rule: { kind: 'two-point', alpha: defaultAlpha },
  }
  return evolutionStrategy(settings, seed)
}

/** The strategy is the latent number without its fraction. */
export function fallbackOf([exponent, latent]: Float64Array, outputs: number): Fallback {
  return { exponent: shortened(exponent), strategy: Math.min(outputs - 1, Math.floor(latent)) }
}

/**
 * The score of each individual, by those of the bases that have it, base n individual n modulo their number: its own one, but in
 * the first generation, which has fewer individuals than bases, the mean of several.
 */
export function scoresOfDefaults(individuals: number, scores: Float64Array): Float64Array {
  return Float64Array.from({ length: individuals }, (_, k) => {
    const own = scores.filter((_, base) => base % individuals === k)
    return own.reduce((sum, score) => sum + score, 0) / own.length
  })
}

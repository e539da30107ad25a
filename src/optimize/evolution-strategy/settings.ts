/** Settings of the evolution strategy, their defaults and ranges. */
import {
  type Codec,
  exact,
  floats,
  list,
  literal,
  mapped,
  number,
  object,
  oneOf,
  optional,
  tagged,
} from '../../core/codec.js'
import { BOX, type Box, checkedStarts } from '../box.js'
import { badSetting, numberSetting, positiveSetting, wholeSetting } from '../settings.js'
import type { Survival } from './survival.js'

export type RecombinationKind = 'discrete' | 'intermediate'

export interface Recombination {
  readonly kind: RecombinationKind
  /** ρ: parents of one offspring, 1 (no recombination) to μ. */
  readonly parents: number
}

/** How step sizes change; n is the number of coordinates. */
export type StepRule =
  /** One step size: σ·e^{τ·N(0,1)}. `tau` above 0; 1/√n where absent (Beyer and Schwefel 2002). */
  | { readonly kind: 'isotropic'; readonly tau?: number }
  /**
   * A step size for each coordinate: e^{τ0·N(0,1)}·σ_i·e^{τ1·N_i(0,1)}. 1/√(2n) and 1/√(2√n) where absent (Schwefel
   * 1995). The common factor is drawn for each offspring, or once for all of a generation.
   */
  | {
      readonly kind: 'non-isotropic'
      readonly tau0?: number
      readonly tau1?: number
      readonly common?: 'offspring' | 'generation'
    }
  /** One step size: σ·α or σ/α, each with probability 1/2 (Rechenberg 1994). `alpha` above 1; 1.3 where absent. */
  | { readonly kind: 'two-point'; readonly alpha?: number }
  /**
   * One step size for the whole population: after every `period` generations σ·α where more than `target` of the
   * offspring were successful, σ/α where fewer were (Rechenberg 1973). An offspring is successful if it is better than
   * one of its parents drawn at random. `alpha` above 1, 1.224 where absent; `target` 1/5; `period` 1.
   */
  | {
      readonly kind: 'success-rule'
      readonly alpha?: number
      readonly target?: number
      readonly period?: number
    }

export interface EvolutionStrategySettings {
  readonly box: Box
  /** μ: parents; 15 where absent. */
  readonly mu?: number
  /** λ: offspring a generation; 7·μ where absent (Schwefel's ratio). */
  readonly lambda?: number
  /** κ: generations that an individual may take part in: 1 is (μ,λ), Infinity is (μ+λ). Infinity where absent. */
  readonly kappa?: number
  /** Recombination of the candidates' coordinates; discrete of all μ parents where absent. */
  readonly objects?: Recombination
  /** Recombination of the step sizes; intermediate of all μ parents where absent. */
  readonly steps?: Recombination
  /** Non-isotropic where absent. */
  readonly rule?: StepRule
  /** Step sizes as shares of the range of a coordinate: the first one and what it is kept in. */
  readonly firstStep?: number
  readonly leastStep?: number
  readonly mostStep?: number
  /** The size of a step of 1, as a share of each coordinate's range, above 0; all of it where absent. */
  readonly scale?: Float64Array
  /** The best by score where absent. */
  readonly survival?: Survival
  /** The repair of a coordinate outside its bounds: set to the bound, or reflected at it. `clip` where absent. */
  readonly repair?: 'clip' | 'reflect'
  /** First parents, μ at most; the others are uniform in the box. */
  readonly starts?: readonly Float64Array[]
}

/** Settings with every default in place. */
export interface Settled {
  readonly box: Box
  readonly mu: number
  readonly lambda: number
  readonly kappa: number
  readonly objects: Recombination
  readonly steps: Recombination
  readonly rule: SettledRule
  readonly firstStep: number
  readonly leastStep: number
  readonly mostStep: number
  readonly scale: Float64Array
  readonly survival: Survival
  readonly repair: 'clip' | 'reflect'
  readonly starts: readonly Float64Array[]
}

export type SettledRule = {
  [Kind in StepRule['kind']]: Required<Extract<StepRule, { kind: Kind }>>
}[StepRule['kind']]

/** @throws QueuewrightError `usage` */
export function settled(settings: EvolutionStrategySettings): Settled {
  const { box, kappa = Number.POSITIVE_INFINITY, repair = 'clip' } = settings
  const mu = wholeSetting('mu', settings.mu ?? 15, 1)
  const lambda = wholeSetting('lambda', settings.lambda ?? 7 * mu, 1)
  if (kappa !== Number.POSITIVE_INFINITY) {
    wholeSetting('kappa', kappa, 1)
    if (lambda < mu) throw badSetting('lambda', lambda, `mu (${mu}) or more, as parents die`)
  }
  const leastStep = positiveSetting('leastStep', settings.leastStep ?? 1e-4)
  const mostStep = numberSetting(
    'mostStep',
    settings.mostStep ?? 0.5,
    `${leastStep} or more`,
    (most) => most >= leastStep,
  )
  const firstStep = numberSetting(
    'firstStep',
    settings.firstStep ?? 0.1,
    `from ${leastStep} to ${mostStep}`,
    (step) => step >= leastStep && step <= mostStep,
  )
  const starts = checkedStarts(box, settings.starts ?? [])
  if (starts.length > mu) throw badSetting('starts', starts.length, `${mu} at most`)
  return {
    box,
    mu,
    lambda,
    kappa,
    objects: recombination('objects.parents', settings.objects ?? { kind: 'discrete', parents: mu }, mu),
    steps: recombination('steps.parents', settings.steps ?? { kind: 'intermediate', parents: mu }, mu),
    rule: settledRule(settings.rule ?? { kind: 'non-isotropic' }, box.lower.length),
    firstStep,
    leastStep,
    mostStep,
    scale: settledScale(settings.scale, box.lower.length),
    survival: settledSurvival(settings.survival ?? { kind: 'best' }, box, mu),
    repair,
    starts,
  }
}

function recombination(field: string, { kind, parents }: Recombination, mu: number): Recombination {
  return { kind, parents: wholeSetting(field, parents, 1, mu) }
}

function settledScale(scale: Float64Array | undefined, n: number): Float64Array {
  if (scale === undefined) return new Float64Array(n).fill(1)
  if (scale.length !== n) throw badSetting('scale', `${scale.length} shares`, `${n}, one for each coordinate`)
  return scale.map((share, k) => positiveSetting(`scale[${k}]`, share))
}

function settledSurvival(survival: Survival, { lower }: Box, mu: number): Survival {
  if (survival.kind === 'best') return survival
  const coordinate = wholeSetting('survival.coordinate', survival.coordinate, 0, lower.length - 1)
  if (!(lower[coordinate] >= 1)) {
    throw badSetting('survival.coordinate', coordinate, 'one that is 1 or more, as a size')
  }
  if (survival.kind === 'smallest') {
    return { ...survival, pool: wholeSetting('survival.pool', survival.pool, mu) }
  }
  const { discount } = survival
  return {
    ...survival,
    discount: numberSetting('survival.discount', discount, '0 or more', (value) => value >= 0),
  }
}

function settledRule(rule: StepRule, n: number): SettledRule {
  const above1 = (alpha: number) =>
    numberSetting('rule.alpha', alpha, 'a number above 1', (value) => value > 1)
  switch (rule.kind) {
    case 'isotropic':
      return { kind: rule.kind, tau: positiveSetting('rule.tau', rule.tau ?? 1 / Math.sqrt(n)) }
    case 'non-isotropic':
      return {
        kind: rule.kind,
        tau0: positiveSetting('rule.tau0', rule.tau0 ?? 1 / Math.sqrt(2 * n)),
        tau1: positiveSetting('rule.tau1', rule.tau1 ?? 1 / Math.sqrt(2 * Math.sqrt(n))),
        common: rule.common ?? 'offspring',
      }
    case 'two-point':
      return { kind: rule.kind, alpha: above1(rule.alpha ?? 1.3) }
    case 'success-rule':
      return {
        kind: rule.kind,
        alpha: above1(rule.alpha ?? 1.224),
        target: numberSetting('rule.target', rule.target ?? 0.2, 'between 0 and 1', (t) => t > 0 && t < 1),
        period: wholeSetting('rule.period', rule.period ?? 1, 1),
      }
  }
}

const recombinationCodec = object({ kind: oneOf(['discrete', 'intermediate']), parents: number() })

const RULE: Codec<SettledRule> = tagged('kind', {
  isotropic: object({ kind: literal('isotropic'), tau: number() }),
  'non-isotropic': object({
    ...{ kind: literal('non-isotropic'), tau0: number(), tau1: number() },
    common: oneOf(['offspring', 'generation']),
  }),
  'two-point': object({ kind: literal('two-point'), alpha: number() }),
  'success-rule': object({
    ...{ kind: literal('success-rule'), alpha: number(), target: number(), period: number() },
  }),
})

const SURVIVAL = tagged('kind', {
  discounted: object({ kind: literal('discounted'), coordinate: number(), discount: number() }),
  smallest: object({ kind: literal('smallest'), coordinate: number(), pool: number() }),
})

/** As snapshots have them. */
export const SETTINGS: Codec<Settled> = mapped(
  object({
    ...{ mu: number(), lambda: number(), firstStep: number(), leastStep: number(), mostStep: number() },
    repair: oneOf(['clip', 'reflect']),
    ...{ scale: optional(floats()), survival: optional(SURVIVAL), box: BOX, kappa: exact },
    ...{ objects: recombinationCodec, steps: recombinationCodec, rule: RULE, starts: list(floats()) },
  }),
  settled,
  // Not where they are what older snapshots have without saying so.
  ({ scale, survival, ...settings }) => ({
    ...settings,
    ...(!scale.every((share) => share === 1) && { scale }),
    ...(survival.kind !== 'best' && { survival }),
  }),
)

/** What the Michigan learner is set to (michigan.ts); the defaults are those of the sources. */
import { badSetting, numberSetting, wholeSetting } from '../../../optimize/settings.js'
import { USUAL_FEATURES } from '../../../sim/rule-based/index.js'

export interface MichiganSettings {
  readonly learner: 'rules-michigan'
  /** Features that rules go by. */
  readonly features: readonly string[]
  /** The thirteenth strategy beside the twelve of the sources, a policy such as `head:g2`. */
  readonly greedy: string
  /** The first one, of random rules, among them. */
  readonly generations: number
  /** μ and λ: rules that are kept, and new ones a generation. */
  readonly mu: number
  readonly lambda: number
  /** N_r: rules of a base. */
  readonly rulesPerBase: number
  /** N_s: bases that each new rule takes part in. λ·N_s / N_r bases are simulated a generation. */
  readonly participations: number
  /** ρ: parents of a rule; half of them, rounded up, are alike. */
  readonly parents: number
  /** Of the success rule: what the step size is multiplied or divided by, and the share of successes at which it is kept. */
  readonly alpha: number
  readonly successes: number
  /** Of the rules that are selected from, and how many of a cluster's best rules tell how good it is. */
  readonly clusters: number
  readonly clusterBest: number
  /** Whether what holds where rules say too little is learnt beside them. */
  readonly defaults: boolean
  /** Of the population of default values: μ, and α of its two-point rule; λ is the number of bases. */
  readonly defaultMu: number
  readonly defaultAlpha: number
}

/** Settings of the papers, which found no use for default values: their results have none. */
export function publishedMichigan(greedy: string): MichiganSettings {
  return {
    learner: 'rules-michigan',
    features: USUAL_FEATURES,
    greedy,
    generations: 40,
    mu: 50,
    lambda: 350,
    rulesPerBase: 50,
    participations: 10,
    parents: 12,
    alpha: 1.224,
    successes: 1 / 8,
    clusters: 10,
    clusterBest: 5,
    defaults: false,
    defaultMu: 10,
    defaultAlpha: 1.3,
  }
}

/** N_f: bases of a generation. */
export function basesEach({
  lambda,
  participations,
  rulesPerBase,
}: Pick<MichiganSettings, 'lambda' | 'participations' | 'rulesPerBase'>): number {
  return (lambda * participations) / rulesPerBase
}

/** @throws QueuewrightError `usage` for settings out of range, or that contradict each other */
export function checked(settings: MichiganSettings): MichiganSettings {
  const { mu, lambda, rulesPerBase, participations } = settings
  const above1 = (field: string, value: number) =>
    numberSetting(field, value, 'a number above 1', (each) => each > 1)
  wholeSetting('features', settings.features.length, 1)
  wholeSetting('generations', settings.generations, 1)
  wholeSetting('mu', mu, 1)
  wholeSetting('lambda', lambda, mu)
  wholeSetting('rulesPerBase', rulesPerBase, 1, lambda)
  wholeSetting('participations', participations, 1)
  const bases = basesEach(settings)
  if (!Number.isInteger(bases)) {
    const expected = `so many that ${lambda} new rules times it is a multiple of the ${rulesPerBase} rules of a base`
    throw badSetting('participations', participations, expected)
  }
  wholeSetting('parents', settings.parents, 1, mu)
  above1('alpha', settings.alpha)
  numberSetting('successes', settings.successes, 'between 0 and 1', (share) => share > 0 && share < 1)
  wholeSetting('clusters', settings.clusters, 1)
  wholeSetting('clusterBest', settings.clusterBest, 1)
  if (settings.defaults) {
    wholeSetting('defaultMu', settings.defaultMu, 1, bases)
    above1('defaultAlpha', settings.defaultAlpha)
  }
  return settings
}

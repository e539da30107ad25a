/** `qw learn mixture`: two orders, and a rule that says which holds. */
import { BEST_OF, MIXTURE_FEATURES } from '../../../learn/index.js'
import type { MixtureSettings } from '../../../learn/rules/mixture.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import { algorithmsOf, checkLearner, type LearningOptions, learnFrom } from '../learning.js'
import { checkCompress, featuresOf } from '../rule-learning.js'
import type { Terminal } from '../terminal.js'

export interface MixtureOptions {
  readonly features?: string
  readonly algorithm?: AlgorithmName | 'best'
  readonly guard?: boolean
  readonly subjectTo?: readonly string[]
  readonly evaluations: number
}

export async function learnMixtureCommand(
  paths: readonly string[],
  options: LearningOptions & MixtureOptions,
  terminal: Terminal,
): Promise<void> {
  checkCompress(options)
  const settings = mixtureSettings(options)
  checkLearner(settings, { features: '--features' })
  await learnFrom('learn-mixture', paths, options, () => settings, options.subjectTo ?? [], terminal)
}

/**
 * A bound of the wait is what a guard is for; without constraints it is in the way.
 * @throws QueuewrightError as `featuresOf`
 */
export function mixtureSettings(options: MixtureOptions): MixtureSettings {
  const { subjectTo = [] } = options
  return {
    learner: 'rules-mixture',
    algorithms: algorithmsOf(options.algorithm, undefined, BEST_OF),
    features: featuresOf(options, MIXTURE_FEATURES),
    guard: options.guard ?? subjectTo.length > 0,
    evaluations: options.evaluations,
  }
}

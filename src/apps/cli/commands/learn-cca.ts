/** `qw learn cca`: pairs of fuzzy rule bases, one for the order of the queue and one for the algorithm. */
import { publishedCca } from '../../../learn/index.js'
import type { CcaSettings } from '../../../learn/rules/cca/cca.js'
import {
  EVOLUTION_NAMES,
  type EvolutionOptions,
  evolutionOf,
  featuresOf,
  learnRules,
  type RuleLearningOptions,
} from '../rule-learning.js'
import type { Terminal } from '../terminal.js'

export interface CcaOptions extends EvolutionOptions {
  readonly features?: string
  readonly rules?: number
}

export async function learnCcaCommand(
  paths: readonly string[],
  options: RuleLearningOptions & CcaOptions,
  terminal: Terminal,
): Promise<void> {
  const settings = (greedy: string) => ccaSettings(options, greedy)
  await learnRules('cca', paths, options, settings, EVOLUTION_NAMES, terminal)
}

/** @throws QueuewrightError as `featuresOf` and `evolutionOf` */
export function ccaSettings(options: CcaOptions, greedy: string): CcaSettings {
  const usual = publishedCca(greedy)
  return {
    ...usual,
    ...evolutionOf(options),
    features: featuresOf(options),
    rules: options.rules ?? usual.rules,
  }
}

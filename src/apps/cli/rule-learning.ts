/** Learning rules from logs: what the commands `learn iterative`, `probabilistic`, `michigan`, `pittsburgh`, `cca`, `mixture` share. */

import { namedGreedy, usualGreedy } from '../../lab/greedy-member.js'
import { rulesOf } from '../../lab/rules.js'
import { type LearnerSettings, PUBLISHED_EVOLUTION, USUAL_GREEDY } from '../../learn/index.js'
import type { EvolutionSettings } from '../../learn/rules/base-evolution.js'
import { type Partition, SOURCE_PARTITIONS, USUAL_FEATURES } from '../../sim/rule-based/index.js'
import { checkLearner, generationsOf, type LearningOptions, learnFrom } from './learning.js'
import { usage } from './options.js'
import { featureIn, parsePartitions } from './partitions.js'
import type { Terminal } from './terminal.js'

export interface RuleLearningOptions extends LearningOptions {
  /** A policy, or `@FILE`. */
  readonly greedy?: string
}

/**
 * Learns rules that may choose a greedy strategy beside others.
 * @param name of the command, without `learn`
 * @param settingsWith this greedy strategy, of the learner
 * @param names the options, by the settings that the learner may refuse
 */
export async function learnRules(
  name: string,
  paths: readonly string[],
  options: RuleLearningOptions,
  settingsWith: (greedy: string) => LearnerSettings,
  names: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<void> {
  const { objective, greedy, subjectTo = [] } = options
  checkCompress(options)
  const named = greedy === undefined ? null : await namedGreedy(greedy)
  checkLearner(settingsWith(named ?? USUAL_GREEDY), names)
  await learnFrom(
    `learn-${name}`,
    paths,
    options,
    async (logs) => settingsWith(named ?? (await usualGreedy({ objective, logs }, terminal))),
    subjectTo,
    terminal,
  )
}

/** @throws QueuewrightError `usage` for reservations that are to be kept, which rules cannot */
export function checkCompress(options: LearningOptions): void {
  const { compress } = rulesOf(options)
  if (compress !== 'none') return
  const remedy = 'Take --compress queue: reservations cannot be kept when rules change the policy'
  throw usage('--compress', compress, 'queue', remedy)
}

/**
 * What rigid rules tell apart.
 * @throws QueuewrightError as `parsePartitions`
 */
export function partitionsOf({ classes }: { readonly classes?: string }): readonly Partition[] {
  return classes === undefined ? SOURCE_PARTITIONS : parsePartitions(classes, '--classes')
}

/**
 * What rules go by, each once.
 * @param usual where nobody says
 * @throws QueuewrightError `policy-parameter` for one that there is not
 */
export function featuresOf(
  { features }: { readonly features?: string },
  usual: readonly string[] = USUAL_FEATURES,
): readonly string[] {
  if (features === undefined) return usual
  return [...new Set(features.split(',').map((name) => featureIn(name, '--features').name))]
}

/** Options of the evolution of whole rule bases. */
export interface EvolutionOptions {
  readonly generations?: number
  readonly evaluations?: number
  readonly mu?: number
  readonly lambda?: number
  readonly tauCommon?: number
  readonly tauEach?: number
  readonly commonFactor?: EvolutionSettings['commonFactor']
  readonly firstStep?: number
}

/** @throws QueuewrightError as `generationsOf` */
export function evolutionOf(options: EvolutionOptions): EvolutionSettings {
  const usual = PUBLISHED_EVOLUTION
  const { mu = usual.mu, lambda = usual.lambda } = options
  return {
    generations: generationsOf(options, { usual: usual.generations, first: mu, each: lambda }),
    mu,
    lambda,
    tau0: options.tauCommon ?? usual.tau0,
    tau1: options.tauEach ?? usual.tau1,
    commonFactor: options.commonFactor ?? usual.commonFactor,
    firstStep: options.firstStep ?? usual.firstStep,
  }
}

/** Options by the settings of an evolution of bases, as its learners name these. */
export const EVOLUTION_NAMES: Readonly<Record<string, string>> = {
  features: '--features',
  rules: '--rules',
  generations: '--generations',
  mu: '--mu',
  lambda: '--lambda',
  'rule.tau0': '--tau-common',
  'rule.tau1': '--tau-each',
  firstStep: '--first-step',
}

/** `qw learn michigan`: fuzzy rules, each an individual. */
import { publishedMichigan } from '../../../learn/index.js'
import { basesEach, type MichiganSettings } from '../../../learn/rules/michigan/settings.js'
import { generationsOf } from '../learning.js'
import { usage } from '../options.js'
import { featuresOf, learnRules, type RuleLearningOptions } from '../rule-learning.js'
import type { Terminal } from '../terminal.js'

export interface MichiganOptions {
  readonly features?: string
  readonly rules?: number
  readonly generations?: number
  readonly evaluations?: number
  readonly mu?: number
  readonly lambda?: number
  readonly participations?: number
  readonly parents?: number
  readonly alpha?: number
  readonly successes?: number
  readonly clusters?: number
  readonly clusterBest?: number
  readonly defaults?: true
  readonly defaultMu?: number
  readonly defaultAlpha?: number
}

/** Options by the settings that the learner may refuse. */
const NAMES: Readonly<Record<string, string>> = {
  features: '--features',
  generations: '--generations',
  mu: '--mu',
  lambda: '--lambda',
  rulesPerBase: '--rules',
  participations: '--participations',
  parents: '--parents',
  alpha: '--alpha',
  successes: '--successes',
  clusters: '--clusters',
  clusterBest: '--cluster-best',
  defaultMu: '--default-mu',
  defaultAlpha: '--default-alpha',
}

export async function learnMichiganCommand(
  paths: readonly string[],
  options: RuleLearningOptions & MichiganOptions,
  terminal: Terminal,
): Promise<void> {
  const settings = (greedy: string) => michiganSettings(options, greedy)
  await learnRules('michigan', paths, options, settings, NAMES, terminal)
}

/** @throws QueuewrightError as `featuresOf` and `generationsOf`; `usage` for options of default values without these */
export function michiganSettings(options: MichiganOptions, greedy: string): MichiganSettings {
  const usual = publishedMichigan(greedy)
  refuseDefaults(options)
  const settings: MichiganSettings = {
    ...usual,
    features: featuresOf(options),
    mu: options.mu ?? usual.mu,
    lambda: options.lambda ?? usual.lambda,
    rulesPerBase: options.rules ?? usual.rulesPerBase,
    participations: options.participations ?? usual.participations,
    parents: options.parents ?? usual.parents,
    alpha: options.alpha ?? usual.alpha,
    successes: options.successes ?? usual.successes,
    clusters: options.clusters ?? usual.clusters,
    clusterBest: options.clusterBest ?? usual.clusterBest,
    defaults: options.defaults ?? usual.defaults,
    defaultMu: options.defaultMu ?? usual.defaultMu,
    defaultAlpha: options.defaultAlpha ?? usual.defaultAlpha,
  }
  const each = basesEach(settings)
  return { ...settings, generations: generationsOf(options, { usual: usual.generations, first: 0, each }) }
}

function refuseDefaults({ defaults, defaultMu, defaultAlpha }: MichiganOptions): void {
  if (defaults) return
  if (defaultMu !== undefined) throw usage('--default-mu', String(defaultMu), 'only with --defaults')
  if (defaultAlpha !== undefined) throw usage('--default-alpha', String(defaultAlpha), 'only with --defaults')
}

/** `qw learn pittsburgh`: fuzzy rule bases, each an individual. */
import { QueuewrightError } from '../../../core/errors.js'
import { publishedPittsburgh } from '../../../learn/index.js'
import type { PittsburghSettings } from '../../../learn/rules/pittsburgh/pittsburgh.js'
import { compileObjective } from '../../../sim/objectives/index.js'
import { checkMethod } from '../learning.js'
import {
  EVOLUTION_NAMES,
  type EvolutionOptions,
  evolutionOf,
  featuresOf,
  learnRules,
  type RuleLearningOptions,
} from '../rule-learning.js'
import type { Terminal } from '../terminal.js'

type Reduction = PittsburghSettings['reduction']

export interface PittsburghOptions extends EvolutionOptions {
  readonly reduction: Reduction
  readonly objective: string
  readonly relativeTo?: string
  readonly features?: string
  readonly rules?: number
  readonly beta?: number
  readonly pool?: number
  readonly kappa?: number
}

/** Options of one reduction alone. */
const OPTIONS_OF: Readonly<Record<Reduction, readonly ('beta' | 'pool')[]>> = {
  none: [],
  fitness: ['beta'],
  selection: ['pool'],
}

const NAMES: Readonly<Record<string, string>> = {
  ...EVOLUTION_NAMES,
  kappa: '--kappa',
  'survival.discount': '--beta',
  'survival.pool': '--pool',
}

export async function learnPittsburghCommand(
  paths: readonly string[],
  options: RuleLearningOptions & PittsburghOptions,
  terminal: Terminal,
): Promise<void> {
  const settings = (greedy: string) => pittsburghSettings(options, greedy)
  await learnRules('pittsburgh', paths, options, settings, NAMES, terminal)
}

/**
 * @throws QueuewrightError as `featuresOf` and `evolutionOf`; `usage` for options of another reduction, and where β has to be
 *   named
 */
export function pittsburghSettings(options: PittsburghOptions, greedy: string): PittsburghSettings {
  const { reduction } = options
  checkMethod(reduction, options, OPTIONS_OF, '--reduction')
  if (reduction === 'fitness') requireBeta(options)
  const usual = publishedPittsburgh(reduction, greedy)
  const evolution = evolutionOf(options)
  return {
    ...usual,
    ...evolution,
    features: featuresOf(options),
    rules: options.rules ?? usual.rules,
    beta: options.beta ?? usual.beta,
    pool: options.pool ?? 2 * evolution.mu,
    kappa: options.kappa ?? usual.kappa,
  }
}

/** @throws QueuewrightError `usage` where the published β, 50,000 s, is in other units than the score */
function requireBeta({ beta, objective, relativeTo }: PittsburghOptions): void {
  if (beta !== undefined) return
  const inSeconds = compileObjective(objective).parts.every((part) => part.objective.unit === 's')
  if (relativeTo === undefined && inSeconds) return
  const score = relativeTo === undefined ? objective : `${objective} relative to ${relativeTo}`
  throw new QueuewrightError('usage', 'the published beta is one for scores in seconds', {
    field: '--beta',
    value: score,
    expected: 'a number in units of this score',
    remedy: 'Name one; the published 50,000 s were 6 % of what EASY scores, with --relative-to easy 0.06',
  })
}

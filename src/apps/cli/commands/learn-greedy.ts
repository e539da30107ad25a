/** `qw learn greedy`: learns the order of the queue. */

import { formatCount } from '../../../core/format.js'
import {
  candidatesOf,
  generationsWithin,
  PUBLISHED,
  type SystemsSettings,
} from '../../../learn/greedy/systems.js'
import { BEST_OF, type LearnerSettings } from '../../../learn/index.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import { algorithmsOf, checkMethod, type LearningOptions, learnFrom } from '../learning.js'
import { usage } from '../options.js'
import type { Terminal } from '../terminal.js'

type Method = 'own' | 'systems' | 'random'

export interface LearnGreedyOptions extends LearningOptions {
  readonly method: Method
  readonly evaluations?: number
  readonly algorithm?: AlgorithmName | 'best'
  readonly systems?: SystemsSettings['systems']
  readonly generations?: number
  readonly kappa?: number
  readonly rho?: number
}

const USUAL_EVALUATIONS = { own: 2000, random: 500 } as const

export async function learnGreedyCommand(
  paths: readonly string[],
  options: LearnGreedyOptions,
  terminal: Terminal,
): Promise<void> {
  const { subjectTo = [] } = options
  const learner = learnerOf(options)
  await learnFrom('learn-greedy', paths, options, () => learner, subjectTo, terminal)
}

/** Options of one method alone. */
const OPTIONS_OF: Readonly<
  Record<Method, readonly ('algorithm' | 'systems' | 'generations' | 'kappa' | 'rho')[]>
> = {
  own: ['algorithm'],
  systems: ['systems', 'generations', 'kappa', 'rho'],
  random: [],
}

function learnerOf(options: LearnGreedyOptions): LearnerSettings {
  const { method, evaluations, systems = 'twelve', generations, kappa, rho } = options
  checkMethod(method, options, OPTIONS_OF)
  if (method === 'random') {
    return { learner: 'greedy-random', evaluations: evaluations ?? USUAL_EVALUATIONS.random }
  }
  if (method === 'own') {
    const algorithms = algorithmsOf(options.algorithm, options.under, BEST_OF)
    return { learner: 'greedy-own', algorithms, evaluations: evaluations ?? USUAL_EVALUATIONS.own }
  }
  if (generations !== undefined && evaluations !== undefined) {
    throw usage('--evaluations', String(evaluations), 'either this or --generations')
  }
  const { mu, lambda } = PUBLISHED
  if (rho !== undefined && rho > mu) throw usage('--rho', String(rho), `at most ${mu}`)
  if (evaluations !== undefined && generationsWithin(evaluations, systems) < 1) {
    const least = formatCount(candidatesOf({ systems, mu, lambda, generations: 1 }))
    throw usage('--evaluations', String(evaluations), `at least ${least}, for one generation of all systems`)
  }
  return {
    learner: 'greedy-systems',
    systems,
    generations:
      generations ??
      (evaluations === undefined ? PUBLISHED.generations : generationsWithin(evaluations, systems)),
    mu,
    lambda,
    kappa: kappa ?? null,
    stepParents: rho ?? 2,
  }
}

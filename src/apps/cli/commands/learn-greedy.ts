/** `qw learn greedy`: learns the order of the queue. */
import type { LearntLog } from '../../../evaluation/final-measurement.js'
import { plainPolicy } from '../../../evaluation/plain-policy.js'
import {
  candidatesOf,
  generationsWithin,
  PUBLISHED,
  type SystemsSettings,
} from '../../../learn/greedy/systems.js'
import { BEST_OF, LEARN, type LearnerSettings, learnJson, prepareLearning } from '../../../learn/index.js'
import { formatCount } from '../../../report/format.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import { splitPolicies } from '../../../sim/policy.js'
import type { Dataset } from '../../../trace/index.js'
import { printFound } from '../found-strategy.js'
import { type InvestigateOptions, investigate } from '../investigate.js'
import { type LearntLogOptions, readLearntLog } from '../learnt-log.js'
import { usage } from '../options.js'
import type { Terminal } from '../terminal.js'

type Method = 'own' | 'systems' | 'random'

export interface LearnGreedyOptions extends LearntLogOptions, InvestigateOptions {
  readonly objective: string
  readonly subjectTo?: readonly string[]
  readonly relativeTo?: string
  readonly method: Method
  readonly evaluations?: number
  readonly algorithm?: AlgorithmName | 'best'
  readonly systems?: SystemsSettings['systems']
  readonly generations?: number
  readonly kappa?: number
  readonly rho?: number
  readonly earlyStop: boolean
  /** Percent. */
  readonly train: number
  readonly test?: readonly string[]
  readonly compare: string
  readonly json?: true
}

const USUAL_EVALUATIONS = { own: 2000, random: 500 } as const

export async function learnGreedyCommand(
  paths: readonly string[],
  options: LearnGreedyOptions,
  terminal: Terminal,
): Promise<void> {
  const { objective, subjectTo = [], relativeTo = null, seed, earlyStop, train, test = [] } = options
  const learner = learnerOf(options)
  const compare = splitPolicies(options.compare)
  const policies = compare.map(plainPolicy)
  const datasets = new Map<string, Dataset>()
  const read = async (path: string | undefined, percent: number): Promise<LearntLog> => {
    const { log, dataset } = await readLearntLog(path, options, policies, percent, terminal)
    datasets.set(dataset.digest, dataset)
    return log
  }
  const logs: LearntLog[] = []
  for (const path of paths.length === 0 ? [undefined] : paths) logs.push(await read(path, train))
  const tests: LearntLog[] = []
  for (const path of test) tests.push(await read(path, 0))
  const spec = prepareLearning(
    { objective, constraints: subjectTo, relativeTo, logs, tests, learner, earlyStop, seed, compare },
    datasets,
  )
  const request = { name: `learn-greedy-${logs[0].name}`, spec: learnJson(spec), seed, datasets }
  const { folder } = await investigate(LEARN, request, options, terminal)
  await printFound(folder, options, terminal)
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
  const { method, evaluations, algorithm = 'best', systems = 'twelve', generations, kappa, rho } = options
  for (const [other, names] of Object.entries(OPTIONS_OF)) {
    const misplaced = names.find((name) => other !== method && options[name] !== undefined)
    if (misplaced !== undefined) {
      throw usage(`--${misplaced}`, String(options[misplaced]), `only with --method ${other}`)
    }
  }
  if (method === 'random') {
    return { learner: 'greedy-random', evaluations: evaluations ?? USUAL_EVALUATIONS.random }
  }
  if (method === 'own') {
    const algorithms = algorithm === 'best' ? BEST_OF : [algorithm]
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

/** Learning a strategy from logs: what the commands `learn …` share but the learner. */

import { formatCount } from '../../core/format.js'
import type { LearntLog } from '../../evaluation/final-measurement.js'
import { checkWindows, type WindowDraw } from '../../evaluation/windows.js'
import { withOptionName } from '../../lab/failures.js'
import { type InvestigateOptions, investigate } from '../../lab/investigate.js'
import { readLearntLog } from '../../lab/learnt-log.js'
import { policyTexts } from '../../lab/policies.js'
import type { ScenarioOptions } from '../../lab/prepare.js'
import {
  BEST_OF,
  type Combination,
  LEARN,
  type LearnerSettings,
  learnerFor,
  learnJson,
  prepareLearning,
} from '../../learn/index.js'
import { ALGORITHM_NAMES, type AlgorithmName, parsePolicy, splitPolicies } from '../../sim/policy.js'
import type { Dataset } from '../../trace/index.js'
import { printFound } from './found-strategy.js'
import { usage } from './options.js'
import type { Terminal } from './terminal.js'

export interface LearningOptions extends ScenarioOptions, InvestigateOptions {
  readonly objective: string
  readonly seed: number
  readonly subjectTo?: readonly string[]
  readonly relativeTo?: string
  readonly earlyStop: boolean
  /** Percent. */
  readonly train: number
  readonly test?: readonly string[]
  readonly windows?: number
  readonly windowJobs?: number
  readonly under?: string
  readonly combine: Combination
  readonly compare: string
  readonly json?: true
}

/**
 * @param ofMethods options that belong to one method alone
 * @param by the option that names the method
 * @throws QueuewrightError `usage` for one that belongs to another
 */
export function checkMethod<Options extends object>(
  method: string,
  options: Options,
  ofMethods: Readonly<Record<string, readonly (keyof Options & string)[]>>,
  by = '--method',
): void {
  for (const [other, names] of Object.entries(ofMethods)) {
    const misplaced = names.find((name) => other !== method && options[name] !== undefined)
    if (misplaced !== undefined) {
      throw usage(`--${misplaced}`, String(options[misplaced]), `only with ${by} ${other}`)
    }
  }
}

/**
 * Refuses what a learner refuses, before any log is read.
 * @param names the options, by the settings that they set
 * @throws QueuewrightError `usage`; `policy-parameter` for an unknown feature
 */
export function checkLearner(settings: LearnerSettings, names: Readonly<Record<string, string>>): void {
  try {
    learnerFor(settings).open(settings, { seed: 0, groups: 1, favoured: [] }, null)
  } catch (error) {
    throw withOptionName(error, names)
  }
}

/**
 * Generations of a search, as given, or as many as a budget of candidates has room for.
 * @param usual where nobody says
 * @param first candidates before the first generation
 * @param each candidates of a generation
 * @throws QueuewrightError `usage` for both, and for a budget without room for one generation
 */
export function generationsOf(
  { generations, evaluations }: { readonly generations?: number; readonly evaluations?: number },
  { usual, first, each }: { readonly usual: number; readonly first: number; readonly each: number },
): number {
  if (evaluations === undefined) return generations ?? usual
  if (generations !== undefined) {
    throw usage('--evaluations', String(evaluations), 'either this or --generations')
  }
  const least = Math.ceil(first + each)
  if (evaluations < least) {
    throw usage('--evaluations', String(evaluations), `at least ${formatCount(least)}, for one generation`)
  }
  return Math.floor((evaluations - first) / each)
}

/**
 * The algorithms that a learner searches over.
 * @param usual where nobody says
 * @throws QueuewrightError `usage` for several where each order is tried under given ones
 */
export function algorithmsOf(
  algorithm: AlgorithmName | 'best' | undefined,
  under: string | undefined,
  usual: readonly AlgorithmName[],
): readonly AlgorithmName[] {
  if (algorithm === 'best') {
    if (under === undefined) return BEST_OF
    throw usage('--algorithm', algorithm, 'one algorithm, as every order is tried under those of --under')
  }
  if (algorithm !== undefined) return [algorithm]
  const first = ALGORITHM_NAMES.find((name) => under !== undefined && /^\w*/.exec(under)?.[0] === name)
  return first === undefined ? usual : [first]
}

const USUAL_WINDOW_JOBS = 1024

function windowsOf({ windows, windowJobs }: LearningOptions): WindowDraw | null {
  if (windows !== undefined) return { count: windows, jobs: windowJobs ?? USUAL_WINDOW_JOBS }
  if (windowJobs === undefined) return null
  throw usage('--window-jobs', String(windowJobs), 'only with --windows')
}

/** Settings of a learner, which may depend on what there is to learn from. */
export type LearnerOn = (logs: readonly LearntLog[]) => LearnerSettings | Promise<LearnerSettings>

/**
 * Reads the logs, or makes the demonstration workload; learns; prints what was found.
 * @param name of the run, in front of that of the first log
 */
export async function learnFrom(
  name: string,
  paths: readonly string[],
  options: LearningOptions,
  learnerOn: LearnerOn,
  constraints: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { objective, relativeTo = null, combine, seed, earlyStop, train, test = [] } = options
  const under = options.under === undefined ? [] : splitPolicies(options.under)
  const windows = windowsOf(options)
  const compare = await policyTexts(options.compare)
  const policies = compare.map(parsePolicy)
  const datasets = new Map<string, Dataset>()
  const read = async (path: string | undefined, percent: number): Promise<LearntLog> => {
    const { file, log, dataset } = await readLearntLog(path, options, policies, percent, terminal)
    if (windows !== null && percent > 0) checkWindows(windows, log, file)
    datasets.set(dataset.digest, dataset)
    return log
  }
  const logs: LearntLog[] = []
  for (const path of paths.length === 0 ? [undefined] : paths) logs.push(await read(path, train))
  const tests: LearntLog[] = []
  for (const path of test) tests.push(await read(path, 0))
  const learner = await learnerOn(logs)
  const spec = prepareLearning(
    {
      objective,
      constraints,
      relativeTo,
      logs,
      tests,
      windows,
      under,
      combine,
      learner,
      earlyStop,
      seed,
      compare,
    },
    datasets,
  )
  const request = { name: `${name}-${logs[0].name}`, spec: learnJson(spec), seed, datasets }
  const { folder } = await investigate(LEARN, request, options, terminal)
  await printFound(folder, options, terminal)
}

/** Learning a strategy from logs: what the commands `learn …` share but the learner. */
import type { LearntLog } from '../../evaluation/final-measurement.js'
import { simulatedPolicy } from '../../evaluation/plain-policy.js'
import { checkWindows, type WindowDraw } from '../../evaluation/windows.js'
import {
  BEST_OF,
  type Combination,
  LEARN,
  type LearnerSettings,
  learnJson,
  prepareLearning,
} from '../../learn/index.js'
import { ALGORITHM_NAMES, type AlgorithmName, splitPolicies } from '../../sim/policy.js'
import type { Dataset } from '../../trace/index.js'
import { printFound } from './found-strategy.js'
import { type InvestigateOptions, investigate } from './investigate.js'
import { type LearntLogOptions, readLearntLog } from './learnt-log.js'
import { usage } from './options.js'
import type { Terminal } from './terminal.js'

export interface LearningOptions extends LearntLogOptions, InvestigateOptions {
  readonly objective: string
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
 * @throws QueuewrightError `usage` for one that belongs to another
 */
export function checkMethod<Options extends object>(
  method: string,
  options: Options,
  ofMethods: Readonly<Record<string, readonly (keyof Options & string)[]>>,
): void {
  for (const [other, names] of Object.entries(ofMethods)) {
    const misplaced = names.find((name) => other !== method && options[name] !== undefined)
    if (misplaced !== undefined) {
      throw usage(`--${misplaced}`, String(options[misplaced]), `only with --method ${other}`)
    }
  }
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

/**
 * Reads the logs, or makes the demonstration workload; learns; prints what was found.
 * @param name of the run, in front of that of the first log
 */
export async function learnFrom(
  name: string,
  paths: readonly string[],
  options: LearningOptions,
  learner: LearnerSettings,
  constraints: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { objective, relativeTo = null, combine, seed, earlyStop, train, test = [] } = options
  const under = options.under === undefined ? [] : splitPolicies(options.under)
  const windows = windowsOf(options)
  const compare = splitPolicies(options.compare)
  const policies = compare.map(simulatedPolicy)
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

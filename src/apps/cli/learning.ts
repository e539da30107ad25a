/** Learning a strategy from logs: what the commands `learn …` share but the learner. */

import type { LearntLog } from '../../evaluation/final-measurement.js'
import { checkWindows, type WindowDraw } from '../../evaluation/windows.js'
import { type InvestigateOptions, investigate } from '../../lab/investigate.js'
import { readLearntLog } from '../../lab/learnt-log.js'
import { policyTexts } from '../../lab/policies.js'
import type { ScenarioOptions } from '../../lab/prepare.js'
import {
  type Combination,
  LEARN,
  type LearnerSettings,
  learnerFor,
  learnJson,
  prepareLearning,
} from '../../learn/index.js'
import { parsePolicy, splitPolicies } from '../../sim/policy.js'
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
 * Refuses what a learner refuses, before any log is read.
 * @throws QueuewrightError `usage`; `policy-parameter` for an unknown feature
 */
export function checkLearner(settings: LearnerSettings): void {
  learnerFor(settings).open({ ...settings }, { seed: 0, groups: 1, favoured: [] }, null)
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

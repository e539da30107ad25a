/** A strategy learnt from logs, whatever the learner. */
import type { LearntLog } from '../evaluation/final-measurement.js'
import { checkWindows } from '../evaluation/windows.js'
import {
  type Combination,
  type LearnerSettings,
  type LearnWindows,
  learnJson,
  prepareLearning,
} from '../learn/index.js'
import type { Preference } from '../preference/index.js'
import type { RunRequest } from '../runtime/runs/index.js'
import { parsePolicy, splitPolicies } from '../sim/policy.js'
import type { Dataset } from '../trace/index.js'
import { usage } from './failures.js'
import { readLearntLog } from './learnt-log.js'
import type { LogSource } from './log.js'
import { policyTexts } from './policies.js'
import type { Ports } from './ports.js'
import { type ScenarioOptions, USUAL_SCENARIO } from './prepare.js'

export interface LearnOptions extends ScenarioOptions {
  /** What is minimised; of an objective of which more is better, maximised. */
  readonly objective: string
  /** Those that labels stand for, in the objective and in constraints. */
  readonly preferences?: readonly Preference[]
  /** Policy whose values on the same jobs scores are divided by. */
  readonly relativeTo?: string
  readonly earlyStop: boolean
  readonly seed: number
  /** Percent of each log's jobs that are learnt from, the first ones. */
  readonly train: number
  /** Logs that nothing is learnt from, to measure the result on. */
  readonly test?: readonly LogSource[]
  /** Random stretches of each log to learn on, in place of all of it at once. */
  readonly windows?: number
  readonly windowJobs?: number
  /** With windows: new ones each generation. */
  readonly redraw?: true
  /** Algorithms under all of which each order is tried, separated by commas. */
  readonly under?: string
  readonly combine: Combination
  /** Policies to measure beside the result, separated by commas. */
  readonly compare: string
}

const USUAL_WINDOW_JOBS = 1024

function windowsOf({ windows, windowJobs, redraw }: LearnOptions): LearnWindows | null {
  if (windows !== undefined) {
    return { count: windows, jobs: windowJobs ?? USUAL_WINDOW_JOBS, ...(redraw && { redraw }) }
  }
  if (redraw) throw usage('--redraw', '', 'only with --windows')
  if (windowJobs === undefined) return null
  throw usage('--window-jobs', String(windowJobs), 'only with --windows')
}

/** Where nobody says. */
export const USUAL_LEARNING = {
  ...USUAL_SCENARIO,
  objective: 'AVEbsld',
  earlyStop: true,
  seed: 1,
  train: 100,
  combine: 'mean',
  compare: 'easy,fcfs,cons,fcfs:group,easy:group',
} as const satisfies LearnOptions

/** Settings of a learner, which may depend on what there is to learn from. */
export type LearnerOn = (logs: readonly LearntLog[]) => LearnerSettings | Promise<LearnerSettings>

/** What is known of the strategies to come, and what is of interest of them. */
export interface Expected {
  /** Policies like them, by which fields of logs are read. */
  readonly like?: readonly string[]
  /** Objectives that the final table shows beside the usual ones. */
  readonly beside?: readonly string[]
}

/**
 * What a learning is begun with: the logs are read, and all that can be known to be wrong is found.
 * @param name of the run, in front of that of the first log
 * @param sources none: the demonstration workload
 * @param constraints as written
 * @throws QueuewrightError as `prepareLog` and `prepareLearning`
 */
export async function learningRequest(
  name: string,
  sources: readonly LogSource[],
  options: LearnOptions,
  learnerOn: LearnerOn,
  constraints: readonly string[],
  ports: Ports,
  { like = [], beside = [] }: Expected = {},
): Promise<RunRequest> {
  const {
    objective,
    preferences = [],
    relativeTo = null,
    combine,
    seed,
    earlyStop,
    train,
    test = [],
  } = options
  const under = options.under === undefined ? [] : splitPolicies(options.under)
  const windows = windowsOf(options)
  const compare = await policyTexts(options.compare)
  const policies = [...like, ...compare].map(parsePolicy)
  const datasets = new Map<string, Dataset>()
  const read = async (source: LogSource, percent: number): Promise<LearntLog> => {
    const { file, log, dataset } = await readLearntLog(source, options, policies, percent, ports)
    if (windows !== null && percent > 0) checkWindows(windows, log, file)
    datasets.set(dataset.digest, dataset)
    return log
  }
  const logs: LearntLog[] = []
  for (const source of sources.length === 0 ? [undefined] : sources) logs.push(await read(source, train))
  const tests: LearntLog[] = []
  for (const source of test) tests.push(await read(source, 0))
  const learner = await learnerOn(logs)
  const spec = prepareLearning(
    {
      objective,
      ...(preferences.length === 0 ? {} : { preferences }),
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
      beside,
    },
    datasets,
  )
  return { name: `${name}-${logs[0].name}`, spec: learnJson(spec), seed, datasets }
}

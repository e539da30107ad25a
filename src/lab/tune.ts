/** The search for the numbers of a policy. */
import type { LearntLog } from '../evaluation/final-measurement.js'
import { checkWindows } from '../evaluation/windows.js'
import {
  type BoxMethodName,
  checkTemplate,
  filled,
  LEARN,
  type LearnWindows,
  learnJson,
  parseParameter,
  prepareLearning,
  type TemplateSettings,
  valueAt,
} from '../learn/index.js'
import type { RunEnd } from '../runtime/runs/index.js'
import { compileObjective } from '../sim/objectives/index.js'
import { parsePolicy } from '../sim/policy.js'
import type { Dataset } from '../trace/index.js'
import { usage } from './failures.js'
import { type InvestigateOptions, investigate } from './investigate.js'
import { readLearntLog } from './learnt-log.js'
import type { LogSource } from './log.js'
import { policyTexts } from './policies.js'
import type { Ports } from './ports.js'
import type { ScenarioOptions } from './prepare.js'

export interface TuneOptions extends ScenarioOptions, InvestigateOptions {
  readonly policy: string
  readonly over?: readonly string[]
  readonly objective: string
  readonly relativeTo?: string
  readonly method: BoxMethodName
  readonly evaluations: number
  readonly population?: number
  readonly earlyStop: boolean
  /** Percent. */
  readonly train: number
  readonly windows?: number
  readonly windowJobs: number
  readonly redraw?: true
  readonly compare: string
  readonly seed: number
}

/**
 * @param sources the logs; none: the demonstration workload
 * @returns the run, whose folder has the strategy
 * @throws QueuewrightError as `prepareLog`, `prepareLearning` and `investigate`, and for templates that will not do
 */
export async function tunePolicy(
  sources: readonly LogSource[],
  options: TuneOptions,
  ports: Ports,
): Promise<RunEnd> {
  const { objective, redraw, relativeTo = null, seed, earlyStop, train } = options
  if (redraw && options.windows === undefined) throw usage('--redraw', '', 'only with --windows')
  const learner = templateOf(options)
  const { template, parameters } = learner
  compileObjective(objective)
  const middle = Object.fromEntries(parameters.map((parameter) => [parameter.name, valueAt(parameter, 0.5)]))
  const compare = await policyTexts(options.compare)
  const policies = [filled(template, middle), ...compare].map(parsePolicy)
  const windows: LearnWindows | null =
    options.windows === undefined
      ? null
      : { count: options.windows, jobs: options.windowJobs, ...(redraw && { redraw }) }

  const logs: LearntLog[] = []
  const datasets = new Map<string, Dataset>()
  for (const source of sources.length === 0 ? [undefined] : sources) {
    const { file, log, dataset } = await readLearntLog(source, options, policies, train, ports)
    if (windows !== null) checkWindows(windows, log, file)
    logs.push(log)
    datasets.set(dataset.digest, dataset)
  }
  const spec = prepareLearning(
    {
      objective,
      constraints: [],
      relativeTo,
      logs,
      tests: [],
      windows,
      under: [],
      combine: 'mean',
      learner,
      earlyStop,
      seed,
      compare,
      beside: ['meanWait', 'p95Wait'],
    },
    datasets,
  )
  const request = { name: `tune-${logs[0].name}`, spec: learnJson(spec), seed, datasets }
  return investigate(LEARN, request, options, ports)
}

function templateOf({ policy, over = [], method, population, evaluations }: TuneOptions): TemplateSettings {
  const parameters = over.map((text) => parseParameter(text, '--over'))
  checkTemplate(policy, parameters)
  return {
    learner: 'template',
    template: policy,
    parameters,
    method,
    population: population ?? null,
    evaluations,
  }
}

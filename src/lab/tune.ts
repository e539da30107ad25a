/** The search for the numbers of a policy. */
import { QueuewrightError } from '../core/errors.js'
import type { LearntLog } from '../evaluation/final-measurement.js'
import { requireValue } from '../evaluation/required-value.js'
import { stageOf } from '../evaluation/scenario.js'
import { checkWindows } from '../evaluation/windows.js'
import type { RunEnd } from '../runtime/runs/index.js'
import { type CompositeObjective, compileObjective } from '../sim/objectives/index.js'
import { type ParsedPolicy, parsePolicy } from '../sim/policy.js'
import { TUNE } from '../study/tune/investigation.js'
import { type TuneMethod, type TuneSpec, tuneJson } from '../study/tune/spec.js'
import { checkTemplate, filled, parseParameter, valueAt } from '../study/tune/template.js'
import type { Dataset } from '../trace/index.js'
import { named, usage } from './failures.js'
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
  readonly method: TuneMethod
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
 * @throws QueuewrightError as `prepareLog` and `investigate`, and for templates and logs that will not do
 */
export async function tunePolicy(
  sources: readonly LogSource[],
  options: TuneOptions,
  ports: Ports,
): Promise<RunEnd> {
  const { policy, objective, windows, windowJobs, redraw, relativeTo = null, seed } = options
  if (redraw && windows === undefined) throw usage('--redraw', '', 'only with --windows')
  const parameters = (options.over ?? []).map((text) => parseParameter(text, '--over'))
  checkTemplate(policy, parameters)
  const measured = compileObjective(objective)
  const middle = Object.fromEntries(parameters.map((parameter) => [parameter.name, valueAt(parameter, 0.5)]))
  const compare = [
    ...new Set([...(await policyTexts(options.compare)), ...(relativeTo === null ? [] : [relativeTo])]),
  ]
  const policies = [filled(policy, middle), ...compare].map(parsePolicy)

  const logs: LearntLog[] = []
  const datasets = new Map<string, Dataset>()
  for (const source of sources.length === 0 ? [undefined] : sources) {
    const { log, dataset } = await readTuned(source, options, policies, measured, ports)
    logs.push(log)
    datasets.set(dataset.digest, dataset)
  }
  const names = logs.map(({ name }) => name)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) {
    throw new QueuewrightError('usage', 'two logs have the same name', {
      field: 'logs',
      value: twice,
      remedy: 'Name each log once; give the file of one of them another name',
    })
  }

  const spec: TuneSpec = {
    policy,
    parameters,
    objective,
    relativeTo,
    logs,
    windows: windows === undefined ? null : { count: windows, jobs: windowJobs, redraw: redraw === true },
    method: options.method,
    population: options.population ?? null,
    evaluations: options.evaluations,
    earlyStop: options.earlyStop,
    seed,
    compare,
  }
  const request = { name: `tune-${names[0]}`, spec: tuneJson(spec), seed, datasets }
  return investigate(TUNE, request, options, ports)
}

async function readTuned(
  source: LogSource,
  options: TuneOptions,
  policies: readonly ParsedPolicy[],
  objective: CompositeObjective,
  ports: Ports,
): Promise<{ readonly log: LearntLog; readonly dataset: Dataset }> {
  const { file, log, dataset } = await readLearntLog(source, options, policies, options.train, ports)
  const { scenario, train, jobs } = log
  // What cannot be simulated is told before anything is begun.
  named(file, () => {
    const { jobs: learnt, judged } = stageOf({ ...scenario, window: [0, train] }, dataset)
    requireValue(objective, learnt, judged, scenario.machine)
  })
  if (options.windows !== undefined) {
    checkWindows({ count: options.windows, jobs: options.windowJobs }, log, file)
  }
  if (train < jobs) named(file, () => stageOf({ ...scenario, window: [train, jobs] }, dataset))
  return { log, dataset }
}

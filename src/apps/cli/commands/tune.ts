/** `qw tune`: searches the numbers of a policy. */
import { QueuewrightError } from '../../../core/errors.js'
import type { LearntLog } from '../../../evaluation/final-measurement.js'
import { simulatedPolicy } from '../../../evaluation/plain-policy.js'
import { requireValue } from '../../../evaluation/required-value.js'
import { stageOf } from '../../../evaluation/scenario.js'
import { checkWindows } from '../../../evaluation/windows.js'
import { type CompositeObjective, compileObjective } from '../../../sim/objectives/index.js'
import type { ParsedPolicy } from '../../../sim/policy.js'
import { TUNE } from '../../../study/tune/investigation.js'
import { type TuneMethod, type TuneSpec, tuneJson } from '../../../study/tune/spec.js'
import { checkTemplate, filled, parseParameter, valueAt } from '../../../study/tune/template.js'
import type { Dataset } from '../../../trace/index.js'
import { named } from '../failures.js'
import { printFound } from '../found-strategy.js'
import { type InvestigateOptions, investigate } from '../investigate.js'
import { type LearntLogOptions, readLearntLog } from '../learnt-log.js'
import { usage } from '../options.js'
import { simulatedTexts } from '../policies.js'
import type { Terminal } from '../terminal.js'

export interface TuneOptions extends LearntLogOptions, InvestigateOptions {
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
  readonly json?: true
}

export async function tuneCommand(
  paths: readonly string[],
  options: TuneOptions,
  terminal: Terminal,
): Promise<void> {
  const { policy, objective, windows, windowJobs, redraw, relativeTo = null, seed } = options
  if (redraw && windows === undefined) throw usage('--redraw', '', 'only with --windows')
  const parameters = (options.over ?? []).map((text) => parseParameter(text, '--over'))
  checkTemplate(policy, parameters)
  const measured = compileObjective(objective)
  const middle = Object.fromEntries(parameters.map((parameter) => [parameter.name, valueAt(parameter, 0.5)]))
  const compare = [
    ...new Set([...(await simulatedTexts(options.compare)), ...(relativeTo === null ? [] : [relativeTo])]),
  ]
  const policies = [filled(policy, middle), ...compare].map(simulatedPolicy)

  const logs: LearntLog[] = []
  const datasets = new Map<string, Dataset>()
  for (const path of paths.length === 0 ? [undefined] : paths) {
    const { log, dataset } = await readTuned(path, options, policies, measured, terminal)
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
  const { folder } = await investigate(TUNE, request, options, terminal)
  await printFound(folder, options, terminal)
}

async function readTuned(
  path: string | undefined,
  options: TuneOptions,
  policies: readonly ParsedPolicy[],
  objective: CompositeObjective,
  terminal: Terminal,
): Promise<{ readonly log: LearntLog; readonly dataset: Dataset }> {
  const { file, log, dataset } = await readLearntLog(path, options, policies, options.train, terminal)
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

/** `qw tune`: searches the numbers of a policy. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QueuewrightError } from '../../../core/errors.js'
import { plainPolicy } from '../../../evaluation/plain-policy.js'
import { requireValue } from '../../../evaluation/required-value.js'
import { stageOf } from '../../../evaluation/scenario.js'
import { type CompositeObjective, compileObjective } from '../../../sim/objectives/index.js'
import { type ParsedPolicy, splitPolicies } from '../../../sim/policy.js'
import { TUNE } from '../../../study/tune/investigation.js'
import { type TunedLog, type TuneMethod, type TuneSpec, tuneJson } from '../../../study/tune/spec.js'
import { tuneSummary } from '../../../study/tune/summary.js'
import { checkTemplate, filled, parseParameter, valueAt } from '../../../study/tune/template.js'
import { type Dataset, datasetOf } from '../../../trace/index.js'
import { type ExperimentOptions, trimmingOf } from '../experiment.js'
import { named } from '../failures.js'
import { type InvestigateOptions, investigate } from '../investigate.js'
import { type LogOptions, machineOf, readLog } from '../log.js'
import { usage } from '../options.js'
import { type RuleOptions, rulesOf } from '../rules.js'
import { fieldsFor } from '../site.js'
import type { Terminal } from '../terminal.js'

export interface TuneOptions
  extends LogOptions,
    RuleOptions,
    InvestigateOptions,
    Pick<ExperimentOptions, 'warmUp' | 'coolDown'> {
  readonly policy: string
  readonly over?: readonly string[]
  readonly objective: string
  readonly relativeTo?: string
  readonly method: TuneMethod
  readonly evaluations: number
  readonly population?: number
  readonly seed: number
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
    ...new Set([...splitPolicies(options.compare), ...(relativeTo === null ? [] : [relativeTo])]),
  ]
  const policies = [filled(policy, middle), ...compare].map(plainPolicy)

  const logs: TunedLog[] = []
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
  const best = await readFile(join(folder, 'best.json'), 'utf8')
  terminal.print(options.json ? best : tuneSummary(JSON.parse(best), terminal.style))
}

async function readTuned(
  path: string | undefined,
  options: TuneOptions,
  policies: readonly ParsedPolicy[],
  objective: CompositeObjective,
  terminal: Terminal,
): Promise<{ readonly log: TunedLog; readonly dataset: Dataset }> {
  const fields = fieldsFor(policies)
  const { trace } = await readLog(path, options, fields, terminal)
  for (const notice of trace.notices) terminal.notice(`note: ${notice}`)
  const file = path ?? trace.name
  const dataset = datasetOf(trace, fields)
  const scenario = {
    data: dataset.digest,
    window: null,
    machine: machineOf(trace, options, file),
    estimates: options.estimates,
    seed: options.seed,
    overrun: options.overrun,
    oversize: options.oversize,
    rules: rulesOf(options),
    trimming: trimmingOf(options),
  }
  const jobs = trace.jobs.length
  const train = Math.max(1, Math.floor((jobs * options.train) / 100))
  // What cannot be simulated is told before anything is begun.
  named(file, () => {
    const { jobs: learnt, judged } = stageOf({ ...scenario, window: [0, train] }, dataset)
    requireValue(objective, learnt, judged, scenario.machine)
  })
  if (options.windows !== undefined && options.windowJobs > train) {
    throw new QueuewrightError('usage', 'windows longer than what is learnt from', {
      file,
      field: '--window-jobs',
      value: options.windowJobs,
      expected: `at most ${train}, ${options.train} % of the jobs`,
    })
  }
  if (train < jobs) named(file, () => stageOf({ ...scenario, window: [train, jobs] }, dataset))
  return { log: { name: trace.name, scenario, train, jobs }, dataset }
}

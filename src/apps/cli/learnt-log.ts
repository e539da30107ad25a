/** Logs that something is learnt from, made ready for an investigation: what `tune` and `learn` share. */
import type { LearntLog } from '../../evaluation/final-measurement.js'
import { inputName } from '../../runtime/index.js'
import type { ParsedPolicy } from '../../sim/policy.js'
import { type Dataset, datasetOf } from '../../trace/index.js'
import { type ExperimentOptions, trimmingOf } from './experiment.js'
import { type LogOptions, machineOf, readLog } from './log.js'
import { type RuleOptions, rulesOf } from './rules.js'
import { fieldsFor } from './site.js'
import type { Terminal } from './terminal.js'

export interface LearntLogOptions
  extends LogOptions,
    RuleOptions,
    Pick<ExperimentOptions, 'warmUp' | 'coolDown'> {
  readonly seed: number
}

/**
 * Reads the log at `path`, or makes the demonstration workload.
 * @param policies those that will be simulated on it, by which fields are read
 * @param train percentage of the jobs that are learnt from, the first ones; 0: none, else one at least
 */
export async function readLearntLog(
  path: string | undefined,
  options: LearntLogOptions,
  policies: readonly ParsedPolicy[],
  train: number,
  terminal: Terminal,
): Promise<{ readonly file: string; readonly log: LearntLog; readonly dataset: Dataset }> {
  const fields = fieldsFor(policies)
  const { trace } = await readLog(path, options, fields, terminal)
  for (const notice of trace.notices) terminal.notice(`note: ${notice}`)
  const file = path === undefined ? trace.name : inputName(path)
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
  const learnt = train === 0 ? 0 : Math.max(1, Math.floor((jobs * train) / 100))
  return { file, log: { name: trace.name, scenario, train: learnt, jobs }, dataset }
}

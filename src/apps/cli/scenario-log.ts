/** A log as the scenario that its options describe: what all commands share that have policies evaluated on logs. */
import type { Scenario } from '../../evaluation/scenario.js'
import { inputName } from '../../runtime/index.js'
import type { ParsedPolicy } from '../../sim/policy.js'
import { type Dataset, datasetOf, type Trace } from '../../trace/index.js'
import { type ExperimentOptions, trimmingOf } from './experiment.js'
import { type LogOptions, machineOf, readLog } from './log.js'
import { type RuleOptions, rulesOf } from './rules.js'
import { fieldsFor } from './site.js'
import type { Terminal } from './terminal.js'

export interface ScenarioOptions
  extends LogOptions,
    RuleOptions,
    Pick<ExperimentOptions, 'warmUp' | 'coolDown'> {}

export interface ScenarioLog {
  /** What the user named the log by. */
  readonly file: string
  readonly trace: Trace
  readonly dataset: Dataset
  /** The whole log, without a window. */
  readonly scenario: Scenario
}

/**
 * Reads the log at `path`, or makes the demonstration workload, and tells its notices.
 * @param policies those that will be simulated on it, by which fields are read
 * @param seed of what a model of estimates draws
 */
export async function readScenario(
  path: string | undefined,
  options: ScenarioOptions,
  policies: readonly ParsedPolicy[],
  seed: number,
  terminal: Terminal,
): Promise<ScenarioLog> {
  const fields = fieldsFor(policies)
  const { trace } = await readLog(path, options, fields, terminal)
  for (const notice of trace.notices) terminal.notice(`note: ${notice}`)
  const file = path === undefined ? trace.name : inputName(path)
  const dataset = datasetOf(trace, fields)
  const scenario: Scenario = {
    data: dataset.digest,
    window: null,
    machine: machineOf(trace, options, file),
    estimates: options.estimates,
    seed,
    overrun: options.overrun,
    oversize: options.oversize,
    rules: rulesOf(options),
    trimming: trimmingOf(options),
  }
  return { file, trace, dataset, scenario }
}

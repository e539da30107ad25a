/** Logs that something is learnt from, made ready for an investigation: what `tune` and `learn` share. */
import type { LearntLog } from '../../evaluation/final-measurement.js'
import type { ParsedPolicy } from '../../sim/policy.js'
import type { Dataset } from '../../trace/index.js'
import { readScenario, type ScenarioOptions } from './scenario-log.js'
import type { Terminal } from './terminal.js'

export interface LearntLogOptions extends ScenarioOptions {
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
  const { file, trace, dataset, scenario } = await readScenario(
    path,
    options,
    policies,
    options.seed,
    terminal,
  )
  const jobs = trace.jobs.length
  const learnt = train === 0 ? 0 : Math.max(1, Math.floor((jobs * train) / 100))
  return { file, log: { name: trace.name, scenario, train: learnt, jobs }, dataset }
}

/** Logs that something is learnt from, made ready for an investigation: what tuning and learning share. */
import { groupLegend } from '../../evaluation/group-legend.js'
import type { LearntLog } from '../../evaluation/searches/final-measurement.js'
import type { NamedObjective } from '../../sim/objectives/index.js'
import type { ParsedPolicy } from '../../sim/policy.js'
import type { LogSource } from '../inputs/log.js'
import { type PreparedLog, prepareLog, type ScenarioOptions } from '../inputs/prepare.js'
import type { Ports } from '../ports.js'

/**
 * Reads the log, unless it is at hand.
 * @param policies those that will be simulated on it, by which fields are read
 * @param parts of the objectives that will be measured on it, likewise
 * @param train percentage of the jobs that are learnt from, the first ones; 0: none, else one at least
 */
export async function readLearntLog(
  source: LogSource,
  options: ScenarioOptions,
  policies: readonly ParsedPolicy[],
  parts: readonly NamedObjective[],
  train: number,
  ports: Ports,
): Promise<PreparedLog & { readonly log: LearntLog }> {
  const ready = await prepareLog(source, policies, options, ports, ['wait'], parts)
  const { trace, scenario } = ready
  const jobs = trace.jobs.length
  const learnt = train === 0 ? 0 : Math.max(1, Math.floor((jobs * train) / 100))
  return { ...ready, log: { name: trace.name, scenario, train: learnt, jobs, legend: groupLegend(ready) } }
}

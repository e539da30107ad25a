/** A log that something is explained on: how it is simulated, and what a policy reaches there. */
import { inlineEvaluator } from '../../evaluation/inline-evaluator.js'
import { USUAL_BASELINE } from '../../evaluation/results/found-rows.js'
import { simulateResults, simulateTask } from '../../evaluation/tasks/simulate.js'
import type { Reached } from '../../report/reached.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import { parsePolicy, type SimulatedPolicy } from '../../sim/policy.js'
import type { LogOptions, LogSource } from '../inputs/log.js'
import { type NamedPolicy, namedPolicy } from '../inputs/policies.js'
import { type PreparedLog, prepareLog } from '../inputs/prepare.js'
import type { SiteOptions } from '../inputs/site.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'

/** How a log is read that something is explained on. */
export type ExplainedLogOptions = LogOptions & SiteOptions

/** A log made ready, and the policy that others are measured against: the site's own where somebody says. */
export interface ExplainedLog extends PreparedLog {
  readonly baseline: NamedPolicy
}

/** @throws QueuewrightError as `prepareLog` */
export async function readExplainedLog(
  source: LogSource,
  policy: SimulatedPolicy,
  asked: ExplainedLogOptions,
  ports: Ports,
): Promise<ExplainedLog> {
  const { options, own } = await atOwnSite(asked)
  const baseline = await namedPolicy(own ?? USUAL_BASELINE)
  // Jobs that no machine of this size can run are no reason not to explain.
  const settings = { ...options, oversize: 'drop', seed: 1 } as const
  return { ...(await prepareLog(source, [policy, parsePolicy(baseline.text)], settings, ports)), baseline }
}

/** The values that the policy reaches, and the one that others are measured against: for all jobs, for each user group, and for who waits longest. */
export async function reachedOn(
  { trace, dataset, scenario, baseline }: ExplainedLog,
  policy: NamedPolicy,
): Promise<Reached> {
  const groups = [...new Set(trace.jobs.group)].filter((group) => group > 0).sort((a, b) => a - b)
  const names = ['AWRT', ...groups.map((group) => `AWRT${group}`), 'maxWait', 'UTIL']
  const compared = policy.text === baseline.text ? [baseline] : [policy, baseline]
  const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
  const tasks = compared.map(({ text }) => simulateTask(scenario, text, names))
  const results = simulateResults(await evaluator.evaluate(tasks))
  return {
    log: trace.name,
    baseline: baseline.name,
    objectives: names.map((name) => compositeInfo(compileObjective(name))),
    policies: compared.map(({ name }, k) => {
      const values = results[k] as readonly (number | null)[]
      return { policy: name, objectives: Object.fromEntries(names.map((each, at) => [each, values[at]])) }
    }),
  }
}

/** As the JSON of explanations has it. */
export function reachedJson({ log, baseline, policies }: Reached) {
  return { log, baseline, policies }
}

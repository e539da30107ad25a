/** A log that something is explained on: how it is simulated, and what a policy reaches there. */
import { inlineEvaluator } from '../evaluation/inline-evaluator.js'
import { simulateResults, simulateTask } from '../evaluation/tasks/simulate.js'
import type { Reached } from '../report/reached.js'
import { compileObjective } from '../sim/objectives/index.js'
import { compositeInfo } from '../sim/objectives/info.js'
import type { SimulatedPolicy } from '../sim/policy.js'
import type { LogOptions, LogSource } from './log.js'
import type { NamedPolicy } from './policies.js'
import type { Ports } from './ports.js'
import { type PreparedLog, prepareLog } from './prepare.js'
import type { SiteDocumentOptions } from './site-document.js'

/** @throws QueuewrightError as `prepareLog` */
export function readExplainedLog(
  source: LogSource,
  policy: SimulatedPolicy,
  options: LogOptions & SiteDocumentOptions,
  ports: Ports,
): Promise<PreparedLog> {
  // Jobs that no machine of this size can run are no reason not to explain.
  return prepareLog(source, [policy], { ...options, oversize: 'drop', seed: 1 }, ports)
}

/** The policy that others are measured against. */
const BASELINE: NamedPolicy = { name: 'easy', text: 'easy' }

/** The values that the policy reaches, and EASY: for all jobs, for each user group, and for who waits longest. */
export async function reachedOn(
  { trace, dataset, scenario }: PreparedLog,
  policy: NamedPolicy,
): Promise<Reached> {
  const groups = [...new Set(trace.jobs.group)].filter((group) => group > 0).sort((a, b) => a - b)
  const names = ['AWRT', ...groups.map((group) => `AWRT${group}`), 'maxWait', 'UTIL']
  const compared = policy.text === BASELINE.text ? [BASELINE] : [policy, BASELINE]
  const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
  const tasks = compared.map(({ text }) => simulateTask(scenario, text, names))
  const results = simulateResults(await evaluator.evaluate(tasks))
  return {
    log: trace.name,
    baseline: BASELINE.name,
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

/** A log that something is explained on: how it is simulated, and what a policy reaches there. */
import { inlineEvaluator } from '../../evaluation/inline-evaluator.js'
import type { Scenario } from '../../evaluation/scenario.js'
import { type SimulateResult, simulateTask } from '../../evaluation/tasks/simulate.js'
import type { Reached } from '../../report/reached.js'
import { inputName } from '../../runtime/index.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { compositeInfo } from '../../sim/objectives/info.js'
import type { SimulatedPolicy } from '../../sim/policy.js'
import { DEFAULT_PREPARATION } from '../../sim/prepare.js'
import { DEFAULT_RULES } from '../../sim/rules.js'
import { type Dataset, datasetOf, type Trace } from '../../trace/index.js'
import { type LogOptions, machineOf, readLog } from './log.js'
import type { NamedPolicy } from './policies.js'
import { fieldsFor } from './site.js'
import type { Terminal } from './terminal.js'

export interface ExplainedLog {
  /** What the user named the log by. */
  readonly file: string
  readonly trace: Trace
  readonly dataset: Dataset
  readonly scenario: Scenario
}

/** @throws QueuewrightError what reading the log throws */
export async function readExplainedLog(
  path: string,
  policy: SimulatedPolicy,
  options: LogOptions,
  terminal: Terminal,
): Promise<ExplainedLog> {
  const fields = fieldsFor([policy])
  const { trace } = await readLog(path, options, fields, terminal)
  for (const notice of trace.notices) terminal.notice(`note: ${notice}`)
  const file = inputName(path)
  const dataset = datasetOf(trace, fields)
  const scenario: Scenario = {
    data: dataset.digest,
    window: null,
    machine: machineOf(trace, options, file),
    estimates: 'user',
    seed: 1,
    overrun: DEFAULT_PREPARATION.overrun,
    // Jobs that no machine of this size can run are no reason not to explain.
    oversize: 'drop',
    rules: DEFAULT_RULES,
    trimming: {},
  }
  return { file, trace, dataset, scenario }
}

/** What others are measured against. */
const BASELINE: NamedPolicy = { name: 'easy', text: 'easy' }

/** What the policy reaches, and EASY: for all jobs, for each user group, and for who waits longest. */
export async function reachedOn(
  { trace, dataset, scenario }: ExplainedLog,
  policy: NamedPolicy,
): Promise<Reached> {
  const groups = [...new Set(trace.jobs.group)].filter((group) => group > 0).sort((a, b) => a - b)
  const names = ['AWRT', ...groups.map((group) => `AWRT${group}`), 'maxWait', 'UTIL']
  const compared = policy.text === BASELINE.text ? [BASELINE] : [policy, BASELINE]
  const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
  const tasks = compared.map(({ text }) => simulateTask(scenario, text, names))
  const results = (await evaluator.evaluate(tasks)) as unknown as readonly SimulateResult[]
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

/** Learning a strategy from logs: what the commands `learn …` share but the learner. */
import type { LearntLog } from '../../evaluation/final-measurement.js'
import { plainPolicy } from '../../evaluation/plain-policy.js'
import { LEARN, type LearnerSettings, learnJson, prepareLearning } from '../../learn/index.js'
import { splitPolicies } from '../../sim/policy.js'
import type { Dataset } from '../../trace/index.js'
import { printFound } from './found-strategy.js'
import { type InvestigateOptions, investigate } from './investigate.js'
import { type LearntLogOptions, readLearntLog } from './learnt-log.js'
import { usage } from './options.js'
import type { Terminal } from './terminal.js'

export interface LearningOptions extends LearntLogOptions, InvestigateOptions {
  readonly objective: string
  readonly subjectTo?: readonly string[]
  readonly relativeTo?: string
  readonly earlyStop: boolean
  /** Percent. */
  readonly train: number
  readonly test?: readonly string[]
  readonly compare: string
  readonly json?: true
}

/**
 * @param ofMethods options that belong to one method alone
 * @throws QueuewrightError `usage` for one that belongs to another
 */
export function checkMethod<Options extends object>(
  method: string,
  options: Options,
  ofMethods: Readonly<Record<string, readonly (keyof Options & string)[]>>,
): void {
  for (const [other, names] of Object.entries(ofMethods)) {
    const misplaced = names.find((name) => other !== method && options[name] !== undefined)
    if (misplaced !== undefined) {
      throw usage(`--${misplaced}`, String(options[misplaced]), `only with --method ${other}`)
    }
  }
}

/**
 * Reads the logs, or makes the demonstration workload; learns; prints what was found.
 * @param name of the run, in front of that of the first log
 */
export async function learnFrom(
  name: string,
  paths: readonly string[],
  options: LearningOptions,
  learner: LearnerSettings,
  constraints: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { objective, relativeTo = null, seed, earlyStop, train, test = [] } = options
  const compare = splitPolicies(options.compare)
  const policies = compare.map(plainPolicy)
  const datasets = new Map<string, Dataset>()
  const read = async (path: string | undefined, percent: number): Promise<LearntLog> => {
    const { log, dataset } = await readLearntLog(path, options, policies, percent, terminal)
    datasets.set(dataset.digest, dataset)
    return log
  }
  const logs: LearntLog[] = []
  for (const path of paths.length === 0 ? [undefined] : paths) logs.push(await read(path, train))
  const tests: LearntLog[] = []
  for (const path of test) tests.push(await read(path, 0))
  const spec = prepareLearning(
    { objective, constraints, relativeTo, logs, tests, learner, earlyStop, seed, compare },
    datasets,
  )
  const request = { name: `${name}-${logs[0].name}`, spec: learnJson(spec), seed, datasets }
  const { folder } = await investigate(LEARN, request, options, terminal)
  await printFound(folder, options, terminal)
}

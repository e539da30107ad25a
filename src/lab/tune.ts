/** The search for the numbers of a policy. */
import {
  type BoxMethodName,
  checkTemplate,
  filled,
  LEARN,
  parseParameter,
  type TemplateSettings,
  valueAt,
} from '../learn/index.js'
import type { RunEnd } from '../runtime/runs/index.js'
import { compileObjective } from '../sim/objectives/index.js'
import { type InvestigateOptions, investigate } from './investigate.js'
import { type LearnOptions, learningRequest } from './learn.js'
import type { LogSource } from './log.js'
import { soughtBy } from './objectives.js'
import type { Ports } from './ports.js'

export interface TuneOptions extends Omit<LearnOptions, 'combine' | 'test' | 'under'>, InvestigateOptions {
  readonly policy: string
  readonly over?: readonly string[]
  readonly method: BoxMethodName
  readonly evaluations: number
  readonly population?: number
}

/**
 * @param sources the logs; none: the demonstration workload
 * @returns the run, whose folder has the strategy
 * @throws QueuewrightError as `learningRequest` and `investigate`, and for templates that will not do
 */
export async function tunePolicy(
  sources: readonly LogSource[],
  options: TuneOptions,
  ports: Ports,
): Promise<RunEnd> {
  const learner = templateOf(options)
  const { constraints, ...sought } = await soughtBy(options.objective, [])
  compileObjective(sought.objective)
  const { template, parameters } = learner
  const middle = Object.fromEntries(parameters.map((parameter) => [parameter.name, valueAt(parameter, 0.5)]))
  const request = await learningRequest(
    'tune',
    sources,
    { ...options, ...sought, combine: 'mean' },
    () => learner,
    constraints,
    ports,
    { like: [filled(template, middle)], beside: ['meanWait', 'p95Wait'] },
  )
  return investigate(LEARN, request, options, ports)
}

function templateOf({ policy, over = [], method, population, evaluations }: TuneOptions): TemplateSettings {
  const parameters = over.map((text) => parseParameter(text, '--over'))
  checkTemplate(policy, parameters)
  return {
    learner: 'template',
    template: policy,
    parameters,
    method,
    population: population ?? null,
    evaluations,
  }
}

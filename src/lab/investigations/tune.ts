/** The search for the numbers of a policy. */
import { type Given, settled } from '../../core/settings/index.js'
import {
  checkTemplate,
  filled,
  LEARN,
  searchedIn,
  settledLearner,
  TEMPLATE,
  TUNING,
  valueAt,
} from '../../learn/index.js'
import type { RunEnd } from '../../runtime/runs/index.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { namedByOptions } from '../failures.js'
import type { LogSource } from '../inputs/log.js'
import { soughtBy } from '../inputs/objectives.js'
import type { Ports } from '../ports.js'
import { type InvestigateOptions, investigate } from '../runs/investigate.js'
import { type LearntOn, learningRequest } from './learn.js'

/** A policy with names in braces for its numbers, and how these are searched. */
export const TUNE = { ...TEMPLATE.settings, ...TUNING }

/**
 * @param sources the logs; none: the demonstration workload
 * @returns the run, whose folder has the strategy
 * @throws QueuewrightError as `learningRequest` and `investigate`, and for templates that will not do
 */
export async function tunePolicy(
  sources: readonly LogSource[],
  options: LearntOn & InvestigateOptions,
  given: Given<typeof TUNE>,
  ports: Ports,
): Promise<RunEnd> {
  const { template, parameters, method, population, evaluations, ...tuning } = namedByOptions(TUNE, () =>
    settled(TUNE, given),
  )
  checkTemplate(template, parameters)
  const { objective, constraints, preferences } = await soughtBy(tuning.objective, [])
  compileObjective(objective)
  const learner = settledLearner(TEMPLATE, { template, parameters, method, population, evaluations })
  const searched = searchedIn(template, parameters)
  const middle = Object.fromEntries(searched.map((parameter) => [parameter.name, valueAt(parameter, 0.5)]))
  const request = await learningRequest(
    'tune',
    sources,
    options,
    { ...tuning, objective, subjectTo: constraints, combine: 'mean', under: null },
    () => learner,
    ports,
    { preferences, like: [filled(template, middle)], beside: ['meanWait', 'p95Wait'] },
  )
  return investigate(LEARN, request, options, ports)
}

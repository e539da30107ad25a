/** Objectives of an experiment that an option chooses to be shown. */
import { QueuewrightError } from '../../core/errors.js'
import { suggestion } from '../../core/suggest.js'
import { splitOutside } from '../../sim/policy.js'
import type { Experiment } from './experiment.js'

/** In a list: the response time of each user group. */
const GROUPS = 'groups'
const OF_A_GROUP = /^AWRT\d+$/

/**
 * @param list `all`, or names and `groups` separated by commas; formulas that were asked for are shown in any case
 * @param field the option, for messages
 * @throws QueuewrightError `usage` for a name that the experiment does not measure
 */
export function shownObjectives(
  { objectives, composites }: Pick<Experiment, 'objectives' | 'composites'>,
  list: string,
  field: string,
): Experiment['objectives'] {
  if (list === 'all') return objectives
  const known = objectives.map(({ name }) => name)
  const names = splitOutside(list, ',')
    .map((name) => name.trim())
    .flatMap((name) => (name === GROUPS ? known.filter((each) => OF_A_GROUP.test(each)) : [name]))
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new QueuewrightError('usage', 'unknown objective', {
      field,
      value: unknown,
      expected: `all, or names of objectives, and ${GROUPS} for the AWRT of each user group`,
      remedy: suggestion(unknown, known, 'Objectives'),
    })
  }
  const formulas = composites.map(({ text }) => text)
  return objectives.filter(({ name }) => names.includes(name) || formulas.includes(name))
}

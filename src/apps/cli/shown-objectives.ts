/** Objectives of an experiment that an option chooses to be shown. */
import { QueuewrightError } from '../../core/errors.js'
import { suggestion } from '../../core/suggest.js'
import type { Experiment } from './experiment.js'

/**
 * @param list `all`, or names separated by commas; formulas that were asked for are shown in any case
 * @param field the option, for messages
 * @throws QueuewrightError `usage` for a name that the experiment does not measure
 */
export function shownObjectives(
  { objectives, composites }: Pick<Experiment, 'objectives' | 'composites'>,
  list: string,
  field: string,
): Experiment['objectives'] {
  if (list === 'all') return objectives
  const names = list.split(',').map((name) => name.trim())
  const known = objectives.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new QueuewrightError('usage', 'unknown objective', {
      field,
      value: unknown,
      expected: 'all, or names of objectives',
      remedy: suggestion(unknown, known, 'Objectives'),
    })
  }
  const formulas = composites.map(({ text }) => text)
  return objectives.filter(({ name }) => names.includes(name) || formulas.includes(name))
}

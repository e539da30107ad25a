/** The failure of a preference that says nothing of any schedule. Pure. */
import { QueuewrightError } from '../core/errors.js'

/**
 * A formula that is a number on no schedule of a front, such as one that divides by zero.
 * @param field what it was given as
 */
export function unvalued(
  objective: string | null,
  names: readonly string[],
  field: string,
): QueuewrightError {
  return new QueuewrightError(
    'objective-undefined',
    'the preference has no value for any schedule of this front',
    {
      ...{ field, value: objective ?? 'regions' },
      expected: `a formula that is a number, of ${names.join(', ')}`,
    },
  )
}

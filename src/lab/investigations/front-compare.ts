/** Two fronts compared, as files. */
import { type Given, settled } from '../../core/settings/index.js'
import { compareFronts, FRONT_COMPARISON, type FrontComparison } from '../../front/index.js'
import { frontIn } from '../preference/prefer.js'

export type FrontCompareOptions = Given<typeof FRONT_COMPARISON>

/**
 * @param one the folder of a run of `front`, or its front.json
 * @throws QueuewrightError for what cannot be read or compared
 */
export async function compareFrontsIn(
  one: string,
  other: string,
  options: FrontCompareOptions,
): Promise<FrontComparison> {
  const settings = settled(FRONT_COMPARISON, options)
  const [first, second] = [await frontIn(one), await frontIn(other)]
  return compareFronts(first, second, settings)
}

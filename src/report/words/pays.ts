/** Who pays for a gain, by the objectives that were measured beside the one that was asked for. Pure. */
import { formatChange, plural } from '../../core/format.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'

/** An objective, and the change of its value against the baseline. */
export interface MeasuredChange {
  readonly objective: Pick<ObjectiveInfo, 'name' | 'sense'>
  /** A share of the baseline's value; null where there is none. */
  readonly change: number | null
  /** The change as written; as a share where left out. */
  readonly text?: string
}

/** Objectives that a sentence names. */
const MOST_NAMED = 5

/**
 * The objectives that become worse, the largest change first.
 * @param policy that gains
 */
export function paysByObjectives(
  policy: string,
  baseline: string,
  changes: readonly MeasuredChange[],
): string {
  const known = changes.flatMap(({ objective: { name, sense }, change, text }) =>
    change === null ? [] : [{ name, change, loss: sense === 'min' ? change : -change, text }],
  )
  const worse = known
    .filter(({ loss, change }) => loss > 0 && formatChange(change) !== formatChange(0))
    .toSorted((a, b) => b.loss - a.loss)
  if (worse.length === 0) {
    return `Who pays for ${policy}: by none of ${plural(known.length, 'objective')} measured is it worse than ${baseline}.`
  }
  const told = worse
    .slice(0, MOST_NAMED)
    .map(({ name, change, text }) => `${name} ${text ?? formatChange(change)}`)
  const rest = worse.length - told.length
  return `Who pays for ${policy}: against ${baseline} ${told.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`
}

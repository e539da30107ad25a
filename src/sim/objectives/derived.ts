/**
 * Objectives that are no formula over others but are derived from their values all the same: by a preference, for
 * instance. They are known by a label, a name and the beginning of a digest: `large users first [3f2a91c0]`. Whoever has
 * the preference measures the parts; whoever has the label alone can show values, and measure none.
 */
import { QueuewrightError } from '../../core/errors.js'
import type { CompositeObjective } from './composite-objective.js'
import { measureOne, type NamedObjective } from './measure.js'
import { MeasuredSchedule } from './measured.js'
import type { Measured } from './objective.js'

const LABEL = /^[\p{L}\p{N}][\p{L}\p{N} ._-]* \[[0-9a-f]{8}\]$/u
const LONGEST_NAME = 40
const DIGITS = 8

/** Whether a text is a label; no formula is. */
export function isLabel(text: string): boolean {
  return LABEL.test(text)
}

/** @param name anything; what labels cannot have becomes `-` */
export function objectiveLabel(name: string, digest: string): string {
  const plain = name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, LONGEST_NAME)
  return `${plain.replace(/^[^\p{L}\p{N}]+/u, '').trim() || 'preference'} [${digest.slice(0, DIGITS)}]`
}

/** @param byParts less is better; no number where it cannot say */
export function derivedObjective(
  label: string,
  parts: readonly NamedObjective[],
  byParts: CompositeObjective['byParts'],
): CompositeObjective {
  const of = (measured: Measured): number => {
    const values: Record<string, number> = {}
    for (const part of parts) {
      const value = measureOne(measured, part)
      if (value === null) throw unmeasured(label, `${part.name} has no value`, 'Use groups that the log has')
      values[part.name] = value
    }
    return byParts(values)
  }
  return {
    ...{ text: label, parts, sense: 'min', byParts, of, rises: false, derived: true },
    measure: (schedule, rows) => of(new MeasuredSchedule(schedule, rows)),
  }
}

/** The facts of an objective that its label alone says. */
export function labelledObjective(label: string): CompositeObjective {
  const of = (): never => {
    throw unmeasured(label, 'its preference is not at hand', 'Name its file: @preference.json')
  }
  const byParts = () => Number.NaN
  return { text: label, parts: [], sense: 'min', byParts, of, measure: of, rises: false, derived: true }
}

/** Whether nothing is known of an objective but its label, so that it cannot be measured. */
export function isLabelAlone({ derived, parts }: CompositeObjective): boolean {
  return derived === true && parts.length === 0
}

function unmeasured(label: string, why: string, remedy: string): QueuewrightError {
  return new QueuewrightError('objective-undefined', `objective ${label} has no value: ${why}`, { remedy })
}

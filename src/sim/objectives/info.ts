/** How objectives are named, and in which unit their values are, for whoever tells of them. Pure. */
import type { Unit } from '../../core/format.js'
import type { CompositeObjective } from './composite-objective.js'
import type { NamedObjective } from './measure.js'

/** How an objective is to be shown; `objectiveInfo` makes it of an objective of sim/. */
export interface ObjectiveInfo {
  /** Short name, also its key in `ObjectiveValues`: `AWRT`. */
  readonly name: string
  /** In words, with its formula after a colon; may be empty. */
  readonly description: string
  readonly unit: Unit
  readonly sense: 'min' | 'max'
}

/** An objective over all jobs, one user group or a class. */
export function objectiveInfo({ name, objective, group, within }: NamedObjective): ObjectiveInfo {
  const { unit, sense, description } = objective
  const ofGroup = group === null ? '' : `, user group ${group}`
  const ofClass = within === null ? '' : `, jobs with ${within.text}`
  return { name, unit, sense, description: `${description}${ofGroup}${ofClass}` }
}

/** A formula over objectives: a plain number, unless it is one objective alone. */
export function compositeInfo({ text, parts, sense, derived }: CompositeObjective): ObjectiveInfo {
  if (derived) return { name: text, unit: '1', sense, description: 'preference' }
  const single = parts.length === 1 && parts[0].name === text ? parts[0] : null
  return single ? objectiveInfo(single) : { name: text, unit: '1', sense, description: 'formula' }
}

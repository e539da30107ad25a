/** Certified bounds beside what policies reach. */

import {
  type Cell,
  type Exhibit,
  exhibit,
  type Fact,
  facts,
  numbers,
  section,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import { formatPercent, formatValue, NO_VALUE } from '../../core/format.js'
import { smallestOf } from '../../core/statistics.js'
import type { Bound, Certificate } from '../../sim/bounds/index.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'

/** One objective. */
export interface BoundRow {
  readonly objective: ObjectiveInfo
  /** null where nothing is known. */
  readonly bound: Bound | null
  /** Values of the policies, in their order; null where the objective has no value. */
  readonly values: readonly (number | null)[]
  /** Which of the policies `bound.prompt` holds for: those that start a judged job at the first submit. */
  readonly prompt: readonly boolean[]
}

/**
 * The part of `value` by which it can be better at most: of a cost what may be saved of it, of a merit what it may
 * gain. null where one of them is missing, or a merit is 0.
 */
export function roomLeft(
  value: number | null,
  bound: Certificate | null,
  sense: ObjectiveInfo['sense'],
): number | null {
  const distance = distanceTo(bound, value, sense)
  if (value === null || distance === null) return null
  if (distance === 0) return 0
  return value === 0 ? null : distance / Math.abs(value)
}

/** null where one of them is missing. */
function distanceTo(
  bound: Certificate | null,
  value: number | null,
  sense: ObjectiveInfo['sense'],
): number | null {
  if (value === null || bound === null) return null
  return Math.max(0, sense === 'min' ? value - bound.value : bound.value - value)
}

export interface BoundsReport {
  /** The log's name. */
  readonly log: string
  readonly facts: readonly Fact[]
  readonly rows: readonly BoundRow[]
  readonly policies: readonly string[]
}

/** A row an objective: the bound, the policies, and how much better than the best of them is not ruled out. */
export function boundsPage({ log, facts: told, rows, policies }: BoundsReport): Exhibit {
  const cells = rows.flatMap(({ objective, bound, values, prompt }) => {
    const row = boundCells(objective.name, objective, bound, values)
    if (bound?.prompt === undefined) return [row]
    const started = values.map((value, k) => (prompt[k] ? value : null))
    return [row, boundCells(`${objective.name} (prompt)`, objective, bound.prompt, started)]
  })
  return exhibit(`What no schedule can beat on ${log}`, '', [
    section(
      'Bounds',
      facts(told),
      table(
        'Each objective, by which argument it is bounded, and the room that is left to the policy nearest to the bound (★)',
        [...words('objective'), ...numbers('bound', ...policies, 'room'), ...words('by')],
        cells,
      ),
    ),
  ])
}

function boundCells(
  name: string,
  { unit, sense }: ObjectiveInfo,
  bound: Certificate | null,
  values: readonly (number | null)[],
): readonly Cell[] {
  // Rooms do not tell: of a bound of 0 they are all of the value, whatever it is.
  const distances = values.map((value) => distanceTo(bound, value, sense))
  const least = smallestOf(distances.filter((each) => each !== null))
  const nearest = values.find((_, k) => distances[k] === least) ?? null
  const room = roomLeft(nearest, bound, sense)
  return [
    name,
    formatValue(bound?.value, unit),
    ...values.map((value, k) => valueCell(formatValue(value, unit), distances[k] === least)),
    room === null ? NO_VALUE : formatPercent(room),
    bound === null ? '' : bound.by,
  ]
}

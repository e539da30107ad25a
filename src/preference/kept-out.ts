/** Reasons that keep a schedule out of the first region, in words. */
import { formatValue } from '../core/format.js'
import { largestOf, smallestOf } from '../core/statistics.js'
import { requireObjective } from '../sim/objectives/index.js'
import type { Preference, PreferenceObjective, ScheduleValues } from './preference.js'

/** Objectives that are named. */
const NAMED = 3

/** The objectives in which the nearest schedule of the first region is better, the largest part of the range first. */
export function keptOutBy(
  { front }: Preference,
  { regions: drawn }: PreferenceObjective,
  found: ScheduleValues,
): readonly string[] {
  if (front === null || drawn === null) return []
  const inside = front.points.filter((_, k) => drawn.regions[k] === 1)
  const axes = front.objectives.map((name, k) => {
    const { unit, sense } = requireObjective(name).objective
    const column = front.points.map((row) => row[k])
    const range = largestOf(column) - smallestOf(column) || 1
    const sign = sense === 'max' ? -1 : 1
    const worse = (row: readonly number[]) => (sign * (Number(found[name]) - row[k])) / range
    return {
      name,
      unit,
      worse,
      text: (row: readonly number[]) =>
        `${name} ${formatValue(found[name], unit)} against ${formatValue(row[k], unit)}`,
    }
  })
  const away = (row: readonly number[]) => axes.reduce((sum, { worse }) => sum + worse(row) ** 2, 0)
  const nearest = inside.reduce((best, row) => (away(row) < away(best) ? row : best))
  return axes
    .filter(({ worse }) => worse(nearest) > 0)
    .sort((one, other) => other.worse(nearest) - one.worse(nearest))
    .slice(0, NAMED)
    .map(({ text }) => text(nearest))
}

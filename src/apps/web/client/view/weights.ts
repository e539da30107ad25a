/**
 * Weights as sliders have them: how much the whole range of an objective on the front counts, beside that of the first objective.
 * The formula has factors of natural units, so that both can be said. Pure.
 */
import { type Weight, weightedSum, weightsIn } from '../../../../preference/index.js'
import { requireObjective } from '../../../../sim/objectives/index.js'
import type { Points } from './panels.js'

export interface Weighed extends Weight {
  /** 0 or more; 0: it does not count. */
  readonly factor: number
  /** How much its range counts; `factor` times this is 1 where it counts as much as the first. */
  readonly importance: number
  /** The factor of an importance of 1. */
  readonly unit: number
}

const DIGITS = 4

/** The weight of each objective of a front in a formula; null where it is none of weights. */
export function weighedIn(points: Points, objective: string | null): readonly Weighed[] | null {
  const factors = objective === null ? new Map<string, number>() : weightsIn(objective)
  if (factors === null || ![...factors.keys()].every((name) => points.names.includes(name))) return null
  const ranges = points.names.map((_, axis) => rangeOf(points, axis))
  const first = ranges.find((range) => range > 0) ?? 1
  const weights = points.names.map((name, axis): Weighed => {
    const max = requireObjective(name).objective.sense === 'max'
    // A formula of one objective alone has that one's own sense.
    const alone = factors.size === 1 && (factors.get(name) ?? 0) > 0
    const said = factors.get(name) ?? 0
    const factor = max && !alone && said !== 0 ? -said : said
    const unit = first / (ranges[axis] || first)
    return { name, max, factor, importance: factor / unit, unit }
  })
  return weights.every(({ factor }) => factor >= 0) ? weights : null
}

/** The formula after one factor was changed; null where nothing counts any more. */
export function weighedAnew(weights: readonly Weighed[], name: string, factor: number): string | null {
  const counted = weights
    .map((weight) =>
      weight.name === name ? { ...weight, factor: Number(factor.toPrecision(DIGITS)) } : weight,
    )
    .filter(({ factor }) => factor > 0)
  return counted.length === 0 ? null : weightedSum(counted)
}

function rangeOf({ names, values, count }: Points, axis: number): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < count; row++) {
    const value = values[row * names.length + axis]
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return most - least
}

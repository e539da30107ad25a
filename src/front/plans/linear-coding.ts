/**
 * Real coding of our own: orders that are linear in the time, the same at all hours, under EASY. In hours, the largest
 * first:
 *
 *     (u_i + v·1 h/max(r, 1 min))·wait + H_i − x·log2(max(r, 1 min)/1 h) − y·log2(n)
 *
 * i the job's group, r its estimate, n its size. u_i in [0.01, 1], on a logarithmic scale, is what an hour of waiting
 * counts; H_i in [0, 1000], on a cubic one, the head start of the group, so that a group may be before all others, as in
 * EASY by groups; x and y in [−20, 20] say how many hours a job of half the estimate, or of half the processors, is ahead
 * of another; v, 0 or in [0.01, 100] on a logarithmic scale, how many hours a slowdown of 1 counts.
 *
 * What is evaluated is the policy that these numbers make when written with three significant digits.
 */
import { cubeOf } from '../../optimize/index.js'
import { byGroup } from '../../strategy/index.js'
import type { PolicyCoding } from './greedy-coding.js'

const DIGITS = 3
const LEAST_WEIGHT = 0.01
const MOST_HEAD_START = 1000
const MOST_SLOPE = 20
const LEAST_STRETCH = 0.01
const MOST_STRETCH = 100
/** Part of its range in which v is 0. */
const NO_STRETCH = 0.2

/** @param groups those that the log has; with fewer than two, groups have no numbers */
export function linearCoding(groups: readonly number[]): PolicyCoding {
  const own = groups.length < 2 ? [] : groups
  const g = own.length
  const [stretch, estimate, size] = [2 * g, 2 * g + 1, 2 * g + 2]
  return {
    box: cubeOf(2 * g + 3, 0, 1),
    policy: (unit) => {
      const weights = own.map((_, k) => written(LEAST_WEIGHT ** unit[k]))
      const starts = own.map((_, k) => written(MOST_HEAD_START * unit[g + k] ** 3))
      const v = written(stretchAt(unit[stretch]))
      const perHour = `${ofGroup(own, weights, '1')}/3600${v === '0' ? '' : ` + ${v}/max(estimate, 60)`}`
      const terms = [
        `-wait*(${perHour})`,
        ...(g === 0 ? [] : [`- ${ofGroup(own, starts, '0')}`]),
        `+ ${slope(unit[estimate])}*log2(max(estimate, 60)/3600)`,
        `+ ${slope(unit[size])}*log2(size)`,
      ]
      return `easy:(${terms.join(' ')})`
    },
  }
}

function stretchAt(unit: number): number {
  if (unit < NO_STRETCH) return 0
  return LEAST_STRETCH * (MOST_STRETCH / LEAST_STRETCH) ** ((unit - NO_STRETCH) / (1 - NO_STRETCH))
}

/** A number as it stands in a product or a sum: with parentheses where it has a sign. */
function slope(unit: number): string {
  const text = written(MOST_SLOPE * (2 * unit - 1))
  return text.startsWith('-') ? `(${text})` : text
}

function written(value: number): string {
  return String(Number(value.toPrecision(DIGITS)))
}

/** The same for all where they are equal, else by the job's group. */
function ofGroup(groups: readonly number[], values: readonly string[], none: string): string {
  if (groups.length === 0) return none
  return values.every((value) => value === values[0]) ? values[0] : byGroup(groups, values)
}

/**
 * The two halves of a log, of which what is claimed has to hold in each: one alone can be led to it by a busy day of one user, and the
 * other had no say in that. They have the days by turns, so that each weekday, season and size of the machine is in both.
 */
import type { Moments } from './moments.js'

const DAY = 86_400

/** A count in each half. */
export type InHalves = readonly [number, number]

/** The half, 0 or 1, of each moment. */
export function halvesOf({ at }: Pick<Moments, 'at'>): Uint8Array {
  return Uint8Array.from(at, (instant) => halfOf(Math.floor((instant - at[0]) / DAY)))
}

/** @param day from the log's first moment */
export function halfOf(day: number): 0 | 1 {
  return day % 2 === 0 ? 0 : 1
}

export function sumOf([one, other]: InHalves): number {
  return one + other
}

interface Least {
  readonly count: number
  /** Share of the count that there was. */
  readonly share: number
}

/** Whether there are fewer, by so many and such a share of all. */
export function isLessInAll(from: InHalves, to: InHalves, least: Least): boolean {
  return sumOf(from) - sumOf(to) >= Math.max(least.count, least.share * sumOf(from))
}

/** The same, and by half of that share in each half, too. */
export function isLess(from: InHalves, to: InHalves, least: Least): boolean {
  if (!isLessInAll(from, to, least)) return false
  return from.every((each, half) => each > to[half] && each - to[half] >= (least.share / 2) * each)
}

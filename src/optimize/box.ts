/**
 * The box that real-coded candidates lie in: a lower and an upper bound for each coordinate. Methods whose steps have a
 * length work in the unit cube, in which all coordinates are alike, and decode into the box.
 */
import { type Codec, floats, mapped, object } from '../core/codec.js'
import type { Random } from '../core/random.js'
import { badSetting, wholeSetting } from './settings.js'

export interface Box {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/**
 * @param lower finite, each below its `upper`
 * @throws QueuewrightError `usage`
 */
export function boxOf(lower: ArrayLike<number>, upper: ArrayLike<number>): Box {
  wholeSetting('bounds', lower.length, 1)
  if (upper.length !== lower.length) throw badSetting('bounds', upper.length, `${lower.length} upper bounds`)
  for (let k = 0; k < lower.length; k++) {
    if (!Number.isFinite(upper[k] - lower[k]) || lower[k] >= upper[k]) {
      throw badSetting(
        `bounds[${k}]`,
        `${lower[k]} to ${upper[k]}`,
        'a lower bound below the upper one, both finite',
      )
    }
  }
  return { lower: Float64Array.from(lower), upper: Float64Array.from(upper) }
}

/** The same bounds for all of `dimensions` coordinates. */
export function cubeOf(dimensions: number, lower: number, upper: number): Box {
  wholeSetting('dimensions', dimensions, 1)
  return boxOf(new Float64Array(dimensions).fill(lower), new Float64Array(dimensions).fill(upper))
}

/** The point of the box at `unit`, which is in [0, 1] everywhere; inside the bounds also after rounding. */
export function decode({ lower, upper }: Box, unit: Float64Array): Float64Array {
  return unit.map((share, k) => clamp(lower[k] + share * (upper[k] - lower[k]), lower[k], upper[k]))
}

/** The point of the unit cube for `point`, which is cut off at the bounds. */
export function encode({ lower, upper }: Box, point: Float64Array): Float64Array {
  return point.map((value, k) => clamp((value - lower[k]) / (upper[k] - lower[k]), 0, 1))
}

export function uniformUnit(dimensions: number, random: Random): Float64Array {
  return Float64Array.from({ length: dimensions }, () => random.uniform())
}

export function clamp(value: number, least: number, most: number): number {
  return value < least ? least : value > most ? most : value
}

/**
 * Points to begin with, checked.
 * @throws QueuewrightError `usage` where one has another length or is outside the box
 */
export function checkedStarts(
  { lower, upper }: Box,
  starts: readonly Float64Array[],
): readonly Float64Array[] {
  for (const [place, start] of starts.entries()) {
    if (start.length !== lower.length) {
      throw badSetting(`starts[${place}]`, `${start.length} coordinates`, `${lower.length}`)
    }
    const outside = start.findIndex((value, k) => !(value >= lower[k] && value <= upper[k]))
    if (outside >= 0) {
      const expected = `from ${lower[outside]} to ${upper[outside]}`
      throw badSetting(`starts[${place}][${outside}]`, start[outside], expected)
    }
  }
  return starts
}

export const BOX: Codec<Box> = mapped(
  object({ lower: floats(), upper: floats() }),
  ({ lower, upper }) => boxOf(lower, upper),
  (box) => box,
)

/**
 * The scale of a plot's values: linear, or logarithmic where the values are all positive and span more than three
 * decades, with marks at round numbers of their unit. For pictures and for terminals. Pure.
 */
import { formatCount, formatFixed, formatNumber, formatSeconds, type Unit } from '../../core/format.js'

export interface ScaleMark {
  /** Place on the scale. */
  readonly at: number
  readonly label: string
}

export interface ValueScale {
  readonly logarithmic: boolean
  /** Places of the two ends. */
  readonly min: number
  readonly max: number
  /** The place of a value: the value itself, or its decimal logarithm. */
  readonly place: (value: number) => number
  /** Ascending, within the ends. */
  readonly marks: readonly ScaleMark[]
}

/** Ratio of the largest to the smallest value above which a scale is logarithmic. */
const LARGEST_LINEAR = 1000

/** Values that differ by less than this share of themselves differ by rounding alone. */
const ROUNDING = 1e-9

/** Room at either end, as a share of the scale. */
const MARGIN = 0.04

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Round steps of time, in seconds. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
]

/** Marks of a logarithmic scale of time, in seconds. */
const TIME_DECADES = [
  ...[1, 10, MINUTE, 10 * MINUTE, HOUR, 10 * HOUR],
  ...[2, 20, 200, 2000, 20_000].map((count) => count * DAY),
]

/**
 * @param low the smallest value, finite
 * @param high the largest value, finite
 * @param most about how many marks there is room for, 2 or more
 */
export function valueScale(low: number, high: number, unit: Unit, most: number): ValueScale {
  const logarithmic = low > 0 && high / low > LARGEST_LINEAR
  const place = logarithmic ? Math.log10 : (value: number) => value
  const [first, last] = [place(low), place(high)]
  // A single value gets a scale around it; no mark would stand between values that rounding makes of one.
  const spans = last - first > ROUNDING * Math.max(Math.abs(first), Math.abs(last))
  const room = spans ? (last - first) * MARGIN : Math.abs(first) * 0.1 || 1
  const min = low >= 0 && !logarithmic ? Math.max(0, first - room) : first - room
  const max = last + room
  const marksOf = logarithmic ? decadeMarks : roundMarks
  let marks = marksOf(min, max, unit, most)
  // One mark tells no scale: rather closer ones, where round places are far apart.
  for (let more = 2 * most; marks.length < 2 && more <= 8 * most; more *= 2)
    marks = marksOf(min, max, unit, more)
  return { logarithmic, min, max, place, marks }
}

function roundMarks(min: number, max: number, unit: Unit, most: number): ScaleMark[] {
  const least = (max - min) / most
  const step = unit === 's' ? timeStep(least) : roundStep(least, unit)
  const largest = Math.max(Math.abs(min), Math.abs(max))
  const marks: ScaleMark[] = []
  for (let k = Math.ceil(min / step); k * step <= max; k++) {
    marks.push({ at: k * step, label: markLabel(k * step, step, unit, largest) })
  }
  return marks
}

/** The least round step of time that is not below `least`; below a second and above half a day 1, 2 or 5 of ten. */
function timeStep(least: number): number {
  if (least <= 0.5) return roundStep(least, '1')
  const step = TIME_STEPS.find((seconds) => seconds >= least)
  return step ?? DAY * roundStep(least / DAY, 'count')
}

/** 1, 2 or 5 times a power of ten; whole where the unit is. */
function roundStep(least: number, unit: Unit): number {
  const decade = 10 ** Math.floor(Math.log10(least))
  const step =
    [1, 2, 5, 10].map((digit) => digit * decade).find((size) => size >= least * (1 - 1e-9)) ?? least
  return unit === 'count' ? Math.max(1, step) : step
}

function decadeMarks(min: number, max: number, unit: Unit, most: number): ScaleMark[] {
  const [first, last] = [Math.floor(min), Math.ceil(max)]
  const powers = Array.from({ length: last - first + 1 }, (_, k) => 10 ** (first + k))
  const values = unit === 's' ? [...powers.filter((power) => power < 1), ...TIME_DECADES] : powers
  const within = values.filter((value) => Math.log10(value) >= min && Math.log10(value) <= max)
  const every = Math.ceil(within.length / most)
  return within
    .filter((_, k) => k % every === 0)
    .map((value) => ({ at: Math.log10(value), label: markLabel(value, value, unit, value) }))
}

/** A value as precisely as its step asks for. @param largest the absolute value at the far end of the scale */
function markLabel(value: number, step: number, unit: Unit, largest: number): string {
  if (unit === 's') return timeLabel(value, step, largest)
  const scale = unit === 'share' ? 100 : 1
  const decimals = decimalsOf(step * scale)
  const text = decimals > 6 ? formatNumber(value * scale) : formatFixed(value * scale, decimals)
  return unit === 'share' ? `${text} %` : unit === '1/d' ? `${text} /d` : text
}

/** As `formatSeconds`, where that tells two marks apart; else in the unit of the step. */
function timeLabel(value: number, step: number, largest: number): string {
  if (step < 1) return `${formatFixed(value, decimalsOf(step))} s`
  const precision = largest < HOUR ? 1 : largest < DAY ? MINUTE : largest < 100 * DAY ? HOUR : DAY
  if (step >= precision) return formatSeconds(value)
  if (step < MINUTE) return `${formatCount(value)} s`
  return step < HOUR ? `${formatCount(value / MINUTE)} min` : `${formatCount(value / HOUR)} h`
}

function decimalsOf(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
}

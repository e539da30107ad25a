/** Checks of what an optimiser is set to. A bad setting is an error that names it, its value and what was expected. */
import { QueuewrightError } from '../core/errors.js'

export function badSetting(field: string, value: string | number, expected: string): QueuewrightError {
  return new QueuewrightError('usage', 'an optimiser cannot be set so', { field, value, expected })
}

/** A whole number from `least` to `most`. */
export function wholeSetting(field: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER) {
  const limit = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw badSetting(field, value, `a whole number ${limit}`)
}

export function numberSetting(
  field: string,
  value: number,
  expected: string,
  holds: (value: number) => boolean,
): number {
  if (Number.isFinite(value) && holds(value)) return value
  throw badSetting(field, value, expected)
}

/** A probability, or another share of 1. */
export function shareSetting(field: string, value: number): number {
  return numberSetting(field, value, 'a number from 0 to 1', (share) => share >= 0 && share <= 1)
}

export function positiveSetting(field: string, value: number): number {
  return numberSetting(field, value, 'a number above 0', (number) => number > 0)
}

/** Readers of option values, each with an error that names the option, the value and what was expected. */
import { parseDuration } from '../../core/duration.js'
import { QueuewrightError } from '../../core/errors.js'
import { type Margin, parseMargin } from '../../sim/breakdown.js'

/** Reads a whole number ≥ `least`. */
export function wholeNumber(option: string, least: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (Number.isSafeInteger(value) && value >= least) return value
    throw usage(option, text, `a whole number from ${least}`)
  }
}

/** Reads one of a few words. */
export function oneOf<const Word extends string>(
  option: string,
  words: readonly Word[],
): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw usage(option, text, words.join(', '))
  }
}

/** Gathers an option that may be given several times. */
export function gathered(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

export function usage(
  option: string,
  value: string,
  expected: string,
  remedy = 'See --help',
): QueuewrightError {
  return new QueuewrightError('usage', 'unusable option', { field: option, value, expected, remedy })
}

/** Reads a warm-up or cool-down: `5%` of the jobs, or a time such as `7d`. */
export function parseMarginOption(text: string, option: string): Margin {
  return text.trim().endsWith('%') ? parseMargin(text, option) : { seconds: parseDuration(text, option) }
}

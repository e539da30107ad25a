/** Readers of option values, each with an error that names the option, the value and what was expected. */
import { usage } from '../../lab/failures.js'

export { misused, usage } from '../../lab/failures.js'

/** Reads a whole number ≥ `least`, and ≤ `most` where there is a bound. */
export function wholeNumber(
  option: string,
  least: number,
  most = Number.POSITIVE_INFINITY,
): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value
    throw usage(option, text, `a whole number from ${least}${Number.isFinite(most) ? ` to ${most}` : ''}`)
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

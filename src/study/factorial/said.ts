/** Values of study files, as people write them: what they are is said where one is something else. */
import { type Codec, list, mapped, oneOf, plain, refined, whole } from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'

const asItIs = (text: string) => text

/** A text that is not empty, without the blanks around it. */
export function said(expected: string): Codec<string> {
  return mapped(plain<string>(expected, { type: 'string', minLength: 1 }, isSaid), trimmed, asItIs)
}

/** The same, where a text that is all digits is a number in YAML. */
export function saidOrNumber(expected: string): Codec<string> {
  const is = (value: unknown) => isSaid(value) || Number.isFinite(value)
  return mapped(plain<string | number>(expected, { type: ['string', 'number'] }, is), trimmed, asItIs)
}

/** A text that `parse` makes something of, whose failures are those of the value. */
export function parsed(expected: string, parse: (text: string) => unknown): Codec<string> {
  return refined(saidOrNumber(expected), (value, at) => {
    try {
      parse(value)
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      const { expected, remedy } = error.detail
      const brackets = value.split('(').length === value.split(')').length
      const hint = brackets ? remedy : 'Write "quotes" around a text with a comma in a [list]'
      throw at.fault(error.what, { value, ...(expected && { expected }), ...(hint && { remedy: hint }) })
    }
  })
}

export function choice<const Word extends string>(words: readonly Word[]): Codec<Word> {
  return oneOf(words, words.join(', '))
}

export function listOf<Item>(item: Codec<Item>, what: string): Codec<readonly Item[]> {
  return list(item, { least: 1, expected: `a list of ${what}` })
}

export const count: Codec<number> = whole(1)

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function trimmed(value: string | number): string {
  return String(value).trim()
}

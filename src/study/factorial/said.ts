/** Values of study files, as people write them: what they are is said where one is something else. */
import { type Codec, list, mapped, oneOf, plain, refined, whole } from '../../core/codec.js'
import {
  type Declarations,
  firstIdle,
  formCodec,
  type Given,
  optionOf,
  written,
} from '../../core/settings/index.js'

const asItIs = (text: string) => text

/** A text that is not empty, without the blanks around it. */
export function said(expected: string): Codec<string> {
  return mapped(plain<string>(expected, { type: 'string', minLength: 1 }, isSaid), trimmed, asItIs)
}

/** A text, a number in YAML too, that `parse` makes something of; its failures are those of the value. */
export function parsed(expected: string, parse: (text: string) => void): Codec<string> {
  return formCodec(written(expected, { check: parse }))
}

/** The same settings, of which none may be of no use as the others are. */
export function inUse<D extends Declarations, Value extends Given<D>>(
  declarations: D,
  codec: Codec<Value>,
): Codec<Value> {
  return refined(codec, (given, at) => {
    const idle = firstIdle(declarations, given)
    if (idle === null) return
    const key = (option: string) => option.replace(/^--/, '').replace(' ', ': ')
    const remedy = `Leave it out, or say ${key(idle.lacking)}`
    throw at.at(key(optionOf(idle.name, declarations[idle.name]))).fault('this is of no use here', { remedy })
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

function trimmed(value: string): string {
  return value.trim()
}

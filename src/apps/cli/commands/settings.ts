/** `qw settings`: what can be set, with ranges, usual values and sources. */
import { QueuewrightError } from '../../../core/errors.js'
import { onlyWith, optionOf, type Setting, schemaOf, usualText } from '../../../core/settings/index.js'
import { suggestion } from '../../../core/suggest.js'
import { DECLARED, headingOf } from '../../../lab/faces/declared.js'
import { listing } from '../listing.js'
import type { Terminal } from '../terminal.js'

/** @param words of the commands; those of all where there are none */
export function settingsCommand(
  words: readonly string[],
  options: { readonly json?: true },
  terminal: Terminal,
): void {
  const shown = DECLARED.filter(({ command }) => words.every((word) => wordsOf(command).includes(word)))
  if (shown.length === 0) {
    const known = [...new Set(DECLARED.flatMap(({ command }) => wordsOf(command)))]
    throw new QueuewrightError('usage', 'no such command has declared settings', {
      value: words.join(' '),
      remedy: suggestion(words[0], known, 'Words of commands'),
    })
  }
  if (options.json) {
    const schemas = shown.map(({ command, declarations }) => [command, schemaOf(declarations)])
    terminal.print(JSON.stringify(Object.fromEntries(schemas), null, 2))
    return
  }
  const sections = shown.map((declared) => {
    const entries = Object.entries(declared.declarations)
      .filter(([, { option }]) => option !== null)
      .map(([name, declared]) => ({ name: optionOf(name, declared), paragraphs: paragraphsOf(declared) }))
    return listing(headingOf(declared), entries, terminal.style)
  })
  terminal.print(sections.join('\n\n'))
}

function wordsOf(command: string): readonly string[] {
  return command.split(/[ |]/)
}

function paragraphsOf(declared: Setting<unknown>): readonly string[] {
  const { form, meaning, source } = declared
  const usual = usualText(declared)
  const needed = onlyWith(declared)
  return [
    `${meaning}${needed.length === 0 ? '' : `; only with ${needed.join(' and ')}`}`,
    `${form.expected()}${usual === null ? '' : `; usually ${usual}`}`,
    ...(source === undefined ? [] : [source]),
  ]
}

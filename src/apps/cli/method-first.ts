/**
 * Options before the name of a method, as in `qw learn --objective AWRT greedy`, or of anything else that a command has several
 * of: they are options of that one, and it goes first.
 */
import type { Command, Option } from 'commander'

/** @returns the words of a call, each name of a subcommand before the options of the subcommand */
export function methodFirst(program: Command, words: readonly string[]): readonly string[] {
  let command = program
  let ordered = words
  for (let at = 0; command.commands.length > 0; at++) {
    const place = placeOfName(command, ordered, at)
    const found = command.commands.find((each) => each.name() === ordered[place])
    if (found === undefined) return ordered
    ordered = [
      ...ordered.slice(0, at),
      ordered[place],
      ...ordered.slice(at, place),
      ...ordered.slice(place + 1),
    ]
    command = found
  }
  return ordered
}

/** The place of the first word that is neither an option nor the value of one, which any of the subcommands may have. */
function placeOfName({ commands, options: own }: Command, words: readonly string[], from: number): number {
  const options = commands.flatMap((each) => each.options)
  let at = from
  while (words[at]?.startsWith('-')) {
    const isIt = ({ short, long }: Option) => short === words[at] || long === words[at]
    if (own.some(isIt)) return words.length
    at += options.some((option) => isIt(option) && option.required) ? 2 : 1
  }
  return at
}

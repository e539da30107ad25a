/**
 * Files of a call: none that it writes may be one that it reads, or that it writes already, and each option names one. Else
 * the one before would be lost without a word. And a report's ending says a format that there is.
 */
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { QueuewrightError } from '../../core/errors.js'
import { reportFormat } from '../../report/render/format.js'
import { STANDARD_STREAM } from '../../runtime/index.js'

/** Options that name a file which is written. */
export const WRITTEN: readonly string[] = [
  'out',
  'csv',
  'gantt',
  'groupsOut',
  'report',
  'plot',
  'offers',
  'reduced',
  'surfaces',
  'timeline',
]

/** Options that name a file which is read, or which is read and goes on. */
export const READ: readonly string[] = [
  'from',
  'functions',
  'requests',
  'site',
  'system',
  'slurmConf',
  'slurmQos',
  'slurmShares',
  'saltFile',
  'answers',
]

/** The argument, the last one, that names a file which is written. */
const WRITTEN_ARGUMENT = 'output'

/** Has the options of a command, and of those below it, refuse a second file: it would replace the first. */
export function refuseSecondFiles(command: Command): void {
  for (const option of command.options) {
    if (![...WRITTEN, ...READ].includes(option.attributeName())) continue
    const { parseArg } = option
    let first: string | null = null
    option.argParser<unknown>((value, before) => {
      if (first !== null) {
        throw new QueuewrightError('usage', 'an option names two files', {
          field: option.long ?? option.flags,
          value,
          expected: `one file, and ${first} is named already`,
          remedy: 'Leave one out, or call the command once for each',
        })
      }
      first = value
      return parseArg === undefined ? value : parseArg(value, before)
    })
  }
  for (const each of command.commands) refuseSecondFiles(each)
}

/** @throws QueuewrightError `usage` for a file with two meanings, or a report in a format that there is not */
export function checkFiles(command: Command): void {
  const options: Readonly<Record<string, unknown>> = command.opts()
  const { report } = options
  // Before anything is simulated, which may take hours.
  if (typeof report === 'string' && report !== STANDARD_STREAM) reportFormat(report)
  const named = (names: readonly string[]) =>
    command.options.flatMap((option) => {
      const value = options[option.attributeName()]
      return names.includes(option.attributeName()) && typeof value === 'string'
        ? [{ name: option.long ?? option.flags, value }]
        : []
    })
  const taken = new Map<string, string>()
  const argument = command.registeredArguments.findIndex((each) => each.name() === WRITTEN_ARGUMENT)
  const writtenArgument = command.args
    .slice(argument < 0 ? command.args.length : argument)
    .map((value) => ({ name: 'OUTPUT', value }))
  for (const read of command.args.slice(0, command.args.length - writtenArgument.length)) {
    taken.set(placeOf(read), 'what is read')
  }
  for (const { name, value } of named(READ)) taken.set(placeOf(value), name)
  for (const { name, value } of [...writtenArgument, ...named(WRITTEN)]) {
    if (value === STANDARD_STREAM) continue
    const place = placeOf(value)
    const other = taken.get(place)
    if (other !== undefined) {
      throw new QueuewrightError('usage', 'one file cannot be two', {
        field: name,
        value,
        expected: `another file than ${other}`,
      })
    }
    taken.set(place, name)
  }
}

/** Where a file is or will be, links followed. */
function placeOf(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    // It is still to come.
  }
  try {
    return join(realpathSync(dirname(whole)), basename(whole))
  } catch {
    return whole
  }
}

/**
 * Help in two lengths. `--help` shows what a command is usually told; how logs are read, the rules of scheduling and the like,
 * which many commands share, are counted there and shown by `--help-all`; of a command that has nothing of these, both are one.
 */
import { type Command, Help, Option } from 'commander'
import { plural } from '../../core/format.js'
import { wrapped } from '../../report/terminal/table.js'

/** Headings of options that most calls do without, as they begin. */
const FURTHER = [
  'Part of the log',
  'Log',
  'Jobs as simulated',
  'Rules of scheduling',
  "A site's Slurm",
  'User feedback',
  'Engine',
] as const
/** Options under them that are usual all the same. */
const USUAL: readonly string[] = ['--machine', '--first', '--workers']
/** Fewer are not worth a second look. */
const WORTH_HIDING = 6
/** Columns of commander's help where there is no terminal. */
const WIDTH = 80
/** Beside the names of commands there may be fewer columns than commander would break lines in. */
const HELP = { minWidthToWrap: 30 }

const HELP_ALL = '--help-all'

/** The option for help that is whole, by either name. */
function wholeHelp(): Option {
  const option = new Option('-h, --help', 'display help for command').helpGroup('Options:')
  // Commander asks it of each word that is none of the command's options.
  return Object.assign(option, {
    is: (word: string) => word === option.short || word === option.long || word === HELP_ALL,
  })
}

/** Has the help of a command, and of those below it, leave out what few calls need. */
export function shortenHelp(command: Command): void {
  for (const each of command.commands) shortenHelp(each)
  command.configureHelp(HELP)
  const further = new Map(
    command.options.flatMap((option) => {
      const heading = furtherHeading(option)
      return heading === null ? [] : [[option, heading] as const]
    }),
  )
  if (further.size < WORTH_HIDING) {
    command.addHelpOption(wholeHelp())
    return
  }
  let whole = false
  command
    .addOption(new Option(HELP_ALL, 'display all options').helpGroup('Options:'))
    .on('option:help-all', () => {
      whole = true
      command.help()
    })
    .configureHelp({
      ...HELP,
      visibleOptions: (of) => new Help().visibleOptions(of).filter((option) => whole || !further.has(option)),
    })
    .addHelpText('after', () => {
      const headings = [...new Set(further.values())].join(', ')
      const told = `${plural(further.size, 'further option')} (${headings}): ${HELP_ALL}`
      return whole ? '' : ['', ...wrapped(told, WIDTH)].join('\n')
    })
}

function furtherHeading({ long, helpGroupHeading = '' }: Option): string | null {
  if (long !== undefined && USUAL.includes(long)) return null
  return FURTHER.find((heading) => helpGroupHeading.startsWith(heading)) ?? null
}

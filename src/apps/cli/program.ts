/**
 * The command line's program. Commands stand in commands.ts; what a command does (commands/) is imported when it is called, so
 * that help is quick.
 */
import { Command } from 'commander'
import { version } from '../../runtime/version.js'
import { PURPOSES } from './commands.js'
import { checkFiles, refuseSecondFiles } from './files.js'
import { shortenHelp } from './help.js'
import type { Terminal } from './terminal.js'

/**
 * @param commandLine the call as one would type it, for reports
 * @param called the command that is called: it alone is declared. Where it is none of ours, or null, all are
 * @returns the program; parsing throws commander's errors, also after help and version have been printed
 */
export async function programFor(
  terminal: Terminal,
  commandLine: string,
  called: string | null,
): Promise<Command> {
  const program = new Command('queuewright')
    .description('Design and test the scheduling policy of a parallel computer from its own job log.')
    .version(version())
    // Failures are thrown, and main prints them in one line like all others. Commands inherit both settings.
    .exitOverride()
    .configureOutput({ writeOut: terminal.print, outputError: () => {} })
    .hook('preAction', (_, command) => checkFiles(command))
    .addHelpText(
      'after',
      `
Examples:
  qw compare LOG.swf.gz --report report.html     policies side by side
  qw simulate LOG.swf.gz --policy easy:saf       one policy in detail
  qw simulate LOG.swf.gz --policy "easy:(-wait/estimate)" --json
  qw info LOG.swf.gz                             what is in a log
  qw import sacct jobs.psv -o LOG.swf.gz         a log of Slurm's accounting
  qw serve LOG.swf.gz                            the workbench in the browser
  qw policies                                    every algorithm, order and objective

qw is short for queuewright. Exit codes: docs/exit-codes.md.`,
    )

  const all = PURPOSES.flatMap(({ heading, families }) => families.map((family) => ({ heading, ...family })))
  const named = all.filter(({ names }) => called !== null && names.includes(called))
  for (const { heading, declare } of named.length === 0 ? all : named) {
    program.commandsGroup(heading)
    const declareAll = await declare()
    declareAll(program, { terminal, commandLine })
  }
  refuseSecondFiles(program)
  shortenHelp(program)

  return program
}

/** The commands and their options. What a command does is imported when it is called, so that help is quick. */
import { Command } from 'commander'
import { withExperimentOptions } from './commands/experiment-options.js'
import { withLogOptions } from './log.js'
import { oneOf } from './options.js'
import type { Terminal } from './terminal.js'
import { version } from './version.js'

const FORMATS = ['swf', 'batsim4', 'batsim5'] as const

// With blanks, at which help can break the lines.
const STANDARD_POLICIES = 'fcfs, easy, cons, easy:submit/estimate, easy:saf, easy:wfp3, easy:f1, head:group'

const COLUMNS = 'UTIL, AWRT, AWWT, AVEbsld, meanWait, medianWait, p95Wait, maxWait'

const LOG =
  'a job log (Standard Workload Format or Batsim JSON, plain or gzip), - for standard input; a small workload made on the spot where none is named'

/**
 * @param commandLine the call as one would type it, for reports
 * @returns the program; parsing throws commander's errors, also after help and version have been printed
 */
export function programFor(terminal: Terminal, commandLine: string): Command {
  const program = new Command('queuewright')
    .description('Design and test the scheduling policy of a parallel computer from its own job log.')
    .version(version())
    // Failures are thrown, and main prints them in one line like all others. Commands inherit both settings.
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      'after',
      `
Examples:
  qw compare LOG.swf.gz --report report.html     policies side by side
  qw simulate LOG.swf.gz --policy easy:saf       one policy in detail
  qw simulate LOG.swf.gz --policy "easy:(-wait/estimate)" --json
  qw info LOG.swf.gz                             what is in a log
  qw policies                                    every algorithm, order and objective

qw is short for queuewright. Exit codes: docs/exit-codes.md.`,
    )

  withExperimentOptions(
    program
      .command('simulate')
      .description('Simulate one policy on a log.')
      .argument('[log]', LOG)
      .option(
        '--policy <policy>',
        'ALGORITHM:ORDER[/BACKFILL-ORDER], see qw policies; recorded: as it happened',
        'easy',
      )
      .option('--out <file>', 'write the schedule as a log (.swf, .swf.gz)')
      .option('--csv <file>', "write the jobs in the columns of Batsim's jobs.csv")
      .option('--gantt <file>', 'draw the schedule (.svg, .png)')
      .option('--report <file>', 'write an HTML report'),
  ).action(async (log, options) => {
    const { simulateCommand } = await import('./commands/simulate.js')
    await simulateCommand(log, options, terminal, commandLine)
  })

  withExperimentOptions(
    program
      .command('compare')
      .description('Simulate several policies on a log and set them side by side.')
      .argument('[log]', LOG)
      .option('--policies <list>', 'policies, separated by commas', STANDARD_POLICIES)
      .option(
        '--baseline <policy>',
        'the policy that the others are measured against (default: easy, else the first)',
      )
      .option('--columns <list>', 'objectives to print, separated by commas, or all', COLUMNS)
      .option('--report <file>', 'write an HTML report'),
  ).action(async (log, options) => {
    const { compareCommand } = await import('./commands/compare.js')
    await compareCommand(log, options, terminal, commandLine)
  })

  withLogOptions(program.command('info').description('Describe a log.').argument('[log]', LOG))
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option('--report <file>', 'write an HTML report')
    .action(async (log, options) => {
      const { infoCommand } = await import('./commands/info.js')
      await infoCommand(log, options, terminal, commandLine)
    })

  withLogOptions(
    program
      .command('convert')
      .description(
        'Write a log, or a part of it, in another format. Keeps every job line unless cleaned or filtered.',
      )
      .argument('<input>', 'a log, - for standard input')
      .argument('<output>', 'file to write (.swf, .swf.gz, .json, .json.gz), - for standard output'),
  )
    .optionsGroup('Output:')
    .option(
      '--to <format>',
      `format, where the name does not say: ${FORMATS.join(', ')}`,
      oneOf('--to', FORMATS),
    )
    .option('--clean', 'leave out what cannot be simulated')
    .action(async (input, output, options) => {
      const { convertCommand } = await import('./commands/convert.js')
      await convertCommand(input, output, options, terminal)
    })

  program
    .command('policies')
    .description('List the algorithms, orders, formula variables and objectives, with formulas and sources.')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { policiesCommand } = await import('./commands/policies.js')
      await policiesCommand(options, terminal)
    })

  return program
}

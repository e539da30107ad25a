/** `split`, `merge`, `shift`, `thin` and `load`, which make a log of logs: their options. */
import type { Command } from 'commander'
import { parseDuration } from '../../../core/duration.js'
import { ALIGNMENTS, GRIDS, NUMBER_KINDS, THINNING_UNITS } from '../../../workload/transform/index.js'
import { LOG, withLogOptions } from '../log.js'
import { localDate, oneOf, positiveNumber, shareOf, withSeedOption } from '../options.js'
import { withOutputOptions } from '../output.js'
import type { CommandContext } from './context.js'
import { numberKinds, signedDuration } from './transform-options.js'

export function declareTransforms(program: Command, { terminal }: CommandContext): void {
  const declare = (name: string, description: string) =>
    program.command(name).description(`${description} Details: docs/transforms.md.`)
  const withUsualOptions = (command: Command) => withOutputOptions(withLogOptions(command))

  withUsualOptions(
    declare(
      'split',
      "Make the workload of a grid of one machine's log: jobs go to the sites in turn, wide ones in parts.",
    )
      .argument('[log]', LOG)
      .requiredOption(
        '--sites <grid>',
        `processors of the sites, as 128,128,64 or 2x128,64; or one of ${Object.keys(GRIDS).join(', ')}`,
      )
      .option(
        '--parts <width>',
        "widest part: local (the job's own site), largest (the largest site), or processors",
        'local',
      )
      .addHelpText(
        'after',
        `
One log for all sites is written, with the site (1, 2, …) as the job's partition;
or, where the output's name has %s in it, one log for each site: -o site%s.swf.`,
      ),
  ).action(async (log, options) => {
    const { splitCommand } = await import('../commands/split.js')
    await splitCommand(log, options, terminal)
  })

  withUsualOptions(
    declare('merge', 'Make one log of several.')
      .argument('<logs...>', 'job logs, two or more')
      .option(
        '--align <by>',
        "what coincides: clock (each job stays at its date), start (the logs' zeros), first (their first jobs)",
        oneOf('--align', ALIGNMENTS),
        'clock',
      )
      .option(
        '--same <kinds>',
        `numbers that mean the same in all logs, others are told apart: all, or of ${NUMBER_KINDS.join(', ')}`,
        numberKinds,
      )
      .option('--sites', "write each log's place (1, 2, …) as the partition of its jobs"),
  ).action(async (logs, options) => {
    const { mergeCommand } = await import('../commands/merge.js')
    await mergeCommand(logs, options, terminal)
  })

  withUsualOptions(
    declare('shift', 'Move a log in time.')
      .argument('[log]', LOG)
      .option(
        '--by <time>',
        "submit all jobs so much later by the log's clock: 3d, 2h30m, -90s",
        signedDuration,
      )
      .option(
        '--to <date>',
        'let the first job be submitted on this local date, at its time of day or the one given: 2024-01-01T08:00',
        localDate('--to'),
      )
      .option('--keep-weekday', 'with --to: on the first day from then on that is the weekday it was')
      .option('--rebase', 'count submit times from the first one; no job moves'),
  ).action(async (log, options) => {
    const { shiftCommand } = await import('../commands/shift.js')
    await shiftCommand(log, options, terminal)
  })

  withUsualOptions(
    withSeedOption(
      declare('thin', 'Keep a random part of a log.')
        .argument('[log]', LOG)
        .requiredOption('--keep <share>', 'share to keep, above 0, at most 1', shareOf('--keep'))
        .option(
          '--by <what>',
          `what is kept or left out as a whole: ${THINNING_UNITS.join(', ')}`,
          oneOf('--by', THINNING_UNITS),
          'jobs',
        )
        .option(
          '--gap <time>',
          'with --by sessions: a pause in submitting that ends one (default 1h)',
          (text) => parseDuration(text, '--gap'),
        ),
    ),
  ).action(async (log, options) => {
    const { thinCommand } = await import('../commands/thin.js')
    await thinCommand(log, options, terminal)
  })

  withUsualOptions(
    declare(
      'load',
      'Change the offered load of a log by the times between its jobs; the daily and weekly cycle is kept.',
    )
      .argument('[log]', LOG)
      .option(
        '--to <load>',
        'offered load to come to, 1 being the whole machine, as qw info shows it',
        positiveNumber('--to'),
      )
      .option('--by <factor>', 'what to multiply the offered load by', positiveNumber('--by'))
      .option('--plain', 'multiply the times between jobs as they are, and so stretch the cycle too'),
  ).action(async (log, options) => {
    const { loadCommand } = await import('../commands/load.js')
    await loadCommand(log, options, terminal)
  })
}

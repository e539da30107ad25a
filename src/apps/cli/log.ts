/** The options that say which log, which jobs of it and which machine. */
import type { Command } from 'commander'
import { OWN_GROUP_FIELDS, SHARE_THRESHOLDS } from '../../trace/index.js'
import { oneOf, wholeNumber } from './options.js'

/** The log argument of a command, for help texts. */
export const LOG =
  'a job log (Standard Workload Format or Batsim JSON, plain or gzip), - for standard input; a small workload made on the spot where none is named'

/** Adds the options that say which log, which jobs of it and which machine. */
export function withLogOptions(command: Command): Command {
  return command
    .optionsGroup('Log:')
    .option(
      '--machine <n>',
      'processors of the machine; else the log header says',
      wholeNumber('--machine', 1),
    )
    .option(
      '--size <which>',
      "processor count that is a job's size: requested, allocated",
      oneOf('--size', ['requested', 'allocated']),
      'requested',
    )
    .option(
      '--bad-lines <what>',
      'lines that cannot be read: error, drop (left out, counted)',
      oneOf('--bad-lines', ['error', 'drop']),
      'error',
    )
    .option('--keep-cancelled', 'keep jobs that were cancelled before they started')
    .option(
      '--group-by <what>',
      `user groups: share (of the consumption), ${OWN_GROUP_FIELDS.join(', ')}`,
      oneOf('--group-by', ['share', ...OWN_GROUP_FIELDS]),
      'share',
    )
    .option(
      '--group-shares <list>',
      `shares in percent above which a user is in group 1, 2, … (default ${SHARE_THRESHOLDS.map((s) => s * 100).join(',')})`,
    )
    .optionsGroup('Part of the log:')
    .option(
      '--span <from..to>',
      'only jobs submitted in this time: dates, or times since the log began (15d..30d)',
    )
    .option('--users <list>', 'only jobs of these users: 4,7,10-20')
    .option('--groups <list>', 'only jobs of these user groups')
    .option('--sizes <list>', 'only jobs of these sizes: 1-16,64-')
    .option('--partitions <list>', 'only jobs of these partitions')
    .option('--queues <list>', 'only jobs of these queues')
    .option('--days <length:k>', 'only the k-th window of that length, as 15d:3')
    .option('--first <n>', 'only the first n jobs of what is left')
    .option('--last <n>', 'only the last n jobs of what is left')
}

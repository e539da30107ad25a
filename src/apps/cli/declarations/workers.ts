/** `worker`: its options. */
import type { Command } from 'commander'
import { parseDuration } from '../../../core/duration.js'
import { MOST_THREADS, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'

export function declareWorkers(program: Command, { terminal }: CommandContext): void {
  program
    .command('worker')
    .description('Do evaluations of runs that use the queue of --engine, on this machine.')
    .requiredOption('--engine <address>', 'the queue: redis://host[:port][/db], or rediss:// for TLS')
    .option(
      '--workers <n>',
      'threads (default: the processors that the process may use)',
      wholeNumber('--workers', 1, MOST_THREADS),
    )
    .option('--idle <time>', 'end after so long without work: 5m, 90s (default: never)', (text) =>
      parseDuration(text, '--idle'),
    )
    .addHelpText(
      'after',
      `
The user and password of the queue stand in QUEUEWRIGHT_REDIS_USERNAME and QUEUEWRIGHT_REDIS_PASSWORD, the certificate
of the authority in QUEUEWRIGHT_REDIS_CA. The first Ctrl-C or SIGTERM gives back what is in hand, a second one ends at once.`,
    )
    .action(async (options) => {
      const { workerCommand } = await import('../commands/worker.js')
      await workerCommand(options, terminal)
    })
}

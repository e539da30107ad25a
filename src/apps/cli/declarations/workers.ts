/** `worker`: its options. */
import type { Command } from 'commander'
import { WORKER } from '../../../lab/runs/engine-settings.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareWorkers(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('worker')
    .description('Do evaluations of runs that use the queue of --engine, on this machine.')
  withSettings(command, WORKER)
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

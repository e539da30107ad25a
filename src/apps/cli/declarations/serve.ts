/** `serve`: its options. */
import type { Command } from 'commander'
import { RUNS_FOLDER } from '../../../lab/runs/folder.js'
import { UNFIT } from '../../../sim/rule-settings.js'
import { wholeNumber } from '../options.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withSlurmSiteOptions } from './experiment-options.js'

/** Where preferences lie unless `--preferences` says otherwise. */
const PREFERENCES_FOLDER = 'queuewright-preferences'
const MOST_PORT = 65_535
const USUAL_PORT = 8427

export function declareServe(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('serve')
    .description('The workbench in the browser: logs, policies tried and compared while you watch, runs.')
    .argument(
      '[logs...]',
      'job logs (Standard Workload Format or Batsim JSON, plain or gzip); a small workload made on the spot where none is named',
    )
    .optionsGroup('Server:')
    .option(
      '--port <n>',
      'port of 127.0.0.1; 0: one that is free',
      wholeNumber('--port', 0, MOST_PORT),
      USUAL_PORT,
    )
    .option('--host <address>', 'another address to listen on: others can reach it')
    .option('--socket <file>', 'a Unix socket in place of a port, which only its owner can reach')
    .option(
      '--token-file <file>',
      'where the key is kept, so that pages outlive the server; made where absent',
    )
    .option('--runs <folder>', 'where runs are looked for, and begun', RUNS_FOLDER)
    .option('--preferences <folder>', 'where preferences are kept', PREFERENCES_FOLDER)
    .option('--read-only', 'begin, stop, resume and keep nothing')
  withSettings(withSlurmSiteOptions(command), UNFIT)
    .addHelpText(
      'after',
      `
Prints the address to open. It holds a key, without which nobody is answered; Ctrl-C ends the server. On a machine that
others use too, name a socket and lead a port of yours to it: ssh -L 8427:/path/to/socket LOGIN-NODE.`,
    )
    .action(async (logs, options) => {
      const { serveCommand } = await import('../commands/serve.js')
      await serveCommand(logs, options, terminal)
    })
}

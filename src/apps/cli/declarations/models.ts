/** `sessions` and `model`: their options. */
import type { Command } from 'commander'
import { STANDARD_STREAM } from '../../../runtime/index.js'
import { MODEL_FIT } from '../../../workload/model/settings.js'
import { SESSIONS } from '../../../workload/sessions/settings.js'
import { LOG, withLogOptions } from '../log.js'
import { withFormatOption } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareModels(program: Command, context: CommandContext): void {
  declareSessions(program, context)
  const model = program.command('model').description('Generators fitted to a log.')
  declareFit(model, context)
}

function declareSessions(program: Command, { terminal }: CommandContext): void {
  withFormatOption(
    withLogOptions(
      withSettings(
        program
          .command('sessions')
          .description("Show the users' sessions and think times; write them into a log as fields 17 and 18.")
          .argument('<log>', 'a job log with waits, - for standard input'),
        SESSIONS,
      ),
    )
      .optionsGroup('Output:')
      .option('--json', 'print JSON')
      .option('-o, --out <file>', 'also write the log with fields 17 and 18, - for standard output'),
  ).action(async (log, options) => {
    const { sessionsCommand } = await import('../commands/sessions.js')
    await sessionsCommand(log, options, terminal)
  })
}

function declareFit(model: Command, { terminal }: CommandContext): void {
  withLogOptions(
    withSettings(
      model
        .command('fit')
        .summary('make a generator from a log')
        .description(
          'Make a generator from a log: users, their sessions and habits, in tables that name no user and hold no job.',
        )
        .argument('[log]', LOG),
      MODEL_FIT,
    ),
  )
    .optionsGroup('Output:')
    .option('-o, --out <file>', 'file to write (JSON), - for standard output', STANDARD_STREAM)
    .action(async (log, options) => {
      const { modelFitCommand } = await import('../commands/model-fit.js')
      await modelFitCommand(log, options, terminal)
    })
}

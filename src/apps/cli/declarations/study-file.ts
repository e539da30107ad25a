/** `study` and its subcommands: their options. */
import type { Command } from 'commander'
import { withGroupsOut, withInvestigateOptions } from '../investigate-options.js'
import type { CommandContext } from './context.js'

const FILE = 'a study file (YAML), - for standard input'

export function declareStudyFiles(program: Command, { terminal }: CommandContext): void {
  const study = program
    .command('study')
    .description(
      'Simulate the full product of logs, windows, machines, policies and more, as a file asks for.',
    )

  withGroupsOut(
    withInvestigateOptions(
      study
        .command('run')
        .description(
          'Simulate a study, and write its results and a report. Goes on where it was stopped: qw resume.',
        )
        .argument('<file>', FILE)
        .option('--json', 'print the results as JSON'),
    ),
  ).action(async (file, options) => {
    const { studyRunCommand } = await import('../commands/study-run.js')
    await studyRunCommand(file, options, terminal)
  })

  study
    .command('check')
    .description('Check a study file: what would be simulated, what would be left out, and why.')
    .argument('<file>', FILE)
    .option('--json', 'print JSON')
    .action(async (file, options) => {
      const { studyCheckCommand } = await import('../commands/study-check.js')
      await studyCheckCommand(file, options, terminal)
    })

  study
    .command('schema')
    .description('Print the JSON Schema of study files, by which editors complete and check them.')
    .action(async () => {
      const { studySchemaCommand } = await import('../commands/study-schema.js')
      studySchemaCommand(terminal)
    })
}

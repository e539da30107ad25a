/** `resume`, `runs`, `show`, `export`: their options. */
import type { Command } from 'commander'
import { withEngineOptions } from '../investigate-options.js'
import type { CommandContext } from './context.js'

const RUN = 'the folder of a run'

export function declareRuns(program: Command, { terminal }: CommandContext): void {
  withEngineOptions(
    program
      .command('resume')
      .description('Go on with a run that was interrupted, to the same result.')
      .argument('<run>', RUN)
      .option('--rewind', 'where a batch is damaged: go back to the one before it')
      .option('--any-version', 'go on with a run that another version began')
      .option('--take-over', 'take a run from a process that is certainly gone'),
  ).action(async (run, options) => {
    const { resumeCommand } = await import('../commands/resume.js')
    await resumeCommand(run, options, terminal)
  })

  program
    .command('runs')
    .description('List runs: what they are, how far they have come, the best so far.')
    .argument('[folders...]', 'runs, or folders of runs (default: queuewright-runs)')
    .option('--json', 'print JSON')
    .action(async (folders, options) => {
      const { runsCommand } = await import('../commands/runs.js')
      await runsCommand(folders, options, terminal)
    })

  program
    .command('show')
    .description('Show a run, also one that is under way: what was asked, progress, convergence.')
    .argument('<run>', RUN)
    .option('--plot <file>', 'write the convergence as a picture (.svg, .pdf, .png; .csv: its values)')
    .option('--json', 'print JSON')
    .action(async (run, options) => {
      const { showCommand } = await import('../commands/show.js')
      await showCommand(run, options, terminal)
    })

  program
    .command('export')
    .description('Write all batches of a run, with what came of each, as CSV or JSON.')
    .argument('<run>', RUN)
    .option(
      '-o, --out <place>',
      'a file (.csv, .json, also .gz), - for standard output (JSON), or a folder: both, and the files that the run left',
      '-',
    )
    .action(async (run, options) => {
      const { exportCommand } = await import('../commands/export.js')
      await exportCommand(run, options, terminal)
    })
}

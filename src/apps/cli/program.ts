/**
 * The command line's program. Each family of commands is declared, with its options, in declarations/; what a command
 * does (commands/) is imported when it is called, so that help is quick.
 */
import { Command } from 'commander'
import { version } from '../../runtime/version.js'
import { declareBounds } from './declarations/bounds.js'
import { declareEstimates } from './declarations/estimates.js'
import { declareExperiments } from './declarations/experiments.js'
import { declareFront } from './declarations/front.js'
import { declareGenerate } from './declarations/generate.js'
import { declareGrid } from './declarations/grid.js'
import { declareImports } from './declarations/imports.js'
import { declareLogs } from './declarations/logs.js'
import { declareMarket } from './declarations/market.js'
import { declareModels } from './declarations/models.js'
import { declareMulticluster } from './declarations/multicluster.js'
import { declarePrefer } from './declarations/prefer.js'
import { declareRuns } from './declarations/runs.js'
import { declareScores } from './declarations/scores.js'
import { declareServe } from './declarations/serve.js'
import { declareStrategies } from './declarations/strategies.js'
import { declareStudies } from './declarations/studies.js'
import { declareStudyFiles } from './declarations/study-file.js'
import { declareTransforms } from './declarations/transforms.js'
import { declareWorkers } from './declarations/workers.js'
import { checkFiles, refuseSecondFiles } from './files.js'
import type { Terminal } from './terminal.js'

/**
 * @param commandLine the call as one would type it, for reports
 * @param words of the call; what is declared by registries that take long to load is declared in full only where they are about it
 * @returns the program; parsing throws commander's errors, also after help and version have been printed
 */
export async function programFor(
  terminal: Terminal,
  commandLine: string,
  words: readonly string[],
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

  const context = { terminal, commandLine }
  declareExperiments(program, context)
  declareBounds(program, context)
  declareGrid(program, context)
  declareMarket(program, context)
  declareMulticluster(program, context)
  declareLogs(program, context)
  declareImports(program, context)
  declareGenerate(program, context)
  declareModels(program, context)
  declareEstimates(program, context)
  declareTransforms(program, context)
  declareStudies(program, context)
  declareStudyFiles(program, context)
  const tune = program
    .command('tune')
    .description(
      'Search the numbers of a policy for the least value of an objective, on a part of the log; judge it on the rest.',
    )
  if (words.includes(tune.name())) {
    const { declareTune } = await import('./declarations/tune.js')
    declareTune(tune, context)
  }
  const learn = program
    .command('learn')
    .description('Learn a scheduling strategy from logs, for an objective.')
  if (words.includes(learn.name())) {
    const { declareLearners } = await import('./declarations/learn.js')
    declareLearners(learn, context)
  }
  declareScores(program, context)
  declareFront(program, context)
  declarePrefer(program, context)
  declareStrategies(program, context)
  declareRuns(program, context)
  declareWorkers(program, context)
  declareServe(program, context)
  refuseSecondFiles(program)

  return program
}

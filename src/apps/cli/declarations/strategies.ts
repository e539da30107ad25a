/** `evaluate` and `explain`: their options. */
import type { Command } from 'commander'
import { EVALUATING } from '../../../lab/experiments/experiment-settings.js'
import { withEngineOptions } from '../investigate-options.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions, withSlurmSiteOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareStrategies(program: Command, { terminal, commandLine }: CommandContext): void {
  const evaluate = program
    .command('evaluate')
    .description(
      'Evaluate strategies on logs, beside other policies: values, and changes against one of them.',
    )
    .argument(
      '<files...>',
      'files of strategies, and job logs, one of them - for standard input; a small workload made on the spot where no log is named',
    )
  withSettings(evaluate, EVALUATING)
    .option('--json', 'print JSON')
    .option('--csv <file>', 'write all values as CSV, - for standard output')
    .option(
      '--groups-out <file>',
      'write who is in which group on each log, and how long each user waits (CSV); simulates every policy again, here',
    )
    .option(
      '--plot <file>',
      'draw the changes (.svg, .pdf, .png; .csv: its values): on one log bars, on several what was learnt from which, applied to which',
    )
    .option(...reportOption())
  withEngineOptions(withScenarioOptions(evaluate)).action(async (files, options) => {
    const { evaluateCommand } = await import('../commands/evaluate.js')
    await evaluateCommand(files, options, terminal, commandLine)
  })

  withSlurmSiteOptions(
    program
      .command('explain')
      .description(
        'Say whom a strategy prefers, in which situation, and after what wait that changes; of rules what they say, and what they decide on a log.',
      )
      .argument('<strategy>', 'the file of a strategy, - for standard input; or a policy, as easy:wfp3')
      .argument(
        '[log]',
        'a job log, whose typical jobs are then asked about; usual ones where none is named',
      ),
  )
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option(
      '--plot <file>',
      'draw the priority of each user group against the wait (.svg, .pdf, .png; .csv: its values); of fuzzy rules the membership functions',
    )
    .option(
      '--surfaces <file>',
      'draw which jobs go first by requested time, processors and wait (.svg, .pdf, .png; .csv: its values); of rules what they decide over two features',
    )
    .option('--over <features>', 'of rules: the two features of --surfaces and --report, as um,prcwq1')
    .option(
      '--timeline <file>',
      'of rules, with a log: draw what they decide over time (.svg, .pdf, .png; .csv: its values)',
    )
    .option('--reduced <file>', 'of rules, with a log: write a smaller strategy that makes the same schedule')
    .option(...reportOption())
    .action(async (strategy, log, options) => {
      const { explainCommand } = await import('../commands/explain.js')
      await explainCommand(strategy, log, options, terminal, commandLine)
    })
}

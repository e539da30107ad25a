/** `prefer`: its options. */
import type { Command } from 'commander'
import { gathered, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'

export function declarePrefer(program: Command, { terminal, commandLine }: CommandContext): void {
  const command = program
    .command('prefer')
    .description(
      'Say what is preferred among what is possible: regions drawn on a front, in order of priority, a formula, or both; and what that says of policies and schedules.',
    )
    .argument('<front>', 'the folder of a run of qw front, or the front.json in it')
    .argument(
      '[log]',
      'the log that the front is of: policies are simulated on it and judged beside those that the front has',
    )
    .optionsGroup('What is preferred:')
    .option(
      '--region <polygon>',
      'convex, on the panel of two objectives, corners in seconds or shares: "good = AWRT1,AWRT2: 4e4,6e4 7e4,6e4 7e4,9e4"; may be repeated, in order of priority',
      gathered,
    )
    .option('--objective <formula>', 'what is better, less being better: "10*AWRT1 + 4*AWRT2"')
    .option(
      '--subject-to <constraint>',
      'what a schedule has to keep to: "maxWait <= 14d"; may be repeated',
      gathered,
    )
    .option('--from <file>', 'a preference to begin with, or to judge this front by')
    .option(
      '--ask',
      'be asked which of two schedules is better, at most twenty times; the answers are the preference',
    )
    .option(
      '--answers <file>',
      'with --ask: answers that were given, A, B or = in each line; further ones are kept there',
    )
    .option('--seed <n>', 'with --ask: which questions', wholeNumber('--seed', 0), 1)
    .option('--name <text>', 'what the preference is called')
    .option('--as-printed', 'distances as the thesis prints them, which vanish nearly everywhere')
    .option('--quick', 'judge regions by their deepest planes alone: quick, and nearly always the same')
    .optionsGroup('Policies beside those of the front, on the log:')
    .option(
      '--policies <list>',
      'separated by commas; @FILE: a strategy (default: recorded, what the log says happened, and with --slurm-conf easy:multifactor)',
    )
    .optionsGroup('Output:')
    .option('-o, --out <file>', 'write the preference, for --from')
    .option('--json', 'print JSON')
    .option(
      '--report <file>',
      'write a report (.html, .md, .tex, .json, .txt) with the pictures of all panels',
    )
  withScenarioOptions(command).action(async (front, log, options) => {
    const { preferCommand } = await import('../commands/prefer.js')
    await preferCommand(front, log, options, terminal, commandLine)
  })
}

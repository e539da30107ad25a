/** `why`: its options. */
import type { Command } from 'commander'
import { SIMULATING } from '../../../lab/experiments/experiment-settings.js'
import { WHY } from '../../../lab/explain/why.js'
import { wholeNumber } from '../options.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareWhy(program: Command, { terminal }: CommandContext): void {
  const jobNumber = wholeNumber('job', 0)
  withScenarioOptions(
    withSettings(
      program
        .command('why')
        .description(
          'Say what jobs waited for, from submit to start, back to the first cause, and what would have let them start sooner, each simulated again.',
        )
        .argument('<log>', 'a job log, - for standard input')
        .argument('[jobs...]', 'job numbers', (text: string, before: readonly number[] = []) => [
          ...before,
          jobNumber(text),
        ]),
      { ...SIMULATING, ...WHY },
    )
      .option('--json', 'print JSON, with all spans and the whole chain')
      .option(...reportOption()),
  ).action(async (log, jobs, options) => {
    const { whyCommand } = await import('../commands/why.js')
    await whyCommand(log, jobs ?? [], options, terminal)
  })
}

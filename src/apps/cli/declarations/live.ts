/** The options of `live`. */
import type { Command } from 'commander'
import { SITE } from '../../../lab/experiments/experiment-settings.js'
import { PREDICTING, RESETTING, SHADOW_REPORT, SHADOWING, STEERING } from '../../../lab/live/settings.js'
import { LIVE_SLURM_FILES, SLURM_FILES } from '../../../trace/index.js'
import { withLogOptions } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { reportOption } from './report-option.js'

export function declareLive(program: Command, { terminal }: CommandContext): void {
  const live = program
    .command('live')
    .description(
      'On the Slurm of this machine: have a policy look on, say when jobs will start, steer the queue by it within bounds, and undo that.',
    )
  withSettings(
    live
      .command('shadow')
      .summary('log what a policy would start next, beside what Slurm starts')
      .description(
        'Log what a policy would start next, beside what Slurm starts. Writes nothing to Slurm; goes on where it was ended.',
      ),
    { ...SITE, ...LIVE_SLURM_FILES, ...SHADOWING },
  )
    .optionsGroup('Output:')
    .option('--json', 'print what happens as lines of JSON')
    .action(async (options) => {
      const { liveShadowCommand } = await import('../commands/live-shadow.js')
      await liveShadowCommand(options, terminal)
    })
  withSettings(
    live
      .command('report')
      .summary('what the policy would have done, from the log of a shadow')
      .description(
        'Say how often Slurm started what the policy would have, what waits would have been, and whom it would have helped and hurt.',
      )
      .argument('<folder>', 'the folder of qw live shadow'),
    { ...SITE, ...LIVE_SLURM_FILES, ...SHADOW_REPORT },
  )
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option(...reportOption())
    .action(async (folder, options) => {
      const { liveReportCommand } = await import('../commands/live-shadow.js')
      await liveReportCommand(folder, options, terminal)
    })
  withLogOptions(
    withSettings(
      live
        .command('predict')
        .summary('when waiting jobs will start, with intervals')
        .description(
          'Say when waiting jobs will start: the median and an interval that holds in eight of ten cases, simulated from now on ' +
            'with run times of the same users; and what each waits for. Writes nothing to Slurm.',
        )
        .argument('[job]', 'of this job alone'),
      { ...SITE, ...SLURM_FILES, ...PREDICTING },
    ),
  )
    .optionsGroup('Output:')
    .option('--prompt', 'print one line: of the job, or of the one that starts next')
    .option('--json', 'print JSON')
    .option(...reportOption())
    .action(async (job, options) => {
      const { livePredictCommand } = await import('../commands/live-predict.js')
      await livePredictCommand(job, options, terminal)
    })
  withSettings(
    live
      .command('steer')
      .summary('have jobs start in the order of a policy, by bounded site factors')
      .description(
        'Have waiting jobs start in the order of a policy, by site factors within bounds, written only where they change the ' +
          'order. Needs an Operator of Slurm. Ctrl-C leaves them as they are; qw live reset undoes everything.',
      ),
    STEERING,
  )
    .optionsGroup('Output:')
    .option('--json', 'print what happens as lines of JSON')
    .action(async (options) => {
      const { liveSteerCommand } = await import('../commands/live.js')
      await liveSteerCommand(options, terminal)
    })
  withSettings(
    live
      .command('reset')
      .summary('undo all that steering has done')
      .description(
        'Give every job that was steered the site factor that it had before, also after a steerer was killed.',
      ),
    RESETTING,
  )
    .optionsGroup('Output:')
    .option('--json', 'print what happens as lines of JSON')
    .action(async (options) => {
      const { liveResetCommand } = await import('../commands/live.js')
      await liveResetCommand(options, terminal)
    })
}

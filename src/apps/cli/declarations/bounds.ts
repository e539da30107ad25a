/** `bounds`: its options. */
import type { Command } from 'commander'
import { JOB_SETTINGS, TRIMMING_SETTINGS } from '../../../evaluation/scenarios/scenario-settings.js'
import { BOUNDING, SITE } from '../../../lab/experiments/experiment-settings.js'
import { SCHEDULING } from '../../../sim/rule-settings.js'
import { SLURM_FILES } from '../../../trace/index.js'
import { LOG, withLogOptions } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareBounds(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('bounds')
    .description(
      'Prove for each objective what no schedule of the log can be better than, beside what policies reach.',
    )
    .argument('[log]', LOG)
  const settings = { ...SITE, ...JOB_SETTINGS, ...SCHEDULING, ...TRIMMING_SETTINGS, ...SLURM_FILES }
  withSettings(
    withLogOptions(withSettings(command, BOUNDING).option('--json', 'print JSON')),
    settings,
  ).action(async (log, options) => {
    const { boundsCommand } = await import('../commands/bounds.js')
    await boundsCommand(log, options, terminal)
  })
}

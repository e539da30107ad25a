/** `qw tune`: searches the numbers of a policy. */
import type { LearntOn } from '../../../lab/investigations/learn.js'
import { TUNE, tunePolicy } from '../../../lab/investigations/tune.js'
import type { InvestigateOptions } from '../../../lab/runs/investigate.js'
import { printFound } from '../found-strategy.js'
import type { PrintOptions } from '../printed.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export type TuneOptions = LearntOn & InvestigateOptions & PrintOptions

export async function tuneCommand(
  paths: readonly string[],
  options: TuneOptions,
  terminal: Terminal,
): Promise<void> {
  const { folder } = await tunePolicy(
    paths,
    { ...options, beside: { files: options } },
    givenBy(TUNE, options),
    terminal,
  )
  await printFound(folder, options, terminal)
}

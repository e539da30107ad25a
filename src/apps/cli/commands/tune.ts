/** `qw tune`: searches the numbers of a policy. */
import { type TuneOptions as Asked, tunePolicy } from '../../../lab/tune.js'
import { printFound } from '../found-strategy.js'
import type { Terminal } from '../terminal.js'

export interface TuneOptions extends Asked {
  readonly json?: true
}

export async function tuneCommand(
  paths: readonly string[],
  options: TuneOptions,
  terminal: Terminal,
): Promise<void> {
  const { folder } = await tunePolicy(paths, options, terminal)
  await printFound(folder, options, terminal)
}

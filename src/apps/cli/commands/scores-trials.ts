/** `qw scores trials`: the scores of the jobs of many tuples, by simulated trials. */
import { join } from 'node:path'
import { runScoreTrials, type TrialsOptions } from '../../../lab/trials.js'
import { DISTRIBUTION_FILE, TRIALS_FILE } from '../../../learn/score/trials/found.js'
import { readInput } from '../../../runtime/index.js'
import type { Terminal } from '../terminal.js'

export async function scoresTrialsCommand(
  path: string | undefined,
  options: TrialsOptions & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { folder } = await runScoreTrials(path, options, terminal)
  const shown = await readInput(join(folder, options.json ? TRIALS_FILE : 'summary.txt'))
  terminal.print(shown.trimEnd())
  if (!options.json)
    terminal.print(`qw scores fit ${join(folder, DISTRIBUTION_FILE)} finds functions of them`)
}

/** `qw resume`: goes on with a run. */
import { join } from 'node:path'
import { plural } from '../../../core/format.js'
import type { EngineChoice } from '../../../lab/runs/investigate.js'
import { resumeIn } from '../../../lab/runs/resume.js'
import { readInput } from '../../../runtime/index.js'
import type { ResumeOptions } from '../../../runtime/runs/index.js'
import { writeOwed } from '../beside.js'
import type { Terminal } from '../terminal.js'

/** The file with a run's words, where it has some. */
const SUMMARY = 'summary.txt'

export async function resumeCommand(
  folder: string,
  options: EngineChoice & ResumeOptions,
  terminal: Terminal,
): Promise<void> {
  const { artefacts, evaluations, wasFinished, found, owed } = await resumeIn(folder, options, terminal)
  const beside = owed === null || found === null ? [] : await writeOwed(folder, found, owed, terminal)
  const state = wasFinished ? 'was finished already' : 'is finished'
  terminal.print(`${folder} ${state}: ${plural(evaluations, 'evaluation')}`)
  for (const name of artefacts) terminal.print(join(folder, name))
  for (const file of beside) terminal.print(file)
  if (artefacts.includes(SUMMARY)) terminal.print(`\n${await readInput(join(folder, SUMMARY))}`)
}

/** `qw study check`: reads a study file and its logs, and says what would be simulated. */
import { largestOf } from '../../../core/statistics.js'
import { planStudyFile } from '../../../lab/investigations/study.js'
import { countCells, leftOutLine, studyFacts } from '../../../study/factorial/index.js'
import type { Terminal } from '../terminal.js'

export async function studyCheckCommand(
  path: string,
  options: { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { spec } = await planStudyFile(path, terminal)
  if (options.json) {
    const { name, leftOut, notices, logs } = spec
    const facts = Object.fromEntries(studyFacts(spec))
    terminal.print(
      JSON.stringify({ name, simulations: countCells(spec), facts, logs, leftOut, notices }, null, 2),
    )
    return
  }
  for (const notice of spec.notices) terminal.note(notice)
  const facts = [['study', spec.name] as const, ...studyFacts(spec)]
  const width = largestOf(facts.map(([label]) => label.length))
  terminal.print(facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n'))
  for (const item of spec.leftOut) terminal.print(`left out: ${leftOutLine(item)}`)
}

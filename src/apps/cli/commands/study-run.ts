/** `qw study run`: simulates all that a study file asks for, in a run that can be resumed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planStudyFile, runStudy } from '../../../lab/investigations/study.js'
import type { InvestigateOptions } from '../../../lab/runs/investigate.js'
import { misused } from '../options.js'
import type { Terminal } from '../terminal.js'

/** Lines of a summary that nobody reads on a terminal any more: it is in its file. */
const LONGEST_PRINTED = 400

export interface StudyRunOptions extends InvestigateOptions {
  readonly json?: true
}

export async function studyRunCommand(
  path: string,
  options: StudyRunOptions,
  terminal: Terminal,
): Promise<void> {
  const plan = await planStudyFile(path, terminal)
  if (options.json && !plan.spec.output.includes('json')) {
    throw misused('--json prints what the study writes as json', 'json among the output of the study file')
  }
  const { folder, artefacts } = await runStudy(plan, path, options, terminal)
  if (options.json) {
    terminal.print(await readFile(join(folder, 'results.json'), 'utf8'))
    return
  }
  const summary = await readFile(join(folder, 'summary.txt'), 'utf8')
  const isShort = summary.split('\n').length <= LONGEST_PRINTED
  if (isShort) terminal.print(summary)
  const files = artefacts.filter((name) => !isShort || name !== 'summary.txt')
  terminal.print(`${folder}: ${files.join(', ')}`)
}

/** `qw study run`: simulates all that a study file asks for, in a run that can be resumed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InvestigateOptions, investigate } from '../../../lab/investigate.js'
import { resultParquet } from '../../../report/parquet.js'
import { leftOutLine, STUDY, studyJson } from '../../../study/factorial/index.js'
import { misused } from '../options.js'
import type { Terminal } from '../terminal.js'
import { planOf } from './study-plan.js'

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
  const { spec, datasets } = await planOf(path, terminal)
  if (options.json && !spec.output.includes('json')) {
    throw misused('--json prints what the study writes as json', 'json among the output of the study file')
  }
  // Whoever asks for Parquet without its package is to hear of it before the work, not after.
  if (spec.output.includes('parquet')) await resultParquet({ keys: [], rows: [] })
  for (const notice of spec.notices) terminal.note(notice)
  for (const item of spec.leftOut) terminal.note(`left out: ${leftOutLine(item)}`)
  const request = { name: spec.name, spec: studyJson(spec), seed: spec.seed, datasets }
  const { folder, artefacts } = await investigate(STUDY, request, options, terminal)
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

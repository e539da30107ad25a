/** `qw reproduce`: a published study's tables, computed from the logs at hand. */
import { join } from 'node:path'
import { type ReproduceOptions as Asked, type Reproduced, reproduceStudy } from '../../../lab/reproduce.js'
import { publishedTables } from '../../../report/published.js'
import { readInput } from '../../../runtime/index.js'
import { STUDIES } from '../../../study/reproduce/registry.js'
import { STUDY_FILES } from '../../../study/reproduce/reproduction.js'
import type { StudyText } from '../../../study/reproduce/study.js'
import { logLines, valueRecords } from '../../../study/reproduce/tables.js'
import { usage } from '../options.js'
import type { Terminal } from '../terminal.js'

export interface ReproduceOptions extends Asked {
  readonly json?: true
}

/** Options that mean nothing without a study. */
const OF_A_STUDY = ['data', 'logs', 'draws', 'with', 'budget', 'scaled', 'methods', 'run'] as const
const NAMES = 'qw reproduce lists the studies'

export async function reproduceCommand(
  name: string | undefined,
  options: ReproduceOptions,
  terminal: Terminal,
): Promise<void> {
  const { json = false } = options
  if (name === undefined) {
    const misplaced = OF_A_STUDY.find((option) => options[option] !== undefined)
    if (misplaced !== undefined) {
      throw usage(`--${misplaced}`, String(options[misplaced]), 'the name of a study in front of it', NAMES)
    }
    terminal.print(listing(json))
    return
  }
  const reproduced = await reproduceStudy(name, options, terminal)
  if (reproduced.kind === 'run') {
    const file = join(reproduced.run.folder, json ? STUDY_FILES.values : STUDY_FILES.summary)
    terminal.print((await readInput(file)).trimEnd())
  } else if (json) {
    const { study, values, digests } = reproduced
    terminal.print(JSON.stringify(valueRecords(study, values, digests), null, 2))
  } else printStudy(reproduced, terminal)
}

function listing(asJson: boolean): string {
  if (asJson) {
    const facts = STUDIES.map(({ name, title, source, logs, texts = [] }) => ({
      name,
      title,
      source,
      logs,
      texts,
    }))
    return JSON.stringify(facts, null, 2)
  }
  return STUDIES.map(({ name, title, source, logs, texts = [] }) => {
    const listed = (files: readonly StudyText[]) =>
      files.map((each) => `${each.name} (${each.file})`).join(', ')
    const further = texts.length === 0 ? '' : `\n  further files: ${listed(texts)}`
    return `${name}\n  ${title}\n  ${source}\n  logs: ${listed(logs) || 'none'}${further}`
  }).join('\n')
}

function printStudy(
  { study, values, asked: { draws, seed }, files }: Extract<Reproduced, { kind: 'values' }>,
  terminal: Terminal,
): void {
  terminal.print(`${study.title}\n${study.source}\n`)
  if (files.length > 0) terminal.print(logLines(files))
  const times =
    draws === 1 ? `one draw, seed ${seed}` : `median of ${draws} draws, seeds ${seed} to ${seed + draws - 1}`
  terminal.print(
    study.chance ? `\nours: ${times}; draws: their range, or half of it relative to the median\n` : '',
  )
  terminal.print(publishedTables(values, terminal.style))
}

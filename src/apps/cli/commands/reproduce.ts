/** `qw reproduce`: a published study's tables, computed from the logs at hand. */
import { join } from 'node:path'
import type { Exhibit } from '../../../core/exhibit.js'
import {
  type ReproduceOptions as Asked,
  type Reproduced,
  reproduceStudy,
} from '../../../lab/investigations/reproduce.js'
import { REPRODUCING } from '../../../lab/investigations/reproduce-settings.js'
import { readInput } from '../../../runtime/index.js'
import { isRun, STUDIES } from '../../../study/reproduce/registry.js'
import { STUDY_FILES } from '../../../study/reproduce/reproduction.js'
import { type AnyStudy, budgetInWords, type StudyText } from '../../../study/reproduce/study.js'
import { valueRecords } from '../../../study/reproduce/tables.js'
import { usage } from '../options.js'
import { printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface ReproduceOptions extends Asked {
  readonly json?: true
}

/** Options that mean nothing without a study. */
const OF_A_STUDY: readonly (keyof ReproduceOptions)[] = [
  ...['data' as const, 'run' as const],
  ...(Object.keys(REPRODUCING) as (keyof typeof REPRODUCING)[]),
]
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
    return
  }
  const { study, values, digests } = reproduced
  await printResult(
    terminal,
    options,
    () => reproducedPage(reproduced),
    () => valueRecords(study, values, digests),
  )
}

function listing(asJson: boolean): string {
  if (asJson) {
    const facts = STUDIES.map((study) => {
      const { name, title, source, logs, texts = [] } = study
      return { name, title, source, logs, texts, ...(isRun(study) ? { budget: study.usualBudget } : {}) }
    })
    return JSON.stringify(facts, null, 2)
  }
  return STUDIES.map((study) => {
    const { name, title, source, logs, texts = [] } = study
    const listed = (files: readonly StudyText[]) =>
      files.map((each) => `${each.name} (${each.file})`).join(', ')
    const further = texts.length === 0 ? '' : `\n  further files: ${listed(texts)}`
    return `${name}\n  ${title}\n  ${source}\n  logs: ${listed(logs) || 'none'}${further}${budgetLine(study)}`
  }).join('\n')
}

function budgetLine(study: AnyStudy): string {
  if (!isRun(study)) return ''
  const { usualBudget, usualTime } = study
  return `\n  usual budget: ${usualBudget}, ${budgetInWords(study, usualBudget)}; ${usualTime} on two processors`
}

async function reproducedPage({
  study,
  values,
  asked: { draws, seed },
  files,
}: Extract<Reproduced, { kind: 'values' }>): Promise<Exhibit> {
  const { publishedPage } = await import('../../../report/pages/published.js')
  const times =
    draws === 1 ? `one draw, seed ${seed}` : `median of ${draws} draws, seeds ${seed} to ${seed + draws - 1}`
  const said = study.chance
    ? [`ours: ${times}; draws: their range, or half of it relative to the median`]
    : []
  return publishedPage({ study, files, said, values, remarks: [] })
}

/** `qw reproduce`: a published study's tables, computed from the logs at hand. Studies that are runs: reproduce-run.ts. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QueuewrightError } from '../../../core/errors.js'
import { isRun, requireStudy, STUDIES } from '../../../study/reproduce/registry.js'
import type {
  AnyStudy,
  PublishedStudy,
  StudyFacts,
  StudyLog,
  StudyOptions,
  StudyValue,
} from '../../../study/reproduce/study.js'
import { logLines, valueRecords } from '../../../study/reproduce/tables.js'
import type { Trace } from '../../../trace/index.js'
import { loadShown } from '../log.js'
import { usage } from '../options.js'
import { progressBar } from '../progress.js'
import type { Terminal } from '../terminal.js'
import type { ReproduceRunOptions } from './reproduce-run.js'

export interface ReproduceOptions extends ReproduceRunOptions {
  readonly data?: string
  readonly logs?: string
  readonly draws?: number
}

/** Draws where neither the user nor the study says how many. */
const USUAL_DRAWS = 5

/** Where data of either kind lies unless `--data` says otherwise: what the environment names, else a usual folder. */
const FOLDERS = {
  traces: { variable: 'QUEUEWRIGHT_TRACES', usual: join('..', 'shared', 'traces') },
  reference: { variable: 'QUEUEWRIGHT_REFERENCE', usual: join('..', 'shared', 'reference') },
} as const

export async function reproduceCommand(
  name: string | undefined,
  options: ReproduceOptions,
  terminal: Terminal,
): Promise<void> {
  if (name === undefined) {
    terminal.print(listing(options.json === true))
    return
  }
  const study = requireStudy(name)
  checkOptions(study, options)
  const logs = wantedLogs(study, options.logs)
  const traces = await loaded(study, logs, options.data, terminal)
  if (isRun(study)) {
    const { reproduceRun } = await import('./reproduce-run.js')
    await reproduceRun(study, logs, traces, options, terminal)
    return
  }
  const { draws = study.draws ?? USUAL_DRAWS, seed } = options
  const { tasks, values } = study.begin(traces, { draws, seed })
  const bar = progressBar(study.name, tasks.length, terminal)
  try {
    for (const { label, run } of tasks) {
      await terminal.blocking(run)
      bar.step(label)
    }
  } finally {
    bar.stop()
  }
  if (options.json) terminal.print(JSON.stringify(valueRecords(study, values(), traces), null, 2))
  else await printStudy(study, logs, traces, values(), { draws, seed }, terminal)
}

/** @throws QueuewrightError `usage` for an option that means nothing to the study */
function checkOptions(study: AnyStudy, { draws, budget, scaled, run }: ReproduceOptions): void {
  const names = (wanted: (study: AnyStudy) => boolean) =>
    STUDIES.filter(wanted)
      .map((each) => each.name)
      .join(', ')
  if (isRun(study) && draws !== undefined) {
    throw usage('--draws', String(draws), `a study other than ${names(isRun)}`, 'Vary --seed')
  }
  if (!isRun(study) && budget !== undefined)
    throw usage('--budget', String(budget), `only with ${names(isRun)}`)
  if (!isRun(study) && run !== undefined) throw usage('--run', run, `only with ${names(isRun)}`)
  const scales = (each: AnyStudy) => isRun(each) && each.scales
  if (scaled && !scales(study)) throw usage('--scaled', '', `only with ${names(scales)}`)
}

function listing(asJson: boolean): string {
  if (asJson) {
    const facts = STUDIES.map(({ name, title, source, logs }) => ({ name, title, source, logs }))
    return JSON.stringify(facts, null, 2)
  }
  return STUDIES.map(({ name, title, source, logs }) => {
    const files = logs.map((log) => `${log.name} (${log.file})`).join(', ')
    return `${name}\n  ${title}\n  ${source}\n  logs: ${files || 'none'}`
  }).join('\n')
}

function wantedLogs(study: StudyFacts, list: string | undefined): readonly StudyLog[] {
  if (list === undefined) return study.logs
  const names = list.split(',').map((name) => name.trim())
  const known = [...new Set(study.logs.map(choice))]
  if (known.length === 0) throw usage('--logs', list, `nothing, as ${study.name} needs no logs`)
  if (names.some((name) => !known.includes(name))) throw usage('--logs', list, `some of ${known.join(', ')}`)
  return study.logs.filter((log) => names.includes(choice(log)))
}

/** What `--logs` calls it. */
function choice({ name, log }: StudyLog): string {
  return log ?? name
}

function folderOf({ kind = 'traces' }: StudyLog, data: string | undefined): string {
  const { variable, usual } = FOLDERS[kind]
  return data ?? process.env[variable] ?? usual
}

async function loaded(
  study: StudyFacts,
  logs: readonly StudyLog[],
  data: string | undefined,
  terminal: Terminal,
): Promise<ReadonlyMap<string, Trace>> {
  const at = (log: StudyLog) => join(folderOf(log, data), log.file)
  const absent = logs.filter((log) => !existsSync(at(log)))
  const needed = absent.filter(({ optional }) => optional !== true)
  if (needed.length > 0 || (logs.length > 0 && absent.length === logs.length))
    throw absentError(study, needed.length > 0 ? needed : absent, data)
  for (const { name, file } of absent) terminal.notice(`note: left out, ${name}: there is no ${file}`)
  const traces = new Map<string, Trace>()
  for (const log of logs) {
    if (absent.includes(log)) continue
    traces.set(log.name, await loadShown(at(log), { size: log.size, fields: study.fields }, terminal))
  }
  return traces
}

function absentError(
  study: StudyFacts,
  absent: readonly StudyLog[],
  data: string | undefined,
): QueuewrightError {
  const [first] = absent
  const { variable } = FOLDERS[first.kind ?? 'traces']
  const what = first.kind === 'reference' ? 'schedules' : 'logs'
  return new QueuewrightError('input-unreadable', `${what} of the study ${study.name} are absent`, {
    file: folderOf(first, data),
    expected: absent.map(({ name, file }) => `${name} as ${file}`).join(', '),
    remedy: `${study.origin}; name their folder with --data or ${variable}, or choose with --logs`,
  })
}

async function printStudy(
  study: PublishedStudy,
  logs: readonly StudyLog[],
  traces: ReadonlyMap<string, Trace>,
  values: readonly StudyValue[],
  { draws, seed }: StudyOptions,
  terminal: Terminal,
): Promise<void> {
  const { publishedTables } = await import('../../../report/published.js')
  terminal.print(`${study.title}\n${study.source}\n`)
  const read = logs.flatMap(({ name, file, machine }) => {
    const digest = traces.get(name)?.digest
    return digest === undefined ? [] : [{ name, file, machine, digest }]
  })
  if (read.length > 0) terminal.print(logLines(read))
  const times =
    draws === 1 ? `one draw, seed ${seed}` : `median of ${draws} draws, seeds ${seed} to ${seed + draws - 1}`
  terminal.print(
    study.chance ? `\nours: ${times}; draws: their range, or half of it relative to the median\n` : '',
  )
  terminal.print(publishedTables(values, terminal.style))
}

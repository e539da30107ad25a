/** `qw reproduce`: a published study's tables, computed from the logs at hand. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QueuewrightError } from '../../../core/errors.js'
import { requireStudy, STUDIES } from '../../../study/reproduce/registry.js'
import type { PublishedStudy, StudyLog, StudyValue } from '../../../study/reproduce/study.js'
import type { Trace } from '../../../trace/index.js'
import { loadShown } from '../log.js'
import { usage } from '../options.js'
import { progressBar } from '../progress.js'
import type { Terminal } from '../terminal.js'

export interface ReproduceOptions {
  readonly data?: string
  readonly logs?: string
  readonly draws: number
  readonly seed: number
  readonly json?: true
}

/** Where logs lie unless an option or the environment says otherwise. */
const USUAL_FOLDER = join('..', 'shared', 'traces')

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
  const logs = wantedLogs(study, options.logs)
  const folder = options.data ?? process.env['QUEUEWRIGHT_TRACES'] ?? USUAL_FOLDER
  const traces = await loaded(study, logs, folder, terminal)
  const { draws, seed } = options
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
  if (options.json) terminal.print(JSON.stringify(json(values(), traces), null, 2))
  else await printStudy(study, logs, traces, values(), options, terminal)
}

function listing(asJson: boolean): string {
  if (asJson) {
    const facts = STUDIES.map(({ name, title, source, logs }) => ({ name, title, source, logs }))
    return JSON.stringify(facts, null, 2)
  }
  return STUDIES.map(
    ({ name, title, source, logs }) =>
      `${name}\n  ${title}\n  ${source}\n  logs: ${logs.map((log) => `${log.name} (${log.file})`).join(', ')}`,
  ).join('\n')
}

function wantedLogs(study: PublishedStudy, list: string | undefined): readonly StudyLog[] {
  if (list === undefined) return study.logs
  const names = list.split(',').map((name) => name.trim())
  const known = study.logs.map(({ name }) => name)
  if (names.some((name) => !known.includes(name))) throw usage('--logs', list, `some of ${known.join(', ')}`)
  return study.logs.filter(({ name }) => names.includes(name))
}

async function loaded(
  study: PublishedStudy,
  logs: readonly StudyLog[],
  folder: string,
  terminal: Terminal,
): Promise<ReadonlyMap<string, Trace>> {
  const absent = logs.filter(({ file }) => !existsSync(join(folder, file)))
  if (absent.length > 0) {
    throw new QueuewrightError('input-unreadable', `logs of the study ${study.name} are absent`, {
      file: folder,
      expected: absent.map(({ file }) => file).join(', '),
      remedy:
        'They are in the Parallel Workloads Archive; name their folder with --data or QUEUEWRIGHT_TRACES, or choose with --logs',
    })
  }
  const traces = new Map<string, Trace>()
  for (const { name, file, size } of logs) {
    traces.set(name, await loadShown(join(folder, file), { size, fields: study.fields }, terminal))
  }
  return traces
}

/** `row` is unique for its `column`; `data` is the digest of the log as read. */
function json(values: readonly StudyValue[], traces: ReadonlyMap<string, Trace>) {
  return values.map(({ table, row, column, published, ours, least, most, log }) => ({
    row: `${table}: ${row}`,
    column,
    published,
    ours,
    least,
    most,
    log,
    data: traces.get(log)?.digest ?? null,
  }))
}

async function printStudy(
  study: PublishedStudy,
  logs: readonly StudyLog[],
  traces: ReadonlyMap<string, Trace>,
  values: readonly StudyValue[],
  { draws, seed }: ReproduceOptions,
  terminal: Terminal,
): Promise<void> {
  const { publishedTables } = await import('../../../report/published.js')
  terminal.print(`${study.title}\n${study.source}\n`)
  for (const { name, file, machine } of logs) {
    const trace = traces.get(name)
    if (trace === undefined) continue
    terminal.print(`${name.padEnd(6)}  ${file}, ${machine} processors\n        digest ${trace.digest}`)
  }
  const times =
    draws === 1 ? `one draw, seed ${seed}` : `median of ${draws} draws, seeds ${seed} to ${seed + draws - 1}`
  terminal.print(`\nours: ${times}; draws: their range, or half of it relative to the median\n`)
  terminal.print(publishedTables(values, terminal.style))
}

/** `qw reproduce`: a published study's tables, computed from the logs at hand. Studies that are runs: reproduce-run.ts. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QueuewrightError } from '../../../core/errors.js'
import { loadShown } from '../../../lab/log.js'
import { namedPolicy } from '../../../lab/policies.js'
import { readInput } from '../../../runtime/index.js'
import { parseOrder } from '../../../sim/orders/index.js'
import { ALGORITHM_NAMES, policyParts, RECORDED, splitPolicies } from '../../../sim/policy.js'
import { isRun, requireStudy, STUDIES } from '../../../study/reproduce/registry.js'
import type {
  AnyStudy,
  FurtherOrder,
  PublishedStudy,
  StudyFacts,
  StudyLog,
  StudyOptions,
  StudyText,
  StudyValue,
} from '../../../study/reproduce/study.js'
import { logLines, type ReproducedFile, valueRecords } from '../../../study/reproduce/tables.js'
import type { Trace } from '../../../trace/index.js'
import { usage } from '../options.js'
import type { Terminal } from '../terminal.js'
import type { ReproduceRunOptions } from './reproduce-run.js'

export interface ReproduceOptions extends Omit<ReproduceRunOptions, 'methods'> {
  readonly data?: string
  readonly logs?: string
  readonly draws?: number
  readonly with?: string
  readonly methods?: string
}

/** Draws where neither the user nor the study says how many. */
const USUAL_DRAWS = 5

/** Where data of either kind lies unless `--data` says otherwise: what the environment names, else a usual folder. */
const FOLDERS = {
  traces: { variable: 'QUEUEWRIGHT_TRACES', usual: join('..', 'shared', 'traces') },
  reference: { variable: 'QUEUEWRIGHT_REFERENCE', usual: join('..', 'shared', 'reference') },
} as const

/** Options that mean nothing without one. */
const OF_A_STUDY = ['data', 'logs', 'draws', 'with', 'budget', 'scaled', 'methods', 'run'] as const
const NAMES = 'qw reproduce lists the studies'

export async function reproduceCommand(
  name: string | undefined,
  options: ReproduceOptions,
  terminal: Terminal,
): Promise<void> {
  if (name === undefined) {
    const misplaced = OF_A_STUDY.find((option) => options[option] !== undefined)
    if (misplaced !== undefined) {
      throw usage(`--${misplaced}`, String(options[misplaced]), 'the name of a study in front of it', NAMES)
    }
    terminal.print(listing(options.json === true))
    return
  }
  const study = requireStudy(name)
  checkOptions(study, options)
  const orders = await furtherOrders(options.with)
  const logs = wantedLogs(study, options.logs)
  const methods = wantedMethods(study, options.methods)
  const traces = await loaded(study, logs, options.data, terminal)
  const texts = await loadedTexts(study, options.data)
  if (isRun(study)) {
    const { reproduceRun } = await import('./reproduce-run.js')
    await reproduceRun(study, logs, traces, { ...options, methods }, terminal)
    return
  }
  const { draws = study.draws ?? USUAL_DRAWS, seed } = options
  const { tasks, values } = study.begin(traces, { draws, seed, orders }, textsBy(texts))
  const bar = terminal.steps(study.name, tasks.length)
  try {
    for (const { label, run } of tasks) {
      await terminal.blocking(run)
      bar.step(label)
    }
  } finally {
    bar.stop()
  }
  if (options.json)
    terminal.print(JSON.stringify(valueRecords(study, values(), digestsOf(traces, texts)), null, 2))
  else await printStudy(study, filesRead(logs, traces, texts), values(), { draws, seed, orders }, terminal)
}

/** @throws QueuewrightError `usage` for an option that means nothing to the study */
function checkOptions(study: AnyStudy, options: ReproduceOptions): void {
  const { draws, budget, scaled, run } = options
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
  const takesOrders = (each: AnyStudy) => !isRun(each) && each.takesOrders === true
  if (options.with !== undefined && !takesOrders(study)) {
    throw usage('--with', options.with, `only with ${names(takesOrders)}`)
  }
  const scales = (each: AnyStudy) => isRun(each) && each.scales
  if (scaled && !scales(study)) throw usage('--scaled', '', `only with ${names(scales)}`)
}

/**
 * Orders, as they are or of policies; which algorithm they go with says the study.
 * @throws QueuewrightError as `namedPolicy`, `policyParts` and `parseOrder`; `usage` for `recorded`
 */
async function furtherOrders(list: string | undefined): Promise<readonly FurtherOrder[]> {
  const orders: FurtherOrder[] = []
  for (const written of list === undefined ? [] : splitPolicies(list)) {
    const { name, text } = await namedPolicy(written)
    const isPolicy = text.includes(':') || [...ALGORITHM_NAMES, RECORDED].some((word) => word === text)
    const order = isPolicy ? policyParts(text)?.order : text
    if (order === undefined) throw usage('--with', text, 'orders of the queue, or policies that have one')
    parseOrder(order)
    orders.push({ name: name === text ? order : name, order })
  }
  return orders
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

function wantedLogs(study: StudyFacts, list: string | undefined): readonly StudyLog[] {
  if (list === undefined) return study.logs
  const known = [...new Set(study.logs.map(choice))]
  if (known.length === 0) throw usage('--logs', list, `nothing, as ${study.name} needs no logs`)
  const names = namesIn('--logs', list, known)
  return study.logs.filter((log) => names.includes(choice(log)))
}

/** All of the study's where nothing is said; none of a study that has none to choose from. */
function wantedMethods(study: AnyStudy, list: string | undefined): readonly string[] {
  const methodsOf = (each: AnyStudy) => (isRun(each) ? each.methods : undefined)
  const known = methodsOf(study)
  if (list === undefined) return known ?? []
  if (known === undefined) {
    const others = STUDIES.filter((each) => methodsOf(each) !== undefined)
    throw usage('--methods', list, `only with ${others.map(({ name }) => name).join(', ')}`)
  }
  const names = namesIn('--methods', list, known)
  return known.filter((name) => names.includes(name))
}

/** @throws QueuewrightError `usage` for one that is not known */
function namesIn(option: string, list: string, known: readonly string[]): readonly string[] {
  const names = list.split(',').map((name) => name.trim())
  if (names.some((name) => !known.includes(name))) throw usage(option, list, `some of ${known.join(', ')}`)
  return names
}

/** What `--logs` calls it. */
function choice({ name, log }: StudyLog): string {
  return log ?? name
}

function folderOf({ kind = 'traces' }: StudyText, data: string | undefined): string {
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
  const none = study.texts === undefined && logs.length > 0 && absent.length === logs.length
  if (needed.length > 0 || none) throw absentError(study, needed.length > 0 ? needed : absent, data)
  for (const { name, file } of absent) terminal.note(`left out, ${name}: there is no ${file}`)
  const traces = new Map<string, Trace>()
  for (const log of logs) {
    if (absent.includes(log)) continue
    traces.set(log.name, await loadShown(at(log), { size: log.size, fields: study.fields }, terminal))
  }
  return traces
}

/** A file that is no log, as it was read. */
interface ReadText extends StudyText {
  readonly text: string
  /** SHA-256 in hexadecimal. */
  readonly digest: string
}

async function loadedTexts(study: StudyFacts, data: string | undefined): Promise<readonly ReadText[]> {
  const { texts = [] } = study
  const at = (text: StudyText) => join(folderOf(text, data), text.file)
  const absent = texts.filter((text) => !existsSync(at(text)))
  if (absent.length > 0) throw absentError(study, absent, data)
  const read: ReadText[] = []
  for (const each of texts) {
    const text = await readInput(at(each))
    read.push({ ...each, text, digest: createHash('sha256').update(text).digest('hex') })
  }
  return read
}

function textsBy(texts: readonly ReadText[]): ReadonlyMap<string, string> {
  return new Map(texts.map(({ name, text }) => [name, text]))
}

function digestsOf(
  traces: ReadonlyMap<string, Trace>,
  texts: readonly ReadText[],
): ReadonlyMap<string, { readonly digest: string }> {
  return new Map<string, { readonly digest: string }>([
    ...traces,
    ...texts.map((each) => [each.name, each] as const),
  ])
}

/** What is printed of the data, in the order of the study. */
function filesRead(
  logs: readonly StudyLog[],
  traces: ReadonlyMap<string, Trace>,
  texts: readonly ReadText[],
): readonly ReproducedFile[] {
  const read = logs.flatMap(({ name, file, machine }) => {
    const digest = traces.get(name)?.digest
    return digest === undefined ? [] : [{ name, file, machine, digest }]
  })
  return [...read, ...texts.map(({ name, file, digest }) => ({ name, file, machine: null, digest }))]
}

function absentError(
  study: StudyFacts,
  absent: readonly StudyText[],
  data: string | undefined,
): QueuewrightError {
  const [first] = absent
  const { variable } = FOLDERS[first.kind ?? 'traces']
  const what = study.texts?.includes(first) ? 'files' : first.kind === 'reference' ? 'schedules' : 'logs'
  return new QueuewrightError('input-unreadable', `${what} of the study ${study.name} are absent`, {
    file: folderOf(first, data),
    expected: absent.map(({ name, file }) => `${name} as ${file}`).join(', '),
    remedy: `${study.origin}; name their folder with --data or ${variable}, or choose with --logs`,
  })
}

async function printStudy(
  study: PublishedStudy,
  read: readonly ReproducedFile[],
  values: readonly StudyValue[],
  { draws, seed }: StudyOptions,
  terminal: Terminal,
): Promise<void> {
  const { publishedTables } = await import('../../../report/published.js')
  terminal.print(`${study.title}\n${study.source}\n`)
  if (read.length > 0) terminal.print(logLines(read))
  const times =
    draws === 1 ? `one draw, seed ${seed}` : `median of ${draws} draws, seeds ${seed} to ${seed + draws - 1}`
  terminal.print(
    study.chance ? `\nours: ${times}; draws: their range, or half of it relative to the median\n` : '',
  )
  terminal.print(publishedTables(values, terminal.style))
}

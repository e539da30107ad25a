/**
 * The log that a command works on: its options, and reading, cleaning, grouping and filtering it in that order. Groups
 * are formed over the whole cleaned log, before any filter, so that they mean the same in every part of it.
 */
import type { Command } from 'commander'
import { QueuewrightError } from '../../core/errors.js'
import { formatCount } from '../../core/format.js'
import { inputName, type LoadOptions, loadTrace } from '../../runtime/index.js'
import type { TraceReading } from '../../study/factorial/index.js'
import {
  CLEANING_FIELDS,
  cleanTrace,
  type DropCounts,
  filterFields,
  filterTrace,
  type GroupFacts,
  type Grouping,
  groupTrace,
  OWN_GROUP_FIELDS,
  parseFilter,
  SHARE_THRESHOLDS,
  type SwfField,
  type Trace,
  traceWith,
} from '../../trace/index.js'
import { demoTrace } from '../../workload/demo.js'
import { named } from './failures.js'
import { oneOf, usage, wholeNumber } from './options.js'
import { readingProgress } from './progress.js'
import type { Terminal } from './terminal.js'

/** What the log argument of a command is, for help texts. */
export const LOG =
  'a job log (Standard Workload Format or Batsim JSON, plain or gzip), - for standard input; a small workload made on the spot where none is named'

/** A study file says the same of each of its logs. */
export type LogOptions = TraceReading

/** Adds the options that say which log, which jobs of it and which machine. */
export function withLogOptions(command: Command): Command {
  return command
    .optionsGroup('Log:')
    .option(
      '--machine <n>',
      'processors of the machine; else the log header says',
      wholeNumber('--machine', 1),
    )
    .option(
      '--size <which>',
      "processor count that is a job's size: requested, allocated",
      oneOf('--size', ['requested', 'allocated']),
      'requested',
    )
    .option(
      '--bad-lines <what>',
      'lines that cannot be read: error, drop (left out, counted)',
      oneOf('--bad-lines', ['error', 'drop']),
      'error',
    )
    .option('--keep-cancelled', 'keep jobs that were cancelled before they started')
    .option(
      '--group-by <what>',
      `user groups: share (of the consumption), ${OWN_GROUP_FIELDS.join(', ')}`,
      oneOf('--group-by', ['share', ...OWN_GROUP_FIELDS]),
      'share',
    )
    .option(
      '--group-shares <list>',
      `shares in percent above which a user is in group 1, 2, … (default ${SHARE_THRESHOLDS.map((s) => s * 100).join(',')})`,
    )
    .optionsGroup('Part of the log:')
    .option(
      '--span <from..to>',
      'only jobs submitted in this time: dates, or times since the log began (15d..30d)',
    )
    .option('--users <list>', 'only jobs of these users: 4,7,10-20')
    .option('--groups <list>', 'only jobs of these user groups')
    .option('--sizes <list>', 'only jobs of these sizes: 1-16,64-')
    .option('--partitions <list>', 'only jobs of these partitions')
    .option('--queues <list>', 'only jobs of these queues')
    .option('--days <length:k>', 'only the k-th window of that length, as 15d:3')
    .option('--first <n>', 'only the first n jobs of what is left')
    .option('--last <n>', 'only the last n jobs of what is left')
}

export interface Log {
  /** Cleaned, grouped, filtered. */
  readonly trace: Trace
  readonly groups: readonly GroupFacts[]
  /** Seconds that reading and cleaning took. */
  readonly seconds: number
}

/** Reads the log at `path`, or makes the demonstration workload where none is named. */
export async function readLog(
  path: string | undefined,
  options: LogOptions,
  fields: readonly SwfField[],
  terminal: Terminal,
): Promise<Log> {
  const from = performance.now()
  const raw =
    path === undefined ? demoTrace() : await loadShown(path, loading(path, options, fields), terminal)
  const log = narrowed(raw, options, path === undefined ? raw.name : inputName(path))
  return { ...log, seconds: (performance.now() - from) / 1000 }
}

/** `loadTrace` with its progress on the terminal. */
export async function loadShown(
  path: string,
  options: Partial<LoadOptions>,
  terminal: Terminal,
): Promise<Trace> {
  const { onRead, stop } = readingProgress(inputName(path), terminal)
  try {
    return await loadTrace(path, { ...options, onRead })
  } finally {
    stop()
  }
}

function loading(path: string, options: LogOptions, fields: readonly SwfField[]) {
  const filter = named(path, () => parseFilter(filterTexts(options), { unixStart: null, zone: 0 }))
  const wanted = new Set<SwfField>([...fields, ...CLEANING_FIELDS, ...filterFields(filter)])
  if (options.groupBy !== 'share') wanted.add(options.groupBy)
  return { size: options.size, badLines: options.badLines, fields: [...wanted].filter(isFurther) }
}

type TableField = 'job' | 'submit' | 'run' | 'requestedTime' | 'user'

function isFurther(field: SwfField): field is Exclude<SwfField, TableField> {
  return !['job', 'submit', 'run', 'requestedTime', 'user'].includes(field)
}

/**
 * `trace` cleaned, grouped and filtered as the options say.
 * @param file the log's name in messages
 */
export function narrowed(
  trace: Trace,
  options: LogOptions,
  file: string,
): { trace: Trace; groups: readonly GroupFacts[] } {
  const cleaned = cleanTrace(trace, { cancelled: options.keepCancelled ? 'keep' : 'drop' })
  if (cleaned.jobs.length === 0) {
    throw new QueuewrightError('input-empty', `no usable job among ${trace.jobs.length}`, {
      file,
      value: droppedText(cleaned.dropped),
      remedy: 'Check that it is a job log, and --size',
    })
  }
  const { trace: grouped, groups } = groupTrace(cleaned, grouping(options))
  const filtered = named(file, () => filterTrace(grouped, parseFilter(filterTexts(options), trace.clock)))
  return { trace: filtered, groups }
}

/** How the options say that users are grouped. */
export function grouping(options: LogOptions): Grouping {
  const { groupBy, groupShares } = options
  if (groupBy !== 'share') {
    if (groupShares !== undefined) throw usage('--group-shares', groupShares, 'only with --group-by share')
    return { by: groupBy }
  }
  if (groupShares === undefined) return { by: 'share', thresholds: SHARE_THRESHOLDS }
  const thresholds = groupShares.split(',').map((text) => Number(text) / 100)
  if (groupShares.trim() === '' || thresholds.some((share) => !(share > 0 && share < 1))) {
    throw usage('--group-shares', groupShares, 'descending percentages such as 8,2,1,0.1')
  }
  return { by: 'share', thresholds }
}

function filterTexts(options: LogOptions) {
  const { days, span, users, groups, sizes, partitions, queues, first, last } = options
  const texts = { span, users, groups, sizes, partitions, queues, window: days, first, last }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}

/** `trace` on the machine that the option names, where it names one. */
export function onMachine(trace: Trace, { machine }: Pick<LogOptions, 'machine'>): Trace {
  return machine === undefined ? trace : traceWith(trace, { processors: machine })
}

/** The machine's processors by the option, else by the log. */
export function machineOf(trace: Trace, options: LogOptions, file: string): number {
  const processors = options.machine ?? trace.processors
  if (processors !== null && processors !== undefined) return processors
  throw new QueuewrightError('machine-unknown', 'the log does not say how large the machine is', {
    file,
    field: 'MaxProcs',
    expected: 'a header line "; MaxProcs: N" or "; MaxNodes: N"',
    remedy: 'Name the size with --machine N',
  })
}

/** Counts by reason, as text. */
export function droppedText(dropped: DropCounts): string {
  const parts = Object.entries(dropped).map(([reason, count]) => `${formatCount(count)} ${reason}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

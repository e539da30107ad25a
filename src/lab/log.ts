/**
 * The log that something is done with: reading, cleaning, grouping and filtering it in that order. Groups are formed over
 * the whole cleaned log, before any filter, so that they mean the same in every part of it.
 */
import { QueuewrightError } from '../core/errors.js'
import { droppedText } from '../report/rows.js'
import { inputName, type LoadOptions, loadTrace } from '../runtime/index.js'
import type { TraceReading } from '../study/factorial/index.js'
import {
  CLEANING_FIELDS,
  cleanTrace,
  filterFields,
  filterTrace,
  type GroupFacts,
  type Grouping,
  groupTrace,
  type LogField,
  parseFilter,
  SHARE_THRESHOLDS,
  type Trace,
  traceWith,
} from '../trace/index.js'
import { demoTrace } from '../workload/demo.js'
import { named, usage } from './failures.js'
import type { Ports } from './ports.js'

/** A study file says the same of each of its logs. */
export type LogOptions = TraceReading

/** How a log is read where nobody says. */
export const USUAL_READING = { size: 'requested', badLines: 'error', groupBy: 'share' } as const

export interface Log {
  /** The user's name for it. */
  readonly file: string
  /** Cleaned, grouped, filtered. */
  readonly trace: Trace
  readonly groups: readonly GroupFacts[]
  /** Seconds that reading and cleaning took. */
  readonly seconds: number
}

/** Where a log is: a file, `-` for standard input; undefined: the demonstration workload; or one that is at hand. */
export type LogSource = string | undefined | Log

/** Reads the log at `path`, or makes the demonstration workload where none is named. */
export async function readLog(
  path: string | undefined,
  options: LogOptions,
  fields: readonly LogField[],
  ports: Ports,
): Promise<Log> {
  const from = ports.clock()
  const raw = path === undefined ? demoTrace() : await loadShown(path, loading(path, options, fields), ports)
  const file = path === undefined ? raw.name : inputName(path)
  return { file, ...narrowed(raw, options, file), seconds: (ports.clock() - from) / 1000 }
}

/** `loadTrace`, whose progress is told. */
export async function loadShown(path: string, options: Partial<LoadOptions>, ports: Ports): Promise<Trace> {
  const { onRead, stop } = ports.reading(inputName(path))
  try {
    return await loadTrace(path, { ...options, onRead })
  } finally {
    stop()
  }
}

function loading(path: string, options: LogOptions, fields: readonly LogField[]) {
  const filter = named(path, () => parseFilter(filterTexts(options), { unixStart: null, zone: 0 }))
  const wanted = new Set<LogField>([...fields, ...CLEANING_FIELDS, ...filterFields(filter)])
  if (options.groupBy !== 'share') wanted.add(options.groupBy)
  return { size: options.size, badLines: options.badLines, fields: [...wanted].filter(isFurther) }
}

type TableField = 'job' | 'submit' | 'run' | 'requestedTime' | 'user'

function isFurther(field: LogField): field is Exclude<LogField, TableField> {
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

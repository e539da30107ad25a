/**
 * The log that something is done with: reading, cleaning, grouping and filtering it in that order. Groups are formed over
 * the whole cleaned log, before any filter, so that they mean the same in every part of it.
 */
import { QueuewrightError } from '../../core/errors.js'
import { droppedText } from '../../report/rows.js'
import { inputName, type LoadOptions, loadTrace } from '../../runtime/index.js'
import {
  type CleaningOptions,
  cleaningFields,
  cleanTrace,
  filterFields,
  filterOf,
  filterTrace,
  type GroupFacts,
  groupingOf,
  groupTrace,
  isFurtherField,
  type LogField,
  OWN_GROUP_FIELDS,
  type Reading,
  type ReadingGiven,
  readingOf,
  type Trace,
  traceWith,
} from '../../trace/index.js'
import { type DemoOptions, demoTrace } from '../../workload/demo.js'
import { named } from '../failures.js'
import type { Ports } from '../ports.js'
import { withGroupFile } from './group-file.js'

/** How a log is read, as far as somebody says; a study file says the same of each of its logs. */
export type LogOptions = ReadingGiven

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

/** Reads the log at `path`, or makes the demonstration workload, as `demo` says, where none is named. */
export async function readLog(
  path: string | undefined,
  given: LogOptions,
  fields: readonly LogField[],
  ports: Ports,
  demo: DemoOptions = {},
): Promise<Log> {
  const from = ports.clock()
  const options = await withGroupFile(given)
  const raw = path === undefined ? demoTrace(demo) : await loadShown(path, loading(options, fields), ports)
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

function loading(options: LogOptions, fields: readonly LogField[]) {
  const reading = readingOf(options)
  const { size, badLines, groupBy } = reading
  const cleaned = cleaningFields(cleaningOf(reading))
  const filtered = filterFields(filterOf(reading, { unixStart: null, zone: 0 }))
  const wanted = new Set<LogField>([...fields, ...cleaned, ...filtered])
  const own = OWN_GROUP_FIELDS.find((field) => field === groupBy)
  if (own !== undefined) wanted.add(own)
  return { size, badLines, fields: [...wanted].filter(isFurtherField) }
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
  const reading = readingOf(options)
  const cleaned = cleanTrace(trace, cleaningOf(reading))
  if (cleaned.jobs.length === 0) {
    throw new QueuewrightError('input-empty', `no usable job among ${trace.jobs.length}`, {
      file,
      value: droppedText(cleaned.dropped),
      remedy: 'Check that it is a job log, and --size',
    })
  }
  const { trace: grouped, groups } = groupTrace(cleaned, groupingOf(reading))
  const filtered = named(file, () => filterTrace(grouped, filterOf(reading, trace.clock)))
  return { trace: filtered, groups }
}

function cleaningOf({ cancelled }: Reading): CleaningOptions {
  return { cancelled: cancelled ?? 'drop' }
}

/** `trace` on the machine that the option names, where it names one. */
export function onMachine(trace: Trace, { machine }: Pick<LogOptions, 'machine'>): Trace {
  return machine === undefined || machine === null ? trace : traceWith(trace, { processors: machine })
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

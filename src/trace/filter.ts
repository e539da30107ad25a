/**
 * Parts of a log: a span of time, some users, groups, sizes, partitions or queues, a window of days, the first or
 * last jobs. A filter is plain data; `parseFilter` makes it of the notation of the command line.
 */
import { Calendar } from '../core/calendar.js'
import { parseDuration } from '../core/duration.js'
import { QueuewrightError } from '../core/errors.js'
import { formatCount, plural } from '../core/format.js'
import { parseRanges, type Range } from './ranges.js'
import { selectRows, traceWith } from './select.js'
import type { LogClock, SwfField, Trace } from './trace.js'

/**
 * All conditions must hold. They are applied in this order: those on single jobs, then the window, then `first`,
 * then `last`.
 */
export interface TraceFilter {
  /** Jobs submitted at or after this second of the log. */
  readonly from?: number
  /** Jobs submitted before this second of the log. */
  readonly to?: number
  readonly users?: readonly Range[]
  /** Groups as in the job table's column (see groups.ts). */
  readonly groups?: readonly Range[]
  readonly sizes?: readonly Range[]
  /** Needs the field `partition`. */
  readonly partitions?: readonly Range[]
  /** Needs the field `queue`. */
  readonly queues?: readonly Range[]
  /**
   * The `index`-th (from 1) of the windows of `seconds` that follow each other from the first submit of what the
   * conditions above have left.
   */
  readonly window?: { readonly seconds: number; readonly index: number }
  /** At most so many jobs, the earliest. */
  readonly first?: number
  /** At most so many jobs, the latest. */
  readonly last?: number
}

/** The same as `TraceFilter`, as text of the command line; `span` is `from..to`. */
export type FilterTexts = Partial<
  Record<
    'span' | 'users' | 'groups' | 'sizes' | 'partitions' | 'queues' | 'window' | 'first' | 'last',
    string
  >
>

/** The further fields that `filter` reads. */
export function filterFields(filter: TraceFilter): readonly ('partition' | 'queue')[] {
  const fields: ('partition' | 'queue')[] = []
  if (filter.partitions) fields.push('partition')
  if (filter.queues) fields.push('queue')
  return fields
}

/**
 * The jobs of `trace` that pass `filter`, with a notice of how many those are; `trace` itself where all do.
 * @throws QueuewrightError `usage` where the trace has no partitions or queues to filter by, `input-empty` where no
 *   job passes.
 */
export function filterTrace(trace: Trace, filter: TraceFilter): Trace {
  const { submit, user, group, size, length } = trace.jobs
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter
  const conditions: (readonly [ArrayLike<number>, readonly Range[]])[] = []
  if (filter.users) conditions.push([user, filter.users])
  if (filter.groups) conditions.push([group, filter.groups])
  if (filter.sizes) conditions.push([size, filter.sizes])
  if (filter.partitions) conditions.push([needed(trace, 'partition'), filter.partitions])
  if (filter.queues) conditions.push([needed(trace, 'queue'), filter.queues])

  const passing = new Int32Array(length)
  let count = 0
  for (let row = 0; row < length; row++) {
    if (submit[row] < from || submit[row] >= to) continue
    if (conditions.every(([column, ranges]) => within(column[row], ranges))) passing[count++] = row
  }
  let rows: Int32Array = passing.subarray(0, count)
  if (filter.window && rows.length > 0) rows = windowOf(rows, submit, filter.window)
  if (filter.first !== undefined) rows = rows.subarray(0, filter.first)
  if (filter.last !== undefined) rows = rows.subarray(Math.max(0, rows.length - filter.last))
  if (rows.length === 0) {
    throw new QueuewrightError('input-empty', `none of ${plural(length, 'job')} passes the filter`, {
      file: trace.name,
      remedy: 'Widen the filter; qw info shows what the log holds',
    })
  }
  if (rows.length === length) return traceWith(trace, {})
  const notice = `${formatCount(rows.length)} of ${plural(length, 'job')} ${rows.length === 1 ? 'passes' : 'pass'} the filter`
  return selectRows(trace, rows.slice(), { notices: [...trace.notices, notice] })
}

/**
 * The filter that these texts ask for.
 * @param clock the log's, for dates: `2001-03-01` is local midnight, `2001-03-01T12:00` local time.
 * @throws QueuewrightError `usage` that names the option, its value and what was expected.
 */
export function parseFilter(texts: FilterTexts, clock: LogClock): TraceFilter {
  return {
    ...(texts.span === undefined ? {} : parseSpan(texts.span, clock)),
    ...(texts.users === undefined ? {} : { users: parseRanges(texts.users, 'users') }),
    ...(texts.groups === undefined ? {} : { groups: parseRanges(texts.groups, 'groups') }),
    ...(texts.sizes === undefined ? {} : { sizes: parseRanges(texts.sizes, 'sizes') }),
    ...(texts.partitions === undefined ? {} : { partitions: parseRanges(texts.partitions, 'partitions') }),
    ...(texts.queues === undefined ? {} : { queues: parseRanges(texts.queues, 'queues') }),
    ...(texts.window === undefined ? {} : { window: parseWindow(texts.window) }),
    ...(texts.first === undefined ? {} : { first: parseCount(texts.first, 'first') }),
    ...(texts.last === undefined ? {} : { last: parseCount(texts.last, 'last') }),
  }
}

/** `FROM..TO`, either of which may be left out: dates, or durations since the log's zero. */
function parseSpan(text: string, clock: LogClock): Pick<TraceFilter, 'from' | 'to'> {
  const parts = text.split('..')
  if (parts.length !== 2 || parts.every((part) => part.trim() === '')) throw badSpan(text)
  const [from, to] = parts.map((part) =>
    part.trim() === '' ? undefined : parseInstant(part.trim(), text, clock),
  )
  if (from !== undefined && to !== undefined && from >= to) {
    throw new QueuewrightError('usage', 'a span that ends before it begins', { field: 'span', value: text })
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function parseInstant(text: string, span: string, clock: LogClock): number {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?(Z|[+-]\d\d:\d\d)?$/.exec(
    text,
  )
  if (!match) {
    try {
      return parseDuration(text)
    } catch {
      throw badSpan(span)
    }
  }
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > lastDay || hour > 23 || minute > 59 || second >= 60)
    throw badSpan(span)
  if (match[7] === undefined) return new Calendar(clock).secondOf(year, month, day, hour, minute, second)
  return new Calendar({ unixStart: clock.unixStart, zone: offsetOf(match[7]) }).secondOf(
    year,
    month,
    day,
    hour,
    minute,
    second,
  )
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0
  return (text.startsWith('-') ? -1 : 1) * (Number(text.slice(1, 3)) * 3600 + Number(text.slice(4)) * 60)
}

function badSpan(text: string): QueuewrightError {
  return new QueuewrightError('usage', 'not a span of time', {
    field: 'span',
    value: text,
    expected:
      'FROM..TO of dates such as 2001-03-01 or 2001-03-01T12:00, or times since the log began such as 15d',
  })
}

/** `15d:3`: the third window of fifteen days. */
function parseWindow(text: string): NonNullable<TraceFilter['window']> {
  const match = /^(.+):(\d+)$/.exec(text)
  const seconds = match ? parseDuration(match[1], 'window') : 0
  const index = match ? Number(match[2]) : 0
  if (seconds > 0 && index > 0) return { seconds, index }
  throw new QueuewrightError('usage', 'not a window', {
    field: 'window',
    value: text,
    expected: 'LENGTH:NUMBER such as 15d:3, the third window of fifteen days',
  })
}

function parseCount(text: string, option: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0
  if (count > 0) return count
  throw new QueuewrightError('usage', 'not a number of jobs', {
    field: option,
    value: text,
    expected: 'a whole number from 1',
  })
}

function windowOf(
  rows: Int32Array,
  submit: Float64Array,
  window: NonNullable<TraceFilter['window']>,
): Int32Array {
  const from = submit[rows[0]] + (window.index - 1) * window.seconds
  const to = from + window.seconds
  return rows.filter((row) => submit[row] >= from && submit[row] < to)
}

function within(value: number, ranges: readonly Range[]): boolean {
  return ranges.some(({ low, high }) => value >= low && value <= high)
}

function needed(trace: Trace, field: SwfField): Float64Array {
  const column = trace.fields[field]
  if (column) return column
  throw new QueuewrightError('usage', `this log does not say the ${field} of its jobs`, {
    file: trace.name,
    remedy: `Leave out the filter by ${field}`,
  })
}

/**
 * Facts of a log's header comments (`; Key: value`) on its machine and clock, and how they are put right when the
 * jobs written are not those that were read. Standard Workload Format 2.2, "Header Comments".
 */
import { isZoneName } from '../../core/calendar.js'
import { MOST_COUNT, MOST_SECONDS } from '../limits.js'
import { type LogClock, REQUEST_FIELDS, type RequestField, type Trace } from '../trace.js'

/** The value of the first comment `Key: value`, without surrounding blanks; null where there is none. */
export function headerValue(header: readonly string[], key: string): string | null {
  const place = findKey(header, key)
  return place < 0 ? null : header[place].slice(header[place].indexOf(':') + 1).trim()
}

/** Machine size: MaxProcs if positive, else MaxNodes (`338 (batch; 512 total)`), and what a user should know of how it was found. */
export function machineIn(header: readonly string[]): {
  readonly processors: number | null
  readonly notices: readonly string[]
} {
  const notices: string[] = []
  for (const key of ['MaxProcs', 'MaxNodes']) {
    const text = headerValue(header, key)
    if (text === null || !/^\+?\d/.test(text)) continue
    const [, digits] = COUNT.exec(text) ?? []
    const number = digits === undefined ? Number.NaN : Number(digits.replaceAll(',', ''))
    if (number > 0 && number <= MOST_COUNT) return { processors: number, notices }
    if (number !== 0) {
      notices.push(
        `the header's ${key} ${JSON.stringify(text)} is no number of processors from 1 to ${MOST_COUNT} and not taken`,
      )
    }
  }
  return { processors: null, notices }
}

/** A whole number, with separators of thousands or without, at the end or before words on it. */
const COUNT = /^\+?(\d{1,3}(?:,\d{3})+|\d+)(?:\.0*)?(?=$|[,;.]?\s+[^\d\s.,^*/+-]|[;([])/

/** The comment that names the fields of a line after the 18th. */
const EXTRA_FIELDS = 'ExtraFields'

/** The fields after the 18th as a log's header names them; null for one that is none of ours. */
export function extraFieldsOf(header: readonly string[]): readonly (RequestField | null)[] {
  const named =
    headerValue(header, EXTRA_FIELDS)
      ?.split(/\s+/)
      .filter((name) => name !== '') ?? []
  return named
    .slice(0, MOST_EXTRA_FIELDS)
    .map((name, k) =>
      named.indexOf(name) === k ? (REQUEST_FIELDS.find((field) => field === name) ?? null) : null,
    )
}

const MOST_EXTRA_FIELDS = 64

/** The log's clock, and what a user should know of how it was found. */
export function clockOf(header: readonly string[]): { clock: LogClock; notices: readonly string[] } {
  const start = leadingNumber(headerValue(header, 'UnixStartTime'))
  const unixStart = start !== null && start >= 0 && start <= MOST_SECONDS ? start : null
  const notices: string[] = []
  if (start !== null && start > MOST_SECONDS) {
    notices.push(
      `the header's UnixStartTime ${start} is after the year 2286 (are these milliseconds?); when the log was is not known`,
    )
  }
  const name = headerValue(header, 'TimeZoneString')
  if (name && isZoneName(name)) return { clock: { unixStart, zone: name }, notices }
  const offset = leadingNumber(headerValue(header, 'TimeZone'))
  const zone = offset !== null && Math.abs(offset) <= 86_400 ? offset : 'UTC'
  if (name) {
    const instead = zone === 'UTC' ? 'UTC' : `TimeZone (${zone} s)`
    notices.push(`the header's time zone ${JSON.stringify(name)} is not known here; ${instead} is taken`)
  }
  return { clock: { unixStart, zone }, notices }
}

/**
 * The header to write with `trace`: as it was read, but every line that would be wrong for these jobs put right,
 * and lines added without which reading back would give another machine or clock. All other comments, the
 * acknowledgements among them, stay as they are.
 */
export function headerFor(
  trace: Pick<Trace, 'header' | 'processors' | 'clock' | 'jobs' | 'fields'>,
): readonly string[] {
  let header = trace.header.map((comment) => comment.replace(/[\r\n]+/g, ' '))
  for (const key of ['MaxJobs', 'MaxRecords']) {
    const stated = headerValue(header, key)
    if (stated !== null && leadingNumber(stated) !== trace.jobs.length) {
      header = withValue(header, key, String(trace.jobs.length))
    }
  }
  if (trace.processors !== null && machineIn(header).processors !== trace.processors) {
    header = withValue(header, 'MaxProcs', String(trace.processors))
  }
  const { unixStart, zone } = trace.clock
  const stated = clockOf(header).clock
  if (unixStart !== null && stated.unixStart !== unixStart) {
    header = withValue(header, 'UnixStartTime', String(unixStart))
  }
  if (stated.zone !== zone) {
    if (typeof zone === 'string') header = withValue(header, 'TimeZoneString', zone)
    else header = withValue(withoutKey(header, 'TimeZoneString'), 'TimeZone', String(zone))
  }
  const extra = REQUEST_FIELDS.filter((name) => trace.fields[name] !== undefined).join(' ')
  if (extra === '') return withoutKey(header, EXTRA_FIELDS)
  return headerValue(header, EXTRA_FIELDS) === extra ? header : withValue(header, EXTRA_FIELDS, extra)
}

/** `header` with `Key: value` in the place of that key's first line, or after the last line of `Key: value`. */
function withValue(header: readonly string[], key: string, value: string): string[] {
  const changed = [...header]
  const place = findKey(header, key)
  if (place >= 0) {
    changed[place] = `${header[place].slice(0, header[place].indexOf(':'))}: ${value}`
    return changed
  }
  const first = header.findIndex((comment) => /^\s*(Max|UnixStartTime|TimeZone)\w*\s*:/i.test(comment))
  changed.splice(first < 0 ? changed.length : first, 0, ` ${key}: ${value}`)
  return changed
}

function withoutKey(header: readonly string[], key: string): string[] {
  return header.filter((comment) => !isKey(comment, key))
}

function findKey(header: readonly string[], key: string): number {
  return header.findIndex((comment) => isKey(comment, key))
}

function isKey(comment: string, key: string): boolean {
  const colon = comment.indexOf(':')
  return colon > 0 && comment.slice(0, colon).trim().toLowerCase() === key.toLowerCase()
}

function leadingNumber(text: string | null): number | null {
  const match = /^[+-]?\d+(\.\d+)?/.exec(text ?? '')
  if (!match) return null
  const number = Number(match[0])
  return Number.isFinite(number) ? number : null
}

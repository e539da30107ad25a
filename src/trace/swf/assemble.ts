/** From lines as they were read to a trace: partial executions, absolute times, order, columns. */
import { allocateJobTable, jobOrder } from '../job-table.js'
import { createTrace } from '../select.js'
import type { DropCounts, LogClock, LogField, Trace } from '../trace.js'
import type { FurtherField } from './fields.js'
import { clockOf, headerValue, machineIn } from './header.js'
import { resolveParts } from './preemption.js'
import { BASE, BASE_COUNT, type RowStore } from './rows.js'

export interface ReadLog {
  readonly name: string
  readonly rows: RowStore
  /** The fields in the columns of `rows` after the base ones. */
  readonly furtherFields: readonly FurtherField[]
  readonly header: readonly string[]
  /** Row and status of every line with status 2, 3 or 4, alternating. */
  readonly parts: readonly number[]
  readonly dropped: DropCounts
  readonly notices: readonly string[]
}

export function assembleTrace(log: ReadLog): Trace {
  const { rows, header, furtherFields } = log
  const notices = [...log.notices]
  const dropped: Record<string, number> = { ...log.dropped }

  let kept: Int32Array | null = null
  if (log.parts.length > 0 && showsParts(header)) {
    const column = furtherFields.indexOf('status')
    const resolved = resolveParts(rows, log.parts, column < 0 ? -1 : BASE_COUNT + column)
    Object.assign(dropped, resolved.dropped)
    notices.push(...resolved.notices)
    if (resolved.leftOut.size > 0) kept = without(rows.length, resolved.leftOut)
  }
  const length = kept?.length ?? rows.length
  const submit = rows.column(BASE.submit, kept, new Float64Array(length))

  const stated = clockOf(header)
  const absolute = absoluteStart(submit, stated.clock)
  const clock = absolute === null ? stated.clock : { ...stated.clock, unixStart: absolute }
  const { processors, notices: ofMachine } = machineIn(header)
  notices.push(...stated.notices, ...ofMachine)
  if (absolute !== null) {
    for (let row = 0; row < length; row++) if (submit[row] >= 0) submit[row] -= absolute
    notices.push(`submit times are Unix times; they are counted from ${absolute} instead`)
  }

  const id = rows.column(BASE.id, kept, new Float64Array(length))
  const places = jobOrder(submit, id)
  if (places !== null) {
    notices.push('the jobs were not in the order of submit time and job number; they have been sorted')
  }
  const order = places === null ? kept : kept === null ? places : places.map((place) => kept[place])

  const jobs = allocateJobTable(length)
  for (let row = 0; row < length; row++) jobs.submit[row] = submit[places === null ? row : places[row]]
  rows.column(BASE.id, order, jobs.id)
  rows.column(BASE.runtime, order, jobs.runtime)
  rows.column(BASE.estimate, order, jobs.estimate)
  rows.column(BASE.size, order, jobs.size)
  rows.column(BASE.user, order, jobs.user)
  const fields: Partial<Record<LogField, Float64Array>> = {}
  furtherFields.forEach((name, k) => {
    fields[name] = rows.column(BASE_COUNT + k, order, new Float64Array(length))
  })
  return createTrace({
    name: log.name,
    processors,
    clock,
    jobs,
    fields,
    header,
    dropped,
    notices,
  })
}

/** Statuses 2 to 4 mean parts, unless the header says that jobs were never split. */
function showsParts(header: readonly string[]): boolean {
  const preemption = headerValue(header, 'Preemption')?.toLowerCase() ?? ''
  return !preemption.startsWith('no') && !preemption.startsWith('ts')
}

const YEAR = 365.25 * 86_400

/**
 * Submit times ought to count from the log's start, but some logs have Unix times there. Where the header says when
 * the log started and the first submit, as a Unix time, lies within a year before and twenty after it, Unix times
 * are meant: the alternative would be a log whose first job came decades after its start. Returns the Unix time to
 * count from: UnixStartTime, or the first submit where that is earlier. Null: the times are relative, or there is
 * no UnixStartTime and they count from the Unix epoch as they stand.
 */
function absoluteStart(submit: Float64Array, clock: LogClock): number | null {
  const start = clock.unixStart
  if (start === null) return null
  let first = Number.POSITIVE_INFINITY
  for (let row = 0; row < submit.length; row++) {
    if (submit[row] >= 0 && submit[row] < first) first = submit[row]
  }
  if (first < 1e8 || first < start - YEAR || first > start + 20 * YEAR) return null
  return Math.min(start, Math.floor(first))
}

function without(length: number, leftOut: ReadonlySet<number>): Int32Array {
  const rows = new Int32Array(length - leftOut.size)
  let count = 0
  for (let row = 0; row < length; row++) if (!leftOut.has(row)) rows[count++] = row
  return rows
}

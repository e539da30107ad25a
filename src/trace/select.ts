/**
 * Making one trace of another. A trace is never changed in place and never spread by hand: these functions keep its
 * parts together, and its digest true.
 */
import { digestOf } from './digest.js'
import { gather, type JobTable, selectJobs } from './job-table.js'
import type { LogField, Trace } from './trace.js'

/** Everything of a trace but its digest, which follows from the rest. */
export type TraceParts = Omit<Trace, 'digest'>

/** A trace of its parts; the digest is computed when it is first asked for. */
export function createTrace(parts: TraceParts): Trace {
  let digest: string | null = null
  return {
    name: parts.name,
    processors: parts.processors,
    clock: parts.clock,
    jobs: parts.jobs,
    fields: parts.fields,
    header: parts.header,
    dropped: parts.dropped,
    notices: parts.notices,
    get digest() {
      digest ??= digestOf(parts.jobs, parts.processors, parts.clock)
      return digest
    },
  }
}

/** `trace` with some of its parts replaced. Further fields must fit the jobs, which is not checked. */
export function traceWith(trace: Trace, changes: Partial<TraceParts>): Trace {
  return createTrace({
    name: trace.name,
    processors: trace.processors,
    clock: trace.clock,
    jobs: trace.jobs,
    fields: trace.fields,
    header: trace.header,
    dropped: trace.dropped,
    notices: trace.notices,
    ...changes,
  })
}

/** The rows `rows` (ascending) of `trace`, with all its fields. */
export function selectRows(trace: Trace, rows: Int32Array, changes: Partial<TraceParts> = {}): Trace {
  const fields: Partial<Record<LogField, Float64Array>> = {}
  for (const [name, column] of fieldEntries(trace)) {
    fields[name] = gather(column, rows, new Float64Array(rows.length))
  }
  return traceWith(trace, { jobs: selectJobs(trace.jobs, rows), fields, ...changes })
}

/** The further fields that `trace` has. */
export function fieldEntries(trace: Trace): readonly [LogField, Float64Array][] {
  return Object.entries(trace.fields) as [LogField, Float64Array][]
}

/** The rows of a table that are wanted, ascending. */
export function rowsWhere(
  { length }: Pick<JobTable, 'length'>,
  wanted: (row: number) => boolean,
): Int32Array {
  return rowsFrom(0, length).filter(wanted)
}

/** The rows [from, to); none where `to` is not above `from`. */
export function rowsFrom(from: number, to: number): Int32Array {
  const rows = new Int32Array(Math.max(0, to - from))
  for (let k = 0; k < rows.length; k++) rows[k] = from + k
  return rows
}

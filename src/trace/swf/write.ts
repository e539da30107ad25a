/**
 * Writing Standard Workload Format 2.2. What is written reads back as the same table, further fields, header and
 * clock; fields that the trace does not have are −1. What the format has no field for follows the 18 numbers of a line,
 * under names in a comment (`ExtraFields`); other readers take the first 18.
 */
import { type JobTable, replaceColumns } from '../job-table.js'
import { traceWith } from '../select.js'
import { REQUEST_FIELDS, SWF_FIELDS, type Trace } from '../trace.js'
import { type SizeRule, sizeOf } from './fields.js'
import { headerFor } from './header.js'

const ROWS_A_PIECE = 2048

/**
 * The text of `trace`, in pieces of whole lines.
 * @param rule the processor count that a reader will take for a job's size; where the trace's two counts would give
 *   another size than the table has, this one is written as the table has it.
 */
export function* writeSwf(trace: Trace, rule: SizeRule = 'requested'): Generator<string> {
  const header = headerFor(trace)
  if (header.length > 0) yield `${header.map((comment) => `;${comment}`).join('\n')}\n`
  const { jobs } = trace
  const extra = REQUEST_FIELDS.filter((name) => trace.fields[name] !== undefined)
  const columns: (ArrayLike<number> | null)[] = [...SWF_FIELDS, ...extra].map(
    (name) => trace.fields[name] ?? null,
  )
  const { requested, allocated } = processorColumns(trace, rule)
  const place = (name: (typeof SWF_FIELDS)[number], column: ArrayLike<number> | null) => {
    columns[SWF_FIELDS.indexOf(name)] = column
  }
  place('job', jobs.id)
  place('submit', jobs.submit)
  place('run', jobs.runtime)
  place('requestedTime', jobs.estimate)
  place('user', jobs.user)
  place('requestedProcessors', requested)
  place('allocatedProcessors', allocated)

  for (let from = 0; from < jobs.length; from += ROWS_A_PIECE) {
    const to = Math.min(jobs.length, from + ROWS_A_PIECE)
    let text = ''
    for (let row = from; row < to; row++) {
      for (let k = 0; k < columns.length; k++) {
        const column = columns[k]
        text += column === null ? '-1' : column[row]
        text += k < columns.length - 1 ? ' ' : '\n'
      }
    }
    yield text
  }
}

/**
 * A schedule as a trace, to be written: `wait` is what each job waited in it, `allocatedProcessors` and
 * `requestedProcessors` what it ran on;
 * all else is the trace's own.
 * @param start start of each job, seconds from the log's zero, row by row beside `trace.jobs`.
 * @param notes comments to put before the log's own.
 */
export function scheduleAsTrace(trace: Trace, start: Float64Array, notes: readonly string[] = []): Trace {
  const { jobs } = trace
  const wait = start.map((time, row) => time - jobs.submit[row])
  const size = Float64Array.from(jobs.size)
  return traceWith(trace, {
    jobs: replaceColumns(jobs, {}),
    fields: { ...trace.fields, wait, allocatedProcessors: size, requestedProcessors: size },
    header: [...notes.map((note) => ` Note: ${note}`), ...trace.header],
  })
}

/** The two processor counts to write, such that a reader finds the table's sizes by `rule`. */
function processorColumns(
  trace: Trace,
  rule: SizeRule,
): Record<'requested' | 'allocated', ArrayLike<number> | null> {
  const requested = trace.fields.requestedProcessors ?? null
  const allocated = trace.fields.allocatedProcessors ?? null
  if (agree(trace.jobs, requested, allocated, rule)) return { requested, allocated }
  const known = rule === 'requested' ? requested : allocated
  const column = known === null ? new Float64Array(trace.jobs.length).fill(-1) : Float64Array.from(known)
  for (let row = 0; row < column.length; row++) {
    const size = trace.jobs.size[row]
    if (sizeOf(requested?.[row] ?? -1, allocated?.[row] ?? -1, rule) !== size) column[row] = size
  }
  return rule === 'requested' ? { requested: column, allocated } : { requested, allocated: column }
}

function agree(
  jobs: JobTable,
  requested: Float64Array | null,
  allocated: Float64Array | null,
  rule: SizeRule,
): boolean {
  if (requested === null && allocated === null) return false
  for (let row = 0; row < jobs.length; row++) {
    if (sizeOf(requested?.[row] ?? -1, allocated?.[row] ?? -1, rule) !== jobs.size[row]) return false
  }
  return true
}

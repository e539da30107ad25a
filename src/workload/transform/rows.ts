/** Rows of transformed logs: put back into order, with references that still lead somewhere. */
import { jobOrder, replaceColumns } from '../../trace/job-table.js'
import { selectRows, type TraceParts, traceWith } from '../../trace/select.js'
import type { LogField, Trace } from '../../trace/trace.js'

/** `trace` with other job numbers, submit times or sizes, its rows put back into job order. */
export function withColumns(
  trace: Trace,
  columns: Partial<Record<'id' | 'submit' | 'size', Float64Array | Int32Array>>,
  changes: Partial<TraceParts> = {},
): Trace {
  const changed = traceWith(trace, { ...changes, jobs: replaceColumns(trace.jobs, columns) })
  const order = jobOrder(changed.jobs.submit, changed.jobs.id)
  return order === null ? changed : selectRows(changed, order)
}

/** The further fields of `trace` without some of them, which then are unknown (−1). */
export function fieldsWithout(trace: Trace, names: readonly LogField[]): Trace['fields'] {
  const fields = { ...trace.fields }
  for (const name of names) delete fields[name]
  return fields
}

/**
 * `trace` without references to jobs that it does not hold: their `precedingJob` becomes −1, and so does `thinkTime`,
 * which counts from the end of that job.
 */
export function withoutDangling(trace: Trace): Trace {
  const { precedingJob, thinkTime } = trace.fields
  if (precedingJob === undefined) return trace
  const ids = new Set(trace.jobs.id)
  const dangling = (row: number) => precedingJob[row] > 0 && !ids.has(precedingJob[row])
  if (!precedingJob.some((_, row) => dangling(row))) return trace
  const kept = (column: Float64Array) => column.map((value, row) => (dangling(row) ? -1 : value))
  return traceWith(trace, {
    fields: {
      ...trace.fields,
      precedingJob: kept(precedingJob),
      ...(thinkTime === undefined ? {} : { thinkTime: kept(thinkTime) }),
    },
  })
}

/** The smallest power of ten above all of `numbers`; 1 where none is positive. */
export function powerOfTenAbove(numbers: ArrayLike<number>): number {
  let power = 1
  for (let k = 0; k < numbers.length; k++) while (power <= numbers[k]) power *= 10
  return power
}

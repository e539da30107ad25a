/** Failures of the models of estimates that a user can cause. */
import { QueuewrightError } from '../../core/errors.js'
import type { Trace } from '../../trace/trace.js'

/** A parameter out of range. */
export function estimateFailure(
  field: string,
  value: string | number,
  expected: string,
  remedy?: string,
): QueuewrightError {
  return new QueuewrightError('usage', 'these estimates cannot be made', {
    field,
    value,
    expected,
    ...(remedy === undefined ? {} : { remedy }),
  })
}

/** Logs that have nothing to fit or to show. */
export function noEstimates(traces: readonly Trace[]): QueuewrightError {
  const jobs = traces.reduce((sum, trace) => sum + trace.jobs.length, 0)
  return new QueuewrightError('input-empty', 'no job has both a run time and a requested time', {
    ...(traces.length === 1 ? { file: traces[0].name } : {}),
    field: 'requested time',
    value: `none of ${jobs} jobs`,
    expected: 'a log with user estimates (field 9 of the Standard Workload Format)',
    remedy: 'Take another log: qw estimates apply can give estimates to this one',
  })
}

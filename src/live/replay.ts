/** A machine at an instant of a log, with what had ended by then, as one could have known it. */
import type { JobTable } from '../trace/job-table.js'
import type { MachineState, QueuedRow, RunningJob } from './machine-state.js'
import type { PastJob } from './predict.js'

export interface Moment {
  readonly state: MachineState
  readonly past: readonly PastJob[]
  /** Row of each waiting job. */
  readonly rows: readonly number[]
}

/** @param start of each job, by whatever schedule the log is replayed with */
export function momentOf(jobs: JobTable, start: Float64Array, processors: number, at: number): Moment {
  const running: RunningJob[] = []
  const waiting: QueuedRow[] = []
  const past: PastJob[] = []
  const rows: number[] = []
  for (let row = 0; row < jobs.length && jobs.submit[row] <= at; row++) {
    const runtime = jobs.runtime[row]
    const job = {
      ...{ id: jobs.id[row], user: jobs.user[row], size: jobs.size[row] },
      ...{ submit: jobs.submit[row], limit: jobs.estimate[row] },
    }
    if (!(start[row] <= at)) {
      waiting.push(job)
      rows.push(row)
    } else if (start[row] + runtime > at) running.push({ ...job, start: start[row] })
    else past.push({ ...job, runtime, end: start[row] + runtime })
  }
  past.sort((a, b) => a.end - b.end)
  return { state: { at, processors, running, waiting }, past, rows }
}

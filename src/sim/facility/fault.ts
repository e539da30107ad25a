/** Why a site never lets a job run, whatever the policy. */
import { QueuewrightError } from '../../core/errors.js'
import type { JobTable } from '../../trace/job-table.js'
import type { JobField } from '../order.js'
import { Admission } from './admission.js'
import type { Facility } from './facility.js'
import { type Holder, holderOf, limitText, neverWithin, type RunningLimit, runningLimit } from './limits.js'
import { Windows } from './windows.js'

export type CheckedJobs = Pick<JobTable, 'length' | 'id' | 'size' | 'user' | 'runtime' | 'estimate'>
export type FurtherFields = Partial<Readonly<Record<JobField, ArrayLike<number>>>>
/** The failure of the job in a row, `job-oversize` or `line-value`; null where it can run. */
export type JobFault = (jobs: CheckedJobs, row: number, fields: FurtherFields) => QueuewrightError | null

export function jobFault(facility: Facility): JobFault {
  const { maintenance } = facility
  const admission = new Admission(facility)
  const windows = new Windows(maintenance)
  const limits = facility.limits.map(runningLimit)
  return (jobs, row, fields) => {
    const field = (name: JobField) => fields[name]?.[row] ?? -1
    const [job, size, estimate, user] = [jobs.id[row], jobs.size[row], jobs.estimate[row], jobs.user[row]]
    const fault = admission.fault({ id: job, size, estimate, user, field })
    if (fault !== null) return fault
    if (limits.length > 0) {
      const holder = holderOf(user, size, field)
      const limit = neverWithin(limits, holder)
      if (limit !== undefined) return overLimit(job, limit, holder)
    }
    if (windows.clear(0, estimate) < Number.POSITIVE_INFINITY) return null
    return new QueuewrightError('line-value', `job ${job} fits between no two maintenance windows`, {
      job,
      field: 'requestedTime',
      value: estimate,
      expected: `at most ${(maintenance?.every ?? 0) - (maintenance?.duration ?? 0)} s`,
      remedy: 'Leave such jobs out with --oversize drop, or correct the maintenance of the site document',
    })
  }
}

/** Whether a fault is of how large or how long a job is, and not of what nobody said of it or of who may run where. */
export function isBeyond({ detail }: QueuewrightError): boolean {
  return detail.field === 'size' || detail.field === 'requestedTime'
}

function overLimit(job: number, limit: RunningLimit, holder: Holder): QueuewrightError {
  return new QueuewrightError('job-oversize', `job ${job} is larger than a limit lets run`, {
    job,
    field: 'size',
    value: `${holder.size} processors${holder.gpus > 0 ? `, ${holder.gpus} GPUs` : ''}`,
    expected: `at most ${limitText(limit, holder)}`,
    remedy: 'Leave such jobs out with --oversize drop, or correct the site document',
  })
}

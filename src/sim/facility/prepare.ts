/** Jobs prepared for a site. */
import { type JobTable, selectJobs } from '../../trace/job-table.js'
import { type Preparation, type PreparedJobs, prepareJobs } from '../prepare.js'
import type { Facility } from './facility.js'
import { type FurtherFields, isBeyond, jobFault } from './fault.js'

/** The reason under which jobs are counted that a site never lets run. */
export const SITE_LIMITS = 'site-limits'

/**
 * `prepareJobs`, which under `oversize: drop` also leaves out the jobs whose size or requested time the partitions, limits and
 * maintenance of the site never let run, counted as `SITE_LIMITS`.
 * @param fields of the table's jobs, row by row
 */
export function prepareJobsFor(
  facility: Facility,
  table: JobTable,
  fields: FurtherFields,
  preparation: Preparation,
): PreparedJobs {
  const prepared = prepareJobs(table, preparation)
  if (preparation.oversize !== 'drop') return prepared
  const { jobs, rows } = prepared
  const faultOf = jobFault(facility)
  const own =
    rows === null
      ? fields
      : Object.fromEntries(
          Object.entries(fields).map(([name, column]) => [
            name,
            Float64Array.from(rows, (row) => column[row]),
          ]),
        )
  const kept = Int32Array.from({ length: jobs.length }, (_, row) => row).filter((row) => {
    const fault = faultOf(jobs, row, own)
    return fault === null || !isBeyond(fault)
  })
  if (kept.length === jobs.length) return prepared
  return {
    ...prepared,
    jobs: selectJobs(jobs, kept),
    rows: rows === null ? kept : kept.map((row) => rows[row]),
    dropped: { ...prepared.dropped, [SITE_LIMITS]: jobs.length - kept.length },
  }
}

/** The workload of a grid: jobs with the sites whose users submit them (rules G1 and G2 of docs/sites.md). */
import { gather, type JobTable, jobOrder, replaceColumns, selectJobs } from '../../trace/job-table.js'
import { partsOfJobs } from '../../workload/transform/index.js'

export interface GridWorkload {
  /** Ready to run: a size, a run time and an estimate not below it each. */
  readonly jobs: JobTable
  /** The site whose user submitted the job, from 0; row by row beside the jobs. */
  readonly home: Int32Array
  /** The log's partition of each job; absent where nobody asks. */
  readonly partition?: Float64Array
}

/** The widest part of a job: the size of its home (1), of the largest site (2), or 64 nodes (3). */
export const MODIFICATIONS = [1, 2, 3] as const
export type Modification = (typeof MODIFICATIONS)[number]

/** THESIS 11.3.2, modification 3. */
const PUBLISHED_WIDTH = 64

/** Job k, from 0, has the home k mod S. */
export function roundRobin(jobs: number, sites: number): Int32Array {
  return Int32Array.from({ length: jobs }, (_, job) => job % sites)
}

/** Jobs in parts as a modification wants it: from then on a part is a job. */
export function inParts(
  { jobs, home }: GridWorkload,
  sites: readonly number[],
  modification: Modification,
): GridWorkload {
  const largest = sites.reduce((most, size) => Math.max(most, size), 0)
  const widths = { 1: sites, 2: sites.map(() => largest), 3: sites.map(() => PUBLISHED_WIDTH) }
  const widest = widths[modification]
  const { from, id, size } = partsOfJobs(jobs, (row) => widest[home[row]])
  const parts = replaceColumns(selectJobs(jobs, from), { id, size })
  const homes = gather(home, from, new Int32Array(from.length))
  const order = jobOrder(parts.submit, id)
  if (order === null) return { jobs: parts, home: homes }
  return { jobs: selectJobs(parts, order), home: gather(homes, order, new Int32Array(order.length)) }
}

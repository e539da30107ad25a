/** The workload of a grid: jobs with the sites whose users submit them (rules G1 and G2 of docs/sites.md). */
import { largestOf } from '../../core/statistics.js'
import type { JobField } from '../../sim/index.js'
import { type JobTable, jobOrder, replaceColumns, selectJobs } from '../../trace/job-table.js'
import { partsOfJobs } from '../../workload/transform/index.js'

/** A row's values of the further fields. */
export function fieldsAt({ fields }: GridWorkload, row: number): Partial<Record<JobField, number>> {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, column]) => [name, column[row]]))
}

export interface GridWorkload {
  /** Ready to run: a size, a run time and an estimate not below it each. */
  readonly jobs: JobTable
  /** The site whose user submitted the job, from 0; row by row beside the jobs. */
  readonly home: Int32Array
  /** Further fields of the log, for sites that ask for them; row by row, absent where nobody does. */
  readonly fields?: Fields
}

/** The widest part of a job: the size of its home, of the largest site, or so many nodes. */
export type WidestPart = 'local' | 'largest' | number

/** The first job that is wider than so many nodes; −1 where none is. */
export function firstWider({ size, length }: JobTable, nodes: number): number {
  for (let row = 0; row < length; row++) if (size[row] > nodes) return row
  return -1
}

/** THESIS 11.3.2, modifications 1 to 3. */
export const MODIFICATIONS: Readonly<Record<1 | 2 | 3, WidestPart>> = { 1: 'local', 2: 'largest', 3: 64 }

/** Jobs in parts of limited width (rule G2): from then on a part is a job. */
export function inParts(workload: GridWorkload, sites: readonly number[], widest: WidestPart): GridWorkload {
  const { jobs, home, fields } = workload
  const largest = largestOf(sites)
  const width =
    typeof widest === 'number'
      ? () => widest
      : widest === 'local'
        ? (row: number) => sites[home[row]]
        : () => largest
  const { from, id, size } = partsOfJobs(jobs, width)
  const rows = orderedRows(jobs, from, id)
  const at = (row: number) => from[row]
  return {
    jobs: replaceColumns(selectJobs(jobs, rows.map(at)), {
      id: Float64Array.from(rows, (row) => id[row]),
      size: rows.map((row) => size[row]),
    }),
    home: rows.map((row) => home[from[row]]),
    ...(fields && {
      fields: fieldsOf(fields, (column) => Float64Array.from(rows, (row) => column[from[row]])),
    }),
  }
}

type Fields = Partial<Readonly<Record<JobField, Float64Array>>>

/** Each of the fields as `of` has it. */
export function fieldsOf(fields: Fields, of: (column: Float64Array) => Float64Array): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, column]) => [name, of(column)]))
}

/** The parts in job order. */
function orderedRows({ submit }: JobTable, from: Int32Array, id: Float64Array): Int32Array {
  const order = jobOrder(
    Float64Array.from(from, (row) => submit[row]),
    id,
  )
  return order ?? Int32Array.from(from.keys())
}

/**
 * Reads the reference schedules of other simulators (see data.ts), with a reader of its own: a few lines that
 * share nothing with the product's.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type JobTable, JobTableBuilder } from '../../src/trace/job-table.js'
import { referencePath, tracePath } from './data.js'

/** A schedule job by job, its rows in the order of jobs. */
export interface Reference {
  readonly jobs: JobTable
  readonly start: Float64Array
  /** What the scheduler took for each run time when the job was submitted, and how often that was corrected. */
  readonly predictions: Float64Array
  readonly corrections: Float64Array
}

function lines(path: string): string[] {
  const text = gunzipSync(readFileSync(path)).toString('latin1')
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith(';'))
}

function swfRows(path: string): number[][] {
  return lines(path).map((line) => line.trim().split(/\s+/).map(Number))
}

/**
 * `predictsim-*.swf.gz`: fields 2 submit, 3 wait, 4 run, 5 processors, 9 estimate, 17 corrections − 1,
 * 18 first prediction.
 */
export function readPredictsim(name: string): Reference {
  const rows = swfRows(referencePath(`predictsim-${name}.swf.gz`))
  const jobs = table(
    rows.map(([id, submit, , runtime, size, , , , estimate, , , user]) => ({
      id,
      submit,
      runtime,
      estimate,
      size,
      user,
    })),
  )
  const rowById = new Map(rows.map((row) => [row[0], row]))
  const column = (value: (row: number[]) => number) =>
    Float64Array.from(jobs.id, (id) => value(rowById.get(id)!))
  return {
    jobs,
    start: column(([, submit, wait]) => submit + wait),
    predictions: column((row) => row[17]),
    corrections: column((row) => row[16] + 1),
  }
}

/** `<name>.csv.gz` with columns id, submit, start, end; the starts of `jobs` by that file. */
export function readStarts(name: string, jobs: JobTable): Float64Array {
  const [head, ...rows] = lines(referencePath(`${name}.csv.gz`))
  if (head.trim() !== 'id,submit,start,end') throw new Error(`unexpected columns in ${name}: ${head}`)
  const startById = new Map(
    rows.map((line) => line.split(',').map(Number)).map(([id, , start]) => [id, start]),
  )
  if (startById.size !== jobs.length)
    throw new Error(`${name} has ${startById.size} jobs, not ${jobs.length}`)
  return Float64Array.from(jobs.id, (id) => startById.get(id) ?? Number.NaN)
}

/**
 * A log of the traces folder with its true run times for estimates; jobs without a run time or processors are left
 * out.
 */
export function readActual(file: string): JobTable {
  return table(
    swfRows(tracePath(file))
      .map(([id, submit, , runtime, allocated, , , requested]) => ({
        id,
        submit,
        runtime,
        estimate: runtime,
        size: requested > 0 ? requested : allocated,
        user: -1,
      }))
      .filter(({ runtime, size }) => runtime > 0 && size > 0),
  )
}

function table(
  rows: { id: number; submit: number; runtime: number; estimate: number; size: number; user: number }[],
): JobTable {
  const builder = new JobTableBuilder(rows.length)
  for (const row of rows) builder.add({ ...row, group: 0 })
  return builder.finish().table
}

/** AVEbsld, τ = 10 s. */
export function averageBoundedSlowdown(jobs: JobTable, start: Float64Array): number {
  let sum = 0
  for (let row = 0; row < jobs.length; row++) {
    const response = start[row] - jobs.submit[row] + jobs.runtime[row]
    sum += Math.max(1, response / Math.max(jobs.runtime[row], 10))
  }
  return sum / jobs.length
}

/** Rows whose starts differ, the first few of them told; for messages of failing tests. */
export function differences(jobs: JobTable, ours: Float64Array, theirs: Float64Array): string[] {
  const found: string[] = []
  for (let row = 0; row < jobs.length; row++) {
    if (ours[row] !== theirs[row]) found.push(`job ${jobs.id[row]}: ours ${ours[row]}, theirs ${theirs[row]}`)
  }
  return found.length > 5 ? [...found.slice(0, 5), `… and ${found.length - 5} more`] : found
}

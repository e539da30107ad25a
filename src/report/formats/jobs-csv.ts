/**
 * The jobs of a schedule as Batsim's `jobs.csv`, which evalys' `JobSet.from_csv` reads.
 *
 * Columns, their order and their notation are those of Batsim (docs/output-jobs, `JobsTracer::write_job` in
 * src/export.cpp): times in seconds with six decimals, `allocated_resources` as an interval set in canonical form
 * (`0-3 7`, intervals inclusive), `metadata` in double quotes, stretch = turnaround / execution time. Where Batsim
 * divides zero by zero (a job of zero seconds that never waited), stretch is left empty, which readers take as a
 * missing value; so is the infinite stretch of a zero-second job that waited. Energy is not simulated: −1, as in
 * Batsim without an energy model. Streams: a chunk of rows at a time. Pure; imports sim and trace.
 */
import { type Allocation, intervalsOf } from '../../sim/allocation.js'
import { endOf, type Schedule } from '../../sim/schedule.js'

export const JOBS_CSV_COLUMNS = [
  'job_id',
  'workload_name',
  'profile',
  'submission_time',
  'requested_number_of_resources',
  'requested_time',
  'success',
  'final_state',
  'starting_time',
  'execution_time',
  'finish_time',
  'waiting_time',
  'turnaround_time',
  'stretch',
  'allocated_resources',
  'consumed_energy',
  'metadata',
] as const

const ROWS_A_CHUNK = 4096

/**
 * The file in chunks of whole lines, header first.
 *
 * A job that runs longer than it asked for counts as one that reached its walltime
 * (`COMPLETED_WALLTIME_REACHED`, success 0); every other one as successful. Jobs without a start are `REJECTED`
 * with empty times, as Batsim writes jobs that never ran. `allocated_resources` is empty where the allocation has
 * no processors for the job.
 * @param workloadName the log's name; commas and quotes in it are quoted.
 */
export function* jobsCsv(
  schedule: Schedule,
  allocation: Allocation,
  workloadName: string,
): Generator<string, void, undefined> {
  yield `${JOBS_CSV_COLUMNS.join(',')}\n`
  const workload = quoted(workloadName)
  for (let first = 0; first < schedule.jobs.length; first += ROWS_A_CHUNK) {
    const last = Math.min(first + ROWS_A_CHUNK, schedule.jobs.length)
    let chunk = ''
    for (let row = first; row < last; row++) chunk += `${jobLine(schedule, allocation, row, workload)}\n`
    yield chunk
  }
}

function jobLine(schedule: Schedule, allocation: Allocation, row: number, workload: string): string {
  const { jobs, start } = schedule
  const submit = jobs.submit[row]
  const runtime = jobs.runtime[row]
  const started = Number.isFinite(start[row])
  const state = !started
    ? 'REJECTED'
    : runtime > jobs.estimate[row]
      ? 'COMPLETED_WALLTIME_REACHED'
      : 'COMPLETED_SUCCESSFULLY'
  const turnaround = endOf(schedule, row) - submit
  return [
    // The profile's name is that of trace/batsim's workloads.
    `${jobs.id[row]},${workload},delay${runtime},${seconds(submit)},${jobs.size[row]},${seconds(jobs.estimate[row])}`,
    `${state === 'COMPLETED_SUCCESSFULLY' ? 1 : 0},${state}`,
    started
      ? [start[row], runtime, endOf(schedule, row), start[row] - submit, turnaround].map(seconds).join(',')
      : ',,,,',
    started && runtime > 0 ? seconds(turnaround / runtime) : '',
    processorSet(allocation, row),
    started ? seconds(-1) : '',
    '""',
  ].join(',')
}

/** `0-3 7`: the canonical text of an interval set; empty where there is none. */
export function processorSet(allocation: Allocation, row: number): string {
  const intervals = intervalsOf(allocation, row)
  if (intervals === null) return ''
  let text = ''
  for (let at = 0; at < intervals.length; at += 2) {
    const first = intervals[at]
    const last = intervals[at + 1]
    text += `${at === 0 ? '' : ' '}${first === last ? first : `${first}-${last}`}`
  }
  return text
}

function seconds(value: number): string {
  return value.toFixed(6)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replace(/[\r\n]+/g, ' ')}"` : text
}

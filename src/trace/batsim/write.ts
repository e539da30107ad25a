/** Writing Batsim workloads. Format: Batsim documentation, "Input: workload", of versions 4 and 5. */
import { QueuewrightError } from '../../core/errors.js'
import type { JobTable } from '../job-table.js'
import type { Trace } from '../trace.js'
import { SMALLEST_DELAY } from './profiles.js'

export type BatsimVersion = 4 | 5

const JOBS_A_PIECE = 2048

/**
 * The text of `trace` as a workload for Batsim, in pieces. Jobs of equal run time share a delay profile; `walltime`
 * is the estimate, left out where there is none; user and group go into fields of the job (version 4) or its
 * `extra_data` (version 5), clock and header comments into an object `queuewright` that Batsim ignores.
 * @throws QueuewrightError `machine-unknown`; `line-value` for a job that Batsim would refuse.
 */
export function writeBatsim(trace: Trace, version: BatsimVersion = 4): Iterable<string> {
  if (trace.processors === null) {
    throw new QueuewrightError('machine-unknown', 'a Batsim workload names the size of its machine', {
      file: trace.name,
      remedy: 'Say it with --machine N',
    })
  }
  checkJobs(trace)
  return pieces(trace, trace.processors, version)
}

function* pieces(trace: Trace, processors: number, version: BatsimVersion): Generator<string> {
  const { jobs } = trace
  const facts = { name: trace.name, ...trace.clock, header: trace.header }
  yield `{\n"nb_res": ${processors},\n`
  yield `"description": ${JSON.stringify(`${trace.name}: ${jobs.length} jobs`)},\n`
  yield `"queuewright": ${JSON.stringify(facts)},\n"jobs": [`
  const profiles = new Set<number>()
  for (let from = 0; from < jobs.length; from += JOBS_A_PIECE) {
    const to = Math.min(jobs.length, from + JOBS_A_PIECE)
    let text = ''
    for (let row = from; row < to; row++) {
      profiles.add(jobs.runtime[row])
      text += `${row === 0 ? '' : ','}\n${jobText(jobs, row, version)}`
    }
    yield text
  }
  yield '\n],\n"profiles": {'
  let first = true
  for (const runtime of profiles) {
    yield `${first ? '' : ','}\n${profileText(runtime, version)}`
    first = false
  }
  yield '\n}\n}\n'
}

function jobText(jobs: JobTable, row: number, version: BatsimVersion): string {
  const own: Record<string, number> = {}
  if (jobs.user[row] >= 0) own.user = jobs.user[row]
  if (jobs.group[row] !== 0) own.group = jobs.group[row]
  return JSON.stringify({
    id: String(jobs.id[row]),
    subtime: jobs.submit[row],
    res: jobs.size[row],
    profile: profileName(jobs.runtime[row]),
    ...(jobs.estimate[row] > 0 ? { walltime: jobs.estimate[row] } : {}),
    ...extra(own, version),
  })
}

function profileText(runtime: number, version: BatsimVersion): string {
  const profile = {
    type: version === 4 ? 'delay' : 'DelayProfile',
    delay: runtime > 0 ? runtime : SMALLEST_DELAY,
    ...(runtime > 0 ? {} : extra({ runtime }, version)),
  }
  return `${JSON.stringify(profileName(runtime))}: ${JSON.stringify(profile)}`
}

function profileName(runtime: number): string {
  return `delay${runtime}`
}

/** Values of ours: plain fields in version 4, a string of JSON in version 5. */
function extra(
  own: Readonly<Record<string, number>>,
  version: BatsimVersion,
): Record<string, number | string> {
  if (version === 4) return own
  return Object.keys(own).length > 0 ? { extra_data: JSON.stringify(own) } : {}
}

function checkJobs(trace: Trace): void {
  const { jobs } = trace
  const refused = (row: number, field: string, value: number, expected: string) =>
    new QueuewrightError('line-value', `Batsim would refuse job ${jobs.id[row]}`, {
      file: trace.name,
      field,
      value,
      expected,
      remedy: 'Leave such jobs out with --clean',
    })
  for (let row = 0; row < jobs.length; row++) {
    if (jobs.submit[row] < 0) throw refused(row, 'subtime', jobs.submit[row], 'seconds from 0')
    if (jobs.size[row] <= 0) throw refused(row, 'res', jobs.size[row], 'a whole number from 1')
    if (jobs.runtime[row] < 0) throw refused(row, 'delay', jobs.runtime[row], 'seconds from 0')
  }
}

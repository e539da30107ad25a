/** Reading Batsim workloads. Format: Batsim documentation, "Input: workload", of versions 4 and 5. */

import { Document, isObject, type JsonObject, member } from '../../core/document.js'
import { QueuewrightError } from '../../core/errors.js'
import { JobTableBuilder } from '../job-table.js'
import { MOST_COUNT, MOST_REQUESTED_SECONDS, MOST_SECONDS, SECONDS_EXPECTED } from '../limits.js'
import { createTrace } from '../select.js'
import type { LogClock, Trace } from '../trace.js'
import { ownData, Profiles } from './profiles.js'

export interface BatsimOptions {
  /** The trace's name. */
  readonly name: string
  /** Name of the input in messages. */
  readonly file: string
}

/**
 * The workload in a JSON document of Batsim 4 or 5. Run times are those of delay profiles and sequences of them;
 * jobs with other profiles are left out, counted as `profile-needs-platform`. A job's number is its id, or the part
 * after `!` (`w0!12`), where all of these are different whole numbers, else its place in the document.
 * @throws QueuewrightError `input-document` with the JSON path of a bad value; `input-empty` where no job is left.
 */
export function readBatsim(text: string, options: Partial<BatsimOptions> = {}): Trace {
  const { name, file } = { name: 'workload', file: 'workload', ...options }
  const document = new Document(file)
  const root = document.object(document.parse(text), 'the document')
  const jobs = document.array(member(root, 'jobs'), 'jobs')
  const profiles = new Profiles(document, document.object(member(root, 'profiles'), 'profiles'))
  const processors = document.number(
    member(root, 'nb_res'),
    'nb_res',
    `a whole number from 1 to ${MOST_COUNT}`,
    isSize,
  )
  const notices: string[] = []

  const ids = numbersOf(jobs, document)
  if (ids === null && jobs.length > 0) {
    notices.push(
      'the job ids are not different whole numbers; the jobs are numbered by their place in the document',
    )
  }
  const builder = new JobTableBuilder(jobs.length)
  let unknown = 0
  jobs.forEach((value, k) => {
    const path = `jobs[${k}]`
    const job = document.object(value, path)
    const submit = document.number(member(job, 'subtime'), `${path}.subtime`, SECONDS_EXPECTED, isTime)
    const size = document.number(
      member(job, 'res'),
      `${path}.res`,
      `a whole number from 0 to ${MOST_COUNT}`,
      isCount,
    )
    const walltime = member(job, 'walltime') ?? -1
    const estimate = document.number(
      walltime,
      `${path}.walltime`,
      `seconds from 0 to ${MOST_REQUESTED_SECONDS}, or -1`,
      (x) => (x >= 0 && x <= MOST_REQUESTED_SECONDS) || x === -1,
    )
    const runtime = profiles.runtime(
      document.string(member(job, 'profile'), `${path}.profile`),
      `${path}.profile`,
    )
    const own = ownData(job)
    if (runtime === null) unknown++
    else
      builder.addValues(
        ids?.[k] ?? k + 1,
        submit,
        runtime,
        estimate,
        size,
        int(own.user, -1),
        int(own.group, 0),
      )
  })
  if (unknown > 0) {
    const types = profiles.platformTypes().join(', ')
    notices.push(
      `${unknown} jobs have profiles whose run time depends on a platform (${types}); they are left out`,
    )
  }
  if (builder.length === 0) {
    throw new QueuewrightError('input-empty', 'no job with a run time in this workload', {
      file,
      expected: 'jobs whose profiles are delays',
      remedy:
        unknown > 0
          ? 'Replace the profiles that need a platform by delays'
          : 'Check that it is the right file',
    })
  }
  const { table, place } = builder.finish()
  if (place !== null) {
    notices.push('the jobs were not in the order of submit time and job number; they have been sorted')
  }
  const { clock, header } = ownFacts(root)
  return createTrace({
    name,
    processors,
    clock,
    jobs: table,
    fields: {},
    header,
    dropped: unknown > 0 ? { 'profile-needs-platform': unknown } : {},
    notices,
  })
}

/** The ids as numbers, or null where they are not all different whole numbers. */
function numbersOf(jobs: readonly unknown[], document: Document): Float64Array | null {
  const numbers = new Float64Array(jobs.length)
  const seen = new Set<number>()
  let whole = true
  jobs.forEach((value, k) => {
    const id = member(document.object(value, `jobs[${k}]`), 'id')
    if (typeof id !== 'string' && typeof id !== 'number')
      throw document.bad(`jobs[${k}].id`, id, 'a string or number')
    const text = String(id)
    const digits = text.slice(text.lastIndexOf('!') + 1)
    const number = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
    if (!Number.isSafeInteger(number) || seen.has(number)) whole = false
    seen.add(number)
    numbers[k] = number
  })
  return whole ? numbers : null
}

/** The clock and header that the writer left in the document; nothing where another program wrote it. */
function ownFacts(root: JsonObject): { clock: LogClock; header: readonly string[] } {
  const facts = member(root, 'queuewright')
  if (!isObject(facts)) return { clock: { unixStart: null, zone: 'UTC' }, header: [] }
  const { unixStart, zone, header } = facts
  return {
    clock: {
      unixStart: typeof unixStart === 'number' && isTime(unixStart) ? unixStart : null,
      zone: typeof zone === 'string' || typeof zone === 'number' ? zone : 'UTC',
    },
    header: Array.isArray(header) ? header.filter((comment) => typeof comment === 'string') : [],
  }
}

function int(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value === (value | 0) ? value : otherwise
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MOST_COUNT
}

function isTime(seconds: number): boolean {
  return seconds >= 0 && seconds <= MOST_SECONDS
}

function isSize(value: number): boolean {
  return isCount(value) && value > 0
}

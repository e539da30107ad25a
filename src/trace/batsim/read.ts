/** Reading Batsim workloads. Format: Batsim documentation, "Input: workload", of versions 4 and 5. */

import {
  isObject,
  type JsonObject,
  json,
  list,
  member,
  objectAt,
  plain,
  text,
  textOrNumber,
  whole,
} from '../../core/codec.js'
import { parseJson } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { Place } from '../../core/place.js'
import { JobTableBuilder } from '../job-table.js'
import { MOST_COUNT, MOST_REQUESTED_SECONDS } from '../limits.js'
import { createTrace } from '../select.js'
import type { LogClock, Trace } from '../trace.js'
import { isDuration, ownData, Profiles, SECONDS } from './profiles.js'

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
export function readBatsim(document: string, options: Partial<BatsimOptions> = {}): Trace {
  const { name, file } = { name: 'workload', file: 'workload', ...options }
  const at = Place.of(file)
  const root = objectAt(parseJson(document, file), at)
  const jobs = list(json)
    .decode(member(root, 'jobs'), at.at('jobs'))
    .map((job, k) => objectAt(job, at.at('jobs').at(k)))
  const profiles = new Profiles(objectAt(member(root, 'profiles'), at.at('profiles')), at.at('profiles'))
  const processors = PROCESSORS.decode(member(root, 'nb_res'), at.at('nb_res'))
  const notices: string[] = []

  const ids = numbersOf(jobs, at.at('jobs'))
  if (ids === null && jobs.length > 0) {
    notices.push(
      'the job ids are not different whole numbers; the jobs are numbered by their place in the document',
    )
  }
  const builder = new JobTableBuilder(jobs.length)
  let unknown = 0
  jobs.forEach((job, k) => {
    const of = at.at('jobs').at(k)
    const submit = SECONDS.decode(member(job, 'subtime'), of.at('subtime'))
    const size = COUNT.decode(member(job, 'res'), of.at('res'))
    const estimate = WALLTIME.decode(member(job, 'walltime') ?? -1, of.at('walltime'))
    const runtime = profiles.runtime(text.decode(member(job, 'profile'), of.at('profile')), of.at('profile'))
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
    const left = plural(unknown, 'job has a profile', 'jobs have profiles')
    notices.push(`${left} whose run time depends on a platform (${types}); left out`)
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

const PROCESSORS = whole(1, MOST_COUNT)
const COUNT = whole(0, MOST_COUNT)
const WALLTIME = plain<number>(
  `seconds from 0 to ${MOST_REQUESTED_SECONDS}, or -1`,
  { type: 'number', minimum: -1, maximum: MOST_REQUESTED_SECONDS },
  (value) => typeof value === 'number' && ((value >= 0 && value <= MOST_REQUESTED_SECONDS) || value === -1),
)

/** The ids as numbers, or null where they are not all different whole numbers. */
function numbersOf(jobs: readonly JsonObject[], at: Place): Float64Array | null {
  const numbers = new Float64Array(jobs.length)
  const seen = new Set<number>()
  let whole = true
  jobs.forEach((job, k) => {
    const said = String(textOrNumber.decode(member(job, 'id'), at.at(k).at('id')))
    const digits = said.slice(said.lastIndexOf('!') + 1)
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
      unixStart: typeof unixStart === 'number' && isDuration(unixStart) ? unixStart : null,
      zone: typeof zone === 'string' || typeof zone === 'number' ? zone : 'UTC',
    },
    header: Array.isArray(header) ? header.filter((comment) => typeof comment === 'string') : [],
  }
}

function int(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value === (value | 0) ? value : otherwise
}

/** Members that documents of sites have in common, whether their partitions are of processors or of nodes. */
import {
  added,
  type Codec,
  checkedText,
  list,
  mapped,
  nullable,
  number,
  objectOf,
  oneOf,
  optional,
  refined,
  textOrNumber,
  whole,
  words,
} from '../../core/codec.js'
import { formatDuration, LONGEST_DURATION, parseDuration } from '../../core/duration.js'
import type { Place } from '../../core/place.js'
import { parsePolicy, RECORDED } from '../policy.js'
import {
  type Facility,
  kindsOf,
  type Maintenance,
  MOST_PARTITIONS,
  type Partition,
  PRIORITIES,
} from './facility.js'
import { JOBS_OF } from './jobs-of.js'
import { LIMIT } from './limits.js'

/** How a site schedules, as far as it is known; an option says otherwise. */
export interface SiteScheduling {
  readonly policy: string | null
  /** Seconds between passes. */
  readonly 'pass-interval': number | null
  /** The rule of conservative backfilling for reservations. */
  readonly compress: 'queue' | 'none' | null
}

export interface SiteDocument {
  readonly version: number
  readonly name: string
  readonly facility: Facility
  readonly scheduling: SiteScheduling
}

/** The most ranges of all partitions together. */
export const MOST_RANGES = 10_000
/** The most kinds: what overlaps in as many ways is no site, and each pass looks at all of them. */
const MOST_KINDS = 1000
export const NO_NUMBERS: readonly number[] = []

/** Whole seconds, or a text such as `7d`. */
export const DURATION: Codec<number> = mapped(
  textOrNumber,
  (value, at) => {
    const seconds = at.checked(() => parseDuration(String(value)))
    if (!Number.isSafeInteger(seconds)) throw at.bad(value, 'whole seconds, or a duration such as 7d')
    return seconds
  },
  (seconds) => seconds,
)

/** Partitions that do not contradict one another. */
export function partitionsOf(partition: Codec<Partition>): Codec<readonly Partition[]> {
  return mapped(
    list(partition, { least: 1, most: MOST_PARTITIONS, expected: `1 to ${MOST_PARTITIONS} partitions` }),
    checkPartitions,
    (partitions) => partitions,
  )
}

export function checkPartitions(partitions: readonly Partition[], at: Place): readonly Partition[] {
  const names = new Map<string, string>()
  const once = (key: string, what: string, here: Place) => {
    if (names.has(key)) throw here.fault(`${what} is named twice`, { value: key.replace(/^\w+ /, '') })
    names.set(key, what)
  }
  partitions.forEach(({ name, jobs }, k) => {
    once(`name ${name}`, 'a partition', at.at(k).at('name'))
    if (jobs === null) once('rest', 'a partition for all jobs that are left', at.at(k))
    for (const queue of jobs?.queues ?? []) once(`queue ${queue}`, 'a queue', at.at(k).at('queues'))
    for (const number of [...(jobs?.partitions ?? []), ...(jobs?.names ?? [])]) {
      once(`partition ${number}`, "a log's partition", at.at(k).at('partitions'))
    }
  })
  const ranges = partitions.reduce((sum, { processors }) => sum + processors.length, 0)
  if (ranges > MOST_RANGES)
    throw at.bad(ranges, `at most ${MOST_RANGES} ranges of processors in all partitions together`)
  const kinds = kindsOf(partitions).counts.length
  if (kinds > MOST_KINDS) throw at.bad(kinds, `at most ${MOST_KINDS} ways in which partitions overlap`)
  return partitions
}

const MAINTENANCE = mapped(
  objectOf<Maintenance>({ every: DURATION, start: DURATION, duration: DURATION }),
  (windows, at) => {
    const { every, start, duration } = windows
    if (start >= every)
      throw at.at('start').bad(start, `before ${formatDuration(every)}, when it comes round`)
    if (!(duration > 0 && duration < every))
      throw at.at('duration').bad(duration, `more than 0 and less than ${formatDuration(every)}`)
    return windows
  },
  (windows) => windows,
)

export const UNKNOWN: SiteScheduling = { policy: null, 'pass-interval': null, compress: null }

/** A policy that a scheduler can go by. */
const OWN_POLICY = refined(checkedText(parsePolicy, words), (policy, at) => {
  if (parsePolicy(policy).algorithm === RECORDED)
    throw at.bad(policy, 'a policy that a scheduler can go by, such as easy:fcfs')
})

const SCHEDULING = objectOf<SiteScheduling>({
  policy: added(nullable(OWN_POLICY), null),
  'pass-interval': added(nullable(number(0, LONGEST_DURATION)), null),
  compress: added(nullable(oneOf(['queue', 'none'])), null),
})

function checkPriorities(priorities: Facility['priorities'], at: Place): void {
  const queues = new Set<number>()
  priorities.forEach(({ queue }, k) => {
    if (queues.has(queue)) throw at.at(k).at('queue').fault('a queue is named twice', { value: queue })
    queues.add(queue)
  })
}

/** Who may use a partition, in both versions of the document. */
export const ACCESS = { allow: optional(JOBS_OF), deny: optional(JOBS_OF) }

/** Members of both versions of the document, beside processors or nodes. */
export const FURTHER = {
  format: words,
  version: whole(1),
  name: words,
  priorities: added(refined(PRIORITIES, checkPriorities), []),
  limits: added(list(LIMIT, { most: 1000 }), []),
  maintenance: added(nullable(MAINTENANCE), null),
  scheduling: added(SCHEDULING, UNKNOWN),
}

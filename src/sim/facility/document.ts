/** Sites as documents: a machine's partitions, limits and maintenance, and how it is scheduled, as an administrator writes them. */
import {
  added,
  type Codec,
  checkedText,
  list,
  mapped,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  textOrNumber,
  whole,
  words,
} from '../../core/codec.js'
import { versioned } from '../../core/documents.js'
import { formatDuration, LONGEST_DURATION, parseDuration } from '../../core/duration.js'
import type { Place } from '../../core/place.js'
import { parsePolicy } from '../policy.js'
import {
  type Facility,
  kindsOf,
  LAST_PROCESSOR,
  LIMIT,
  type Maintenance,
  MOST_PARTITIONS,
  NUMBERS,
  type Partition,
  PRIORITIES,
  type Range,
} from './facility.js'

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
const MOST_RANGES = 10_000
/** The most kinds: what overlaps in as many ways is no site, and each pass looks at all of them. */
const MOST_KINDS = 1000
const NO_NUMBERS: readonly number[] = []

/** `0-127, 256-511, 600`. */
export const RANGES: Codec<readonly Range[]> = mapped(
  words,
  (text, at) => {
    const parts = text.split(',').map((part) => part.trim())
    if (parts.length > MOST_RANGES) throw at.fault(`more than ${MOST_RANGES} ranges of processors`)
    const ranges = parts.map((part): Range => {
      const [, from, to = from] = /^(\d{1,10})(?:\s*-\s*(\d{1,10}))?$/.exec(part) ?? []
      const [first, last] = [Number(from), Number(to)]
      if (!(first <= last && last <= LAST_PROCESSOR)) throw at.bad(part, 'processors such as 0-127, 256-511')
      return [first, last]
    })
    const sorted = [...ranges].sort((a, b) => a[0] - b[0])
    sorted.forEach(([first], k) => {
      if (k > 0 && first <= sorted[k - 1][1]) throw at.fault('a processor is named twice', { value: first })
    })
    return sorted
  },
  (ranges) => ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', '),
)

/** Whole seconds, or a text such as `7d`. */
const DURATION: Codec<number> = mapped(
  textOrNumber,
  (value, at) => {
    const seconds = at.checked(() => parseDuration(String(value)))
    if (!Number.isSafeInteger(seconds)) throw at.bad(value, 'whole seconds, or a duration such as 7d')
    return seconds
  },
  (seconds) => seconds,
)

const PARTITION: Codec<Partition> = mapped(
  object({
    name: words,
    processors: RANGES,
    queues: added(NUMBERS, NO_NUMBERS),
    partitions: added(NUMBERS, NO_NUMBERS),
  }),
  ({ name, processors, queues, partitions }) => ({
    name,
    processors,
    jobs: queues.length + partitions.length === 0 ? null : { queues, partitions },
  }),
  ({ name, processors, jobs }) => ({
    name,
    processors,
    queues: jobs?.queues ?? NO_NUMBERS,
    partitions: jobs?.partitions ?? NO_NUMBERS,
  }),
)

const PARTITIONS = mapped(
  list(PARTITION, { least: 1, most: MOST_PARTITIONS, expected: `1 to ${MOST_PARTITIONS} partitions` }),
  (partitions, at) => {
    const names = new Map<string, string>()
    const once = (key: string, what: string, here: Place) => {
      if (names.has(key)) throw here.fault(`${what} is named twice`, { value: key.replace(/^\w+ /, '') })
      names.set(key, what)
    }
    partitions.forEach(({ name, jobs }, k) => {
      once(`name ${name}`, 'a partition', at.at(k).at('name'))
      if (jobs === null) once('rest', 'a partition for all jobs that are left', at.at(k))
      for (const queue of jobs?.queues ?? []) once(`queue ${queue}`, 'a queue', at.at(k).at('queues'))
      for (const number of jobs?.partitions ?? []) {
        once(`partition ${number}`, "a log's partition", at.at(k).at('partitions'))
      }
    })
    const ranges = partitions.reduce((sum, { processors }) => sum + processors.length, 0)
    if (ranges > MOST_RANGES)
      throw at.bad(ranges, `at most ${MOST_RANGES} ranges of processors in all partitions together`)
    const kinds = kindsOf(partitions).counts.length
    if (kinds > MOST_KINDS) throw at.bad(kinds, `at most ${MOST_KINDS} ways in which partitions overlap`)
    return partitions
  },
  (partitions) => partitions,
)

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

const UNKNOWN: SiteScheduling = { policy: null, 'pass-interval': null, compress: null }

const SCHEDULING = objectOf<SiteScheduling>({
  policy: added(nullable(checkedText(parsePolicy, words)), null),
  'pass-interval': added(nullable(number(0, LONGEST_DURATION)), null),
  compress: added(nullable(oneOf(['queue', 'none'])), null),
})

/** The document, in YAML or JSON. */
export const SITE_DOCUMENT: Codec<SiteDocument> = versioned(
  {
    what: 'a site',
    tag: 'format',
    name: 'queuewright-site',
    remedy: 'docs/machine.md has an example',
  },
  {
    1: mapped(
      object({
        format: words,
        version: whole(1),
        name: words,
        partitions: PARTITIONS,
        priorities: added(PRIORITIES, []),
        limits: added(list(LIMIT, { most: 1000 }), []),
        maintenance: added(nullable(MAINTENANCE), null),
        scheduling: added(SCHEDULING, UNKNOWN),
      }),
      ({ version, name, scheduling, partitions, priorities, limits, maintenance }) => ({
        ...{ version, name, scheduling },
        facility: { partitions, priorities, limits, maintenance },
      }),
      ({ facility, ...rest }) => ({ format: 'queuewright-site', ...rest, ...facility }),
    ),
  },
)

/** Sites as documents: a machine's partitions, limits and maintenance, and how it is scheduled, as an administrator writes them. */
import { added, type Codec, mapped, object, words } from '../../core/codec.js'
import { versioned } from '../../core/documents.js'
import {
  ACCESS,
  FURTHER,
  MOST_RANGES,
  NO_NUMBERS,
  partitionsOf,
  type SiteDocument,
} from './document-members.js'
import { LAST_PROCESSOR, NUMBERS, type Partition, type Range } from './facility.js'
import { NODE_SITE } from './node-document.js'

export type { SiteDocument, SiteScheduling } from './document-members.js'

/** `0-127, 256-511, 600`. */
const RANGES: Codec<readonly Range[]> = mapped(
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

const PARTITION: Codec<Partition> = mapped(
  object({
    name: words,
    processors: RANGES,
    queues: added(NUMBERS, NO_NUMBERS),
    partitions: added(NUMBERS, NO_NUMBERS),
    ...ACCESS,
  }),
  ({ queues, partitions, ...rest }) => ({
    ...rest,
    jobs: queues.length + partitions.length === 0 ? null : { queues, partitions },
  }),
  ({ name, processors, jobs, allow, deny }) => ({
    ...{ name, processors },
    ...(allow && { allow }),
    ...(deny && { deny }),
    queues: jobs?.queues ?? NO_NUMBERS,
    partitions: jobs?.partitions ?? NO_NUMBERS,
  }),
)

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
      object({ ...FURTHER, partitions: partitionsOf(PARTITION) }),
      ({ version, name, scheduling, partitions, priorities, limits, maintenance }) => ({
        ...{ version, name, scheduling },
        facility: { partitions, priorities, limits, maintenance },
      }),
      ({ facility, ...rest }) => ({ format: 'queuewright-site', ...rest, ...facility }),
    ),
    2: NODE_SITE,
  },
)

/**
 * Planted sites: records of the sites whose logs a simulator of its own made (`truth.json`), as site documents. What such a record
 * says of chance (latencies, jobs that are held, processors that are away) no document holds.
 */
import { ORDER_NAMES, SITE_ORDERS } from '../../calibrate/index.js'
import {
  added,
  type Decoded,
  isObject,
  list,
  literal,
  member,
  nullable,
  number,
  object,
  oneOf,
  tagged,
  text,
  whole,
} from '../../core/codec.js'
import { parseJson } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import { Place } from '../../core/place.js'
import { type Facility, type Limit, SITE_DOCUMENT } from '../../sim/facility/index.js'

const number0 = whole(0)

const RECORD = object(
  {
    log: text,
    kind: oneOf(['site', 'nothing']),
    machine: nullable(whole(1)),
    partitions: list(object({ name: text, queues: list(number0), size: whole(1), first: number0 }, true)),
    order: nullable(oneOf(ORDER_NAMES)),
    queuePriority: list(number0),
    algorithm: nullable(oneOf(['head', 'list', 'easy', 'cons'])),
    consVariant: nullable(oneOf(['keep', 'anew'])),
    limits: list(
      tagged('kind', {
        userJobs: object({ kind: literal('userJobs'), value: whole(1) }, true),
        userProcs: object({ kind: literal('userProcs'), value: whole(1) }, true),
        queueJobs: object({ kind: literal('queueJobs'), queue: number0, value: whole(1) }, true),
      }),
    ),
    maintenance: nullable(object({ period: whole(1), start: number0, duration: whole(1) }, true)),
    noise: nullable(
      object(
        { cycle: number0, latencyMax: number0, heldShare: number(0, 1), downShare: added(number(0, 1), 0) },
        true,
      ),
    ),
  },
  true,
)
type PlantedRecord = Decoded<typeof RECORD>

export interface PlantedSite {
  /** A site document. */
  readonly document: Json
  /** The parts of the record that no document holds, in words. */
  readonly left: readonly string[]
}

/**
 * @param content of a file of records
 * @param log the record's `log`
 * @throws QueuewrightError `input-document`
 */
export function plantedSite(content: string, file: string, log: string): PlantedSite {
  const parsed = parseJson(content, file)
  const records = Array.isArray(parsed) ? parsed : [parsed]
  const place = records.findIndex((each) => isObject(each) && member(each, 'log') === log)
  if (place < 0) {
    throw new QueuewrightError('input-document', `no record of log ${log}`, {
      file,
      expected: records
        .map((each) => (isObject(each) ? String(member(each, 'log')) : '?'))
        .join(', ')
        .slice(0, 200),
    })
  }
  const record = RECORD.decode(records[place], Place.of(file).at(place))
  if (record.order === null || record.algorithm === null || record.machine === null) {
    throw new QueuewrightError('input-document', `log ${log} has no scheduling: its starts are random`, {
      file,
      field: 'kind',
      value: record.kind,
    })
  }
  const { noise, consVariant } = record
  const document = SITE_DOCUMENT.encode({
    version: 1,
    name: `planted ${log}`,
    facility: facilityOf(record, record.machine),
    scheduling: {
      policy: `${record.algorithm}:${SITE_ORDERS[record.order]}`,
      'pass-interval': noise?.cycle ?? 0,
      compress: consVariant === null ? null : consVariant === 'keep' ? 'none' : 'queue',
    },
  })
  const left = [
    ...((noise?.latencyMax ?? 0) > 0 ? [`starts are up to ${noise?.latencyMax} s late`] : []),
    ...((noise?.heldShare ?? 0) > 0 ? ['some jobs are held by their users'] : []),
    ...((noise?.downShare ?? 0) > 0 ? ['processors are away at times'] : []),
  ]
  return { document, left }
}

function facilityOf(record: PlantedRecord, machine: number): Facility {
  const { partitions, queuePriority, limits, maintenance } = record
  return {
    partitions:
      partitions.length === 0
        ? [{ name: 'all', processors: [[0, machine - 1]], jobs: null }]
        : partitions.map(({ name, queues, size, first }) => ({
            name,
            processors: [[first, first + size - 1]],
            jobs: { queues, partitions: [] },
          })),
    priorities: queuePriority.map((queue, k) => ({ queue, priority: queuePriority.length - k })),
    limits: limits.map(limitOf),
    maintenance:
      maintenance === null
        ? null
        : { every: maintenance.period, start: maintenance.start, duration: maintenance.duration },
  }
}

function limitOf(limit: PlantedRecord['limits'][number]): Limit {
  switch (limit.kind) {
    case 'userJobs':
      return { kind: 'user-jobs', value: limit.value }
    case 'userProcs':
      return { kind: 'user-processors', value: limit.value }
    case 'queueJobs':
      return { kind: 'queue-jobs', queue: limit.queue, value: limit.value }
  }
}

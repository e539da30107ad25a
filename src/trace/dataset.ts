/**
 * A trace as evaluations need it, in a form that threads share and that crosses queues and files: the job table, the
 * machine, the clock and those further fields that are asked for, under a digest of all of it.
 *
 * As bytes: the text `queuewright-dataset 1` and a newline; a line of JSON
 * `{"digest":…,"name":…,"processors":…,"unixStart":…,"zone":…,"jobs":n,"fields":[…]}`; then the columns of the job table in
 * the order of `JobTable` and the further fields in the order named, little-endian, without gaps. With the settings of a
 * site it is `queuewright-dataset 2`, and the line has `"site":…`; with names that somebody asks by, `queuewright-dataset 3`, and
 * the line has `"names":…`, too.
 */
import {
  json,
  list,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNumber,
  whole,
} from '../core/codec.js'
import { readDocument } from '../core/documents.js'
import { QueuewrightError } from '../core/errors.js'
import type { Json } from '../core/json.js'
import { isShared, sharedMemory } from '../core/memory.js'
import { Sha256 } from '../core/sha256.js'
import { digestOf, littleEndian } from './digest.js'
import { BYTES_PER_JOB, columnsOf, type JobTable, jobTableOver } from './job-table.js'
import { createTrace } from './select.js'
import { LEFT_AFTER, LOG_FIELDS, type LogClock, type LogField, type Trace } from './trace.js'

/** Further fields, each over shared memory. */
export type DatasetFields = Partial<Readonly<Record<LogField, Float64Array>>>

/** Plain data over shared memory: posting it to a thread copies nothing but its description. */
export interface Dataset {
  /** The digest of the trace; where there are further fields or settings of a site, SHA-256 over it and them. */
  readonly digest: string
  readonly name: string
  readonly processors: number | null
  readonly clock: LogClock
  readonly jobs: JobTable
  readonly fields: DatasetFields
  /** How the site's resource manager is configured, in the numbers of the log (sim/site.ts); absent: nobody says. */
  readonly site?: Json
  /** Numbers of the names that classes of jobs go by; absent: of none. */
  readonly names?: readonly NamedNumbers[]
}

/** A name of a log's users, groups, queues or partitions, and the numbers that they have there. */
export interface NamedNumbers {
  readonly kind: 'User' | 'Group' | 'Queue' | 'Partition'
  readonly name: string
  readonly numbers: readonly number[]
}

/** By the version, 1 to 3. */
const MAGICS = [1, 2, 3].map((version) => `queuewright-dataset ${version}\n`)
const NEWLINE = 10
const HEAD = object({
  digest: text,
  name: text,
  processors: nullable(number()),
  unixStart: nullable(number()),
  zone: textOrNumber,
  jobs: whole(0),
  fields: list(oneOf(LOG_FIELDS)),
  site: optional(json),
  names: optional(
    list(
      objectOf<NamedNumbers>({
        kind: oneOf(['User', 'Group', 'Queue', 'Partition']),
        name: text,
        numbers: list(whole(0)),
      }),
    ),
  ),
})

/**
 * @param wanted further fields to keep; those that the trace lacks are left out, and one that changes who waits is kept
 * @param names those that classes go by
 */
export function datasetOf(
  trace: Trace,
  wanted: readonly LogField[] = [],
  site?: Json,
  names: readonly NamedNumbers[] = [],
): Dataset {
  const fields: Partial<Record<LogField, Float64Array>> = {}
  for (const field of LOG_FIELDS) {
    const column = trace.fields[field]
    if (column !== undefined && (field === LEFT_AFTER || wanted.includes(field)))
      fields[field] = shared(column)
  }
  const { name, processors, clock, jobs } = trace
  const told = { ...(site !== undefined && { site }), ...(names.length > 0 && { names }) }
  const digest = digestWith(trace.digest, fields, told)
  return { digest, name, processors, clock, jobs, fields, ...told }
}

/** The trace of a dataset: without header, and with the fields that it holds. */
export function traceOf({ name, processors, clock, jobs, fields }: Dataset): Trace {
  return createTrace({ name, processors, clock, jobs, fields, header: [], dropped: {}, notices: [] })
}

export function encodeDataset(dataset: Dataset): Uint8Array {
  const { digest, name, processors, clock, jobs, fields, site, names } = dataset
  const further = {
    fields: LOG_FIELDS.filter((field) => fields[field] !== undefined),
    ...(site !== undefined && { site }),
    ...(names !== undefined && { names }),
  }
  const head = HEAD.encode({ digest, name, processors, ...clock, jobs: jobs.length, ...further })
  const magic = MAGICS[versionOf(dataset) - 1]
  const columns = [...columnsOf(jobs), ...Object.values(fields)].map(littleEndian)
  const parts = [new TextEncoder().encode(`${magic}${JSON.stringify(head)}\n`), ...columns]
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * @param file what the bytes are called in messages
 * @throws QueuewrightError `input-document` where they are no dataset, cut off, or not what their digest says
 */
export function decodeDataset(bytes: Uint8Array, file: string): Dataset {
  const start = MAGICS[0].length
  const utf8 = new TextDecoder()
  const end = bytes.indexOf(NEWLINE, start)
  const magic = utf8.decode(bytes.subarray(0, start))
  if (!MAGICS.includes(magic) || end < 0) throw damaged(file, 'this is no dataset')
  const head = readDocument(HEAD, utf8.decode(bytes.subarray(start, end)), file)
  const { name, processors, unixStart, zone, jobs: length, fields: columns, site, names } = head
  const body = bytes.subarray(end + 1)
  if (body.length !== length * (BYTES_PER_JOB + columns.length * 8))
    throw damaged(file, 'this dataset is cut off')

  let at = 0
  const take = (size: number): ArrayBufferLike => {
    const memory = sharedMemory(size)
    new Uint8Array(memory).set(body.subarray(at, at + size))
    at += size
    return memory
  }
  const jobs = jobTableOver(take(length * BYTES_PER_JOB))
  const fields: Partial<Record<LogField, Float64Array>> = {}
  for (const name of columns) fields[name] = new Float64Array(take(length * 8))
  // On a machine that is not little-endian the columns are turned in place.
  for (const column of [...columnsOf(jobs), ...Object.values(fields)]) column.set(reread(column))

  const clock: LogClock = { unixStart, zone }
  const told = { ...(site !== undefined && { site }), ...(names !== undefined && { names }) }
  const digest = digestWith(digestOf(jobs, processors, clock), fields, told)
  if (digest !== head.digest) throw damaged(file, 'this dataset is damaged: its digest differs')
  return { digest, name, processors, clock, jobs, fields, ...told }
}

/** Facts of a log beside its columns. */
type Told = Pick<Dataset, 'site' | 'names'>

function versionOf({ site, names }: Told): number {
  return names !== undefined ? 3 : site !== undefined ? 2 : 1
}

function digestWith(digest: string, fields: DatasetFields, told: Told): string {
  const entries = Object.entries(fields)
  const { site, names } = told
  const version = versionOf(told)
  if (entries.length === 0 && version === 1) return digest
  const hash = new Sha256()
  const head = ['queuewright-dataset', version, digest, entries.map(([name]) => name)]
  const further = version === 1 ? [] : version === 2 ? [site] : [site ?? null, names]
  hash.update(`${JSON.stringify([...head, ...further])}\n`)
  for (const [, column] of entries) hash.update(littleEndian(column))
  return hash.hex()
}

/** The numbers whose little-endian bytes lie in a column's memory. */
function reread(column: Float64Array | Int32Array): Float64Array | Int32Array {
  const bytes = littleEndian(column).slice()
  return column instanceof Float64Array ? new Float64Array(bytes.buffer) : new Int32Array(bytes.buffer)
}

function shared(column: Float64Array): Float64Array {
  if (isShared(column.buffer)) return column
  const copy = new Float64Array(sharedMemory(column.length * 8))
  copy.set(column)
  return copy
}

function damaged(file: string, what: string): QueuewrightError {
  return new QueuewrightError('input-document', what, {
    file,
    remedy: 'Make it anew from the log',
  })
}

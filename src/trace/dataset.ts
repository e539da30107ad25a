/**
 * A trace as evaluations need it, in a form that threads share and that crosses queues and files: the job table, the
 * machine, the clock and those further fields that are asked for, under a digest of all of it.
 *
 * As bytes: the text `queuewright-dataset 1` and a newline; a line of JSON
 * `{"digest":…,"name":…,"processors":…,"unixStart":…,"zone":…,"jobs":n,"fields":[…]}`; then the columns of the job table in
 * the order of `JobTable` and the further fields in the order named, little-endian, without gaps. With the settings of a
 * site it is `queuewright-dataset 2`, and the line has `"site":…`.
 */
import {
  json,
  list,
  nullable,
  number,
  object,
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
import { LOG_FIELDS, type LogClock, type LogField, type Trace } from './trace.js'

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
}

const MAGIC = 'queuewright-dataset 1\n'
const MAGIC_WITH_SITE = 'queuewright-dataset 2\n'
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
})

/** @param wanted further fields to keep; those that the trace lacks are left out */
export function datasetOf(trace: Trace, wanted: readonly LogField[] = [], site?: Json): Dataset {
  const fields: Partial<Record<LogField, Float64Array>> = {}
  for (const field of LOG_FIELDS) {
    const column = trace.fields[field]
    if (column !== undefined && wanted.includes(field)) fields[field] = shared(column)
  }
  const { name, processors, clock, jobs } = trace
  const digest = digestWith(trace.digest, fields, site)
  return { digest, name, processors, clock, jobs, fields, ...(site !== undefined && { site }) }
}

/** The trace of a dataset: without header, and with the fields that it holds. */
export function traceOf({ name, processors, clock, jobs, fields }: Dataset): Trace {
  return createTrace({ name, processors, clock, jobs, fields, header: [], dropped: {}, notices: [] })
}

export function encodeDataset(dataset: Dataset): Uint8Array {
  const { digest, name, processors, clock, jobs, fields, site } = dataset
  const further = {
    fields: LOG_FIELDS.filter((field) => fields[field] !== undefined),
    ...(site !== undefined && { site }),
  }
  const head = HEAD.encode({ digest, name, processors, ...clock, jobs: jobs.length, ...further })
  const magic = site === undefined ? MAGIC : MAGIC_WITH_SITE
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
  const start = MAGIC.length
  const utf8 = new TextDecoder()
  const end = bytes.indexOf(NEWLINE, start)
  const magic = utf8.decode(bytes.subarray(0, start))
  if ((magic !== MAGIC && magic !== MAGIC_WITH_SITE) || end < 0) throw damaged(file, 'this is no dataset')
  const head = readDocument(HEAD, utf8.decode(bytes.subarray(start, end)), file)
  const { name, processors, unixStart, zone, jobs: length, fields: names, site } = head
  const body = bytes.subarray(end + 1)
  if (body.length !== length * (BYTES_PER_JOB + names.length * 8))
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
  for (const name of names) fields[name] = new Float64Array(take(length * 8))
  // On a machine that is not little-endian the columns are turned in place.
  for (const column of [...columnsOf(jobs), ...Object.values(fields)]) column.set(reread(column))

  const clock: LogClock = { unixStart, zone }
  const digest = digestWith(digestOf(jobs, processors, clock), fields, site)
  if (digest !== head.digest) throw damaged(file, 'this dataset is damaged: its digest differs')
  return { digest, name, processors, clock, jobs, fields, ...(site !== undefined && { site }) }
}

function digestWith(digest: string, fields: DatasetFields, site: Json | undefined): string {
  const entries = Object.entries(fields)
  if (entries.length === 0 && site === undefined) return digest
  const hash = new Sha256()
  const head = ['queuewright-dataset', site === undefined ? 1 : 2, digest, entries.map(([name]) => name)]
  hash.update(`${JSON.stringify(site === undefined ? head : [...head, site])}\n`)
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

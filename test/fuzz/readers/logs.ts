/** Readers of logs: SWF, Batsim, datasets, what is gzipped, and what parts of a log are asked for. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect } from 'vitest'
import { loadTrace } from '../../../src/runtime/load.js'
import {
  cleanTrace,
  datasetOf,
  decodeDataset,
  describeTrace,
  digestOf,
  encodeDataset,
  filterTrace,
  groupTrace,
  parseFilter,
  readBatsim,
  readSwf,
  replaceColumns,
  type SwfField,
  type Trace,
  writeBatsim,
  writeSwf,
} from '../../../src/trace/index.js'
import { bytesOf, jobLine, readText } from '../../support/logs.js'
import { bytesDamage, jsonDamage, lineDamage, wordDamage } from '../damage.js'
import { fuzzed } from '../reader.js'

const line: fc.Arbitrary<Partial<Record<SwfField, number>>> = fc.record({
  wait: fc.nat(5000),
  run: fc.oneof(fc.nat(40_000), fc.constantFrom(0, -1)),
  allocatedProcessors: fc.integer({ min: 1, max: 64 }),
  requestedProcessors: fc.integer({ min: -1, max: 64 }).filter((size) => size !== 0),
  requestedTime: fc.oneof(fc.nat(90_000), fc.constant(-1)),
  status: fc.constantFrom(-1, 0, 1, 5),
  user: fc.nat(9),
  unixGroup: fc.nat(3),
  queue: fc.nat(3),
  partition: fc.nat(2),
})

/** The text of a log like real ones, with its times in order. */
const log: fc.Arbitrary<string> = fc
  .tuple(
    fc.subarray([
      'Version: 2.2',
      'UnixStartTime: 843480031',
      'TimeZoneString: Europe/Stockholm',
      'MaxNodes: 4',
      'Note: a <b>log</b>',
      'Preemption: No',
    ]),
    fc.array(fc.tuple(fc.nat(4000), line), { minLength: 1, maxLength: 25 }),
  )
  .map(([header, jobs]) => {
    let submit = 0
    const lines = jobs.map(([gap, values], k) => {
      submit += gap
      return jobLine({ ...values, job: k + 1, submit })
    })
    return `${[...header, 'MaxProcs: 64'].map((comment) => `; ${comment}\n`).join('')}${lines.join('\n')}\n`
  })

const trace = log.map((text) => groupTrace(cleanTrace(readText(text, { fields: 'all' }))).trace)
const usable = trace.filter(({ jobs }) => jobs.length > 0)

const counted = (counts: Trace['dropped']) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** What the Standard Workload Format keeps; groups are formed of users anew. */
function withoutGroups({ jobs, processors, clock }: Trace) {
  return {
    processors,
    clock,
    digest: digestOf(replaceColumns(jobs, { group: new Int32Array(jobs.length) }), processors, clock),
  }
}

/** What holds of every log, whatever it was read from. */
export function soundTrace(read: Trace): void {
  const { submit, id, size, runtime, estimate, length } = read.jobs
  const faults = Array.from({ length }, (_, row) => row).filter(
    (row) =>
      !(
        row === 0 ||
        submit[row - 1] < submit[row] ||
        (submit[row - 1] === submit[row] && id[row - 1] <= id[row])
      ) ||
      !(size[row] === -1 || size[row] > 0) ||
      ![submit[row], runtime[row], estimate[row], id[row]].every(Number.isFinite),
  )
  expect(faults).toEqual([])
  const back = readText([...writeSwf(read)].join(''), { fields: 'all' })
  expect(withoutGroups(back)).toEqual(withoutGroups(read))
  const clean = cleanTrace(groupTrace(read).trace)
  expect(clean.jobs.length + counted(clean.dropped) - counted(read.dropped)).toBe(length)
  expect(describeTrace(clean).jobs).toBe(clean.jobs.length)
}

/** Lines that are neither comments nor empty: each is a job or was dropped. */
function jobLines(text: string): number {
  return text.split('\n').filter((each) => /^[^;]/.test(each.trim())).length
}

function readSwfText(text: string): void {
  const bytes = bytesOf(text)
  const read = (badLines: 'error' | 'drop', size: number) =>
    readText(bytes, { badLines, fields: 'all', file: 'log.swf' }, size)
  const kept = read('drop', 1 << 16)
  expect(read('drop', 11).digest).toBe(kept.digest)
  soundTrace(kept)
  const plain = !/[^\n -~]/.test(text)
  if (plain) expect(kept.jobs.length + counted(kept.dropped)).toBe(jobLines(text))
  // The same log with other line ends is the same log.
  if (plain)
    expect(readText(text.replaceAll('\n', '\r\n'), { badLines: 'drop', fields: 'all' }).digest).toBe(
      kept.digest,
    )
  expect(read('error', 1 << 16).digest).toBe(kept.digest)
}

function readWorkload(text: string): void {
  const read = readBatsim(text, { file: 'workload.json' })
  soundTrace(read)
  if (read.processors === null || read.jobs.size.some((size) => size < 1)) return
  for (const version of [4, 5] as const) {
    const back = readBatsim([...writeBatsim(read, version)].join(''))
    expect([back.jobs.length, back.digest]).toEqual([read.jobs.length, read.digest])
  }
}

function readDataset(bytes: Uint8Array): void {
  const dataset = decodeDataset(bytes, 'log.dataset')
  const again = decodeDataset(encodeDataset(dataset), 'log.dataset')
  expect(again.digest).toBe(dataset.digest)
}

/** Any file that a log may be in, gzipped or not. */
async function readFile(bytes: Uint8Array): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'queuewright-fuzz-'))
  try {
    const path = join(folder, 'log')
    writeFileSync(path, bytes)
    soundTrace(await loadTrace(path, { fields: 'all' }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const FILTERED = readText(
  [0, 1, 2]
    .map((k) => jobLine({ job: k + 1, submit: k * 9, run: 5, user: k, requestedProcessors: 4 }))
    .join('\n'),
)

function readFilter(text: string): void {
  const [name, ...rest] = text.split('=')
  const filter = parseFilter({ [name]: rest.join('=') }, { unixStart: 843480031, zone: 'Europe/Stockholm' })
  expect(filterTrace(FILTERED, filter).jobs.length).toBeGreaterThan(0)
}

export const LOG_READERS = [
  fuzzed({ name: 'SWF', valid: log, damage: lineDamage(/[ ]+/), read: readSwfText }),
  fuzzed({
    name: 'SWF bytes',
    valid: log.map(bytesOf),
    damage: bytesDamage,
    read: async (bytes) => {
      const options = { badLines: 'drop', fields: 'all' } as const
      const read = readText(bytes, options, 13)
      soundTrace(read)
      expect((await readSwf(new Blob([bytes]).stream(), options)).digest).toBe(read.digest)
    },
  }),
  fuzzed({
    name: 'Batsim',
    valid: fc
      .tuple(usable, fc.constantFrom(4 as const, 5 as const))
      .map(([read, version]) => [...writeBatsim(read, version)].join('')),
    damage: jsonDamage,
    read: readWorkload,
  }),
  fuzzed({
    name: 'dataset',
    valid: usable.map((read) => encodeDataset(datasetOf(read, ['wait', 'status']))),
    damage: bytesDamage,
    read: readDataset,
  }),
  fuzzed({
    name: 'files and gzip',
    valid: fc.tuple(log, fc.nat(3)).map(([text, cut]): Uint8Array => {
      const bytes = bytesOf(text)
      if (cut === 0) return bytes
      // Of one member or several, as files that were appended to are.
      const at = Math.floor((bytes.length * cut) / 3)
      return Buffer.concat([gzipSync(bytes.subarray(0, at)), gzipSync(bytes.subarray(at))])
    }),
    damage: bytesDamage,
    read: readFile,
  }),
  fuzzed({
    name: 'filters',
    valid: fc.constantFrom(
      'users=1-3,7',
      'sizes=1-16,32',
      'span=0..10d',
      'span=..1h',
      'window=15d:1',
      'first=10',
      'last=5',
    ),
    damage: wordDamage,
    read: readFilter,
  }),
]

/** Accounting for tests: the fixtures, rows made on the spot, and imported jobs as plain objects. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type SacctImport, type SacctOptions, SacctParser, type Trace } from '../../../../src/trace/index.js'
import { PROJECT_ROOT } from '../../../support/data.js'
import { bytesOf } from '../../../support/logs.js'

export const SALT = 'a salt for tests, of some length'

/** A file of test/fixtures/slurm, which a Slurm 22.05.8 wrote. */
export function fixture(name: string): Uint8Array {
  const bytes = readFileSync(join(PROJECT_ROOT, 'test', 'fixtures', 'slurm', name))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** Imports `input`, fed in pieces of `size` bytes. */
export function imported(
  input: string | Uint8Array,
  options: Partial<SacctOptions> = {},
  size = Number.MAX_SAFE_INTEGER,
): SacctImport {
  const bytes = typeof input === 'string' ? bytesOf(input) : input
  const parser = new SacctParser({ salt: SALT, ...options })
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size))
  return parser.end()
}

/** One job of a log, with Unix times. */
export interface PlainJob {
  readonly id: number
  readonly release: number
  readonly wait: number
  readonly run: number
  readonly allocated: number
  readonly requested: number
  readonly estimate: number
  readonly memory: number
  readonly status: number
  readonly user: number
  readonly account: number
  readonly qos: number
  readonly partition: number
}

/** The jobs of a log, in its order. */
export function jobsOf({ jobs, fields, clock }: Trace): PlainJob[] {
  return Array.from(jobs.id, (id, row) => ({
    id,
    release: jobs.submit[row] + (clock.unixStart ?? Number.NaN),
    wait: fields.wait?.[row] ?? Number.NaN,
    run: jobs.runtime[row],
    allocated: fields.allocatedProcessors?.[row] ?? Number.NaN,
    requested: fields.requestedProcessors?.[row] ?? Number.NaN,
    estimate: jobs.estimate[row],
    memory: fields.requestedMemory?.[row] ?? Number.NaN,
    status: fields.status?.[row] ?? Number.NaN,
    user: jobs.user[row],
    account: fields.unixGroup?.[row] ?? Number.NaN,
    qos: fields.queue?.[row] ?? Number.NaN,
    partition: fields.partition?.[row] ?? Number.NaN,
  }))
}

/** The jobs of an import that gives one log. */
export function importedJobs(
  input: string | Uint8Array,
  options: Partial<SacctOptions> = {},
  size?: number,
): PlainJob[] {
  const { logs } = imported(input, options, size)
  return logs.flatMap(({ trace }) => jobsOf(trace))
}

/** The columns of a row, by the names of sacct. */
export type Row = Readonly<Record<string, string | number>>

const USUAL: Row = {
  JobID: 1,
  JobIDRaw: 1,
  User: 'ada',
  Account: 'maths',
  Partition: 'batch',
  QOS: 'normal',
  State: 'COMPLETED',
  Submit: 1_700_000_000,
  Eligible: 1_700_000_000,
  Start: 1_700_000_010,
  End: 1_700_000_110,
  ElapsedRaw: 100,
  TimelimitRaw: 60,
  ReqTRES: 'billing=4,cpu=4,mem=8000M,node=1',
  AllocTRES: 'billing=4,cpu=4,mem=8000M,node=1',
  AllocNodes: 1,
  NodeList: 'n1',
  Suspended: '00:00:00',
}

/** Output of `sacct -P`: each row a usual job but for the columns given; `JobIDRaw` is `JobID` unless it is given too. */
export function psv(rows: readonly Row[], columns: readonly string[] = Object.keys(USUAL)): string {
  const lines = rows.map((row, k) => {
    const id = row['JobID'] ?? k + 1
    const values: Row = { ...USUAL, JobID: id, JobIDRaw: id, ...row }
    return columns.map((column) => values[column] ?? '').join('|')
  })
  return `${[columns.join('|'), ...lines].join('\n')}\n`
}

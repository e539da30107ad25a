/** How much may run at once, as `sacctmgr -P show assoc` and `sacctmgr -P show qos` print it. */
import { parseSlurmTable, type SlurmRow } from './table.js'
import { parseTotals } from './tres.js'

/** Infinite where there is no limit. */
export interface RunningLimit {
  readonly jobs: number
  readonly cores: number
  readonly gpus: number
}

export interface AssociationLimits {
  readonly account: string
  /** Null: the account itself. */
  readonly user: string | null
  /** Of it and all below it (GrpJobs, GrpTRES). */
  readonly together: RunningLimit
  /** MaxJobs: of each user of an account, who may have one of their own. */
  readonly jobsOfUser: number
}

export interface QosLimits {
  /** Of all its jobs, of each user and of each account (GrpTRES, MaxTRESPU, MaxTRESPA, and the like of jobs). */
  readonly together: RunningLimit
  readonly ofUser: RunningLimit
  readonly ofAccount: RunningLimit
}

/** @throws QueuewrightError `input-document`, `line-fields` */
export function parseAssociationLimits(text: string): readonly AssociationLimits[] {
  const { rows } = parseSlurmTable(text, 'sacctmgr -P show assoc', [['Account'], ['User']])
  return rows.map((row) => {
    const user = (row.cell('User') ?? '').trim()
    return {
      account: (row.cell('Account') ?? '').trim(),
      user: user === '' ? null : user,
      together: limitOf(row, 'GrpJobs', ['GrpTRES']),
      jobsOfUser: countOf(row, 'MaxJobs'),
    }
  })
}

/** By name. @throws QueuewrightError `input-document`, `line-fields` */
export function parseQosLimits(text: string): ReadonlyMap<string, QosLimits> {
  const { rows } = parseSlurmTable(text, 'sacctmgr -P show qos', [['Name']])
  return new Map(
    rows.map((row) => [
      (row.cell('Name') ?? '').trim(),
      {
        together: limitOf(row, 'GrpJobs', ['GrpTRES']),
        ofUser: limitOf(row, 'MaxJobsPU', ['MaxTRESPU', 'MaxTRESPerUser']),
        ofAccount: limitOf(row, 'MaxJobsPA', ['MaxTRESPA', 'MaxTRESPerAccount']),
      },
    ]),
  )
}

function countOf(row: SlurmRow, column: string): number {
  const text = (row.cell(column) ?? '').trim()
  return /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

function limitOf(row: SlurmRow, jobs: string, tres: readonly string[]): RunningLimit {
  const totals = parseTotals((row.cell(...tres) ?? '').trim())
  return {
    jobs: countOf(row, jobs),
    cores: totals?.get('cpu') ?? Number.POSITIVE_INFINITY,
    gpus: totals?.get('gres/gpu') ?? Number.POSITIVE_INFINITY,
  }
}

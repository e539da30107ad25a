/** How much may run at once, as `sacctmgr -P show assoc`, `sacctmgr dump` and `sacctmgr -P show qos` print it. */
import { ROOT_ACCOUNT } from './association.js'
import { isDump, readDumpEntities } from './dump.js'
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
  /** The limit of it and all below it (GrpJobs, GrpTRES). */
  readonly together: RunningLimit
  /** MaxJobs: of each user of an account, who may have one of their own. */
  readonly jobsOfUser: number
}

export interface QosLimits {
  /** The limits of all its jobs, of each user and of each account (GrpTRES, MaxTRESPU, MaxTRESPA, and the like of jobs). */
  readonly together: RunningLimit
  readonly ofUser: RunningLimit
  readonly ofAccount: RunningLimit
}

/** @throws QueuewrightError `input-document`, `line-fields` */
export function parseAssociationLimits(text: string): readonly AssociationLimits[] {
  return associationRows(text).map(({ account, user, row }) => ({
    ...{ account, user },
    together: limitOf(row, 'GrpJobs', ['GrpTRES']),
    jobsOfUser: countOf(row, 'MaxJobs'),
  }))
}

type Cells = Pick<SlurmRow, 'cell'>

interface LimitedAssociation {
  readonly account: string
  readonly user: string | null
  readonly row: Cells
  /** The names of what it says. */
  readonly columns: readonly string[]
}

function associationRows(text: string): readonly LimitedAssociation[] {
  if (isDump(text)) {
    return readDumpEntities(text).map(({ kind, name, parent, said }) => ({
      account: kind === 'User' ? parent : kind === 'Account' ? name : ROOT_ACCOUNT,
      user: kind === 'User' ? name : null,
      row: { cell: (...names) => names.flatMap((each) => said.get(each.toLowerCase()) ?? [])[0] ?? null },
      columns: [...said.keys()],
    }))
  }
  const { rows, columns } = parseSlurmTable(text, 'sacctmgr -P show assoc', [['Account'], ['User']])
  return rows.map((row) => {
    const user = (row.cell('User') ?? '').trim()
    return { account: (row.cell('Account') ?? '').trim(), user: user === '' ? null : user, row, columns }
  })
}

/** Columns that are read, or are no limits. */
const READ = new Set(
  `cluster account user partition share shares fairshare rawshares priority parentname parname parent grpjobs grptres
  maxjobs qos defqos defaultqos defaultaccount defaultwckey description organization adminlevel coordinator lineage
  name usagefactor usagethres maxjobspu maxjobsperuser maxtrespu maxtresperuser maxjobspa maxjobsperaccount maxtrespa
  maxtresperaccount id lft rgt`.split(/\s+/),
)
const NOTHING = /^(|0|cluster|00:00:00)$/i

/** Limits that a text of associations or of QOS has and nobody reads, one sentence each. */
export function unreadLimits(text: string, of: 'associations' | 'qos'): readonly string[] {
  const named =
    of === 'associations'
      ? associationRows(text).map(({ account, user, row, columns }) => ({
          name: user === null ? `account ${account}` : `user ${user} of ${account}`,
          ...{ row, columns },
        }))
      : qosRows(text)
  return named.flatMap(({ name, row, columns }) => {
    const said = (column: string) => (row.cell(column) ?? '').trim()
    const others = columns.filter((column) => !READ.has(plain(column)) && !NOTHING.test(said(column)))
    const counted = columns
      .filter((column) => READ.has(plain(column)) && /tres/i.test(column))
      .flatMap((column) =>
        [...(parseTotals(said(column)) ?? new Map()).keys()].map((tres) => ({ column, tres })),
      )
      .filter(({ tres }) => tres !== 'cpu' && tres !== 'gres/gpu')
    return [
      ...others.map((column) => `${name}: ${column}=${said(column)} is not simulated`),
      ...counted.map(({ column, tres }) => `${name}: ${tres} of ${column} is not simulated`),
    ]
  })
}

function plain(column: string): string {
  return column.replace(/\s/g, '').toLowerCase()
}

function qosRows(text: string) {
  const { rows, columns } = parseSlurmTable(text, 'sacctmgr -P show qos', [['Name']])
  return rows.map((row) => ({ name: `QOS ${(row.cell('Name') ?? '').trim()}`, row, columns }))
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

function countOf(row: Cells, column: string): number {
  const text = (row.cell(column) ?? '').trim()
  return /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

function limitOf(row: Cells, jobs: string, tres: readonly string[]): RunningLimit {
  const totals = parseTotals((row.cell(...tres) ?? '').trim())
  return {
    jobs: countOf(row, jobs),
    cores: totals?.get('cpu') ?? Number.POSITIVE_INFINITY,
    gpus: totals?.get('gres/gpu') ?? Number.POSITIVE_INFINITY,
  }
}

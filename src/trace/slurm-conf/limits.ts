/** How much may run at once, as `sacctmgr -P show assoc`, `sacctmgr dump` and `sacctmgr -P show qos` print it. */
import { ROOT_ACCOUNT } from './association.js'
import { isDump, readDumpEntities } from './dump.js'
import { parseSlurmTable, type SlurmRow } from './table.js'
import { parseTotals } from './tres.js'
import { LARGEST } from './values.js'

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
  return associationRows(text).rows.map(({ account, user, row }) => ({
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

/** Limits of a user in one partition are those of no association here: they say nothing of the user's other jobs. */
function associationRows(text: string): {
  readonly rows: readonly LimitedAssociation[]
  readonly ofPartitions: readonly LimitedAssociation[]
} {
  const all = isDump(text) ? dumpedRows(text) : tabledRows(text)
  const isWhole = ({ row }: LimitedAssociation) => (row.cell('Partition') ?? '').trim() === ''
  return { rows: all.filter(isWhole), ofPartitions: all.filter((each) => !isWhole(each)) }
}

function dumpedRows(text: string): readonly LimitedAssociation[] {
  return readDumpEntities(text).map(({ kind, name, parent, said }) => ({
    account: kind === 'User' ? parent : kind === 'Account' ? name : ROOT_ACCOUNT,
    user: kind === 'User' ? name : null,
    row: { cell: (...names) => names.flatMap((each) => said.get(each.toLowerCase()) ?? [])[0] ?? null },
    columns: [...said.keys()],
  }))
}

function tabledRows(text: string): readonly LimitedAssociation[] {
  const { rows, columns } = parseSlurmTable(text, 'sacctmgr -P show assoc', [['Account'], ['User']])
  return rows.map((row) => {
    const user = (row.cell('User') ?? '').trim()
    return { account: (row.cell('Account') ?? '').trim(), user: user === '' ? null : user, row, columns }
  })
}

/** Columns of limits that are read. */
const LIMITS = new Set(
  `grpjobs grptres maxjobs maxjobspu maxjobsperuser maxtrespu maxtresperuser maxjobspa maxjobsperaccount maxtrespa
  maxtresperaccount`.split(/\s+/),
)
/** These, and columns that are no limits. */
const READ = new Set([
  ...LIMITS,
  ...`cluster account user partition share shares fairshare rawshares priority parentname parname parent qos defqos
  defaultqos defaultaccount defaultwckey description organization adminlevel coordinator lineage name usagefactor
  usagethres id lft rgt`.split(/\s+/),
])
const NOTHING = /^(|0|-1|cluster|none|00:00:00|4294967295|18446744073709551615)$/i

/** Limits that a text of associations or of QOS has and nobody reads, one sentence each. */
export function unreadLimits(text: string, of: 'associations' | 'qos'): readonly string[] {
  if (of === 'qos') return qosRows(text).flatMap(unreadIn)
  const { rows, ofPartitions } = associationRows(text)
  const named = ({ account, user, row, columns }: LimitedAssociation): Limited => ({
    name: user === null ? `account ${account}` : `user ${user} of ${account}`,
    ...{ row, columns },
  })
  return [
    ...rows.map(named).flatMap(unreadIn),
    ...ofPartitions.map(named).flatMap(({ name, row, columns }) => {
      const isLimit = (column: string) => LIMITS.has(plain(column)) || !READ.has(plain(column))
      const limits = columns.filter((column) => isLimit(column) && !NOTHING.test(said(row, column)))
      const partition = said(row, 'Partition')
      return limits.map(
        (column) =>
          `${name}: ${column}=${said(row, column)} of partition ${partition} alone is not simulated`,
      )
    }),
  ]
}

/** A row with limits, as it is called. */
interface Limited {
  readonly name: string
  readonly row: Cells
  readonly columns: readonly string[]
}

function said(row: Cells, column: string): string {
  return (row.cell(column) ?? '').trim()
}

function unreadIn({ name, row, columns }: Limited): readonly string[] {
  const others = columns.filter((column) => !READ.has(plain(column)) && !NOTHING.test(said(row, column)))
  const counted = columns
    .filter((column) => READ.has(plain(column)) && /tres/i.test(column))
    .flatMap((column) => {
      const { amounts, unread } = parseTotals(said(row, column))
      const unheeded = [...amounts.keys()].filter((tres) => tres !== 'cpu' && tres !== 'gres/gpu')
      return [...unheeded, ...unread].map((tres) => ({ column, tres }))
    })
  return [
    ...others.map((column) => `${name}: ${column}=${said(row, column)} is not simulated`),
    ...counted.map(({ column, tres }) => `${name}: ${tres} of ${column} is not simulated`),
  ]
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

/** More than any machine has is no limit; so are the numbers that Slurm keeps for none, of 32 and 64 bits. */
function limitFrom(limit: number): number {
  return limit <= LARGEST ? Math.floor(limit) : Number.POSITIVE_INFINITY
}

function countOf(row: Cells, column: string): number {
  const text = said(row, column)
  return /^\d+$/.test(text) ? limitFrom(Number(text)) : Number.POSITIVE_INFINITY
}

function limitOf(row: Cells, jobs: string, tres: readonly string[]): RunningLimit {
  const { amounts } = parseTotals((row.cell(...tres) ?? '').trim())
  const most = (name: string) => limitFrom(amounts.get(name) ?? Number.POSITIVE_INFINITY)
  return { jobs: countOf(row, jobs), cores: most('cpu'), gpus: most('gres/gpu') }
}

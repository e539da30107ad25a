/**
 * Accounts and users with their shares, as `sacctmgr -P show assoc` (or `sshare -P -a`) prints them: one row an
 * account, with an empty user, and one a user of an account. An account's parent is in the column of that name, or is
 * told by the blanks before the account's name (`show assoc tree`, `sshare`); without either all accounts lie side by
 * side below the root.
 */
import { QueuewrightError } from '../../core/errors.js'
import { LARGEST_WEIGHT } from './settings.js'
import { parseSlurmTable, type SlurmRow } from './table.js'

/** The account above all others. */
const ROOT_ACCOUNT = 'root'

export interface Association {
  readonly account: string
  /** Null: the account itself. */
  readonly user: string | null
  /** The account above; null for the root. */
  readonly parent: string | null
  /** Null: `parent`, which is to have none of its own. */
  readonly shares: number | null
}

const SHARES_COMMAND = 'sacctmgr -P show assoc format=Cluster,Account,User,ParentName,Share'

/** `FairShare` is what sacctmgr calls them too; in the output of sshare, which has RawShares, it is something else. */
const SHARE = ['Share', 'Shares', 'RawShares', 'FairShare'] as const
const PARENT = ['ParentName', 'Par Name', 'Parent'] as const

/**
 * The accounts, each after its parent, and then the users. Rows of a user's further partitions are left out, as are
 * accounts and users named again.
 * @throws QueuewrightError `input-document`, `line-fields`, `line-number`; `line-value` for a user of an account that
 * has no row, an unknown parent or accounts that are each other's parents
 */
export function parseAssociations(text: string): readonly Association[] {
  const table = parseSlurmTable(text, SHARES_COMMAND, [['Account'], ['User'], [...SHARE]])
  const clusters = new Set(table.rows.map((row) => (row.cell('Cluster') ?? '').trim()))
  if (clusters.size > 1) {
    throw new QueuewrightError('input-document', 'associations of several clusters', {
      value: [...clusters].join(', '),
      remedy: 'Choose one: sacctmgr show assoc cluster=NAME …',
    })
  }
  const byIndent = !table.has(...PARENT)
  const accounts = new Map<string, Association & { line: number }>()
  const users = new Map<string, Association & { line: number }>()
  /** Accounts above the row at hand, with the blanks before their names. */
  const path: { account: string; indent: number }[] = []
  for (const row of table.rows) {
    const cell = row.cell('Account') ?? ''
    const account = cell.trim()
    const user = (row.cell('User') ?? '').trim()
    const { line } = row
    const shares = sharesOf(row)
    if (user !== '') {
      const key = `${account}\n${user}`
      if (!users.has(key)) users.set(key, { account, user, parent: account, shares, line })
      continue
    }
    const indent = cell.length - cell.trimStart().length
    while (path.length > 0 && path[path.length - 1].indent >= indent) path.pop()
    const above = byIndent ? (path[path.length - 1]?.account ?? '') : (row.cell(...PARENT) ?? '').trim()
    path.push({ account, indent })
    const parent = account === ROOT_ACCOUNT ? null : above === '' ? ROOT_ACCOUNT : above
    if (!accounts.has(account)) accounts.set(account, { account, user: null, parent, shares, line })
  }
  if (!accounts.has(ROOT_ACCOUNT)) {
    accounts.set(ROOT_ACCOUNT, { account: ROOT_ACCOUNT, user: null, parent: null, shares: 1, line: 1 })
  }
  for (const { account, line } of users.values()) {
    if (!accounts.has(account)) throw badRow('an account that has no row of its own', line, account)
  }
  return [...fromTheRoot(accounts), ...users.values()].map(({ line: _, ...association }) => association)
}

/** Accounts below accounts. Sites have a few; what goes down the tree may call itself. */
const DEEPEST = 1000

/** The accounts in an order in which each comes after its parent, depth first. */
function fromTheRoot<Row extends Association & { line: number }>(accounts: ReadonlyMap<string, Row>): Row[] {
  const children = new Map<string | null, Row[]>()
  for (const row of accounts.values()) {
    const { parent, line } = row
    if (parent !== null && !accounts.has(parent)) throw badRow('an unknown parent account', line, parent)
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [row])
    else siblings.push(row)
  }
  const ordered = new Set<Row>()
  const descend = (parent: string | null, depth: number) => {
    for (const row of children.get(parent) ?? []) {
      if (depth > DEEPEST) throw badRow(`accounts nested more than ${DEEPEST} deep`, row.line, row.account)
      ordered.add(row)
      descend(row.account, depth + 1)
    }
  }
  descend(null, 1)
  if (ordered.size < accounts.size) {
    const lost = [...accounts.values()].find((row) => !ordered.has(row))
    throw badRow('an account that is not below the root', lost?.line ?? 1, lost?.account ?? '')
  }
  return [...ordered]
}

function sharesOf(row: SlurmRow): number | null {
  const text = (row.cell(...SHARE) ?? '').trim()
  if (text === 'parent') return null
  if (text === '') return 1
  const shares = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (shares <= LARGEST_WEIGHT) return shares
  throw new QueuewrightError('line-number', 'not a number of shares', {
    line: row.line,
    field: SHARE[0],
    value: text,
    expected: 'a whole number, or parent',
  })
}

function badRow(what: string, line: number, value: string): QueuewrightError {
  return new QueuewrightError('line-value', what, {
    line,
    value,
    expected: `the whole output of ${SHARES_COMMAND}`,
  })
}

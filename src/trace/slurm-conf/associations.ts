/**
 * Accounts and users with their shares. `sacctmgr -P show assoc` and `sshare -P -a` print one row an account, with an
 * empty user, and one a user of an account. An account's parent is in the column of that name, or is told by the blanks
 * before the account's name (`show assoc tree`, `sshare`); without either all accounts lie side by side below the root.
 * `sacctmgr dump` writes the same as a file of its own kind.
 */

import { QueuewrightError } from '../../core/errors.js'
import { groupedBy } from '../../core/grouping.js'
import {
  type Association,
  type AssociationRow,
  parentOf,
  priorityOf,
  ROOT_ACCOUNT,
  sharesOf,
  usedOf,
} from './association.js'
import { isDump, readDump } from './dump.js'
import { parseSlurmTable } from './table.js'

const SHARES_COMMAND = 'sacctmgr -P show assoc format=Cluster,Account,User,ParentName,Share'

/** `FairShare` is what sacctmgr calls them too; in the output of sshare, which has RawShares, it is something else. */
const SHARE = ['Share', 'Shares', 'RawShares', 'FairShare'] as const
const PARENT = ['ParentName', 'Par Name', 'Parent'] as const

export interface Associations {
  /** The accounts, each after its parent, and then the users. */
  readonly associations: readonly Association[]
  readonly notices: readonly string[]
}

/**
 * The associations of a text. Rows of a user's further partitions are left out, as are accounts and users named again.
 * @throws QueuewrightError `input-document`, `line-fields`, `line-number`; `line-value` for a user of an account that
 * has no row, an unknown parent or accounts that are each other's parents
 */
export function parseAssociations(text: string): Associations {
  const { rows, notices } = isDump(text) ? { rows: readDump(text), notices: [] } : readTable(text)
  const accounts = new Map<string, AssociationRow>()
  const users = new Map<string, AssociationRow>()
  for (const row of rows) {
    const [known, key] = row.user === null ? [accounts, row.account] : [users, `${row.account}\n${row.user}`]
    if (!known.has(key)) known.set(key, row)
  }
  if (!accounts.has(ROOT_ACCOUNT)) {
    const root = { account: ROOT_ACCOUNT, user: null, parent: null, shares: 1, priority: null, line: 1 }
    accounts.set(ROOT_ACCOUNT, root)
  }
  for (const { account, line } of users.values()) {
    if (!accounts.has(account)) throw badRow('an account that has no row of its own', line, account)
  }
  const priorities = new Map<string | null, number | null>()
  const associations = [...fromTheRoot(accounts), ...users.values()].map(({ line: _, ...association }) => {
    const { account, user, parent, priority: own } = association
    const priority = own ?? priorities.get(parent) ?? null
    if (user === null) priorities.set(account, priority)
    return { ...association, priority }
  })
  return { associations, notices }
}

function readTable(text: string): { rows: readonly AssociationRow[]; notices: readonly string[] } {
  const table = parseSlurmTable(text, SHARES_COMMAND, [['Account'], ['User'], [...SHARE]])
  const clusters = new Set(table.rows.map((row) => (row.cell('Cluster') ?? '').trim()))
  if (clusters.size > 1) {
    throw new QueuewrightError('input-document', 'associations of several clusters', {
      value: [...clusters].join(', '),
      remedy: 'Choose one: sacctmgr show assoc cluster=NAME …',
    })
  }
  const byIndent = !table.has(...PARENT)
  /** Accounts above the row at hand, with the blanks before their names. */
  const path: { account: string; indent: number }[] = []
  let deepest = 0
  const rows = table.rows.map((row): AssociationRow => {
    const cell = row.cell('Account') ?? ''
    const account = cell.trim()
    const user = (row.cell('User') ?? '').trim()
    const { line } = row
    const shares = sharesOf((row.cell(...SHARE) ?? '').trim(), line, SHARE[0])
    const priority = priorityOf((row.cell('Priority') ?? '').trim(), line)
    const used = usedOf((row.cell('RawUsage') ?? '').trim(), line)
    if (user !== '') return { account, user, parent: account, shares, priority, ...used, line }
    const indent = cell.length - cell.trimStart().length
    deepest = Math.max(deepest, indent)
    while (path.length > 0 && path[path.length - 1].indent >= indent) path.pop()
    const above = byIndent ? (path[path.length - 1]?.account ?? '') : (row.cell(...PARENT) ?? '').trim()
    path.push({ account, indent })
    return { account, user: null, parent: parentOf(account, above), shares, priority, ...used, line }
  })
  const accounts = new Set(rows.map(({ account }) => account)).size
  const flat = byIndent && deepest === 0 && accounts > 2
  const notices = flat
    ? [
        `neither a column ParentName nor blanks before names say which account is below which: all lie below ${ROOT_ACCOUNT} (${SHARES_COMMAND} tells)`,
      ]
    : []
  return { rows, notices }
}

/** Accounts below accounts. Sites have a few; what goes down the tree may call itself. */
const DEEPEST = 1000

/** The accounts in an order in which each comes after its parent, depth first. */
function fromTheRoot(accounts: ReadonlyMap<string, AssociationRow>): AssociationRow[] {
  const children = groupedBy(accounts.values(), ({ parent, line }) => {
    if (parent !== null && !accounts.has(parent)) throw badRow('an unknown parent account', line, parent)
    return parent
  })
  const ordered = new Set<AssociationRow>()
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

function badRow(what: string, line: number, value: string): QueuewrightError {
  return new QueuewrightError('line-value', what, {
    line,
    value,
    expected: `the whole output of ${SHARES_COMMAND}`,
  })
}

/**
 * The output of `sacctmgr dump CLUSTER file=FILE`: a line an entity, `Account - 'bio':Description='…':Fairshare=20`, users and
 * accounts below the parent that a line `Parent - 'bio'` names (sacctmgr(1), "Flat file dump and load").
 */
import { QueuewrightError } from '../../core/errors.js'
import { type AssociationRow, parentOf, priorityOf, ROOT_ACCOUNT, sharesOf } from './association.js'

const ENTITY = /^\s*(Cluster|Parent|Account|User)\s*-\s*'?([^':]*)'?(.*)$/
const SAID = /:(\w+)=(?:'([^']*)'|([^:]*))/g

export function isDump(text: string): boolean {
  return /^\s*Cluster\s*-\s*'/m.test(text)
}

/** A line of a dump: an account or a user, and what is said of it. */
interface DumpedEntity {
  readonly kind: 'Cluster' | 'Account' | 'User'
  readonly name: string
  /** The account above; of a user the account that it is of. */
  readonly parent: string
  /** By name in lower case. */
  readonly said: ReadonlyMap<string, string>
  readonly line: number
}

/** @throws QueuewrightError `line-fields` for a line of another kind, and `input-document` for several clusters */
export function readDumpEntities(text: string): readonly DumpedEntity[] {
  const found: DumpedEntity[] = []
  let cluster: string | null = null
  let parent = ''
  text.split(/\r?\n/).forEach((source, k) => {
    const line = k + 1
    if (/^\s*(#|$)/.test(source)) return
    const match = ENTITY.exec(source)
    if (match === null) {
      throw new QueuewrightError('line-fields', 'no line of a dump', {
        line,
        expected: "Cluster, Parent, Account or User, as in Account - 'bio':Fairshare=20",
        remedy: 'Write it with sacctmgr dump CLUSTER file=FILE',
      })
    }
    const [, kind, name, rest] = match
    if (kind === 'Parent') {
      parent = name
      return
    }
    if (kind === 'Cluster') {
      if (cluster !== null) {
        throw new QueuewrightError('input-document', 'associations of several clusters', {
          value: `${cluster}, ${name}`,
          remedy: 'Dump one: sacctmgr dump CLUSTER file=FILE',
        })
      }
      cluster = name
    }
    const said = new Map<string, string>()
    for (const [, key, quoted, plain] of rest.matchAll(SAID)) said.set(key.toLowerCase(), quoted ?? plain)
    found.push({ kind: kind as DumpedEntity['kind'], name, parent, said, line })
  })
  return found
}

/** @throws QueuewrightError as `readDumpEntities`, and `line-number` */
export function readDump(text: string): readonly AssociationRow[] {
  return readDumpEntities(text).map(({ kind, name, parent, said, line }) => {
    const priority = priorityOf(said.get('priority') ?? '', line)
    if (kind === 'Cluster')
      return { account: ROOT_ACCOUNT, user: null, parent: null, shares: 1, priority, line }
    const shares = sharesOf(said.get('fairshare') ?? '', line, 'Fairshare')
    return kind === 'User'
      ? { account: parent, user: name, parent, shares, priority, line }
      : { account: name, user: null, parent: parentOf(name, parent), shares, priority, line }
  })
}

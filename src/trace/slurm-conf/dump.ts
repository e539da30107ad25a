/**
 * What `sacctmgr dump CLUSTER file=FILE` writes: a line an entity, `Account - 'bio':Description='…':Fairshare=20`, users and
 * accounts below the parent that a line `Parent - 'bio'` names (sacctmgr(1), "Flat file dump and load").
 */
import { QueuewrightError } from '../../core/errors.js'
import { type AssociationRow, parentOf, ROOT_ACCOUNT, sharesOf } from './association.js'

const ENTITY = /^\s*(Cluster|Parent|Account|User)\s*-\s*'?([^':]*)'?(.*)$/
const FAIRSHARE = /:Fairshare='?([^':]*)'?/i

export function isDump(text: string): boolean {
  return /^\s*Cluster\s*-\s*'/m.test(text)
}

/** @throws QueuewrightError `line-fields` for a line of another kind, `line-number`, and `input-document` for several clusters */
export function readDump(text: string): readonly AssociationRow[] {
  const rows: AssociationRow[] = []
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
    if (kind === 'Cluster') {
      if (cluster !== null) {
        throw new QueuewrightError('input-document', 'associations of several clusters', {
          value: `${cluster}, ${name}`,
          remedy: 'Dump one: sacctmgr dump CLUSTER file=FILE',
        })
      }
      cluster = name
      rows.push({ account: ROOT_ACCOUNT, user: null, parent: null, shares: 1, line })
    } else if (kind === 'Parent') parent = name
    else {
      const shares = sharesOf(FAIRSHARE.exec(rest)?.[1] ?? '', line, 'Fairshare')
      if (kind === 'User') rows.push({ account: parent, user: name, parent, shares, line })
      else rows.push({ account: name, user: null, parent: parentOf(name, parent), shares, line })
    }
  })
  return rows
}

/**
 * The tree of accounts and users (Slurm's associations) that fair-share is computed on.
 *
 * A user is a leaf of an account, once for each account. Shares count against those of the siblings. An account or a
 * user may have `parent` in their place: then it has no share of its own, and its children are shared out as if they
 * were children of the first account above that has one (`sharer`; Slurm's `fs_assoc_ptr`, src/common/assoc_mgr.c).
 */
import type { Member } from '../../members.js'
import type { Share } from '../../site.js'

/** Slurm's default for an association that nobody gave shares. */
const USUAL_SHARES = 1

export interface Associations {
  /** Nodes; 0 is the root, and every node comes after its parent. */
  readonly count: number
  /** −1 of the root. */
  readonly parent: Int32Array
  /** The account whose children it competes with; −1 of the root. */
  readonly sharer: Int32Array
  /** NaN: those of the account above. */
  readonly shares: Float64Array
  /** Sum of the shares of a node and its competitors. */
  readonly levelShares: Float64Array
  /** The leaf that a node is; −1 of accounts. */
  readonly leaf: Int32Array
  /** Node of each leaf. */
  readonly nodes: Int32Array
  /** Nodes that compete below each node, but for accounts without shares of their own; in the order given. */
  readonly children: readonly (readonly number[])[]
  /** The leaf that a user's jobs of an account are charged to; −1 where there is none. */
  leafOf(account: number, user: number): number
  /** Members that `shares` did not name. */
  readonly strangers: number
}

interface Node {
  readonly parent: number
  readonly shares: number
  readonly isUser: boolean
}

/**
 * Members that are not in `shares` are added with one share, users below their account and accounts below the root. A
 * member of no account is the first of that user in `shares`, and else lies directly below the root.
 * @param shares each after its parent, the root first; null: everyone has one
 */
export function associationsOf(shares: readonly Share[] | null, members: readonly Member[]): Associations {
  const nodes: Node[] = []
  const accounts = new Map<number, number>([[-1, 0]])
  const users = new Map<string, number>()
  const add = (parent: number, own: number | null, isUser: boolean) =>
    nodes.push({ parent, shares: own ?? Number.NaN, isUser }) - 1

  if (shares === null) add(-1, USUAL_SHARES, false)
  else {
    const numbers: number[] = []
    for (const { parent, shares: own, isUser, number } of shares) {
      const node = add(parent, own, isUser)
      numbers.push(number)
      if (Number.isNaN(number)) continue
      if (!isUser) accounts.set(number, node)
      else {
        users.set(`${numbers[parent]} ${number}`, node)
        const anywhere = `-1 ${number}`
        if (!users.has(anywhere)) users.set(anywhere, node)
      }
    }
  }
  let strangers = 0
  for (const { account, user } of members) {
    const key = `${account} ${user}`
    if (users.has(key)) continue
    strangers++
    let above = accounts.get(account)
    if (above === undefined) {
      above = add(0, USUAL_SHARES, false)
      accounts.set(account, above)
    }
    users.set(key, add(above, USUAL_SHARES, true))
  }
  return { ...treeOf(nodes, users), strangers }
}

function treeOf(nodes: readonly Node[], users: ReadonlyMap<string, number>): Omit<Associations, 'strangers'> {
  const count = nodes.length
  const parent = Int32Array.from(nodes, (node) => node.parent)
  const shares = Float64Array.from(nodes, (node) => node.shares)
  const sharer = new Int32Array(count).fill(-1)
  const leaf = new Int32Array(count).fill(-1)
  const levelOf = new Float64Array(count)
  const children: number[][] = nodes.map(() => [])
  const leaves: number[] = []
  for (let node = 0; node < count; node++) {
    if (nodes[node].isUser) leaf[node] = leaves.push(node) - 1
    if (node === 0) continue
    // Parents come first, and theirs are known.
    const above = parent[node] > 0 && Number.isNaN(shares[parent[node]]) ? sharer[parent[node]] : parent[node]
    sharer[node] = above
    const own = shares[node]
    if (!Number.isNaN(own)) levelOf[above] += own
    if (nodes[node].isUser || !Number.isNaN(own)) children[above].push(node)
  }
  return {
    count,
    parent,
    sharer,
    shares,
    levelShares: Float64Array.from(sharer, (above) => (above < 0 ? 0 : levelOf[above])),
    leaf,
    nodes: Int32Array.from(leaves),
    children,
    leafOf: (account, user) => {
      const node = users.get(`${account} ${user}`)
      return node === undefined ? -1 : leaf[node]
    },
  }
}

/** Usage of each node, its own and that of everything below it, from that of the leaves. */
export function usageOfNodes(tree: Associations, ofLeaves: Float64Array, out: Float64Array): void {
  const { count, parent, leaf } = tree
  for (let node = 0; node < count; node++) out[node] = leaf[node] < 0 ? 0 : ofLeaves[leaf[node]]
  for (let node = count - 1; node > 0; node--) out[parent[node]] += out[node]
}

/** Sets of nodes by number, 32 to a word, so that a machine of hundreds of nodes is a few words. */
export type NodeSet = Int32Array

/** @param members by node, 1: it is in the set; all of them where absent */
export function nodeSet(count: number, members?: ArrayLike<number>): NodeSet {
  const set = new Int32Array((count + 31) >>> 5)
  for (let node = 0; node < count; node++) if (members === undefined || members[node] === 1) add(set, node)
  return set
}

export function has(set: NodeSet, node: number): boolean {
  return ((set[node >>> 5] >>> (node & 31)) & 1) === 1
}

function add(set: NodeSet, node: number): void {
  set[node >>> 5] |= 1 << (node & 31)
}

export function remove(set: NodeSet, node: number): void {
  set[node >>> 5] &= ~(1 << (node & 31))
}

/** Leaves in a set what is in another, too. */
export function intersect(set: NodeSet, other: NodeSet): void {
  for (let word = 0; word < set.length; word++) set[word] &= other[word]
}

export function isSame(one: NodeSet, two: NodeSet): boolean {
  for (let word = 0; word < one.length; word++) if (one[word] !== two[word]) return false
  return true
}

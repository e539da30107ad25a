/** Lists by a key, and names by number. */

/** The members of a list by their key, keys in the order in which they came first. */
export function groupedBy<Each, Key>(
  all: Iterable<Each>,
  keyOf: (each: Each) => Key,
): ReadonlyMap<Key, readonly Each[]> {
  return groupedByAll(all, (each) => [keyOf(each)])
}

/** The same of members that have several keys, or none. */
export function groupedByAll<Each, Key>(
  all: Iterable<Each>,
  keysOf: (each: Each) => Iterable<Key>,
): ReadonlyMap<Key, readonly Each[]> {
  const groups = new Map<Key, Each[]>()
  for (const each of all) {
    for (const key of keysOf(each)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [each])
      else group.push(each)
    }
  }
  return groups
}

/** Numbers for names, from 0 in the order in which they are asked for first. */
export function numbering<Name>(): (name: Name) => number {
  const numbers = new Map<Name, number>()
  return (name) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  }
}

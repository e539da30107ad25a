/** Names that a log's header gives to its numbers: `; Queue: 1 normal`, `; Partition: 2 gpu`, `; User: 17 alice`. */

/** The numbered things, as their header lines begin. */
type Named = 'Queue' | 'Partition' | 'User' | 'Group' | 'PartitionSet' | 'Constraint' | 'Gres'

/** The number of each name; of a name that several numbers have, all. */
export function numbersByName(
  header: readonly string[],
  kind: Named,
): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>()
  for (const comment of header) {
    const match = /^\s*(\w+)\s*:\s*(\d+)\s+(\S+)/.exec(comment)
    if (match === null || match[1].toLowerCase() !== kind.toLowerCase()) continue
    const [, , number, name] = match
    const known = numbers.get(name)
    if (known === undefined) numbers.set(name, [Number(number)])
    else known.push(Number(number))
  }
  return numbers
}

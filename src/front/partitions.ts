/**
 * Ordered set partitions: all ways to put the groups into an order in which some may share a place. There are 1, 3, 13, 75,
 * 541, 4683, … of 1, 2, 3, … groups (Fubini numbers; Franke's thesis, Dortmund 2006, 7.2.2.1, counts the 540 of five
 * groups that are not all in one place).
 */
import type { GroupBlocks } from '../evaluation/tasks/sequence.js'

/**
 * The coarsest first: by the number of blocks, those of one number in the order in which groups come.
 * @param groups different ones, 10 at most
 */
export function orderedPartitions(groups: readonly number[]): readonly GroupBlocks[] {
  return partitionsOf(groups)
    .filter((blocks) => blocks.length > 0)
    .sort((a, b) => a.length - b.length)
}

/** Those in which no two groups share a place: g! of g groups, in lexicographic order. */
export function strictOrders(groups: readonly number[]): readonly GroupBlocks[] {
  return orderedPartitions(groups).filter((blocks) => blocks.length === groups.length)
}

function partitionsOf(groups: readonly number[]): GroupBlocks[] {
  if (groups.length === 0) return [[]]
  return subsetsOf(groups).flatMap((first) =>
    partitionsOf(groups.filter((group) => !first.includes(group))).map((rest) => [first, ...rest]),
  )
}

/** Without the empty one; {1} before {2}, {1, 2} before {3}. */
function subsetsOf(groups: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** groups.length - 1 }, (_, k) =>
    groups.filter((_, place) => (((k + 1) >> place) & 1) === 1),
  )
}

/** As the thesis writes it: `{1,2},3`. */
export function partitionText(blocks: GroupBlocks): string {
  return blocks.map((block) => (block.length === 1 ? String(block[0]) : `{${block.join(',')}}`)).join(',')
}

/**
 * The policy that keeps the waiting queue so: blocks one after the other, each in the order of submit. Jobs of other
 * groups, and of none, go with the last block.
 */
export function partitionPolicy(blocks: GroupBlocks): string {
  if (blocks.length < 2) return 'fcfs'
  const key = blocks.slice(0, -1).reduceRight(
    (rest, block, place) => {
      const isIn = block.map((group) => (block.length === 1 ? `group == ${group}` : `(group == ${group})`))
      return `if(${isIn.join(' + ')}, ${place}, ${rest})`
    },
    String(blocks.length - 1),
  )
  return `head:(${key})`
}

/** The resources of a machine and its partitions, by the nodes of a text. */
import { QueuewrightError } from '../../core/errors.js'
import { type MachineTotals, parseSlurmMachine, totalsOf } from './machine.js'
import type { Tres } from './tres.js'

export interface ConfTotals {
  /** Null where the text has no nodes. */
  readonly machine: MachineTotals | null
  /** By name of the partition. */
  readonly partitions: ReadonlyMap<string, Tres>
}

const NOTHING: ConfTotals = { machine: null, partitions: new Map() }

/** Nothing of a text whose nodes are elsewhere, or cannot be read: priorities need only the sums of them. */
export function totalsIn(text: string): ConfTotals {
  if (!/^\s*NodeName\s*=/im.test(text)) return NOTHING
  try {
    const { nodes, partitions } = parseSlurmMachine(text)
    const byName = new Map(nodes.map((node) => [node.name, node]))
    return {
      machine: totalsOf(nodes),
      partitions: new Map(
        partitions.map(({ name, nodes: names }) => {
          const own = names.flatMap((each) => byName.get(each) ?? [])
          const sum = (of: (node: (typeof own)[number]) => number) =>
            own.reduce((all, each) => all + of(each), 0)
          const totals = new Map([
            ['cpu', sum(({ cpus }) => cpus)],
            ['mem', sum(({ memory }) => memory ?? 0)],
            ['node', own.length],
            ['gres/gpu', sum(({ gpus }) => gpus)],
          ])
          return [name, totals]
        }),
      ),
    }
  } catch (error) {
    if (error instanceof QueuewrightError) return NOTHING
    throw error
  }
}

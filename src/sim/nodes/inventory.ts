/**
 * Nodes of a machine, by number: how much each has of every resource, its features, its weight, and the partitions that it
 * belongs to. Resources are columns over nodes: cores, megabytes of memory, and each kind of generic resource (GPUs).
 */

import type { Constraint } from './constraint.js'

/** Columns of every inventory. */
export const CORES = 0
export const MEMORY = 1
export const GPUS = 2

/** Memory of a node where nobody says how much there is: it is not counted. */
export const UNCOUNTED = 2 ** 31 - 1

/** Alike nodes. */
export interface NodeGroup {
  readonly names: readonly string[]
  readonly cores: number
  /** Megabytes; null where it is not counted. */
  readonly memory: number | null
  /** Generic resources by name (`gpu`), what each node has. */
  readonly gres: Readonly<Record<string, number>>
  readonly features: readonly string[]
  /** Nodes of a lower one are taken first. */
  readonly weight: number
}

export interface Inventory {
  readonly names: readonly string[]
  readonly count: number
  /** The resources of each node: `resources[CORES]`, `resources[MEMORY]`, then the generic ones in the order of `gres`. */
  readonly resources: readonly Int32Array[]
  /** The first is `gpu`, whether any node has some or not. */
  readonly gres: readonly string[]
  /** Features of each node. */
  readonly features: readonly ReadonlySet<string>[]
  readonly weights: Int32Array
}

/** @param further generic resources that have columns, also where no node has any */
export function inventoryOf(groups: readonly NodeGroup[], further: readonly string[] = []): Inventory {
  const names = groups.flatMap((group) => group.names)
  const gres = [...new Set(['gpu', ...groups.flatMap((group) => Object.keys(group.gres)), ...further])]
  const features = groups.flatMap((group) => {
    const own = new Set(group.features)
    return group.names.map(() => own)
  })
  const column = (value: (group: NodeGroup) => number) => {
    const values = new Int32Array(names.length)
    let from = 0
    for (const group of groups) {
      values.fill(value(group), from, from + group.names.length)
      from += group.names.length
    }
    return values
  }
  return {
    ...{ names, count: names.length, gres, features },
    resources: [
      column(({ cores }) => cores),
      column(({ memory }) => memory ?? UNCOUNTED),
      ...gres.map((name) => column((group) => group.gres[name] ?? 0)),
    ],
    weights: column(({ weight }) => weight),
  }
}

/**
 * The nodes, by number, of a set that have the features of a constraint, in the order in which they are taken: those of the lowest
 * weight first, then the lowest numbers.
 */
export function eligible(
  { features, weights }: Inventory,
  nodes: ArrayLike<number>,
  constraint: Constraint = () => true,
): Int32Array {
  return Int32Array.from(nodes)
    .filter((node) => constraint((feature) => features[node].has(feature)))
    .sort((a, b) => weights[a] - weights[b] || a - b)
}

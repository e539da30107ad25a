/**
 * Nodes of a machine, by number: how much each has of every resource, its features, its weight, and the partitions that it
 * belongs to. Resources are columns over nodes: cores, megabytes of memory, and each kind of generic resource (GPUs).
 */

/** Columns of every inventory. */
export const CORES = 0
export const MEMORY = 1
export const GPUS = 2

/** Memory of a node where nobody says how much there is: it is not counted. */
export const UNCOUNTED = 2 ** 31 - 1

/** The features that fit a mask. */
export const MOST_FEATURES = 31

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
  /** What each node has: `resources[CORES]`, `resources[MEMORY]`, then the generic ones in the order of `gres`. */
  readonly resources: readonly Int32Array[]
  /** The first is `gpu`, whether any node has some or not. */
  readonly gres: readonly string[]
  /** The place of a feature is its bit. */
  readonly features: readonly string[]
  readonly featuresOf: Int32Array
  readonly weights: Int32Array
}

export function inventoryOf(groups: readonly NodeGroup[]): Inventory {
  const names = groups.flatMap((group) => group.names)
  const gres = [...new Set(['gpu', ...groups.flatMap((group) => Object.keys(group.gres))])]
  const features = [...new Set(groups.flatMap((group) => group.features))]
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
    featuresOf: column((group) =>
      group.features.reduce((mask, name) => mask | (1 << features.indexOf(name)), 0),
    ),
    weights: column(({ weight }) => weight),
  }
}

/**
 * The nodes, by number, of a set that have all features of a mask, in the order in which they are taken: those of the lowest
 * weight first, then the lowest numbers.
 */
export function eligible(inventory: Inventory, nodes: ArrayLike<number>, features = 0): Int32Array {
  const { featuresOf, weights } = inventory
  return Int32Array.from(nodes)
    .filter((node) => (featuresOf[node] & features) === features)
    .sort((a, b) => weights[a] - weights[b] || a - b)
}

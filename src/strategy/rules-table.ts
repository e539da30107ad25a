/** Rigid rules as a decision table: classes of states that go by the same strategy are told together. */
import type { Partition } from '../sim/rule-based/index.js'

/** States for which a row of a table holds: of each partition `above` < value ≤ `upTo`; null: without bound. */
export interface Stretch {
  readonly feature: string
  readonly above: number | null
  readonly upTo: number | null
}

export interface DecisionRow {
  /** Only features that are bounded; none: always. */
  readonly when: readonly Stretch[]
  /** Place of the strategy. */
  readonly place: number
  /** How many classes the row stands for. */
  readonly classes: number
}

/** Parts [from, to) of each partition. */
type Box = readonly (readonly [from: number, to: number])[]

interface Entry {
  readonly box: Box
  readonly place: number
}

/** Larger tables are not worth the search for rows that could be one. */
const MOST_MERGED = 400

/**
 * A table that says of every class what `classes` says of it, the rows of most classes first. No class is in two rows. Made as
 * decision trees are, by splits of most information gain (J. R. Quinlan: Induction of Decision Trees, Machine Learning 1, 1986),
 * then of rows that are one stretch together one is made.
 * @param classes of each class the place of its strategy, or −1 where it does not matter: such classes are put where the
 *   table becomes shorter. Some class matters
 */
export function decisionTable(
  partitions: readonly Partition[],
  classes: readonly number[],
): readonly DecisionRow[] {
  return rowsOf(partitions, classes).map(({ box, place }) => ({
    when: partitions.flatMap(({ feature, bounds }, k): Stretch[] => {
      const [from, to] = box[k]
      if (from === 0 && to === bounds.length + 1) return []
      return [{ feature, above: bounds[from - 1] ?? null, upTo: bounds[to - 1] ?? null }]
    }),
    place,
    classes: box.reduce((product, [from, to]) => product * (to - from), 1),
  }))
}

/**
 * Partitions with those bounds alone that the table goes by, and the classes that it makes of them.
 * @param classes as of `decisionTable`
 */
export function coarsened(
  partitions: readonly Partition[],
  classes: readonly number[],
): { readonly partitions: readonly Partition[]; readonly classes: readonly number[] } {
  const rows = rowsOf(partitions, classes)
  const edges = partitions.map(({ bounds }, k) => {
    const used = new Set(rows.flatMap(({ box }) => [...box[k]]))
    return bounds.flatMap((_, at) => (used.has(at + 1) ? [at + 1] : []))
  })
  // A base has a bound, whether it matters or not.
  if (edges.every((each) => each.length === 0)) edges[0] = [1]
  const kept = edges.flatMap((each, k) => (each.length > 0 ? [k] : []))
  /** The first part of each new class, of partitions that are left out the very first. */
  let corners: readonly (readonly number[])[] = [[]]
  for (const [k] of partitions.entries()) {
    corners = corners.flatMap((corner) => [0, ...edges[k]].map((part) => [...corner, part]))
  }
  return {
    partitions: kept.map((k) => ({
      feature: partitions[k].feature,
      bounds: edges[k].map((at) => partitions[k].bounds[at - 1]),
    })),
    classes: corners.map((corner) => rows[rows.findIndex(({ box }) => isIn(box, corner))].place),
  }
}

function isIn(box: Box, corner: readonly number[]): boolean {
  return box.every(([from, to], k) => from <= corner[k] && corner[k] < to)
}

function rowsOf(partitions: readonly Partition[], classes: readonly number[]): readonly Entry[] {
  const sizes = partitions.map(({ bounds }) => bounds.length + 1)
  const cells = classes.flatMap((place, at) => (place < 0 ? [] : [{ place, parts: partsOf(at, sizes) }]))
  const whole: Box = sizes.map((size) => [0, size])
  const rows = split(whole, cells)
  return merged(rows).toSorted((a, b) => extent(b.box) - extent(a.box))
}

interface Cell {
  readonly place: number
  readonly parts: readonly number[]
}

function partsOf(at: number, sizes: readonly number[]): readonly number[] {
  const parts = new Array<number>(sizes.length)
  let rest = at
  for (let k = sizes.length - 1; k >= 0; k--) {
    parts[k] = rest % sizes[k]
    rest = Math.floor(rest / sizes[k])
  }
  return parts
}

/** @param cells those in the box */
function split(box: Box, cells: readonly Cell[]): readonly Entry[] {
  const { place } = cells[0]
  if (cells.every((cell) => cell.place === place)) return [{ box, place }]
  const { k, at } = bestSplit(box, cells)
  const halves: readonly Box[] = [box.with(k, [box[k][0], at]), box.with(k, [at, box[k][1]])]
  return halves.flatMap((half, upper) =>
    split(
      half,
      cells.filter(({ parts }) => parts[k] >= at === (upper === 1)),
    ),
  )
}

/** Where the two halves say least of different strategies; of equal ones the first. */
function bestSplit(box: Box, cells: readonly Cell[]): { readonly k: number; readonly at: number } {
  let best = { k: -1, at: 0, disorder: Number.POSITIVE_INFINITY }
  for (const [k, [from, to]] of box.entries()) {
    for (let at = from + 1; at < to; at++) {
      const below = cells.filter(({ parts }) => parts[k] < at)
      // Halves without cells tell nothing apart.
      if (below.length === 0 || below.length === cells.length) continue
      const above = cells.filter(({ parts }) => parts[k] >= at)
      const disorder = entropy(below) + entropy(above)
      if (disorder < best.disorder - 1e-9) best = { k, at, disorder }
    }
  }
  return best
}

/** Times the number of cells, in nats. */
function entropy(cells: readonly Cell[]): number {
  const counts = new Map<number, number>()
  for (const { place } of cells) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log(count / cells.length), 0)
}

/** Makes one row of two while there are two that differ in one partition, where they touch. */
function merged(rows: readonly Entry[]): readonly Entry[] {
  if (rows.length > MOST_MERGED) return rows
  let left = [...rows]
  for (;;) {
    const found = mergeable(left)
    if (found === null) return left
    const { first, second, box } = found
    const { place } = left[first]
    left = [...left.filter((_, k) => k !== first && k !== second), { box, place }]
  }
}

function mergeable(
  rows: readonly Entry[],
): { readonly first: number; readonly second: number; readonly box: Box } | null {
  for (const [first, a] of rows.entries()) {
    for (let second = first + 1; second < rows.length; second++) {
      const b = rows[second]
      if (a.place !== b.place) continue
      const apart = a.box.flatMap(([from, to], k) => (from === b.box[k][0] && to === b.box[k][1] ? [] : [k]))
      if (apart.length !== 1) continue
      const [k] = apart
      const [low, high] = a.box[k][0] < b.box[k][0] ? [a.box[k], b.box[k]] : [b.box[k], a.box[k]]
      if (low[1] === high[0]) return { first, second, box: a.box.with(k, [low[0], high[1]]) }
    }
  }
  return null
}

function extent(box: Box): number {
  return box.reduce((product, [from, to]) => product * (to - from), 1)
}

/**
 * Expressions as rows of numbers: the place of each node's primitive in the grammar, in prefix order (a node, then its
 * arguments from the left); after a constant its value. So a genome is plain data, and a subtree a slice of it.
 */
import type { Grammar, Primitive } from './grammar.js'

/** A node of an expression. */
export interface Node {
  readonly primitive: Primitive
  /** The value of a constant; else null. */
  readonly value: number | null
  readonly args: readonly Node[]
}

/** Where nodes lie in a genome, in prefix order; the root first. */
export interface Layout {
  /** Nodes. */
  readonly length: number
  readonly primitive: readonly number[]
  /** A node with its arguments is genome[from, to). */
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Levels from the root down to the node, which is itself one; 1 for the root. */
  readonly level: readonly number[]
  /** Levels from the node down to its lowest argument; 1 where it has none. */
  readonly height: readonly number[]
  /** Nodes of the subtree. */
  readonly nodes: readonly number[]
}

/** Levels that an expression may have at most: recursion over it is safe. */
export const MOST_LEVELS = 50

/** Null for a row of numbers that is no expression of the grammar, or one of more than `MOST_LEVELS`. */
export function layoutOf({ primitives }: Grammar, genome: ArrayLike<number>): Layout | null {
  const primitive: number[] = []
  const from: number[] = []
  const to: number[] = []
  const level: number[] = []
  const height: number[] = []
  const nodes: number[] = []
  let at = 0
  /** Whether an expression of the type begins here; goes behind it. */
  const read = (type: string | null, depth: number): boolean => {
    const place = at < genome.length && depth <= MOST_LEVELS ? genome[at] : -1
    if (!Number.isInteger(place) || place < 0 || place >= primitives.length) return false
    const { type: own, args, constant } = primitives[place]
    if (type !== null && own !== type) return false
    const node = primitive.length
    primitive.push(place)
    from.push(at)
    level.push(depth)
    to.push(0)
    height.push(1)
    nodes.push(1)
    at++
    if (constant !== null) {
      const value = at < genome.length ? genome[at] : Number.NaN
      if (!(value >= constant[0] && value <= constant[1])) return false
      at++
    }
    for (const arg of args) {
      const child = primitive.length
      if (!read(arg, depth + 1)) return false
      height[node] = Math.max(height[node], 1 + height[child])
      nodes[node] += nodes[child]
    }
    to[node] = at
    return true
  }
  if (!read(null, 1) || at !== genome.length) return null
  return { length: primitive.length, primitive, from, to, level, height, nodes }
}

/** The expression of a genome that is one. */
export function treeOf({ primitives }: Grammar, genome: ArrayLike<number>): Node {
  let at = 0
  const read = (): Node => {
    const primitive = primitives[genome[at++]]
    const value = primitive.constant === null ? null : genome[at++]
    return { primitive, value, args: primitive.args.map(read) }
  }
  return read()
}

/** The genome of an expression; null where a node is none of the grammar's primitives. */
export function genomeOf({ primitives }: Grammar, node: Node): Float64Array | null {
  const row: number[] = []
  const write = ({ primitive, value, args }: Node): boolean => {
    const place = primitives.indexOf(primitive)
    if (place < 0) return false
    row.push(place)
    if (value !== null) row.push(value)
    return args.every(write)
  }
  return write(node) ? Float64Array.from(row) : null
}

/** The genome with [from, to) replaced. */
export function spliced(
  genome: Float64Array,
  from: number,
  to: number,
  piece: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(genome.length - (to - from) + piece.length)
  out.set(genome.subarray(0, from))
  out.set(piece, from)
  out.set(genome.subarray(to), from + piece.length)
  return out
}

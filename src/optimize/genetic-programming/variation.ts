/**
 * How expressions are made and varied (Koza, Genetic Programming, 1992, ch. 6; Montana 1995 for types). Every operator gives an
 * expression of the same type that keeps to the limits of depth and size, or null where it found none.
 */
import type { Random } from '../../core/random.js'
import { clamp } from '../box.js'
import { type Tables, weighted } from './grammar.js'
import { type Layout, layoutOf, spliced } from './tree.js'

export interface Limits {
  /** Levels. */
  readonly maxDepth: number
  /** Nodes. */
  readonly maxNodes: number
}

/**
 * A new expression.
 * @param depth levels that it may have; as many as the lowest of this type at least
 * @param full whether all of its branches go as deep as they can; else any primitive is drawn anywhere ("grow")
 */
export function grown(
  tables: Tables,
  type: string,
  depth: number,
  full: boolean,
  random: Random,
): Float64Array {
  const { primitives } = tables.grammar
  const row: number[] = []
  const write = (of: string, levels: number): void => {
    const possible = tables.of(of).filter((place) => tables.least[place] <= levels)
    const inner = full ? possible.filter((place) => primitives[place].args.length > 0) : []
    const place = weighted(tables.grammar, inner.length > 0 ? inner : possible, random)
    const { args, constant } = primitives[place]
    row.push(place)
    if (constant !== null) row.push(drawn(constant, random))
    for (const arg of args) write(arg, levels - 1)
  }
  write(type, depth)
  return Float64Array.from(row)
}

function drawn([least, most]: readonly [number, number], random: Random): number {
  return clamp(least * (most / least) ** random.uniform(), least, most)
}

/** Share of crossovers that take a node with arguments, if there is one (Koza 1992). */
const INNER = 0.9

/** The node of a genome to be varied; its place in the layout. */
function picked(layout: Layout, random: Random): number {
  const all = Array.from({ length: layout.length }, (_, k) => k)
  const inner = all.filter((k) => layout.height[k] > 1)
  const outer = all.filter((k) => layout.height[k] === 1)
  const pool = inner.length > 0 && random.uniform() < INNER ? inner : outer
  return pool[random.int(pool.length)]
}

/** A subtree of `mother` in the place of one of `father`, of its type. */
export function crossed(
  tables: Tables,
  father: Float64Array,
  mother: Float64Array,
  limits: Limits,
  random: Random,
): Float64Array | null {
  const { grammar } = tables
  const [his, hers] = [present(tables, father), present(tables, mother)]
  const at = picked(his, random)
  const { type } = grammar.primitives[his.primitive[at]]
  const depth = limits.maxDepth - his.level[at] + 1
  const room = limits.maxNodes - his.nodes[0] + his.nodes[at]
  const fits = Array.from({ length: hers.length }, (_, k) => k).filter(
    (k) =>
      grammar.primitives[hers.primitive[k]].type === type && hers.height[k] <= depth && hers.nodes[k] <= room,
  )
  if (fits.length === 0) return null
  const from = fits[random.int(fits.length)]
  return spliced(father, his.from[at], his.to[at], mother.subarray(hers.from[from], hers.to[from]))
}

/** Levels of a subtree that mutation makes, where there is room. */
const NEW_LEVELS = 4

/** A new subtree in the place of one. */
export function regrown(
  tables: Tables,
  genome: Float64Array,
  limits: Limits,
  random: Random,
): Float64Array | null {
  const layout = present(tables, genome)
  const at = picked(layout, random)
  const { type } = tables.grammar.primitives[layout.primitive[at]]
  const least = tables.leastOf(type)
  const depth = Math.min(limits.maxDepth - layout.level[at] + 1, Math.max(NEW_LEVELS, least))
  const piece = grown(tables, type, depth, false, random)
  const out = spliced(genome, layout.from[at], layout.to[at], piece)
  return present(tables, out).nodes[0] <= limits.maxNodes ? out : null
}

/** Another primitive of the same types in the place of one; a constant comes with a value of its own. */
export function pointed(tables: Tables, genome: Float64Array, random: Random): Float64Array | null {
  const { primitives } = tables.grammar
  const layout = present(tables, genome)
  const at = random.int(layout.length)
  const own = layout.primitive[at]
  const { type, args } = primitives[own]
  const others = tables
    .of(type)
    .filter(
      (k) =>
        k !== own &&
        primitives[k].args.length === args.length &&
        primitives[k].args.every((arg, n) => arg === args[n]),
    )
  if (others.length === 0) return null
  const place = weighted(tables.grammar, others, random)
  const { constant } = primitives[place]
  const head = constant === null ? [place] : [place, drawn(constant, random)]
  const first = layout.from[at]
  const kept = primitives[own].constant === null ? 1 : 2
  return spliced(genome, first, first + kept, head)
}

/** Deviation of the natural logarithm of a constant's factor: a third of them move by more than two thirds. */
const FACTOR = 0.5

/** All constants multiplied by factors e^N(0, ½); null where there are none. */
export function shaken(tables: Tables, genome: Float64Array, random: Random): Float64Array | null {
  const { primitives } = tables.grammar
  const { primitive, from } = present(tables, genome)
  const normal = random.normal()
  const out = Float64Array.from(genome)
  let any = false
  for (const [k, place] of primitive.entries()) {
    const { constant } = primitives[place]
    if (constant === null) continue
    any = true
    out[from[k] + 1] = clamp(out[from[k] + 1] * Math.exp(FACTOR * normal()), ...constant)
  }
  return any ? out : null
}

/** One of a node's own subtrees in its place (hoist, which makes expressions smaller); null where none has its type. */
export function hoisted(tables: Tables, genome: Float64Array, random: Random): Float64Array | null {
  const { primitives } = tables.grammar
  const layout = present(tables, genome)
  const at = picked(layout, random)
  const { type } = primitives[layout.primitive[at]]
  const below = Array.from({ length: layout.nodes[at] - 1 }, (_, k) => at + 1 + k).filter(
    (k) => primitives[layout.primitive[k]].type === type,
  )
  if (below.length === 0) return null
  const from = below[random.int(below.length)]
  return spliced(genome, layout.from[at], layout.to[at], genome.subarray(layout.from[from], layout.to[from]))
}

function present({ grammar }: Tables, genome: Float64Array): Layout {
  const layout = layoutOf(grammar, genome)
  if (layout === null) throw new RangeError('a genome that is no expression of its grammar')
  return layout
}

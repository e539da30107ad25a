/**
 * Grammars of typed expressions, for strongly typed genetic programming (Montana, Evolutionary Computation 3, 1995): every
 * primitive has a type and the types of its arguments, and only expressions that fit are ever made. What primitives mean is
 * the caller's affair. Types are names, such as the dimension of a quantity (Keijzer and Babovic, Dimensionally aware genetic
 * programming, GECCO 1999); a function that takes several types is several primitives.
 */

import { list, nullable, number, objectOf, text, tuple } from '../../core/codec.js'
import { groupedBy } from '../../core/grouping.js'
import type { Random } from '../../core/random.js'
import { badSetting, positiveSetting, wholeSetting } from '../settings.js'

export interface Primitive {
  readonly name: string
  /** The type of its value. */
  readonly type: string
  /** The types of its arguments; none: a variable or a constant. */
  readonly args: readonly string[]
  /** How often it is drawn, compared with others of its type; above 0. */
  readonly weight: number
  /** The range that a constant's value is drawn from, evenly on a logarithmic scale; 0 < least < most. Null: no constant. */
  readonly constant: readonly [least: number, most: number] | null
}

export interface Grammar {
  readonly primitives: readonly Primitive[]
  /** Types that a whole expression may have; drawn evenly. */
  readonly roots: readonly string[]
}

/** A grammar made ready. Primitives are known by their places in it. */
export interface Tables {
  readonly grammar: Grammar
  /** Levels of the lowest expression that begins with each primitive; Infinity where there is none. */
  readonly least: readonly number[]
  /** The symbols of a type that some expression begins with. */
  of(type: string): readonly number[]
  /** Levels of the lowest expression of a type. */
  leastOf(type: string): number
}

const NONE: readonly number[] = []

/**
 * @param maxDepth levels that an expression may have
 * @throws QueuewrightError `usage` for weights, ranges or roots that cannot be
 */
export function tablesOf(grammar: Grammar, maxDepth: number): Tables {
  const { primitives, roots } = grammar
  wholeSetting('grammar.roots', roots.length, 1)
  for (const [k, { weight, constant, args }] of primitives.entries()) {
    positiveSetting(`grammar.primitives[${k}].weight`, weight)
    if (constant === null) continue
    const [least, most] = constant
    const field = `grammar.primitives[${k}].constant`
    if (args.length > 0) throw badSetting(field, args.length, 'no arguments')
    positiveSetting(field, least)
    if (!(Number.isFinite(most) && least < most)) {
      throw badSetting(field, `${least} to ${most}`, 'a lower bound below the upper one')
    }
  }
  const leastOfType = new Map<string, number>()
  const leastOf = (type: string) => leastOfType.get(type) ?? Number.POSITIVE_INFINITY
  const leastBeginning = ({ args }: Primitive) =>
    1 + args.reduce((most, type) => Math.max(most, leastOf(type)), 0)
  for (let changed = true; changed; ) {
    changed = false
    for (const primitive of primitives) {
      const least = leastBeginning(primitive)
      if (least >= leastOf(primitive.type)) continue
      leastOfType.set(primitive.type, least)
      changed = true
    }
  }
  const dead = roots.find((type) => leastOf(type) > maxDepth)
  if (dead !== undefined) {
    throw badSetting('grammar.roots', dead, `a type of expressions of at most ${maxDepth} levels`)
  }
  const least = primitives.map(leastBeginning)
  const reachable = [...primitives.keys()].filter((k) => least[k] !== Number.POSITIVE_INFINITY)
  const places = groupedBy(reachable, (k) => primitives[k].type)
  return { grammar, least, of: (type) => places.get(type) ?? NONE, leastOf }
}

/** One of the places, by the weights of the primitives there; there is one at least. */
export function weighted({ primitives }: Grammar, places: readonly number[], random: Random): number {
  const total = places.reduce((sum, k) => sum + primitives[k].weight, 0)
  let left = random.uniform() * total
  for (const k of places) {
    left -= primitives[k].weight
    if (left < 0) return k
  }
  return places[places.length - 1]
}

export const GRAMMAR = objectOf<Grammar>({
  roots: list(text),
  primitives: list(
    objectOf<Primitive>({
      ...{ name: text, type: text, args: list(text), weight: number() },
      constant: nullable(tuple(number(), number())),
    }),
  ),
})

/**
 * Which rules make up which base (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.3.1 and algorithm 9.3, after Juang et al.
 * 2000): a base begins with a random rule, and each next one is the least similar to the one added last, so that the rules of
 * a base are about different states. All rules take part in as many bases, none twice in one, so that they are judged alike.
 */
import type { Random } from '../../../core/random.js'
import { type FuzzyRule, similarity } from '../../../sim/rule-based/index.js'

/** The similarity of each pair of rules. */
export function similarities(rules: readonly FuzzyRule[]): readonly Float64Array[] {
  const table = rules.map(() => new Float64Array(rules.length))
  for (const [a, rule] of rules.entries()) {
    for (let b = a; b < rules.length; b++) {
      table[a][b] = similarity(rule, rules[b])
      table[b][a] = table[a][b]
    }
  }
  return table
}

/**
 * The places of the rules of each base, in the order in which they were added.
 *
 * A rule that has to be in all bases still to come, lest it take part too rarely, goes into the next one, however similar it is:
 * once there is room for no others, only such rules are chosen from.
 * @param alike of each pair of rules
 * @param size rules of a base; divides the number of rules times `participations`
 * @param participations bases that each rule takes part in
 */
export function composeBases(
  alike: readonly Float64Array[],
  size: number,
  participations: number,
  random: Random,
): readonly Int32Array[] {
  const bases = (alike.length * participations) / size
  /** The bases that each rule has still to take part in. */
  const owed = new Int32Array(alike.length).fill(participations)
  return Array.from({ length: bases }, (_, done) => composed(alike, size, owed, bases - done, random))
}

/** @param left bases to come, this one among them */
function composed(
  alike: readonly Float64Array[],
  size: number,
  owed: Int32Array,
  left: number,
  random: Random,
): Int32Array {
  const base = new Int32Array(size)
  const inside = new Uint8Array(alike.length)
  let forced = owed.filter((count) => count === left).length
  for (let at = 0; at < size; at++) {
    const least = forced === size - at ? left : 1
    const free = (rule: number) => inside[rule] === 0 && owed[rule] >= least
    const rule = at === 0 ? drawn(alike.length, free, random) : farthest(alike[base[at - 1]], free)
    if (owed[rule] === left) forced--
    owed[rule]--
    inside[rule] = 1
    base[at] = rule
  }
  return base
}

function drawn(count: number, free: (rule: number) => boolean, random: Random): number {
  const places = Array.from({ length: count }, (_, rule) => rule).filter(free)
  return places[random.int(places.length)]
}

/** The least similar one; of equals the first. */
function farthest(alike: Float64Array, free: (rule: number) => boolean): number {
  let best = -1
  for (let rule = 0; rule < alike.length; rule++) {
    if (free(rule) && (best < 0 || alike[rule] < alike[best])) best = rule
  }
  return best
}

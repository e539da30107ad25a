/**
 * How new rules come of the parents (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.3.5; C. Franke et al.: Development of
 * scheduling strategies with genetic fuzzy systems, Dortmund 2006, 4.3, whose equations are meant). Rules are in the unit cube of
 * their coding.
 */
import type { Random } from '../../../core/random.js'
import { clamp } from '../../../optimize/box.js'
import {
  bySuccess,
  marriage,
  mutateObjects,
  recombine,
  repaired,
} from '../../../optimize/evolution-strategy/index.js'
import { ranking } from '../../../optimize/stepped.js'

export interface Child {
  readonly genes: Float64Array
  /** The parent that it has to be better than to be a success, one of its own at random. */
  readonly rival: number
}

export interface Mutation {
  /** The one step size of all rules. */
  readonly step: number
  /** The size of a step of 1 for each gene. */
  readonly scale: Float64Array
}

/**
 * A rule of ρ parents, each gene that of one of them, drawn for it (eq. 13), with normal mutation (eq. 16), cut off at the
 * bounds.
 * @param alike how similar each pair of parents is
 * @param count ρ
 */
export function childOf(
  parents: readonly Float64Array[],
  alike: readonly Float64Array[],
  count: number,
  { step, scale }: Mutation,
  random: Random,
): Child {
  const chosen = mixedParents(alike, count, random)
  const genes = recombine(
    'discrete',
    Array.from(chosen, (place) => parents[place]),
    random,
  )
  const mutated = mutateObjects(genes, Float64Array.of(step), random.normal(), scale)
  return { genes: repaired(mutated, 'clip'), rival: chosen[random.int(count)] }
}

/**
 * Places of `count` different parents: one at random, those most similar to it until half of them (rounded up) are chosen, and
 * others at random. So children explore, and still cover what parents are about.
 * @param alike how similar each pair of parents is
 */
export function mixedParents(alike: readonly Float64Array[], count: number, random: Random): Int32Array {
  const first = random.int(alike.length)
  const near = ranking(alike[first].map((each) => -each)).filter((place) => place !== first)
  const similar = Math.ceil(count / 2) - 1
  const others = near.subarray(similar)
  const drawn = marriage(others.length, count - 1 - similar, random)
  return Int32Array.of(first, ...near.subarray(0, similar), ...drawn.map((at) => others[at]))
}

/** The first, the least and the largest step size, as shares of a gene's range. */
export const STEPS = { first: 0.1, least: 1e-4, most: 0.5 } as const

/**
 * The step size of the next generation by Rechenberg's success rule (eq. 15).
 * @param successes share of children that are better than their rival
 * @param target share at which the step size is kept
 */
export function nextStep(step: number, successes: number, target: number, alpha: number): number {
  return clamp(bySuccess(step, successes, target, alpha), STEPS.least, STEPS.most)
}

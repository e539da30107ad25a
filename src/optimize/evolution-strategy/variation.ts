/**
 * Recombination and mutation of evolution strategies (Schwefel, Evolution and Optimum Seeking, 1995; Beyer and Schwefel,
 * Natural Computing 1, 2002). Points are in the unit cube and step sizes are shares of it; a list of one step size
 * serves all coordinates.
 */
import type { Random } from '../../core/random.js'
import { clamp } from '../box.js'
import type { RecombinationKind } from './settings.js'

/** Places of `count` different parents of `mu`, in random order. */
export function marriage(mu: number, count: number, random: Random): Int32Array {
  const places = Int32Array.from({ length: mu }, (_, k) => k)
  for (let k = 0; k < count; k++) {
    const other = k + random.int(mu - k)
    const place = places[k]
    places[k] = places[other]
    places[other] = place
  }
  return places.subarray(0, count)
}

/**
 * One list of the parents' lists, all of one length. Discrete: each coordinate that of a parent drawn for it.
 * Intermediate: the mean.
 */
export function recombine(
  kind: RecombinationKind,
  parents: readonly Float64Array[],
  random: Random,
): Float64Array {
  const [first] = parents
  if (parents.length === 1) return first
  if (kind === 'discrete') return first.map((_, k) => parents[random.int(parents.length)][k])
  return first.map((_, k) => parents.reduce((sum, parent) => sum + parent[k], 0) / parents.length)
}

/** σ·e^{τ·N(0,1)}, for the one step size. */
export function mutateIsotropic(steps: Float64Array, tau: number, normal: () => number): Float64Array {
  const factor = Math.exp(tau * normal())
  return steps.map((step) => step * factor)
}

/** e^{τ0·z}·σ_i·e^{τ1·N_i(0,1)}; `z` is N(0,1) and common to all step sizes. */
export function mutateNonIsotropic(
  steps: Float64Array,
  tau0: number,
  tau1: number,
  z: number,
  normal: () => number,
): Float64Array {
  const common = Math.exp(tau0 * z)
  return steps.map((step) => common * step * Math.exp(tau1 * normal()))
}

/** Rechenberg's two-point rule (Evolutionsstrategie '94): all values times α or, as probably, divided by it. */
export function twoPoint<Values extends readonly number[] | Float64Array>(
  values: Values,
  alpha: number,
  random: Random,
): Values {
  const factor = random.uniform() < 0.5 ? alpha : 1 / alpha
  return values.map((value) => value * factor) as Values
}

/**
 * The success rule (Rechenberg 1973): the step size times α where more than `target` of the offspring were successful, divided
 * by it where fewer were.
 * @param share of the offspring that were successful
 */
export function bySuccess(step: number, share: number, target: number, alpha: number): number {
  return step * (share > target ? alpha : share < target ? 1 / alpha : 1)
}

/**
 * o_i + σ_i·N_i(0,1), with one step size for all coordinates or one for each; not repaired.
 * @param scale what a step size of 1 is of each coordinate; 1 where absent
 */
export function mutateObjects(
  object: Float64Array,
  steps: Float64Array,
  normal: () => number,
  scale?: Float64Array,
): Float64Array {
  return object.map((value, k) => value + steps[steps.length === 1 ? 0 : k] * (scale?.[k] ?? 1) * normal())
}

/** Back into [0, 1]: set to the bound that was crossed, or reflected at the bounds until inside. */
export function repaired(unit: Float64Array, repair: 'clip' | 'reflect'): Float64Array {
  if (repair === 'clip') return unit.map((value) => clamp(value, 0, 1))
  return unit.map((value) => {
    const turned = Math.abs(value) % 2
    return turned > 1 ? 2 - turned : turned
  })
}

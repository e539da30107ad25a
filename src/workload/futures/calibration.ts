/**
 * Intervals that hold as often as they say: quantiles of futures are moved by what such quantiles were wrong by at earlier instants
 * of the same machine, of which it is known by now what happened. Conformalized quantile regression (Romano, Patterson and Candès,
 * NeurIPS 2019), each quantile by itself, on log(wait + a minute): what is wrong of a long wait is a part of it, of a short one
 * seconds. As jobs of one instant are wrong together, many instants count for more than many jobs, and coverage is not exact.
 */
import { ascending, quantile } from '../../core/statistics.js'
import { type Futures, LATEST } from './futures.js'

/** The quantiles that are told of a start. */
export const LEVELS = [0.1, 0.5, 0.9] as const
/** Seconds; what is added to waits before their logarithms are taken. */
const MINUTE = 60
/** Jobs of one instant that count, and how many there have to be in all. */
const OF_ONE = 50
const ENOUGH = 30

/** The time that a job of an earlier instant went on to wait, seconds, and its quantiles then, as `LEVELS`. */
export interface Hindsight {
  readonly waited: number
  readonly foretold: readonly number[]
}

/** Moves for the quantiles, as `LEVELS`, on the scale of logarithms; 0: as they are. */
export type Moves = readonly number[]

export const UNMOVED: Moves = LEVELS.map(() => 0)

/**
 * @param futures of an earlier instant
 * @param count how many are simulated
 * @param known the last instant of which anything is known: who waits then has waited until then at least
 */
export function hindsightOf(
  futures: Futures,
  { at, start }: { readonly at: number; readonly start: Float64Array },
  count: number,
  known: number,
): readonly Hindsight[] {
  const { waiting } = futures.rows
  const step = Math.max(1, Math.ceil(waiting.length / OF_ONE))
  const told = quantilesOf(futures, at, count)
  const seen: Hindsight[] = []
  for (let k = 0; k < waiting.length; k += step) {
    const began = start[waiting[k]]
    seen.push({ waited: Math.min(LATEST, (began <= known ? began : known) - at), foretold: told[k] })
  }
  return seen
}

/** The quantiles of each waiting job, seconds from the instant on. */
function quantilesOf(futures: Futures, at: number, count: number): readonly (readonly number[])[] {
  const all = futures.rows.waiting
  const starts = Array.from(all, () => new Float64Array(count))
  for (let future = 0; future < count; future++) {
    futures.starts(future).forEach((start, k) => {
      starts[k][future] = start - at
    })
  }
  return starts.map((each) => quantilesIn(each.sort()))
}

export function quantilesIn(sorted: Float64Array): readonly number[] {
  return LEVELS.map((level) => quantile(sorted, level))
}

/** @param instants what was seen at each; nothing where nobody waited */
export function movesAfter(instants: readonly (readonly Hindsight[])[]): Moves {
  const seen = instants.flat()
  if (seen.length < ENOUGH) return UNMOVED
  // Of so few instants the next is outside a little more often than the last were.
  const wider = 1 + 1 / instants.filter((each) => each.length > 0).length
  return LEVELS.map((level, k) => {
    const wrong = seen.map(({ waited, foretold }) => logOf(waited) - logOf(foretold[k]))
    return quantile(ascending(wrong), Math.min(1, Math.max(0, 0.5 + (level - 0.5) * wider)))
  })
}

/**
 * Quantiles as they are told, seconds from the instant on. The median stays where it is, as far as it is between the others: what it
 * was wrong by at a few instants is more chance than bias, and moved by that it is wrong by more.
 */
export function moved(quantiles: readonly number[], moves: Moves): readonly number[] {
  const found = quantiles.map((each, k) =>
    moves[k] === 0 || LEVELS[k] === 0.5
      ? each
      : Math.min(LATEST, Math.max(0, (each + MINUTE) * Math.exp(moves[k]) - MINUTE)),
  )
  return found.sort((one, other) => one - other)
}

function logOf(wait: number): number {
  return Math.log(Math.max(0, wait) + MINUTE)
}

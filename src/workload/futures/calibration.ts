/**
 * Intervals that hold as often as they say: quantiles of futures are moved by what such quantiles were wrong by at earlier instants
 * of the same machine, of which it is known by now what happened. Conformalized quantile regression (Romano, Patterson and Candès,
 * NeurIPS 2019), each quantile by itself, on log(wait + a minute): what is wrong of a long wait is a part of it, of a short one
 * seconds. As jobs of one instant are wrong together, the next instant is to those seen what each of these is to the others: how far
 * out of the errors a quantile has to lie is found by leaving out one instant after the other (the jackknife of Barber, Candès,
 * Ramdas and Tibshirani, Annals of Statistics 2021, by clusters). Coverage is right on the mean of many instants, not of few.
 * Jobs that wait on have no error yet; what they count for depends on how many generations of jobs were seen (0081).
 */
import { ascending, expectedQuantile, firstFrom, largestOf, quantile } from '../../core/statistics.js'
import { type Futures, LATEST } from './futures.js'

/** The quantiles that are told of a start. */
export const LEVELS = [0.1, 0.5, 0.9] as const
/** Seconds; what is added to waits before their logarithms are taken. */
const MINUTE = 60
/** Jobs of one instant that count, and how many there have to be in all whose starts are known. */
const OF_ONE = 50
const ENOUGH = 30
/** Beyond all of so many a further one lies in a tenth of cases; of fewer generations of waiting jobs no bound is a safe one. */
const GENERATIONS = 9

/** The time that a job of an earlier instant went on to wait, seconds, and its quantiles then, as `LEVELS`. */
export interface Hindsight {
  readonly row: number
  readonly waited: number
  /** Whether that was all; else it waits on. */
  readonly started: boolean
  readonly foretold: readonly number[]
}

/** Jobs as they were seen at an earlier instant; none where nobody waited. */
export interface SeenInstant {
  readonly at: number
  readonly jobs: readonly Hindsight[]
}

/** The seconds from now on until a job that waits starts, in one of today's futures, for each earlier instant another. */
export type InFuture = (row: number, instant: number) => number

/** Moves for the quantiles, as `LEVELS`, on the scale of logarithms; 0: as they are. */
export type Moves = readonly number[]

const UNMOVED: Moves = LEVELS.map(() => 0)

/** The starts of each waiting job in the first `count` futures, in their order, seconds from the instant on. */
export function startsBy(futures: Futures, at: number, count: number): readonly Float64Array[] {
  const starts = Array.from(futures.rows.waiting, () => new Float64Array(count))
  for (let future = 0; future < count; future++) {
    futures.starts(future).forEach((start, k) => {
      starts[k][future] = start - at
    })
  }
  return starts
}

/** The quantiles of the start of each waiting job in the first `count` futures, seconds from the instant on. */
export function toldBy(futures: Futures, at: number, count: number): readonly (readonly number[])[] {
  return startsBy(futures, at, count).map((each) => quantilesIn(each.sort()))
}

/**
 * All that was told of waiting jobs at an earlier instant, beside what is known now.
 * @param waiting their rows
 * @param known the last instant of which anything is known: who waits then has waited until then at least
 */
export function hindsightOf(
  waiting: Int32Array,
  told: readonly (readonly number[])[],
  { at, start }: { readonly at: number; readonly start: Float64Array },
  known: number,
): readonly Hindsight[] {
  const step = Math.max(1, Math.ceil(waiting.length / OF_ONE))
  const seen: Hindsight[] = []
  for (let k = 0; k < waiting.length; k += step) {
    const began = start[waiting[k]]
    const started = began <= known
    const waited = (started ? began : known) - at
    seen.push({
      ...{ row: waiting[k], waited: Math.min(LATEST, waited), started: started || waited >= LATEST },
      foretold: told[k],
    })
  }
  return seen
}

/** The quantiles of starts, as `LEVELS`; as often right of a few futures as of many. */
export function quantilesIn(sorted: Float64Array): readonly number[] {
  return LEVELS.map((level) => expectedQuantile(sorted, level))
}

/** @param instants in time order */
export function movesAfter(instants: readonly SeenInstant[], inFuture: InFuture): Moves {
  const all = instants.map(({ jobs }) => jobs)
  if (all.flat().filter(({ started }) => started).length < ENOUGH) return UNMOVED
  const isYoung = generationsIn(instants) < GENERATIONS
  const seen = isYoung ? all.map((jobs, k) => jobs.map((each) => goneOn(each, inFuture, k))) : all
  return LEVELS.map((level, k) => {
    const wrong = seen.map((jobs) => jobs.map((each) => errorOf(each, k)))
    // What a median was wrong by at a few instants is more chance than bias: moved by that it is wrong by more.
    if (level === 0.5) return 0
    return level > 0.5 ? heldBy(wrong, level) : -heldBy(opposite(wrong), 1 - level)
  })
}

/** The most instants of which no two have a job in common. */
function generationsIn(instants: readonly SeenInstant[]): number {
  let count = 0
  let until = Number.NEGATIVE_INFINITY
  for (const { at, jobs } of instants) {
    if (jobs.length === 0 || at < until) continue
    count++
    until = largestOf(jobs.map(({ started, waited }) => (started ? at + waited : Number.POSITIVE_INFINITY)))
  }
  return count
}

/** A job that waits on, as if one of today's futures had come. */
function goneOn(seen: Hindsight, inFuture: InFuture, instant: number): Hindsight {
  if (seen.started) return seen
  const waited = Math.min(LATEST, seen.waited + inFuture(seen.row, instant))
  return { ...seen, started: true, waited }
}

/**
 * The error of a quantile. Who waits on may start at once, which counts for the lower bound, to be on the safe side; for the upper one
 * he is as foretold until he is late.
 */
function errorOf({ waited, started, foretold }: Hindsight, k: number): number {
  const error = logOf(waited) - logOf(foretold[k])
  return started || LEVELS[k] < 0.5 ? error : Math.max(0, error)
}

/**
 * The bound that a share `level` of the errors at a further instant is not above, on the mean: the quantile of all errors at the level at
 * which the quantiles of the others' errors hold that share of each left-out instant's.
 */
function heldBy(instants: readonly (readonly number[])[], level: number): number {
  const all = instants
    .flatMap((errors, instant) => errors.map((error) => ({ error, instant })))
    .sort((one, other) => one.error - other.error)
  const levels = instants.flatMap((own, k) => {
    const others = Float64Array.from(
      all.filter(({ instant }) => instant !== k),
      ({ error }) => error,
    )
    return own.map((error) => levelOf(others, error))
  })
  return quantile(
    all.map(({ error }) => error),
    quantile(ascending(levels), level),
  )
}

/** The least level whose quantile is the value or above; 1 where none is. */
function levelOf(sorted: Float64Array, value: number): number {
  const last = sorted.length - 1
  const from = firstFrom(sorted, value)
  if (from > last) return 1
  if (from === 0) return 0
  const below = sorted[from - 1]
  return (from - 1 + (value - below) / (sorted[from] - below)) / last
}

function opposite(instants: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return instants.map((errors) => errors.map((error) => -error))
}

/** Quantiles as they are told, seconds from the instant on; the median as far as it is between the others. */
export function moved(quantiles: readonly number[], moves: Moves): readonly number[] {
  const found = quantiles.map((each, k) =>
    moves[k] === 0 ? each : Math.min(LATEST, Math.max(0, (each + MINUTE) * Math.exp(moves[k]) - MINUTE)),
  )
  const early = Math.min(found[0], found[2])
  const late = Math.max(found[0], found[2])
  return [early, Math.min(late, Math.max(early, found[1])), late]
}

function logOf(wait: number): number {
  return Math.log(Math.max(0, wait) + MINUTE)
}

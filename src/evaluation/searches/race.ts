/**
 * Which simulations of a generation are still due. Each candidate is to be simulated on the same windows, and its score
 * is a weighted sum of what it has on each, or the largest of several such sums; but a candidate that is certainly not among those that the optimiser selects
 * (optimize/optimizer.ts, `Selection`) need not be finished, and is never told apart from others like it. So:
 *
 *   1. as many candidates as are selected are simulated on all windows, the first ones; where the optimiser has rivals
 *      for them of earlier generations, fewer;
 *   2. the others go through the windows in rungs, those first that cost most above the least that they can: by the
 *      finished ones, or as is usual where all that are selected by now are of earlier generations. A candidate that by now
 *      is certainly worse than the selected ones is dropped; that is certain when the sum of what it has and of the least
 *      that the windows to come can give is above the threshold, the score of the worst selected candidate so far. Each
 *      simulation is told how much it may give before this is so (`limit`), and ends as soon as it must exceed it.
 *
 * Who is told which score does not depend on any of this: a score above the final threshold counts as +∞, whether it was
 * ever computed or not. A race with and one without early stops lead to the same batches (tested).
 */
import type { Selection } from '../../optimize/optimizer.js'

/** The result of a simulation: a value; `above` its limit; null: not simulated yet. */
export type Cell = number | 'above' | null

export interface Race {
  /** Candidate by candidate, window by window. */
  readonly cells: readonly (readonly Cell[])[]
  /** The factor of each window's values in the score; above 0. */
  readonly weights: readonly number[]
  /** The sum that each window is part of, 0, 1, …; the largest sum is the score. */
  readonly sums: readonly number[]
  /** A lower bound of every value of each window. */
  readonly least: readonly number[]
  /** The usual value of each window, by which some are hard before anybody is finished. */
  readonly usual: readonly number[]
  readonly selection: Selection
  /** Whether to stop early. */
  readonly early: boolean
}

export interface Due {
  readonly candidate: number
  readonly window: number
  readonly limit?: number
}

/** Rungs that the windows are cut into, at least, as far as there are so many. */
const RUNGS = 4
/** Sums of scores are off by some units in the last place: nobody is dropped by less than this, relative. */
const MARGIN = 1e-9

/** The simulations to be done next; none where the generation is done. */
export function dueIn(race: Race): readonly Due[] {
  const { cells, weights, sums, least, early, selection } = race
  const all = (candidate: number) =>
    cells[candidate].flatMap((cell, window) => (cell === null ? [{ candidate, window }] : []))
  const open = cells.flatMap((row, candidate) =>
    row.includes(null) && !row.includes('above') ? [candidate] : [],
  )
  // Every candidate matters to a floor that none is above.
  if (!early || selection.floor === Number.POSITIVE_INFINITY) return open.flatMap(all)
  // Infinite ones, such as the best of an optimiser that has seen nothing yet, are no threshold.
  const known = knownScores(race).filter(Number.isFinite).length
  if (known < selection.selects) return open.slice(0, selection.selects - known).flatMap(all)

  const threshold = thresholdOf(race)
  const most = threshold + Math.abs(threshold) * MARGIN
  const order = hardestFirst(race)
  return open.flatMap((candidate) => {
    const row = cells[candidate]
    // What each of the candidate's sums is at least.
    const bounds = sumsOf(race, (window) => {
      const cell = row[window]
      return typeof cell === 'number' ? cell : least[window]
    })
    if (bounds.some((bound) => bound > most)) return []
    const ahead = order.filter((window) => row[window] === null)
    return ahead.slice(0, Math.max(1, Math.floor(weights.length / RUNGS))).map((window) => ({
      candidate,
      window,
      limit: least[window] + (most - bounds[sums[window]]) / weights[window],
    }))
  })
}

/** Windows by what they add to the scores above the least that they can: these decide soonest. */
function hardestFirst({ cells, weights, least, usual }: Race): readonly number[] {
  const finished = cells.filter((row) => row.every((cell) => typeof cell === 'number'))
  const known = finished.length > 0 ? finished : [usual]
  const added = weights.map((weight, window) =>
    known.reduce((sum, row) => sum + weight * (Number(row[window]) - least[window]), 0),
  )
  return weights.map((_, window) => window).sort((a, b) => added[b] - added[a] || a - b)
}

/** Scores as the optimiser is told: those up to the threshold, +∞ for all others. Only when nothing is due. */
export function scoresOf(race: Race): Float64Array {
  const threshold = thresholdOf(race)
  return Float64Array.from(race.cells, (row) => {
    const score = scoreOf(race, row)
    return score !== null && score <= threshold ? score : Number.POSITIVE_INFINITY
  })
}

/** Scores above it change nothing: the score of the worst selected candidate by now, +∞ where there are too few. */
function thresholdOf(race: Race): number {
  const { selects, floor } = race.selection
  const ranked = knownScores(race).sort((a, b) => a - b || 0)
  return Math.max(floor, ranked[selects - 1] ?? Number.POSITIVE_INFINITY)
}

/** Scores of rivals and finished candidates. */
function knownScores(race: Race): number[] {
  return [...race.selection.rivals, ...race.cells.flatMap((row) => scoreOf(race, row) ?? [])]
}

/** Null where a window is missing. */
function scoreOf(race: Race, row: readonly Cell[]): number | null {
  if (!row.every((cell) => typeof cell === 'number')) return null
  return sumsOf(race, (window) => Number(row[window])).reduce((most, sum) => Math.max(most, sum))
}

function sumsOf(
  { weights, sums }: Pick<Race, 'weights' | 'sums'>,
  valueIn: (window: number) => number,
): number[] {
  const totals: number[] = []
  for (const [window, weight] of weights.entries()) {
    totals[sums[window]] = (totals[sums[window]] ?? 0) + weight * valueIn(window)
  }
  return totals
}

/** A distribution as the fit goes through it: tuple by tuple, in parts of which each is held out in turn. */
import { midranks } from '../../../core/inference/index.js'
import { stableOrder } from '../../../core/ordering.js'
import type { ScoreDistribution } from '../distribution.js'
import type { Weighting } from '../settings.js'

/** Parts of the tuples that are held out in turn. */
const FOLDS = 10

export interface FitData {
  /** Rows of the same tuple together. */
  readonly distribution: ScoreDistribution
  /** First row of each tuple, and the end. */
  readonly starts: Int32Array
  /** Tuples [bounds[f], bounds[f+1]) are part f. */
  readonly bounds: readonly number[]
  /** r·n. */
  readonly work: Float64Array
  /** The weights of the fit. */
  readonly weights: Float64Array | null
  /** Midranks of the scores within each tuple, by row. */
  readonly scoreRanks: Float64Array
}

export function fitData(given: ScoreDistribution, weighting: Weighting): FitData {
  const distribution = byTuples(given)
  const { runtime, size, score, tuple } = distribution
  const starts: number[] = []
  for (let row = 0; row < tuple.length; row++)
    if (row === 0 || tuple[row] !== tuple[row - 1]) starts.push(row)
  const tuples = starts.length
  starts.push(tuple.length)
  const folds = tuples < 2 ? 1 : Math.min(FOLDS, tuples)
  const work = runtime.map((seconds, row) => seconds * size[row])
  const scoreRanks = new Float64Array(score.length)
  for (let k = 0; k < tuples; k++) {
    scoreRanks.set(midranks(score.slice(starts[k], starts[k + 1])), starts[k])
  }
  return {
    distribution,
    starts: Int32Array.from(starts),
    bounds: Array.from({ length: folds + 1 }, (_, fold) => Math.floor((fold * tuples) / folds)),
    work,
    weights: weighting === 'rn' ? work : null,
    scoreRanks,
  }
}

/** The same rows, those of a tuple together, tuples by their numbers; as it is where they are together already. */
export function byTuples(distribution: ScoreDistribution): ScoreDistribution {
  const { tuple } = distribution
  const seen = new Set<number>()
  let together = true
  for (let row = 0; row < tuple.length && together; row++) {
    if (row > 0 && tuple[row] === tuple[row - 1]) continue
    together = !seen.has(tuple[row])
    seen.add(tuple[row])
  }
  if (together) return distribution
  const order = stableOrder(Float64Array.from(tuple))
  const picked = (column: Float64Array) => Float64Array.from(order, (row) => column[row])
  return {
    runtime: picked(distribution.runtime),
    size: picked(distribution.size),
    submit: picked(distribution.submit),
    score: picked(distribution.score),
    tuple: Int32Array.from(order, (row) => tuple[row]),
  }
}

/**
 * The statements of trials about a tuple: the scores of its judged jobs, and how sure they are.
 *
 * Trials come in blocks that are independent of each other. In block b let V_b(t) be the sum of the values of the trials
 * with job t first, and W_b that of all. With sums over the blocks,
 *
 *   score(t) = Σ V(t) / Σ W                                   (SC 2017, eq. 3)
 *   σ(t)²    = B/(B − 1) · Σ (V(t) − score(t)·W)² / (Σ W)²    with B blocks
 *
 * σ is the standard error of a ratio of means (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, 6.4), which the sums kept
 * here give without the trials themselves. A further draw scatters as much as σ says; tests hold it to that. Of one block
 * alone nothing tells how much another would differ: σ is infinite.
 */

/** Plain data: what a task of trials returns. Sums over the blocks, those by job with one place for each of Q. */
export interface TrialSums {
  /** Single trials. */
  readonly trials: number
  /** Those that are independent of each other. */
  readonly blocks: number
  /** Σ V(t). */
  readonly value: readonly number[]
  /** Σ V(t)². */
  readonly square: readonly number[]
  /** Σ V(t)·W. */
  readonly cross: readonly number[]
  /** Σ W. */
  readonly total: number
  /** Σ W². */
  readonly totalSquare: number
}

/** The sums of no trials. */
export function noTrials(judged: number): TrialSums {
  const none = () => new Array<number>(judged).fill(0)
  return { trials: 0, blocks: 0, value: none(), square: none(), cross: none(), total: 0, totalSquare: 0 }
}

/** The sums of the trials of both. */
export function trialsTogether(one: TrialSums, other: TrialSums): TrialSums {
  const added = (a: readonly number[], b: readonly number[]) => a.map((each, k) => each + b[k])
  return {
    trials: one.trials + other.trials,
    blocks: one.blocks + other.blocks,
    value: added(one.value, other.value),
    square: added(one.square, other.square),
    cross: added(one.cross, other.cross),
    total: one.total + other.total,
    totalSquare: one.totalSquare + other.totalSquare,
  }
}

/** The scores; they add up to 1. */
export function trialScores({ value, total }: TrialSums): Float64Array {
  return Float64Array.from(value, (each) => each / total)
}

/** The standard errors of the scores; infinite where there are fewer than two blocks. */
export function trialErrors(sums: TrialSums): Float64Array {
  const { blocks, square, cross, total, totalSquare } = sums
  return trialScores(sums).map((score, job) => {
    if (blocks < 2) return Number.POSITIVE_INFINITY
    const squares = square[job] - 2 * score * cross[job] + score * score * totalSquare
    // Below 0 by rounding only.
    return Math.sqrt((blocks / (blocks - 1)) * Math.max(0, squares)) / total
  })
}

/**
 * The normalised standard deviation of the scores: that of each over its score, averaged over the jobs (SC 2017, figure 2).
 * Infinite while a job was never first, and where there are fewer than two blocks.
 */
export function trialPrecision(sums: TrialSums): number {
  const scores = trialScores(sums)
  const errors = trialErrors(sums)
  const ratios = errors.reduce(
    (sum, error, job) => sum + (scores[job] > 0 ? error / scores[job] : Infinity),
    0,
  )
  return ratios / scores.length
}

/**
 * How many trials a tuple takes. The scores come nearer to their limits as more orders are tried: their normalised standard
 * deviation falls with the square root of the number of trials (SC 2017, figure 2, where 256,000 trials give 0.02). Here it
 * is known at every moment from the trials themselves (sim/trials/sums.ts), and trials go on until it is as small as asked for.
 *
 * Trials are done in batches whose sums are a checkpoint each: two of about a thousand trials, then as many as before again,
 * so that the number doubles, up to `LARGEST` times the first; from there on all are of this size.
 */
import { mean } from '../../../core/statistics.js'
import { type TrialSums, trialPrecision } from '../../../sim/trials/index.js'

/** The question to each tuple. */
export interface TrialsGoal {
  /** Trials come in multiples of it: |Q|. */
  readonly block: number
  /** Normalised standard deviation of the scores to reach; null: all of `most`, whatever they give. */
  readonly precision: number | null
  /** Trials at most; a multiple of `block`. */
  readonly most: number
}

/** The least trials of the first batch, and its least blocks, below which their scatter says little. */
const FIRST_TRIALS = 1000
const FIRST_BLOCKS = 32
/** Batches before the precision is asked for the first time. */
const OPENING = 4
/** How often the number of trials doubles, at most, until it is asked for again. */
const DOUBLINGS = 2
/** The size of the largest batch, in first batches: about a hundred thousand trials. */
const LARGEST = 128

/**
 * The batches to do next, by their trials; none at the end.
 * @param done trials of the tuple so far, all in whole batches
 * @param precision that they have
 */
export function nextBatches(goal: TrialsGoal, done: number, precision: number): readonly number[] {
  const { most, precision: asked } = goal
  if (done >= most) return []
  if (asked === null) return batchesTo(goal, done, most)
  const opening = totalOf(goal, OPENING)
  if (done < opening) return batchesTo(goal, done, Math.min(opening, most))
  const wanted = done * Math.min((precision / asked) ** 2, 2 ** DOUBLINGS)
  return batchesTo(goal, done, Math.min(wanted, most))
}

/** Batches after the first `done` trials, until there are `wanted` in all or just more; none goes beyond `goal.most`. */
function batchesTo(goal: TrialsGoal, done: number, wanted: number): readonly number[] {
  const batches: number[] = []
  for (let at = done; at < wanted; ) {
    const trials = Math.min(batchAfter(goal, at), goal.most - at)
    batches.push(trials)
    at += trials
  }
  return batches
}

function totalOf(goal: TrialsGoal, batches: number): number {
  let total = 0
  for (let k = 0; k < batches; k++) total += batchAfter(goal, total)
  return total
}

function batchAfter({ block }: TrialsGoal, done: number): number {
  const first = block * Math.max(FIRST_BLOCKS, Math.ceil(FIRST_TRIALS / block))
  return Math.min(Math.max(first, done), first * LARGEST)
}

/** The knowledge of a tuple after some of its batches. */
export interface Checkpoint {
  readonly trials: number
  /** Normalised standard deviation of the scores. */
  readonly precision: number
}

export function checkpointOf(sums: TrialSums): Checkpoint {
  return { trials: sums.trials, precision: trialPrecision(sums) }
}

/**
 * The normalised standard deviation as the paper has it: of repetitions that know nothing of each other, each job's standard
 * deviation over its mean, averaged over the jobs.
 * @param repetitions two or more, each with the scores of the same jobs
 */
export function deviationOf(repetitions: readonly Float64Array[]): number {
  const [{ length }] = repetitions
  const ratios = Float64Array.from({ length }, (_, job) => {
    const scores = repetitions.map((each) => each[job])
    const middle = mean(scores)
    const squares = scores.reduce((sum, score) => sum + (score - middle) ** 2, 0)
    return Math.sqrt(squares / (scores.length - 1)) / middle
  })
  return mean(ratios)
}

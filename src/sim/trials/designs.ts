/**
 * Which orders are tried.
 *
 * `independent`, as published: each trial has an order of its own, each order equally likely. How often a job is first is
 * left to chance, and this chance goes into the scores.
 *
 * `paired`: blocks of |Q| trials. Each block draws one order of Q, and each job in turn is taken from its place to the front of
 * it. So every job is first equally often, and before otherwise equal queues: what the rest of the order adds to all values of
 * a block cancels in the scores (common random numbers: P. Glasserman and D. D. Yao, Management Science 38(6), 1992). Behind
 * its first job the order of a trial is as uniform as before, so both designs estimate the same scores.
 */
import type { Random } from '../../core/random.js'
import { type TrialKernel, trialKernel } from './kernel.js'
import type { TrialSums } from './sums.js'
import type { TrialTuple } from './tuple.js'

export const TRIAL_DESIGNS = ['paired', 'independent'] as const
export type TrialDesign = (typeof TRIAL_DESIGNS)[number]

/** Trials of one block: those of a design come in multiples of it. */
export function blockOf(design: TrialDesign, judged: number): number {
  return design === 'paired' ? judged : 1
}

/**
 * @param trials a multiple of `blockOf`
 * @param random draws the orders
 */
export function runTrials(tuple: TrialTuple, design: TrialDesign, trials: number, random: Random): TrialSums {
  const judged = tuple.submit.length - tuple.state
  const block = blockOf(design, judged)
  if (!(trials > 0 && trials % block === 0))
    throw new RangeError(`${trials} trials are no blocks of ${block}`)
  const run = design === 'paired' ? pairedTrials : independentTrials
  return run(trialKernel(tuple), judged, trials / block, random)
}

function pairedTrials(kernel: TrialKernel, judged: number, blocks: number, random: Random): TrialSums {
  const order = inOrder(judged)
  const values = new Float64Array(judged)
  const value = new Float64Array(judged)
  const square = new Float64Array(judged)
  const cross = new Float64Array(judged)
  let total = 0
  let totalSquare = 0
  for (let block = 0; block < blocks; block++) {
    random.permute(order)
    let sum = 0
    for (let place = 0; place < judged; place++) {
      // The job that is first goes back to where it came from, in front of the one that is first now.
      const first = order[place]
      order[place] = order[0]
      order[0] = first
      const average = kernel(order)
      values[first] = average
      sum += average
    }
    for (let job = 0; job < judged; job++) {
      const average = values[job]
      value[job] += average
      square[job] += average * average
      cross[job] += average * sum
    }
    total += sum
    totalSquare += sum * sum
  }
  return {
    trials: blocks * judged,
    blocks,
    value: [...value],
    square: [...square],
    cross: [...cross],
    total,
    totalSquare,
  }
}

function independentTrials(kernel: TrialKernel, judged: number, trials: number, random: Random): TrialSums {
  const order = inOrder(judged)
  const value = new Float64Array(judged)
  const square = new Float64Array(judged)
  let total = 0
  let totalSquare = 0
  for (let trial = 0; trial < trials; trial++) {
    random.permute(order)
    const average = kernel(order)
    const first = order[0]
    value[first] += average
    square[first] += average * average
    total += average
    totalSquare += average * average
  }
  // A block is one trial: V is W for the job that is first, and 0 for the others.
  return {
    trials,
    blocks: trials,
    value: [...value],
    square: [...square],
    cross: [...square],
    total,
    totalSquare,
  }
}

function inOrder(judged: number): Int32Array {
  return Int32Array.from({ length: judged }, (_, k) => k)
}

/**
 * The published scores simulated anew: the tuples of the distribution are found in the log that they were drawn from, and
 * their trials run with the shuffle of the released program, and with an even one.
 */
import type { Random } from '../../../core/random.js'
import type { ScoreDistribution } from '../../../learn/score/distribution.js'
import { type TrialTuple, trialKernel, tupleAt } from '../../../sim/trials/index.js'
import type { JobTable } from '../../../trace/job-table.js'
import { releasedShuffle } from '../sc17-trials/released-shuffle.js'

/** Jobs that set the state of the machine, before those of the distribution. */
const STATE = 16
const PROCESSORS = 256

/** How the order of a trial is drawn: as the released program does, or evenly. */
export type Shuffle = 'released shuffle' | 'even shuffle'

/**
 * The tuple of which rows [from, to) of the distribution are Q; null where the log does not have it.
 * @param jobs all jobs of the log
 */
export function tupleOf(
  { runtime, size, submit }: ScoreDistribution,
  from: number,
  to: number,
  jobs: JobTable,
): TrialTuple | null {
  const judged = to - from
  for (let first = 0; first + STATE + judged <= jobs.length; first++) {
    let same = 0
    while (same < judged) {
      const [job, row] = [first + STATE + same, from + same]
      if (jobs.runtime[job] !== runtime[row] || jobs.size[job] !== size[row]) break
      if (jobs.submit[job] - jobs.submit[first] !== submit[row]) break
      same++
    }
    if (same === judged) return tupleAt(jobs, first, { state: STATE, judged, processors: PROCESSORS })
  }
  return null
}

/** The scores of Q over so many trials, each of an order of its own. */
export function scoresBy(shuffle: Shuffle, tuple: TrialTuple, trials: number, random: Random): Float64Array {
  const kernel = trialKernel(tuple)
  const judged = tuple.submit.length - tuple.state
  const order = Int32Array.from({ length: judged }, (_, job) => job)
  const scores = new Float64Array(judged)
  let all = 0
  for (let trial = 0; trial < trials; trial++) {
    if (shuffle === 'released shuffle') releasedShuffle(order, random)
    else random.permute(order)
    const value = kernel(order)
    scores[order[0]] += value
    all += value
  }
  return scores.map((sum) => sum / all)
}

/**
 * The task `trials`: some trials of a tuple of jobs (sim/trials), paired, as the sums that scores are made of. Trials of the
 * same tuple are parted among tasks by where in its sequence of trials they begin; each part draws orders of its own, which
 * depend on the seed, the tuple and the place alone.
 */
import { objectOf, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import { Random } from '../../core/random.js'
import type { Task } from '../../optimize/evaluator.js'
import { runTrials, type TrialSums, type TupleShape, tupleAt } from '../../sim/trials/index.js'
import type { TaskKind } from './task-kind.js'

export interface TrialsPart extends TupleShape {
  /** Digest of the jobs, which are ready to run. */
  readonly data: string
  /** Row of the tuple's first job. */
  readonly first: number
  /** Trials of the tuple before these. */
  readonly from: number
  /** A multiple of `judged`. */
  readonly trials: number
  readonly seed: number
}

export function trialsTask({ data, ...payload }: TrialsPart): Task {
  return { kind: TRIALS_TASK.kind, payload: { data, ...payload }, data: [data] }
}

const PART = objectOf<TrialsPart>({
  data: text,
  state: whole(0),
  judged: whole(1),
  processors: whole(1),
  first: whole(0),
  from: whole(0),
  trials: whole(1),
  seed: whole(0),
})

export const TRIALS_TASK: TaskKind = {
  kind: 'trials',
  open: (dataset) => (payload) => {
    const { data, first, from, trials, seed, ...shape } = readKept(PART, payload, 'task')
    const random = new Random(seed).fork(`tuple ${first}`).fork(`trials ${from}`)
    const sums: TrialSums = runTrials(tupleAt(dataset(data).jobs, first, shape), 'paired', trials, random)
    return { ...sums }
  },
}

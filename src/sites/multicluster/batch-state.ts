/**
 * Where a batch stands between two packets (rule C6 of docs/sites.md): the instant, the jobs that still run with their nodes
 * and what they have left, and what those that have ended amount to.
 */
import { exact, list, objectOf, whole } from '../../core/codec.js'

export interface RunningJob {
  /** Its place in the batch. */
  readonly job: number
  readonly nodes: readonly number[]
  /** Base seconds. */
  readonly left: number
  readonly sigma: number
  readonly bandwidth: number
  readonly submit: number
}

export interface BatchState {
  /** s from 0. */
  readonly now: number
  /** In the order in which their loads are added. */
  readonly running: readonly RunningJob[]
  /** Sums over the jobs that have ended: the last end, and the sum of the times from submit to end, s. */
  readonly makespan: number
  readonly flowtime: number
}

export const AT_FIRST: BatchState = { now: 0, running: [], makespan: 0, flowtime: 0 }

export const BATCH_STATE = objectOf<BatchState>({
  now: exact,
  running: list(
    objectOf<RunningJob>({
      job: whole(0),
      nodes: list(whole(0)),
      left: exact,
      sigma: exact,
      bandwidth: exact,
      submit: exact,
    }),
  ),
  makespan: exact,
  flowtime: exact,
})

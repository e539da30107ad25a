/**
 * The port of evaluators, by which candidates are evaluated: tasks in, plain data out. It is implemented in the calling
 * thread, by worker threads and by a queue that many machines serve; which of them did a task, and how many did the
 * tasks beside it, never changes a result, because a task is all that its result depends on.
 */
import type { Json } from '../core/json.js'

/** Evaluations that a search may be given: at a millisecond each some hours, and no number that was meant. */
export const MOST_EVALUATIONS = 10_000_000

export interface Task {
  /** Which of the known kinds of task it is. */
  readonly kind: string
  /** All else that the result depends on; a seed too, where chance has a part in it. */
  readonly payload: Json
  /** Digests of the data that it needs. */
  readonly data: readonly string[]
  /**
   * Only of tasks whose result is an array with the score in front. Where that is above this number the result is
   * `{ "above": limit }` instead, however it came to be known: the task may end as soon as it is proven. Not a part of
   * what the task is otherwise.
   */
  readonly limit?: number
}

export interface EvaluateOptions {
  /** Ends the work: `evaluate` rejects with the signal's reason as soon as no task of the call is under way here. */
  readonly signal?: AbortSignal
  /** Told once of every result, in the order in which they come. */
  readonly onResult?: (index: number, result: Json) => void
}

export interface Evaluator {
  /** Tasks done at the same time, as far as is known; 1 or more. */
  readonly width: number
  /**
   * Does all tasks.
   * @returns their results, in the order of the tasks
   * @throws the failure of the first task, in the order of tasks, that failed, after all others were done; at once
   *   where no task can be done any more
   */
  evaluate(tasks: readonly Task[], options?: EvaluateOptions): Promise<readonly Json[]>
  /** Gives back threads and connections. */
  close(): Promise<void>
}

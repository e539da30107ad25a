/** The evaluator that spreads its tasks over the processors of this machine. */
import type { EvaluateOptions, Evaluator, Task } from '../../optimize/evaluator.js'
import type { Dataset } from '../../trace/dataset.js'
import { gatherOutcomes } from './outcomes.js'
import { taskPool } from './task-pool.js'

/**
 * @param datasets all data that tasks will name, by digest
 * @param threads 1 or more; as many as the machine has processors where absent
 */
export function threadEvaluator(datasets: ReadonlyMap<string, Dataset>, threads?: number): Evaluator {
  const pool = taskPool(threads)
  return {
    width: pool.threads,
    evaluate: async (tasks: readonly Task[], { signal, onResult }: EvaluateOptions = {}) => {
      const { take, results } = gatherOutcomes(onResult)
      await pool.run(tasks, datasets, take, signal === undefined ? {} : { signal })
      return results()
    },
    close: () => pool.close(),
  }
}

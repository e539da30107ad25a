/** The evaluator that does all tasks itself, one after the other, in the calling thread. */
import type { Json } from '../core/json.js'
import type { EvaluateOptions, Evaluator, Task } from '../optimize/evaluator.js'
import type { Dataset } from '../trace/dataset.js'
import { missingData } from './tasks/failure.js'
import { taskRunner } from './tasks/index.js'

/**
 * @param datasets all data that tasks will name, by digest
 * @param pause lets the caller's event loop turn between two tasks; none where absent
 */
export function inlineEvaluator(
  datasets: ReadonlyMap<string, Dataset>,
  pause: () => Promise<void> = async () => {},
): Evaluator {
  const run = taskRunner((digest) => datasets.get(digest) ?? missingData(digest))
  return {
    width: 1,
    evaluate: async (tasks: readonly Task[], { signal, onResult }: EvaluateOptions = {}) => {
      const results: Json[] = []
      let failure: { readonly error: unknown } | null = null
      for (const [index, task] of tasks.entries()) {
        await pause()
        signal?.throwIfAborted()
        try {
          const result = run(task)
          results[index] = result
          onResult?.(index, result)
        } catch (error) {
          failure ??= { error }
        }
      }
      if (failure !== null) throw failure.error
      return results
    },
    close: async () => {},
  }
}

/** Outcomes of tasks: results in their order, or the failure of the first that failed. */
import { EXIT_CODES, type FailureJson, QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import type { EvaluateOptions } from '../../optimize/evaluator.js'

/** The outcome of a task. */
export type Outcome = { readonly result: Json } | { readonly failure: FailureJson }

/** The outcomes of one call of `Evaluator.evaluate`, in whatever order they come. */
export interface Outcomes {
  readonly take: (index: number, outcome: Outcome) => void
  /**
   * The results, in the order of the tasks.
   * @throws the failure of the first task that failed
   */
  readonly results: () => readonly Json[]
}

export function gatherOutcomes(onResult: EvaluateOptions['onResult']): Outcomes {
  const results: Json[] = []
  let first: { readonly index: number; readonly failure: FailureJson } | null = null
  return {
    take: (index, outcome) => {
      if ('failure' in outcome) {
        if (first === null || index < first.index) first = { index, failure: outcome.failure }
        return
      }
      results[index] = outcome.result
      onResult?.(index, outcome.result)
    },
    results: () => {
      if (first !== null) throw failureOf(first.failure)
      return results
    },
  }
}

/** The failure that `failureJson` described: one that a user can mend, or a defect with the stack that it had. */
export function failureOf({ kind, what, detail }: FailureJson): Error {
  if (kind !== 'internal' && Object.hasOwn(EXIT_CODES, kind)) return new QueuewrightError(kind, what, detail)
  const defect = new Error(what.split('\n', 1)[0])
  defect.stack = what
  return defect
}

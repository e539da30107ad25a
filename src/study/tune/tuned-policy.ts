/** `best.json`, what a tuning found: the policy, its parameters, and how it came about. */
import type { FinalRow, Winner } from './state.js'

/** Of the file's format. */
export const BEST_KIND = 'queuewright-tuned-policy'
export const BEST_VERSION = 1

export interface TunedPolicy {
  readonly kind: typeof BEST_KIND
  readonly version: typeof BEST_VERSION
  readonly policy: string
  readonly parameters: Winner['parameters']
  readonly evidence: {
    readonly template: string
    readonly objective: string
    readonly relativeTo: string | null
    readonly method: string
    readonly seed: number
    /** Candidates. */
    readonly evaluations: number
    readonly simulations: number
    readonly score: number
    readonly traces: readonly {
      readonly name: string
      readonly digest: string
      /** Jobs that were learnt from, the first ones, of how many. */
      readonly train: number
      readonly jobs: number
    }[]
    readonly measured: readonly {
      readonly trace: string
      readonly part: FinalRow['part']
      readonly policy: string
      readonly objectives: Readonly<Record<string, number | null>>
    }[]
  }
}

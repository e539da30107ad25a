/** What each kind of strategy has to say of itself. The port of this room; kinds.ts lists the kinds. */
import type { Fields } from '../core/fields.js'
import type { Strategy } from './strategy.js'

export interface StrategyKind<S extends Strategy> {
  /** Its members beside `kind`. */
  readonly members: readonly string[]
  /**
   * Reads one of these members.
   * @throws QueuewrightError `input-document`, and what a policy is refused with
   */
  readonly read: (fields: Fields) => S
  /** The same with its members in the order in which they are written. */
  readonly canonical: (strategy: S) => S
  /** The policy that it amounts to. */
  readonly policy: (strategy: S) => string
  /** What it is, in some words. */
  readonly title: (strategy: S) => string
}

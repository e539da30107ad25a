/** A kind of strategy, and what it has to say of itself. The port of this room; kinds.ts lists the kinds. */
import type { Codec } from '../core/codec.js'
import type { Strategy } from './strategy.js'

export interface StrategyKind<S extends Strategy> {
  /** Reads and writes it, `kind` included. */
  readonly codec: Codec<S>
  /** The policy that it amounts to. */
  policy(strategy: S): string
  /** A title, in some words. */
  title(strategy: S): string
}

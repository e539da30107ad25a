/** The options of `qw explain`. */
import type { LogOptions } from '../../lab/log.js'

export interface ExplainOptions extends LogOptions {
  readonly json?: true
  readonly plot?: string
  readonly surfaces?: string
  readonly report?: string
  /** Only with rules. */
  readonly timeline?: string
  readonly over?: string
  readonly reduced?: string
}

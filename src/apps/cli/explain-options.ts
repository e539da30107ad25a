/** The options of `qw explain`. */
import type { LogOptions } from '../../lab/inputs/log.js'
import type { SiteDocumentOptions } from '../../lab/inputs/site-document.js'

export interface ExplainOptions extends LogOptions, SiteDocumentOptions {
  readonly json?: true
  readonly plot?: string
  readonly surfaces?: string
  readonly report?: string
  /** Only with rules. */
  readonly timeline?: string
  readonly over?: string
  readonly reduced?: string
}

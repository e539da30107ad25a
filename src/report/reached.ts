/** Results of an explained policy on a log, beside a baseline: whom its preferences cost how much. Pure. */

import type { ComparedPolicy } from '../evaluation/results/ranking.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'

export interface Reached {
  readonly log: string
  /** The one that is explained, and the baseline. */
  readonly policies: readonly ComparedPolicy[]
  readonly objectives: readonly ObjectiveInfo[]
  /** Name of one of the policies. */
  readonly baseline: string
}

/** The kinds of investigation that a run can hold: adding one takes its folder and one line here. */
import { QueuewrightError } from '../core/errors.js'
import type { InvestigationKind } from '../evaluation/investigation.js'
import { FRONT } from '../front/investigation.js'
import { LEARN } from '../learn/investigation.js'
import { LEARN_MARKET } from '../learn/market/investigation.js'
import { TRIALS } from '../learn/score/trials/investigation.js'
import { ADVISE } from './advise/investigation.js'
import { STUDY } from './factorial/investigation.js'
import { MULTICLUSTER_COMPARISON } from './multicluster/investigation.js'
import { REPRODUCTION } from './reproduce/reproduction.js'

export const INVESTIGATIONS: readonly InvestigationKind[] = [
  STUDY,
  FRONT,
  LEARN,
  LEARN_MARKET,
  TRIALS,
  REPRODUCTION,
  MULTICLUSTER_COMPARISON,
  ADVISE,
]

/** Kinds that runs of before may have, and what takes their place. */
const FORMER: Readonly<Record<string, string>> = { tune: 'a tuning is a run of kind learn' }

/** @throws QueuewrightError `run-version` for a kind that this version does not know */
export function requireInvestigation(kind: string): InvestigationKind {
  const found = INVESTIGATIONS.find((each) => each.kind === kind)
  if (found !== undefined) return found
  const former = Object.hasOwn(FORMER, kind) ? `; by now ${FORMER[kind]}` : ''
  throw new QueuewrightError('run-version', `a run of a kind that this version does not know${former}`, {
    field: 'kind',
    value: kind,
    expected: `one of ${INVESTIGATIONS.map((each) => each.kind).join(', ')}`,
    remedy: 'Use the version that made it',
  })
}

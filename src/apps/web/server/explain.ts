/** The page of what a policy prefers and why, as `qw explain` shows it: of a policy in words, or of what a run found. */
import { object, optional, text } from '../../../core/codec.js'
import { Place } from '../../../core/place.js'
import { shellLine } from '../../../core/shell.js'
import { STRATEGY_FILE } from '../../../evaluation/searches/search-history.js'
import { explainStrategy } from '../../../lab/explain/explain.js'
import { drawnRules } from '../../../lab/explain/rules.js'
import type { WrittenPolicy } from '../../../lab/inputs/policies.js'
import { QUIET } from '../../../lab/ports.js'
import { explanationPage } from '../../../report/pages/explanation.js'
import { rulesPage } from '../../../report/pages/rules.js'
import { version } from '../../../runtime/version.js'
import { parsePolicy } from '../../../sim/policy.js'
import { STRATEGY_FORMAT, STRATEGY_VERSION } from '../../../strategy/index.js'
import type { ShownStrategy } from '../protocol/messages.js'
import { Refusal } from './refusal.js'
import type { Runs } from './runs.js'

const ASKED = object({ policy: optional(text), run: optional(text) })

/** @throws QueuewrightError, Refusal */
export type Explaining = (asked: unknown) => Promise<ShownStrategy>

/** No name of a file is taken from a page: a policy is in words, or it is what a run left. */
export function explaining(runs: Pick<Runs, 'place'>): Explaining {
  return async (asked) => {
    const { policy, run } = ASKED.decode(asked, Place.of('the request'))
    if (run !== undefined) {
      const file = await runs.place(run, STRATEGY_FILE)
      return shown(file, shellLine(['queuewright', 'explain', file]))
    }
    if (policy === undefined) throw new Refusal(400, 'name a policy, or a run')
    parsePolicy(policy)
    const written = { kind: 'policy', policy } as const
    const named = { format: STRATEGY_FORMAT, version: STRATEGY_VERSION, name: policy } as const
    return shown(
      { ...named, strategy: written, evidence: null },
      shellLine(['queuewright', 'explain', policy]),
    )
  }
}

async function shown(written: WrittenPolicy, command: string): Promise<ShownStrategy> {
  const explained = await explainStrategy(written, null, {}, QUIET)
  const provenance = { version: version(), command }
  if (explained.kind === 'rules') {
    const drawn = { ...drawnRules(explained, null), clock: null }
    return { policy: null, page: rulesPage({ ...explained, ...drawn, provenance }) }
  }
  return { policy: explained.policy, page: explanationPage({ ...explained, provenance }) }
}

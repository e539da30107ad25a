/** The page of a policy's preferences and their reasons: what `qw explain` shows. */
import { object, text } from '../../../core/codec.js'
import type { Exhibit } from '../../../core/exhibit.js'
import { Place } from '../../../core/place.js'
import { explainStrategy } from '../../../lab/explain.js'
import { QUIET } from '../../../lab/ports.js'
import { explanationPage } from '../../../report/pages/explanation.js'
import { version } from '../../../runtime/version.js'
import { parsePolicy, RULE_BASED } from '../../../sim/policy.js'
import { STRATEGY_FORMAT, STRATEGY_VERSION, type StrategyArtefact } from '../../../strategy/index.js'
import { Refusal } from './refusal.js'

const ASKED = object({ policy: text })

/** @throws QueuewrightError, Refusal */
export type Explaining = (asked: unknown) => Promise<Exhibit>

/** Policies in words: no name of a file is taken from a page. */
export const explainAsked: Explaining = async (asked) => {
  const { policy } = ASKED.decode(asked, Place.of('the request'))
  const { algorithm } = parsePolicy(policy)
  if (algorithm === RULE_BASED) throw new Refusal(400, 'rules are explained by qw explain')
  const written: StrategyArtefact = {
    format: STRATEGY_FORMAT,
    version: STRATEGY_VERSION,
    name: policy,
    strategy: { kind: 'policy', policy },
    evidence: null,
  }
  const explained = await explainStrategy(written, null, {}, QUIET)
  if (explained.kind === 'rules') throw new Refusal(400, 'rules are explained by qw explain')
  return explanationPage({
    ...explained,
    provenance: { version: version(), command: `queuewright explain '${policy.replaceAll("'", `'\\''`)}'` },
  })
}

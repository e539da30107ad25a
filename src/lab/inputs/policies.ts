/** Policies as users name them: in words, by the file of a strategy, `@strategy.json`, or by a strategy that is at hand. */
import { QueuewrightError } from '../../core/errors.js'
import { type Setting, settled } from '../../core/settings/index.js'
import { loadStrategy } from '../../runtime/index.js'
import { type ParsedPolicy, parsePolicy, policyName, RECORDED, splitPolicies } from '../../sim/policy.js'
import { policyOf, type StrategyArtefact } from '../../strategy/index.js'

/** The beginning of a policy's text where it is the name of a file. */
const FILE = '@'

/** A policy in words, `@FILE`, or a strategy. */
export type WrittenPolicy = string | StrategyArtefact

/** A policy with what it is called: a strategy goes by its own name, others as `policyName` says. */
export interface NamedPolicy {
  readonly name: string
  readonly text: string
}

/** @throws QueuewrightError as `loadStrategy` and `policyName`; `usage` for `@` alone */
export async function namedPolicy(written: WrittenPolicy): Promise<NamedPolicy> {
  if (typeof written !== 'string') return { name: written.name, text: policyOf(written.strategy) }
  const text = written.trim()
  if (!text.startsWith(FILE)) return { name: policyName(text), text }
  const path = text.slice(FILE.length)
  if (path === '') {
    throw new QueuewrightError('usage', 'a strategy without a file', { value: written, expected: '@FILE' })
  }
  const { name, strategy } = await loadStrategy(path)
  return { name, text: policyOf(strategy) }
}

/**
 * The policies of a list, each as its text.
 * @throws QueuewrightError as `splitPolicies`, `namedPolicy` and `parsePolicy`
 */
export async function policyTexts(list: string): Promise<readonly string[]> {
  const texts: string[] = []
  for (const written of splitPolicies(list)) texts.push((await namedPolicy(written)).text)
  for (const text of texts) parsePolicy(text)
  return texts
}

/** @throws QueuewrightError as `parsePolicy` and `namedPolicy` */
export async function readPolicy(written: WrittenPolicy): Promise<ParsedPolicy> {
  const { name, text } = await namedPolicy(written)
  const policy = parsePolicy(text)
  return policy.algorithm === RECORDED ? policy : { ...policy, name }
}

/**
 * @param given separated by commas, where it is one text
 * @param usual where nobody says
 */
export async function readPolicies(
  given: string | readonly WrittenPolicy[] | undefined,
  usual: Setting<string>,
): Promise<readonly ParsedPolicy[]> {
  const list = typeof given === 'object' ? given : settled({ policies: usual }, { policies: given }).policies
  const policies: ParsedPolicy[] = []
  for (const written of typeof list === 'string' ? splitPolicies(list) : list) {
    policies.push(await readPolicy(written))
  }
  return policies
}

/** The policies, and before them the site's own, which they are measured against; null where it has none. */
export async function besideOwn(
  policies: readonly ParsedPolicy[],
  own: string | null,
): Promise<readonly ParsedPolicy[]> {
  if (own === null) return policies
  const policy = await readPolicy(own)
  return policies.some(({ name }) => name === policy.name) ? policies : [policy, ...policies]
}

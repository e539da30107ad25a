/**
 * A policy: an algorithm and the orders it goes by. Written as docs/policies.md says:
 *
 *     algorithm[:order[/backfill-order]]      easy:wfp3/spt, cons, head:g1(a=0.5, w2=0.3), easy:(-wait/estimate)
 *
 * `head`, `list`, `easy`, `cons`, or `fcfs` and `greedy`, which are other words for `head`; without an order, the order
 * of submit (`greedy` alone: the order `greedy`; `slurm`, Slurm's schedulers: `multifactor`). An order is a name of the registry, with parameters in parentheses
 * if it takes any, or a formula (orders/parse.ts). A slash outside parentheses separates the backfill order, so a
 * division stands in parentheses. `recorded` is the log's own schedule; `rules:(…)` goes by several such policies, by the state
 * of the system. Everything is in lower case.
 */
import { type Codec, tagged } from '../core/codec.js'
import { readDocument } from '../core/documents.js'
import { QueuewrightError } from '../core/errors.js'
import { sha256 } from '../core/sha256.js'
import { didYouMean } from '../core/suggest.js'
import { ALGORITHM_NAMES, type AlgorithmName } from './algorithm-names.js'
import type { QueueOrder } from './order.js'
import { findOrder, parseOrder } from './orders/index.js'
import {
  type Feature,
  featuresOf,
  membersOf,
  parseFeature,
  type RuleBase,
  ruleBaseCodecs,
} from './rule-based/index.js'

export { ALGORITHM_NAMES, type AlgorithmName }

export interface Policy {
  /** As the user wrote it, e.g. `easy:submit/estimate`. */
  readonly name: string
  readonly algorithm: AlgorithmName
  readonly order: QueueOrder
  /** The order in which EASY backfills; the queue order itself where null. */
  readonly backfillOrder: QueueOrder | null
}

/** The word for Slurm's own schedulers (slurm/pass.ts). */
export const SLURM = 'slurm'

/** Goes by Slurm's own schedulers, and by an order of the house; told from others by its `algorithm`. */
export interface SlurmPolicy extends Omit<Policy, 'algorithm'> {
  readonly algorithm: typeof SLURM
}

/** The policy that stands for the log's own starts; told from others by its `algorithm`. */
export const RECORDED = 'recorded'

export interface RecordedPolicy {
  readonly name: typeof RECORDED
  readonly algorithm: typeof RECORDED
}

/** The first word of a rule-based policy's text; told from others by its `algorithm`. */
export const RULE_BASED = 'rules'

/** Goes by one of its members at each pass, by the state of the system. Written `rules:(…)`, with a rule base as JSON. */
export interface RulePolicy {
  /** As `policyName` says; the text would fill a page. */
  readonly name: string
  readonly algorithm: typeof RULE_BASED
  readonly base: RuleBase
  /** Those of the base, in its order. */
  readonly features: readonly Feature[]
  /** The policies that the base chooses among, in the order of its choices. */
  readonly members: readonly Policy[]
}

/** A policy that can be simulated. */
export type SimulatedPolicy = Policy | SlurmPolicy | RulePolicy
export type ParsedPolicy = SimulatedPolicy | RecordedPolicy

/** The orders that a policy goes by; none of `recorded`. */
export function ordersOf(policy: ParsedPolicy): readonly QueueOrder[] {
  if (policy.algorithm === RECORDED) return []
  if (policy.algorithm === RULE_BASED) return policy.members.flatMap(ordersOf)
  return [policy.order, ...(policy.backfillOrder === null ? [] : [policy.backfillOrder])]
}

/** Other words for an algorithm, each with the order it has when none is written. */
const WORDS = new Map<string, { readonly algorithm: AlgorithmName | typeof SLURM; readonly order: string }>([
  ...ALGORITHM_NAMES.map((algorithm) => [algorithm, { algorithm, order: 'fcfs' }] as const),
  ['fcfs', { algorithm: 'head', order: 'fcfs' }],
  ['greedy', { algorithm: 'head', order: 'greedy' }],
  [SLURM, { algorithm: SLURM, order: 'multifactor' }],
])

/**
 * Reads one policy.
 * @throws QueuewrightError `unknown-policy`, `policy-parameter`, `formula-syntax`, `formula-name`
 */
export function parsePolicy(written: string): ParsedPolicy {
  const name = written.trim()
  if (isRules(name)) return parseRules(name)
  const parts = policyParts(name)
  if (parts === null) return { name: RECORDED, algorithm: RECORDED }
  const { algorithm, order, backfill } = parts
  const orders = {
    order: parseOrder(order),
    backfillOrder: backfill === null ? null : parseOrder(backfill),
  }
  return algorithm === SLURM ? { name, algorithm, ...orders } : { name, algorithm, ...orders }
}

/** Rule bases as documents. */
const RULE_BASES = ruleBaseCodecs(parseMember)
export const RULE_BASE: Codec<RuleBase> = tagged('kind', RULE_BASES)
export const FUZZY_BASE = RULE_BASES.fuzzy

/** The policy that goes by a rule base. */
export function rulePolicyText(base: RuleBase): string {
  return `${RULE_BASED}:(${ruleBaseText(base)})`
}

/** One line; numbers as they are. */
function ruleBaseText(base: RuleBase): string {
  return JSON.stringify(RULE_BASE.encode(base))
}

/**
 * The name of a policy in tables: its text, as written; of rules how many there are, and by what they can be told from
 * others.
 * @throws QueuewrightError as `parsePolicy`, for rules
 */
export function policyName(written: string): string {
  const text = written.trim()
  return isRules(text) ? parseRules(text).name : text
}

function isRules(name: string): boolean {
  return name === RULE_BASED || name.startsWith(`${RULE_BASED}:`)
}

/** Digits of a rule base's digest. */
const DIGITS = 8

function rulesName(base: RuleBase): string {
  const digest = sha256(ruleBaseText(base)).slice(0, DIGITS)
  return `rules of ${extentOf(base)} (${digest})`
}

function extentOf(base: RuleBase): string {
  switch (base.kind) {
    case 'rigid':
      return `${base.classes.length} classes`
    case 'fuzzy':
      return String(base.rules.length)
    case 'pair':
      return `${base.orderRules.length} + ${base.algorithmRules.length}`
  }
}

function parseRules(name: string): RulePolicy {
  const [, inside] = /^rules:\s*\((.*)\)$/s.exec(name) ?? []
  if (inside === undefined) {
    throw new QueuewrightError('unknown-policy', 'rules without a rule base', {
      value: name.slice(0, SHOWN),
      expected: 'rules:({"kind": …}), the text of qw convert; or @FILE, a strategy',
    })
  }
  const base = readDocument(RULE_BASE, inside, RULE_BASED)
  return {
    name: rulesName(base),
    algorithm: RULE_BASED,
    base,
    features: featuresOf(base).map(parseFeature),
    members: membersOf(base).map(parseMember),
  }
}

/**
 * A policy that rules can choose.
 * @throws QueuewrightError as `parsePolicy`; `unknown-policy` for rules and `recorded`
 */
export function parseMember(written: string): Policy {
  const policy = parsePolicy(written)
  if (policy.algorithm !== RECORDED && policy.algorithm !== RULE_BASED && policy.algorithm !== SLURM)
    return policy
  throw new QueuewrightError('unknown-policy', `${policy.algorithm} cannot be a strategy of rules`, {
    expected: 'policies of one order, such as easy:spt',
  })
}

/** Characters of a policy that a message shows. */
const SHOWN = 60

/** A policy cut into what it is written of. */
export interface PolicyParts {
  readonly algorithm: AlgorithmName | typeof SLURM
  /** As written; the one that is meant where none is. */
  readonly order: string
  readonly backfill: string | null
}

/**
 * The parts of a policy, whose orders need not be ones that there are; null for `recorded` and rules, which have none.
 * @throws QueuewrightError `unknown-policy`
 */
export function policyParts(written: string): PolicyParts | null {
  const name = written.trim()
  if (name === RECORDED || isRules(name)) return null
  const colon = name.indexOf(':')
  const word = (colon < 0 ? name : name.slice(0, colon)).trim()
  const known = WORDS.get(word)
  if (known === undefined) throw unknownPolicy(name, word, colon < 0)
  const { algorithm } = known
  if (colon < 0) return { algorithm, order: known.order, backfill: null }

  const parts = splitOutside(name.slice(colon + 1), '/').map((part) => part.trim())
  checkParts(name, algorithm, parts)
  const [order, backfill = null] = parts
  return { algorithm, order, backfill }
}

/**
 * The policy with another algorithm and the same order.
 * @param by an algorithm; `easy` keeps the policy's backfill order, `easy/fcfs` has one of its own
 * @throws QueuewrightError `unknown-policy`; `usage` for `recorded` and rules, which have no order
 */
export function withAlgorithm(written: string, by: string): string {
  const parts = policyParts(written)
  if (parts === null) {
    throw new QueuewrightError('usage', 'a policy without an order that other algorithms could go by', {
      value: written.slice(0, SHOWN),
    })
  }
  const [algorithm, ...own] = splitOutside(by, '/').map((part) => part.trim())
  const kept = algorithm === 'easy' && own.length === 0 && parts.backfill !== null ? [parts.backfill] : own
  return `${algorithm}:${[parts.order, ...kept].join('/')}`
}

/**
 * Cuts a list of policies at the commas outside parentheses: `fcfs,head:g1(a=0.5,b=1)` has two.
 * @throws QueuewrightError `unknown-policy` for an empty entry
 */
export function splitPolicies(list: string): string[] {
  const policies = splitOutside(list, ',').map((part) => part.trim())
  if (policies.includes('')) {
    throw new QueuewrightError('unknown-policy', 'empty entry in a list of policies', {
      value: list.length > SHOWN ? `${list.slice(0, SHOWN)}…` : list,
      expected: 'policies separated by commas, such as fcfs,easy,easy:saf',
    })
  }
  return policies
}

function checkParts(name: string, algorithm: PolicyParts['algorithm'], parts: readonly string[]): void {
  if (parts.length > 2) {
    throw new QueuewrightError('unknown-policy', `${parts.length - 1} slashes in a policy`, {
      value: name,
      expected: 'algorithm:order or algorithm:order/backfill-order',
      remedy: `Put a formula that divides in parentheses, as in ${algorithm}:(-wait/estimate)`,
    })
  }
  if (parts.includes('')) {
    throw new QueuewrightError('unknown-policy', 'a policy with an empty order', {
      value: name,
      expected: 'algorithm:order or algorithm:order/backfill-order',
    })
  }
  if (parts.length === 2 && algorithm !== 'easy') {
    throw new QueuewrightError('unknown-policy', `${algorithm} takes no backfill order, only easy does`, {
      value: name,
      remedy: `If the slash is to divide, write ${algorithm}:(${parts.join('/')})`,
    })
  }
}

function unknownPolicy(name: string, word: string, alone: boolean): QueuewrightError {
  const words = [...WORDS.keys(), RECORDED]
  const list = `Algorithms: ${words.join(', ')}, each but the last with an order, as in easy:saf`
  const bare = /^[\w-]+/.exec(word)?.[0] ?? ''
  if (alone && findOrder(bare) !== undefined) {
    return new QueuewrightError('unknown-policy', `${word} is an order, not a policy`, {
      remedy: `Write head:${word}, easy:${word}, list:${word} or cons:${word}`,
    })
  }
  if (word === RECORDED) {
    return new QueuewrightError('unknown-policy', 'recorded takes no order', { value: name })
  }
  return new QueuewrightError(
    'unknown-policy',
    word === '' ? 'a policy without an algorithm' : 'unknown algorithm',
    {
      value: word === '' ? name : word,
      remedy: `${didYouMean(word, words)}${list}`,
    },
  )
}

/** Cuts at every separator that stands outside parentheses and brackets. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === separator && depth <= 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

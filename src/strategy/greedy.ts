/**
 * Strategies of greedy criteria, one for each situation of the week (sim/orders/greedy.ts). Each amounts to a policy
 * `head:greedy(…)` that has the same numbers, digit by digit.
 *
 * Jobs of no group, and of groups beyond those that the strategy names, have the parameters of its last group.
 */
import { type Codec, list, literal, mapped, number, object, oneOf, refined } from '../core/codec.js'
import { findOrder, type GreedyParameters, greedyParameters, namedOrder } from '../sim/orders/index.js'
import { ALGORITHM_NAMES, policyParts, SLURM } from '../sim/policy.js'
import { TIME_CLASS_NAMES } from '../sim/time-class.js'
import type { GreedyCriterion, GreedyStrategy } from './strategy.js'
import type { StrategyKind } from './strategy-kind.js'

/** Groups that the order distinguishes at least. */
const LEAST_GROUPS = 5
/** Highest group that a policy can name. */
const MOST_GROUPS = 99

const GROUPS = {
  least: 1,
  most: MOST_GROUPS,
  expected: `1 to ${MOST_GROUPS} numbers, one for each user group`,
}

const CRITERION = refined(
  object({
    criterion: oneOf([1, 2, 3, 4], '1, 2, 3 or 4'),
    a: inRange('a'),
    b: inRange('b'),
    w: list(inRange('w'), GROUPS),
    K: list(inRange('K')),
  }),
  ({ w, K }, at) => {
    if (K.length !== w.length) throw at.at('K').bad(K, `${w.length} numbers, as many as w has`)
  },
)

const EACH = {
  least: TIME_CLASS_NAMES.length,
  most: TIME_CLASS_NAMES.length,
  expected: `${TIME_CLASS_NAMES.length} of them: ${TIME_CLASS_NAMES.join(', ')}`,
}

const TIME_CLASSES = refined(list(CRITERION, EACH), (situations, at) => {
  const [{ w: first }] = situations
  for (const [k, { w }] of situations.entries()) {
    if (w.length === first.length) continue
    throw at.at(k).at('w').bad(w, `${first.length} numbers, as many as in the first situation`)
  }
})

export const GREEDY: StrategyKind<GreedyStrategy> = {
  codec: object({
    kind: literal('greedy'),
    algorithm: oneOf(ALGORITHM_NAMES),
    situations: mapped(
      TIME_CLASSES,
      ([weekend, day, night]) => [weekend, day, night] as const,
      (each) => each,
    ),
  }),
  policy: ({ algorithm, situations }) => `${algorithm}:greedy(${parameterTexts(situations).join(', ')})`,
  title: ({ algorithm, situations }) => {
    const criteria = TIME_CLASS_NAMES.map((name, k) => `${situations[k].criterion} (${name})`)
    return `${algorithm} over greedy criteria ${criteria.join(', ')}`
  },
}

/** The strategy of criteria as orders have them. */
export function greedyStrategy(
  algorithm: GreedyStrategy['algorithm'],
  { criteria, weights }: GreedyParameters,
): GreedyStrategy {
  const each = weights.length / TIME_CLASS_NAMES.length
  const groups = (each - 2) / 2
  const situation = (k: 0 | 1 | 2): GreedyCriterion => {
    const [a, b, ...rest] = weights.subarray(k * each, (k + 1) * each)
    return { criterion: criteria[k], a, b, w: rest.slice(0, groups), K: rest.slice(groups) }
  }
  return { kind: 'greedy', algorithm, situations: [situation(0), situation(1), situation(2)] }
}

/**
 * The greedy strategy that a policy is, such as `head:greedy(…)` or `easy:g2(b=0.5)`; null where it is none.
 * @throws QueuewrightError as `parsePolicy`
 */
export function greedyOf(policy: string): GreedyStrategy | null {
  const parts = policyParts(policy)
  if (parts === null || parts.backfill !== null) return null
  const { algorithm } = parts
  if (algorithm === SLURM) return null
  const named = namedOrder(parts.order)
  const parameters = named === null ? null : greedyParameters(named)
  return parameters === null ? null : greedyStrategy(algorithm, parameters)
}

/** A number in the range that the order declares. */
function inRange(name: string): Codec<number> {
  const declared = findOrder('greedy')?.parameters.find((parameter) => parameter.name === name)
  if (declared === undefined) throw new TypeError(`greedy has no parameter ${name}`)
  return number(declared.least, declared.most)
}

/** Every parameter of the order: once where it is the same in all situations, else once for each. */
function parameterTexts(situations: GreedyStrategy['situations']): string[] {
  const settings = situations.map(settingsOf)
  return [...settings[0].keys()].flatMap((key) => {
    const values = settings.map((setting) => setting.get(key) as number)
    return values.every((value) => value === values[0])
      ? [`${key}=${values[0]}`]
      : values.map((value, k) => `${TIME_CLASS_NAMES[k]}.${key}=${value}`)
  })
}

/** The order takes groups beyond those named for ordinary ones, so all that it knows are named. */
function settingsOf({ criterion, a, b, w, K }: GreedyCriterion): Map<string, number> {
  const groups = Array.from({ length: Math.max(LEAST_GROUPS, w.length) }, (_, k) => k)
  const of = (values: readonly number[], k: number) => values[Math.min(k, values.length - 1)]
  return new Map([
    ['criterion', criterion],
    ['a', a],
    ['b', b],
    ...groups.map((k) => [`w${k + 1}`, of(w, k)] as const),
    ...groups.map((k) => [`K${k + 1}`, of(K, k)] as const),
  ])
}

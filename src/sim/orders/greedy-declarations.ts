/**
 * How greedy criteria are written in a policy: `g1` … `g4` use one criterion in all situations, `greedy` one for each.
 * Keys are `a`, `b`, `w1`, `K1`, …, and `criterion` for `greedy`; with `weekend.`, `day.` or `night.` before it a key
 * holds in that situation alone: `g2(b=0.2, w1=1, w2=0.5, night.b=0.8)`.
 *
 * The defaults (a = 1, b = 0, all w = 1, all K = 0) weigh nothing but the wait, alike for all groups.
 */
import { TIME_CLASS_NAMES } from '../time-class.js'
import type { GivenParameters, NamedOrder, OrderDeclaration, OrderParameter } from './declaration.js'
import { type Criterion, type GreedyParameters, greedyOrder } from './greedy.js'

/** Groups that a criterion distinguishes unless the policy names a higher one. */
const USUAL_GROUPS = 5

const PARAMETERS: readonly OrderParameter[] = [
  { name: 'a', meaning: 'weight of the wait', least: 0, most: 1, default: 1, perTimeClass: true },
  {
    name: 'b',
    meaning: 'weight of estimate and size',
    least: 0,
    most: 1,
    default: 0,
    perTimeClass: true,
  },
  {
    name: 'w',
    meaning: 'weight of the user group',
    least: 0,
    most: 1,
    default: 1,
    perGroup: true,
    perTimeClass: true,
  },
  {
    name: 'K',
    meaning: 'head start of the user group',
    least: 0,
    most: 5,
    default: 0,
    perGroup: true,
    perTimeClass: true,
  },
]

const CRITERION: OrderParameter = {
  name: 'criterion',
  meaning: 'which of the four criteria',
  least: 1,
  most: 4,
  default: 2,
  whole: true,
  perTimeClass: true,
}

/** Criteria of the orders that have one in all situations. */
const FIXED: ReadonlyMap<string, Criterion> = new Map([
  ['g1', 1],
  ['g2', 2],
  ['g3', 3],
  ['g4', 4],
])

function declaration(name: string, formula: string, parameters: readonly OrderParameter[]): OrderDeclaration {
  return {
    name,
    aliases: [],
    formula,
    source: 'Franke, Lepping, Schwiegelshohn: Greedy scheduling with complex objectives, 2007, III-A',
    parameters,
    create: (written, given) => greedyOrder(parametersOf(name, given), written),
  }
}

function parametersOf(name: string, given: GivenParameters): GreedyParameters {
  const groups = groupsIn(given)
  const fixed = FIXED.get(name)
  const criteria = [0, 1, 2].map((situation) => fixed ?? settingOf(given, CRITERION, situation, '')) as [
    Criterion,
    Criterion,
    Criterion,
  ]
  const weights = Float64Array.from(
    [0, 1, 2].flatMap((situation) =>
      PARAMETERS.flatMap((parameter) =>
        parameter.perGroup
          ? Array.from({ length: groups }, (_, k) => settingOf(given, parameter, situation, String(k + 1)))
          : [settingOf(given, parameter, situation, '')],
      ),
    ),
  )
  return { criteria, weights }
}

/**
 * The criteria and weights of an order that is written as text; null where it is none of the greedy ones.
 * @throws QueuewrightError `policy-parameter`
 */
export function greedyParameters({ order, given }: NamedOrder): GreedyParameters | null {
  if (!GREEDY_ORDERS.includes(order)) return null
  return parametersOf(order.name, given)
}

/** The value for one situation, else the one for all, else the default. */
function settingOf(
  given: GivenParameters,
  parameter: OrderParameter,
  situation: number,
  group: string,
): number {
  const key = `${parameter.name}${group}`
  return given.get(`${TIME_CLASS_NAMES[situation]}.${key}`) ?? given.get(key) ?? parameter.default
}

function groupsIn(given: GivenParameters): number {
  let groups = USUAL_GROUPS
  for (const key of given.keys()) groups = Math.max(groups, Number(/\d+$/.exec(key)?.[0] ?? 0))
  return groups
}

export const GREEDY_ORDERS: readonly OrderDeclaration[] = [
  declaration('g1', 'w(K + a·wait/r + b·r/n), largest first', PARAMETERS),
  declaration('g2', 'w(K + a·wait + b·r·n), largest first', PARAMETERS),
  declaration(
    'g3',
    'w(K + a·wait/(r·n)), largest first',
    PARAMETERS.filter(({ name }) => name !== 'b'),
  ),
  declaration('g4', 'w(K + a·wait + b·r/n), largest first', PARAMETERS),
  declaration('greedy', 'a criterion of g1–g4 for each situation', [CRITERION, ...PARAMETERS]),
]

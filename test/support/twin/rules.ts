/**
 * Rules read aloud: features as sums over all jobs (Franke's thesis, eq. 9.6 to 9.8), table 9.1 as a walk through intervals, and
 * fuzzy rules by equations 9.12 and 9.19 to 9.23 as printed, with densities multiplied as they are.
 */
import type { TimeClassClock } from '../../../src/sim/order.js'
import type { RulePolicy } from '../../../src/sim/policy.js'
import type { FuzzyRule, RuleBase } from '../../../src/sim/rule-based/index.js'
import { freeNow, type Seen } from './state.js'

/** @param released jobs that have been submitted by now: rows 0 to there */
export function chooseSlowly(
  { base, features }: RulePolicy,
  twin: Seen,
  timeClasses: TimeClassClock,
  released: number,
): number {
  return choiceOf(
    base,
    features.map(({ name }) => featureOf(name, twin, timeClasses, released)),
  )
}

export function choiceOf(base: RuleBase, x: readonly number[]): number {
  if (base.kind === 'pair') {
    return chosen(base.algorithmRules, x) * base.orders.length + chosen(base.orderRules, x)
  }
  if (base.kind === 'fuzzy') {
    const psi = psiOf(base.rules, x)
    const { fallback } = base
    if (fallback !== null && Math.max(...psi) < 10 ** fallback.exponent) return fallback.strategy
    return chosen(base.rules, x)
  }
  const parts = base.partitions.map(({ bounds }, k) => bounds.filter((bound) => x[k] > bound).length)
  let place = 0
  let stride = 1
  for (let k = parts.length - 1; k >= 0; k--) {
    place += parts[k] * stride
    stride *= base.partitions[k].bounds.length + 1
  }
  return base.classes[place]
}

/** Equations 9.19 to 9.22. */
export function psiOf(rules: readonly FuzzyRule[], x: readonly number[]): readonly number[] {
  return superposed(rules, phiOf(rules, x))
}

/** Values so far from all rules that their densities, multiplied as they are, say nothing: the product compares logarithms. */
export class OutOfReach extends Error {}

/**
 * Equation 9.23; of equal ones the first. Degrees of membership as parts of the largest: rounding would else tell sums apart that
 * are equal, such as φ + 5φ − 5φ and 5φ − 5φ + φ.
 */
function chosen(rules: readonly FuzzyRule[], x: readonly number[]): number {
  const phi = phiOf(rules, x)
  const most = Math.max(...phi)
  if (most === 0) throw new OutOfReach('no product of densities is above 0 as a number')
  const psi = superposed(
    rules,
    phi.map((each) => each / most),
  )
  return psi.indexOf(Math.max(...psi))
}

function superposed(rules: readonly FuzzyRule[], phi: readonly number[]): readonly number[] {
  return rules[0].weights.map((_, h) => rules.reduce((sum, { weights }, i) => sum + phi[i] * weights[h], 0))
}

function phiOf(rules: readonly FuzzyRule[], x: readonly number[]): readonly number[] {
  return rules.map(({ mu, sigma }) =>
    x.reduce(
      (product, value, w) =>
        (product / (sigma[w] * Math.sqrt(2 * Math.PI))) *
        Math.exp(-((value - mu[w]) ** 2) / (2 * sigma[w] ** 2)),
      1,
    ),
  )
}

function featureOf(name: string, twin: Seen, timeClasses: TimeClassClock, released: number): number {
  const { jobs, now, waiting, running, start, processors } = twin
  const work = (rows: readonly number[]) =>
    rows.reduce((sum, row) => sum + jobs.estimate[row] * jobs.size[row], 0)
  const [, window] = /^sd\((\d+)\)$/.exec(name) ?? []
  if (name === 'sd' || window !== undefined) {
    const since = window === undefined ? Number.NEGATIVE_INFINITY : now - Number(window)
    const finished = Array.from({ length: released }, (_, row) => row).filter(
      (row) => !waiting.includes(row) && !running.includes(row) && start[row] + jobs.runtime[row] >= since,
    )
    const sum = (of: (row: number) => number) =>
      finished.reduce((total, row) => total + jobs.runtime[row] * jobs.size[row] * of(row), 0)
    const below = sum((row) => jobs.runtime[row])
    if (below === 0) return 1
    const slowdown = sum((row) => start[row] + jobs.runtime[row] - jobs.submit[row]) / below
    return Math.min(100, Math.max(1, slowdown))
  }
  const [, group] = /^prcwq(\d+)$/.exec(name) ?? []
  if (group !== undefined) {
    const own = work(waiting.filter((row) => jobs.group[row] === Number(group)))
    return work(waiting) === 0 ? 0 : (100 * own) / work(waiting)
  }
  switch (name) {
    case 'um':
      return (100 * (processors - freeNow(twin))) / processors
    case 'queue':
      return waiting.length
    case 'backlog':
      return work(waiting) / processors / 3600
    case 'oldest':
      return waiting.length === 0 ? 0 : (now - jobs.submit[waiting[0]]) / 3600
    case 'hour':
      return timeClasses.hour(now)
    case 'weekday':
      return timeClasses.weekday(now)
    default:
      throw new RangeError(`no feature ${name}`)
  }
}

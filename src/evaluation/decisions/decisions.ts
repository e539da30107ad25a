/**
 * Decisions of a rule-based policy on a log: every one of a simulation, and what follows of them all. Decisions are made
 * at every pass with somebody waiting and a processor free.
 */
import { ascending, quantile, sum } from '../../core/statistics.js'
import type { RulePolicy } from '../../sim/policy.js'
import { classOf, FuzzyInference, featuresOf, membersOf, type RuleBase } from '../../sim/rule-based/index.js'
import type { Schedule } from '../../sim/schedule.js'
import { ruleSets } from '../../strategy/index.js'
import type { Stage } from '../scenarios/scenario.js'
import type { Counted, DecisionReport, RulePart } from './decision-report.js'

/** Decisions in the order in which they were made. */
export interface Decisions {
  readonly count: number
  /** Seconds from the log's zero. */
  readonly times: Float64Array
  /** Decision by decision, feature by feature. */
  readonly values: Float64Array
  /** Places of the members that were chosen. */
  readonly places: Int32Array
}

export function recordDecisions(
  { run }: Pick<Stage, 'run'>,
  policy: RulePolicy,
): { readonly schedule: Schedule; readonly decisions: Decisions } {
  const times: number[] = []
  const values: number[] = []
  const places: number[] = []
  const schedule = run(policy, {
    always: true,
    decided: (now, state, place) => {
      times.push(now)
      for (const value of state) values.push(value)
      places.push(place)
    },
  })
  const decisions = {
    count: places.length,
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    places: Int32Array.from(places),
  }
  return { schedule, decisions }
}

/** Shares of decisions that are below `low`, and above `high`. */
const TAIL = 0.05

/** @param bins stretches of the timeline; 1 or more */
export function reportDecisions(base: RuleBase, decisions: Decisions, bins: number): DecisionReport {
  const { count, times, values, places } = decisions
  // Different places may be the same policy, as all orders with a greedy algorithm are.
  const texts = membersOf(base)
  const members = counted(Array.from(places, (place) => texts[place]))
  const rows = new Map(members.map(({ key }, row) => [key, row]))
  const [from, to] = count === 0 ? [0, 0] : [times[0], times[count - 1]]
  const counts = members.map(() => new Array<number>(bins).fill(0))
  let changes = 0
  for (let k = 0; k < count; k++) {
    const row = rows.get(texts[places[k]]) as number
    counts[row][to > from ? Math.min(bins - 1, Math.floor(((times[k] - from) / (to - from)) * bins)) : 0]++
    if (k > 0 && texts[places[k]] !== texts[places[k - 1]]) changes++
  }
  const features = featuresOf(base)
  return {
    count,
    changes,
    members: members.map(({ key, ...rest }) => ({ policy: key, ...rest })),
    classes: base.kind === 'rigid' ? visitedClasses(base, decisions) : [],
    ...(base.kind === 'rigid' ? { rules: [], fallback: 0 } : firing(base, decisions)),
    features: features.map((feature, k) => {
      const column = ascending(
        Float64Array.from({ length: count }, (_, at) => values[at * features.length + k]),
      )
      const at = (p: number) => (count === 0 ? 0 : quantile(column, p))
      return { feature, least: at(0), low: at(TAIL), median: at(0.5), high: at(1 - TAIL), most: at(1) }
    }),
    timeline: { from, to, counts },
  }
}

/** The values of the features at a decision, in a row that is used again. */
export function valuesReader({ values }: Decisions, features: number): (decision: number) => Float64Array {
  const row = new Float64Array(features)
  return (decision) => {
    for (let k = 0; k < features; k++) row[k] = values[decision * features + k]
    return row
  }
}

function counted<Key>(keys: readonly Key[]): readonly (Counted & { readonly key: Key })[] {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
    .map(([key, decisions]) => ({ key, decisions, share: decisions / keys.length }))
    .sort((a, b) => b.decisions - a.decisions)
}

function visitedClasses(
  { partitions, strategies, classes }: Extract<RuleBase, { kind: 'rigid' }>,
  decisions: Decisions,
): DecisionReport['classes'] {
  const valuesAt = valuesReader(decisions, partitions.length)
  const visited = Array.from({ length: decisions.count }, (_, k) => classOf(partitions, valuesAt(k)))
  return counted(visited).map(({ key, ...rest }) => ({
    class: key,
    policy: strategies[classes[key]],
    ...rest,
  }))
}

function firing(
  base: Exclude<RuleBase, { kind: 'rigid' }>,
  decisions: Decisions,
): Pick<DecisionReport, 'rules' | 'fallback'> {
  const fallback = base.kind === 'fuzzy' ? base.fallback : null
  const { count } = decisions
  const shareOf = (part: number) => (count === 0 ? 0 : part / count)
  let byFallback = 0
  const rules = ruleSets(base).map(({ rules: each, features }) => {
    const inference = new FuzzyInference(each, fallback)
    const valuesAt = valuesReader(decisions, features.length)
    const parts = each.map(() => ({ firesMost: 0, decides: 0, contribution: 0 }))
    for (let k = 0; k < count; k++) {
      const chosen = inference.decide(valuesAt(k))
      const { strengths } = inference
      parts[largest(strengths)].firesMost++
      if (inference.byFallback) {
        byFallback++
        continue
      }
      const spoken = strengths.map((strength, rule) => Math.max(0, strength * each[rule].weights[chosen]))
      const all = sum(spoken)
      // Where all weights of all outputs are against them the least bad one is chosen, and nobody speaks for it.
      if (!(all > 0)) continue
      parts[largest(spoken)].decides++
      for (const [rule, part] of parts.entries()) part.contribution += spoken[rule] / all
    }
    return parts.map(
      ({ firesMost, decides, contribution }): RulePart => ({
        firesMost: shareOf(firesMost),
        decides: shareOf(decides),
        contribution: shareOf(contribution),
      }),
    )
  })
  return { rules, fallback: shareOf(byFallback) }
}

/** The place of the largest, of equal ones the first. */
function largest(values: Float64Array): number {
  let best = 0
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k
  return best
}

/**
 * A smaller rule base that decides the same at every recorded decision, and so makes the same schedule: what was decided at
 * first leads to the same state at the next decision, and so on. Greedy: parts are tried one after the other, those first that
 * contribute least, until none can go any more. Another order may leave fewer.
 */

import {
  chooserOf,
  classOf,
  type Fallback,
  type FuzzyBase,
  type FuzzyRule,
  membersOf,
  type PairBase,
  type RigidBase,
  type RuleBase,
} from '../../sim/rule-based/index.js'
import { coarsened, ruleSets } from '../../strategy/index.js'
import type { DecisionReport } from './decision-report.js'
import { type Decisions, valuesReader } from './decisions.js'

/** @param report of the same decisions; one or more */
export function reducedRules(base: RuleBase, decisions: Decisions, report: DecisionReport): RuleBase {
  return base.kind === 'rigid' ? reducedRigid(base, decisions) : reducedFuzzy(base, decisions, report)
}

/** The bounds that tell decisions apart, and strategies that were chosen. */
function reducedRigid({ partitions, strategies, classes }: RigidBase, decisions: Decisions): RigidBase {
  const valuesAt = valuesReader(decisions, partitions.length)
  const visited = new Array<number>(classes.length).fill(-1)
  for (let k = 0; k < decisions.count; k++) {
    const at = classOf(partitions, valuesAt(k))
    visited[at] = classes[at]
  }
  const coarse = coarsened(partitions, visited)
  const left = [...new Set(coarse.classes)].sort((a, b) => a - b)
  return {
    kind: 'rigid',
    partitions: coarse.partitions,
    strategies: left.map((place) => strategies[place]),
    classes: coarse.classes.map((place) => left.indexOf(place)),
  }
}

type Fuzzy = FuzzyBase | PairBase

/** A fuzzy base in the parts that can be taken out of it. */
interface Parts {
  /** Places among the features that were recorded. */
  readonly features: readonly number[]
  readonly fallback: Fallback | null
  readonly sets: readonly PartSet[]
}

interface PartSet {
  /** Places among the outputs, and the rules, of the whole base; what rules say is about all features and outputs. */
  readonly outputs: readonly number[]
  readonly rules: readonly number[]
}

/** The parts without one of them; null where that one is not there or cannot go. */
type Removal = (parts: Parts) => Parts | null

function reducedFuzzy(base: Fuzzy, decisions: Decisions, report: DecisionReport): Fuzzy {
  const decidesSame = checker(base, decisions)
  const removals = removalsOf(base, report)
  let left = wholeOf(base)
  for (;;) {
    const before = left
    for (const remove of removals) {
      const candidate = remove(left)
      if (candidate !== null && decidesSame(candidate)) left = candidate
    }
    if (left === before) return baseOf(base, left)
  }
}

function wholeOf(base: Fuzzy): Parts {
  return {
    features: places(base.features),
    fallback: base.kind === 'fuzzy' ? base.fallback : null,
    sets: ruleSets(base).map(({ outputs, rules }) => ({ outputs: places(outputs), rules: places(rules) })),
  }
}

function places(list: readonly unknown[]): readonly number[] {
  return list.map((_, k) => k)
}

/** The parts that may go: outputs, then rules, then features. */
function removalsOf(base: Fuzzy, report: DecisionReport): readonly Removal[] {
  const sets = ruleSets(base)
  return [
    (parts) => (parts.fallback === null ? null : { ...parts, fallback: null }),
    ...sets.flatMap(({ outputs }, set) =>
      outputs.map((_, output): Removal => {
        return (parts) =>
          parts.fallback?.strategy === output ? null : setWithout(parts, set, 'outputs', output)
      }),
    ),
    ...report.rules.flatMap((each, set) =>
      places(each)
        .toSorted((a, b) => each[a].contribution - each[b].contribution || a - b)
        .map(
          (rule): Removal =>
            (parts) =>
              setWithout(parts, set, 'rules', rule),
        ),
    ),
    ...base.features.map((_, feature): Removal => {
      return (parts) => {
        const features = without(parts.features, feature)
        return features && { ...parts, features }
      }
    }),
  ]
}

function setWithout(parts: Parts, set: number, list: keyof PartSet, place: number): Parts | null {
  const left = without(parts.sets[set][list], place)
  return left && { ...parts, sets: parts.sets.with(set, { ...parts.sets[set], [list]: left }) }
}

/** Null where it is not in the list, or is all of it. */
function without(list: readonly number[], place: number): readonly number[] | null {
  const left = list.filter((each) => each !== place)
  return left.length === list.length || left.length === 0 ? null : left
}

function baseOf(whole: Fuzzy, { features, fallback, sets }: Parts): Fuzzy {
  const named = features.map((k) => whole.features[k])
  const all = ruleSets(whole)
  const rulesOf = (set: number): readonly FuzzyRule[] =>
    sets[set].rules.map((k) => {
      const { mu, sigma, weights } = all[set].rules[k]
      const at = (numbers: readonly number[]) => features.map((feature) => numbers[feature])
      return { mu: at(mu), sigma: at(sigma), weights: sets[set].outputs.map((output) => weights[output]) }
    })
  const outputsOf = (set: number) => sets[set].outputs.map((k) => all[set].outputs[k])
  if (whole.kind === 'fuzzy') {
    const last = fallback && { ...fallback, strategy: sets[0].outputs.indexOf(fallback.strategy) }
    return { kind: 'fuzzy', features: named, strategies: outputsOf(0), rules: rulesOf(0), fallback: last }
  }
  return {
    kind: 'pair',
    features: named,
    ...{ orders: outputsOf(0), algorithms: outputsOf(1) },
    ...{ orderRules: rulesOf(0), algorithmRules: rulesOf(1) },
  }
}

/** Whether parts of a base choose the policies that it chose. */
function checker(base: Fuzzy, decisions: Decisions): (parts: Parts) => boolean {
  const { count, values, places: chosen } = decisions
  const width = base.features.length
  const texts = membersOf(base)
  /** Decisions that have told candidates from the base: they tell others soonest. */
  const telling: number[] = []
  return (parts) => {
    const candidate = baseOf(base, parts)
    const choose = chooserOf(candidate)
    const members = membersOf(candidate)
    const { features } = parts
    const row = new Float64Array(features.length)
    const isSame = (decision: number): boolean => {
      for (let k = 0; k < features.length; k++) row[k] = values[decision * width + features[k]]
      return members[choose(row)] === texts[chosen[decision]]
    }
    if (!telling.every(isSame)) return false
    for (let decision = 0; decision < count; decision++) {
      if (isSame(decision)) continue
      telling.push(decision)
      return false
    }
    return true
  }
}

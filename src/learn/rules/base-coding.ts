/**
 * Whole fuzzy rule bases as real numbers: rule by rule the genes of fuzzy-coding.ts, and before them, where the number of
 * rules is searched for, that number, of which as many rules count (C. Franke, doctoral thesis, Dortmund 2006, eq. 9.28).
 */
import type { Random } from '../../core/random.js'
import { type Box, boxOf } from '../../optimize/box.js'
import { wholeSetting } from '../../optimize/settings.js'
import { parseMember, policyParts } from '../../sim/policy.js'
import type { FuzzyRule } from '../../sim/rule-based/index.js'
import { type RuleCoding, randomRule, ruleOf } from './fuzzy-coding.js'

export interface BaseCoding {
  readonly rule: RuleCoding
  /** Rules that a base has; where their number is searched for, the most. */
  readonly rules: number
  /** Whether the number of rules is searched for. */
  readonly sized: boolean
  readonly box: Box
  /** The size of a step of 1 for each gene, as a share of its box. */
  readonly steps: Float64Array
}

/** Place of the number of rules, where it is searched for. */
export const SIZE_GENE = 0

/**
 * @param rules 1 or more; 2 or more where their number is searched for
 * @throws QueuewrightError `usage` for fewer, and for rules without features
 */
export function baseCoding(rule: RuleCoding, rules: number, sized: boolean): BaseCoding {
  wholeSetting('features', rule.features.length, 1)
  wholeSetting('rules', rules, sized ? 2 : 1)
  const all = (own: number, each: Float64Array) => [
    ...(sized ? [own] : []),
    ...Array.from({ length: rules }, () => [...each]).flat(),
  ]
  return {
    rule,
    rules,
    sized,
    box: boxOf(all(1, rule.box.lower), all(rules, rule.box.upper)),
    steps: Float64Array.from(all(1, rule.steps)),
  }
}

/** Genes of a base to begin with: random rules, of a number that is uniform where it is searched for. */
export function randomBase({ rule, rules, sized }: BaseCoding, random: Random): Float64Array {
  const size = sized ? [1 + random.uniform() * (rules - 1)] : []
  const each = Array.from({ length: rules }, () => [...randomRule(rule, random)])
  return Float64Array.from([...size, ...each.flat()])
}

/** How many rules of a base count. */
export function sizeOf({ rules, sized }: BaseCoding, genes: ArrayLike<number>): number {
  return sized ? Math.round(genes[SIZE_GENE]) : rules
}

/** The rules of a base that count. */
export function rulesOf(coding: BaseCoding, genes: Float64Array): readonly FuzzyRule[] {
  const { rule, sized } = coding
  const first = sized ? SIZE_GENE + 1 : 0
  return Array.from({ length: sizeOf(coding, genes) }, (_, k) => {
    const from = first + k * rule.genes
    return ruleOf(rule, genes.subarray(from, from + rule.genes))
  })
}

/**
 * The greedy strategy where none has been learnt: f2, here the wait times a weight of the group, 10 to 4 to nothing as in the
 * objective of the sources.
 */
export const USUAL_GREEDY = 'head:g2(w1=1, w2=0.4, w3=0, w4=0, w5=0)'

/**
 * The greedy strategy that rules may choose, checked and with its order written out.
 * @throws QueuewrightError as `parseMember`
 */
export function memberText(greedy: string): string {
  parseMember(greedy)
  const parts = policyParts(greedy)
  if (parts === null || greedy.includes(':')) return greedy
  return `${parts.algorithm}:${parts.order}`
}

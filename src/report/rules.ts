/** Rules, and their decisions on a log, as blocks of a page. Pure. */

import { type Block, heading, numbers, sentences, table, words } from '../core/exhibit.js'
import { formatCount, formatNumber, formatPercent, plural } from '../core/format.js'
import type { DecisionReport, RulePart } from '../evaluation/decisions/decision-report.js'
import type { RuleBase } from '../sim/rule-based/index.js'
import { type DecisionRow, explainRules, type RuleSetExplanation } from '../strategy/index.js'

export interface ExplainedRules {
  /** The strategy's name. */
  readonly name: string
  /** A title, in some words. */
  readonly title: string
  readonly base: RuleBase
  /** Null without a log. */
  readonly log: {
    readonly name: string
    readonly report: DecisionReport
    /** A smaller base that makes the same schedule; null where none was found. */
    readonly reduced: RuleBase | null
  } | null
}

/** Pairs, rows and classes that are told; the rest is counted. */
const MOST_TOLD = 20
/** The least share that is told; less is as good as nothing. */
const LEAST_TOLD = 0.0005
/** The sets of a pair. */
const SETS = [' for the order', ' for the algorithm'] as const

export function ruleBlocks(base: RuleBase): readonly Block[] {
  const explanation = explainRules(base)
  if (explanation.kind === 'rigid') {
    const { table: rows, strategies, classes } = explanation
    const count = (some: number) => plural(some, 'class', 'classes')
    // All of them, as a table with holes would be of no use.
    const items = rows.map((row) => `${conditionText(row)}: ${strategies[row.place]} (${count(row.classes)})`)
    return [heading(`${count(classes)} in ${plural(rows.length, 'row')}`), ...sentences(items)]
  }
  const { sets, fallback } = explanation
  return [
    ...sets.flatMap((set) => setBlocks(set, sets.length > 1)),
    ...(fallback === null ? [] : [{ kind: 'paragraph', text: fallback } as const]),
  ]
}

/** `when um ≤ 75 and prcwq1 > 20`. */
function conditionText({ when }: DecisionRow): string {
  if (when.length === 0) return 'always'
  const stretches = when.map(({ feature, above, upTo }) => {
    const [from, to] = [above, upTo].map((bound) => String(bound).replace('-', '−'))
    if (above === null) return `${feature} ≤ ${to}`
    return upTo === null ? `${feature} > ${from}` : `${from} < ${feature} ≤ ${to}`
  })
  return `when ${stretches.join(' and ')}`
}

/** Items, as many as are told. */
function listed(items: readonly string[]): readonly Block[] {
  const rest = items.length - MOST_TOLD
  return sentences(rest > 0 ? [...items.slice(0, MOST_TOLD), `… and ${rest} more`] : items)
}

function setBlocks(set: RuleSetExplanation, named: boolean): readonly Block[] {
  const { chooses, texts, conflicts, redundant, idle, rules, outputs } = set
  const whose = named ? ` for the ${chooses}` : ''
  const said = (rule: number, output: number) => {
    const weight = rules[rule].weights[output]
    return `${weight > 0 ? '+' : weight < 0 ? '−' : ''}${Math.abs(weight)}`
  }
  const alikeText = (pair: { readonly first: number; readonly second: number; readonly alike: number }) =>
    `rules ${pair.first + 1} and ${pair.second + 1}, ${formatPercent(pair.alike)} alike`
  const part = (head: string, items: readonly string[]) =>
    items.length === 0 ? [] : [heading(`${head}${whose}`), ...listed(items)]
  return [
    table(
      `${plural(texts.length, 'rule')}${whose}`,
      [...numbers('rule'), ...words('says')],
      texts.map((text, k) => [String(k + 1), text]),
    ),
    ...part(
      'Conflicts: about much the same states, and against each other',
      conflicts.map(
        (pair) =>
          `${alikeText(pair)}: ${outputs[pair.output]} ${said(pair.first, pair.output)} and ${said(pair.second, pair.output)}`,
      ),
    ),
    ...part('Redundant: about the same states, and for the same', redundant.map(alikeText)),
    ...part(
      'Without effect: all weights are the same',
      idle.map((rule) => `rule ${rule + 1}`),
    ),
  ]
}

/** The decisions: the classes or rules that had a part in them, and in which states. */
export function decisionBlocks(base: RuleBase, report: DecisionReport): readonly Block[] {
  const { classes, rules, fallback, features } = report
  return [
    ...(base.kind === 'rigid' ? classBlocks(base.classes.length, classes) : []),
    ...rules.flatMap((parts, k) => firingBlocks(parts, rules.length > 1 ? SETS[k] : '')),
    ...sentences(fallback > 0 ? [`The fallback holds in ${formatPercent(fallback)} of decisions.`] : []),
    table(
      'Features when it was decided',
      [...words('feature'), ...numbers('least', '5 %', 'median', '95 %', 'most')],
      features.map(({ feature, least, low, median, high, most }) => [
        feature,
        ...[least, low, median, high, most].map(formatNumber),
      ]),
    ),
  ]
}

function classBlocks(all: number, classes: DecisionReport['classes']): readonly Block[] {
  return [
    heading(`${classes.length} of ${plural(all, 'class', 'classes')} visited`),
    ...listed(
      classes.map(({ class: place, policy, share }) => `class ${place}, ${policy}: ${formatPercent(share)}`),
    ),
  ]
}

function firingBlocks(parts: readonly RulePart[], whose: string): readonly Block[] {
  const ranked = parts
    .map((part, rule) => ({ ...part, rule }))
    .filter(({ firesMost, contribution }) => Math.max(firesMost, contribution) >= LEAST_TOLD)
    .sort((a, b) => b.contribution - a.contribution || a.rule - b.rule)
  const rest = parts.length - ranked.length
  return [
    table(
      `Which rules act${whose}: in how many decisions a rule fires most, speaks most for what is chosen, and its mean share in what speaks for it`,
      [...words('rule'), ...numbers('fires most', 'decides', 'contributes')],
      ranked.map(({ rule, firesMost, decides, contribution }) => [
        String(rule + 1),
        ...[firesMost, decides, contribution].map(formatPercent),
      ]),
    ),
    ...sentences(rest === 0 ? [] : [`${plural(rest, 'other rule hardly acts', 'other rules hardly act')}.`]),
  ]
}

/** The smaller base that makes the same schedule. */
export function reducedBlocks(base: RuleBase, reduced: RuleBase | null): readonly Block[] {
  if (reduced === null) return sentences(['No smaller base was found that makes the same schedule.'])
  const parts = sizesOf(reduced).map(([count, one, many], k) => {
    return `${formatCount(count)} of ${plural(sizesOf(base)[k][0], one, many)}`
  })
  return [...sentences([`The same schedule on this log with ${parts.join(', ')}`]), ...ruleBlocks(reduced)]
}

type Size = readonly [count: number, one: string, many?: string]

function sizesOf(base: RuleBase): readonly Size[] {
  switch (base.kind) {
    case 'rigid':
      return [
        [base.classes.length, 'class', 'classes'],
        [base.strategies.length, 'strategy', 'strategies'],
        [base.partitions.length, 'feature'],
      ]
    case 'fuzzy':
      return [
        [base.rules.length, 'rule'],
        [base.strategies.length, 'strategy', 'strategies'],
        [base.features.length, 'feature'],
      ]
    case 'pair':
      return [
        [base.orderRules.length, 'rule for the order', 'rules for the order'],
        [base.algorithmRules.length, 'rule for the algorithm', 'rules for the algorithm'],
        [base.orders.length, 'order'],
        [base.algorithms.length, 'algorithm'],
        [base.features.length, 'feature'],
      ]
  }
}

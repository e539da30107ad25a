/** What rules say, and what they decided on a log, as text for a terminal. Pure. */

import { formatCount, formatNumber, formatPercent, plural } from '../core/format.js'
import { visible } from '../core/visible.js'
import type { DecisionReport, RulePart } from '../evaluation/decision-report.js'
import type { RuleBase } from '../sim/rule-based/index.js'
import {
  type DecisionRow,
  explainRules,
  type RuleSetExplanation,
  type RulesExplanation,
} from '../strategy/index.js'
import { painted, type TerminalStyle } from './terminal.js'
import { inWidth, plainColumn } from './text-columns.js'

export interface ExplainedRules {
  /** Of the strategy. */
  readonly name: string
  /** What it is, in some words. */
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

export function rulesText({ name, title, base, log }: ExplainedRules, style: TerminalStyle): string {
  const head = [painted(visible(name), 'strong', style), ...(title === name ? [] : [visible(title)])]
  const parts = [head.join('\n'), ...explanationParts(explainRules(base), style)]
  if (log === null) return parts.join('\n\n')
  return [...parts, ...logParts(base, log, style)].join('\n\n')
}

function explanationParts(explanation: RulesExplanation, style: TerminalStyle): readonly string[] {
  if (explanation.kind === 'rigid') return [tableText(explanation, style)]
  const { sets, fallback } = explanation
  return [
    ...sets.flatMap((set) => setParts(set, sets.length > 1, style)),
    ...(fallback === null ? [] : [visible(fallback)]),
  ]
}

function heading(text: string, style: TerminalStyle): string {
  return painted(text, 'strong', style)
}

/** Items, one a line, as many as are told. */
function listed(items: readonly string[]): readonly string[] {
  const shown = items.slice(0, MOST_TOLD).map((item) => `- ${visible(item)}`)
  return items.length > MOST_TOLD ? [...shown, `… and ${items.length - MOST_TOLD} more`] : shown
}

function tableText(
  { table, strategies, classes }: Extract<RulesExplanation, { kind: 'rigid' }>,
  style: TerminalStyle,
): string {
  const head = heading(`${plural(classes, 'class', 'classes')} in ${plural(table.length, 'row')}`, style)
  const rows = table.map((row) => {
    return `${conditionText(row)}: ${strategies[row.place]} (${plural(row.classes, 'class', 'classes')})`
  })
  // All of them, as a table with holes would be of no use.
  return [head, ...rows.map((row) => `- ${visible(row)}`)].join('\n')
}

/** `when um ≤ 75 and prcwq1 > 20`. */
export function conditionText({ when }: DecisionRow): string {
  if (when.length === 0) return 'always'
  const stretches = when.map(({ feature, above, upTo }) => {
    const [from, to] = [above, upTo].map((bound) => String(bound).replace('-', '−'))
    if (above === null) return `${feature} ≤ ${to}`
    return upTo === null ? `${feature} > ${from}` : `${from} < ${feature} ≤ ${to}`
  })
  return `when ${stretches.join(' and ')}`
}

function setParts(set: RuleSetExplanation, named: boolean, style: TerminalStyle): readonly string[] {
  const { chooses, texts, conflicts, redundant, idle, rules, outputs } = set
  const whose = named ? ` for the ${chooses}` : ''
  const said = (rule: number, output: number) => {
    const weight = rules[rule].weights[output]
    return `${weight > 0 ? '+' : weight < 0 ? '−' : ''}${Math.abs(weight)}`
  }
  const part = (head: string, items: readonly string[]) =>
    items.length === 0 ? [] : [[heading(`${head}${whose}`, style), ...listed(items)].join('\n')]
  return [
    [
      heading(`${plural(texts.length, 'rule')}${whose}`, style),
      ...texts.map((text, k) => `${String(k + 1).padStart(String(texts.length).length)}  ${visible(text)}`),
    ].join('\n'),
    ...part(
      'Conflicts: about much the same states, and against each other',
      conflicts.map(
        ({ first, second, alike, output }) =>
          `rules ${first + 1} and ${second + 1}, ${formatPercent(alike)} alike: ${outputs[output]} ${said(first, output)} and ${said(second, output)}`,
      ),
    ),
    ...part(
      'Redundant: about the same states, and for the same',
      redundant.map(
        ({ first, second, alike }) => `rules ${first + 1} and ${second + 1}, ${formatPercent(alike)} alike`,
      ),
    ),
    ...part(
      'Without effect: all weights are the same',
      idle.map((rule) => `rule ${rule + 1}`),
    ),
  ]
}

function logParts(
  base: RuleBase,
  { name, report, reduced }: NonNullable<ExplainedRules['log']>,
  style: TerminalStyle,
): readonly string[] {
  const { count, changes, members, classes, rules, fallback, features } = report
  const head = `${heading(`On ${visible(name)}`, style)}: ${plural(count, 'decision')}, ${plural(changes, 'change')} from one policy to another`
  if (count === 0) return [head]
  const shares = plainColumn(
    'decisions',
    'right',
    members.map(({ decisions }) => formatCount(decisions)),
  )
  const percent = plainColumn(
    'share',
    'right',
    members.map(({ share }) => formatPercent(share)),
  )
  const policies = inWidth(
    'policy',
    members.map(({ policy }) => policy),
    [shares, percent],
    style,
  )
  return [
    `${head}\n\n${policies}`,
    ...(base.kind === 'rigid' ? [classesText(base.classes.length, classes, style)] : []),
    ...rules.map((parts, k) => firingText(parts, rules.length > 1 ? SETS[k] : '', style)),
    ...(fallback > 0 ? [`The fallback holds in ${formatPercent(fallback)} of decisions.`] : []),
    featuresText(features, style),
    reducedText(base, reduced, style),
  ]
}

/** Of a pair. */
const SETS = [' for the order', ' for the algorithm'] as const

function classesText(all: number, classes: DecisionReport['classes'], style: TerminalStyle): string {
  const items = classes.map(
    ({ class: place, policy, share }) => `class ${place}, ${policy}: ${formatPercent(share)}`,
  )
  return [
    heading(`${classes.length} of ${plural(all, 'class', 'classes')} visited`, style),
    ...listed(items),
  ].join('\n')
}

function firingText(parts: readonly RulePart[], whose: string, style: TerminalStyle): string {
  const ranked = parts
    .map((part, rule) => ({ ...part, rule }))
    .filter(({ firesMost, contribution }) => Math.max(firesMost, contribution) >= LEAST_TOLD)
    .sort((a, b) => b.contribution - a.contribution || a.rule - b.rule)
  const rest = parts.length - ranked.length
  const hardly = rest === 0 ? [] : [`${plural(rest, 'other rule hardly acts', 'other rules hardly act')}.`]
  const column = (head: string, value: (part: RulePart) => number) =>
    plainColumn(
      head,
      'right',
      ranked.map((part) => formatPercent(value(part))),
    )
  const table = inWidth(
    'rule',
    ranked.map(({ rule }) => String(rule + 1)),
    [
      column('fires most', ({ firesMost }) => firesMost),
      column('decides', ({ decides }) => decides),
      column('contributes', ({ contribution }) => contribution),
    ],
    style,
  )
  const title = heading(`Which rules act${whose}`, style)
  return `${title}: in how many decisions a rule fires most, speaks most for what is chosen, and its mean share in what speaks for it\n\n${[table, ...hardly].join('\n')}`
}

/** Of shares; less is as good as nothing. */
const LEAST_TOLD = 0.0005

function featuresText(features: DecisionReport['features'], style: TerminalStyle): string {
  const columns = (['least', 'low', 'median', 'high', 'most'] as const).map((part) =>
    plainColumn(
      FEATURE_HEADS[part],
      'right',
      features.map((values) => formatNumber(values[part])),
    ),
  )
  const names = features.map(({ feature }) => feature)
  return `${heading('Features when it was decided', style)}\n\n${inWidth('feature', names, columns, style)}`
}

const FEATURE_HEADS = { least: 'least', low: '5 %', median: 'median', high: '95 %', most: 'most' } as const

function reducedText(base: RuleBase, reduced: RuleBase | null, style: TerminalStyle): string {
  const head = heading('Reduced', style)
  if (reduced === null) return `${head}: no smaller base was found that makes the same schedule`
  const parts = sizesOf(reduced).map(({ count, one, many }, k) => {
    return `${formatCount(count)} of ${plural(sizesOf(base)[k].count, one, many)}`
  })
  const title = `${head}: the same schedule on this log with ${parts.join(', ')}`
  return [title, ...explanationParts(explainRules(reduced), style)].join('\n\n')
}

interface Size {
  readonly count: number
  readonly one: string
  readonly many: string
}

function sizesOf(base: RuleBase): readonly Size[] {
  const size = (count: number, one: string, many = `${one}s`): Size => ({ count, one, many })
  switch (base.kind) {
    case 'rigid': {
      const { partitions, strategies, classes } = base
      return [
        size(classes.length, 'class', 'classes'),
        size(strategies.length, 'strategy', 'strategies'),
        size(partitions.length, 'feature'),
      ]
    }
    case 'fuzzy': {
      const { features, strategies, rules } = base
      return [
        size(rules.length, 'rule'),
        size(strategies.length, 'strategy', 'strategies'),
        size(features.length, 'feature'),
      ]
    }
    case 'pair': {
      const { features, orders, algorithms, orderRules, algorithmRules } = base
      return [
        size(orderRules.length, 'rule for the order', 'rules for the order'),
        size(algorithmRules.length, 'rule for the algorithm', 'rules for the algorithm'),
        size(orders.length, 'order'),
        size(algorithms.length, 'algorithm'),
        size(features.length, 'feature'),
      ]
    }
  }
}

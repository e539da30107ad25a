/** The results of a study as text for a terminal: what the page says (pages/study.ts), without its plots. Pure. */

import { formatValue, NO_VALUE } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import type { SelectedPolicy } from '../evaluation/selection.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import type { ConditionSummary, StudySummary } from './study-summary.js'
import {
  bestMedian,
  betterText,
  changeIntervalText,
  changeText,
  conditionName,
  findings,
  formatProbability,
  intervalText,
  replicatesText,
  signedText,
  verdictText,
} from './study-words.js'
import { displayWidth, painted, type TerminalStyle } from './terminal.js'
import { inWidth, partsIn, plainColumn, type TextColumn } from './text-columns.js'

/** Tables condition by condition and objective by objective, what was chosen and tested, and the result in words. */
export function studyText(
  summary: StudySummary,
  selected: readonly SelectedPolicy[],
  style: TerminalStyle,
): string {
  const { conditions, objectives, baseline } = summary
  const parts = conditions.flatMap((condition) => {
    const where = conditionName(condition)
    const over = `medians over ${replicatesText(condition, summary)}`
    return objectives.map((objective) => {
      const sense = objective.sense === 'min' ? 'less is better' : 'more is better'
      const name = painted(visible([objective.name, where].filter(Boolean).join(', ')), 'strong', style)
      return `${name} (${sense}): ${over}\n${objectiveTable(condition, objective, baseline, style)}`
    })
  })
  if (selected.length > 0) parts.push(selectionText(selected, objectives, baseline, style))
  return [...parts, findings(summary).map(visible).join('\n')].join('\n\n')
}

/** With intervals in one line, or, where that is too wide for the terminal, in two. */
function objectiveTable(
  condition: ConditionSummary,
  objective: ObjectiveInfo,
  baseline: string,
  style: TerminalStyle,
): string {
  const of = (divided: boolean) => objectiveColumns(condition, objective, baseline, divided, style)
  const columns = of(false)
  const isWide = partsIn('policy', condition.policies, columns, style).length > 1
  return inWidth('policy', condition.policies, isWide ? of(true) : columns, style)
}

function objectiveColumns(
  { policies, medians, comparisons }: ConditionSummary,
  objective: ObjectiveInfo,
  baseline: string,
  divided: boolean,
  style: TerminalStyle,
): readonly TextColumn[] {
  const { name, unit } = objective
  const inLines = (interval: string) => (divided ? interval.replace(' to ', ' to\n') : interval)
  const best = bestMedian(medians, objective)?.policies ?? []
  const median = policies.map((policy) => {
    const found = medians.find((one) => one.policy === policy && one.objective === name)
    const value = formatValue(found?.median, unit)
    const shown = best.includes(policy) ? painted(`${value} *`, 'best', style) : `${value}  `
    const interval = inLines(intervalText(found?.interval ?? null, unit))
      .split('\n')
      .map((line) => `${line}  `)
    const lines = interval.map((line) => painted(line, 'faint', style))
    return { width: largestOf(interval.map(displayWidth)), text: [shown, ...lines].join('\n'), value }
  })
  const compared = policies.map((policy) =>
    comparisons.find((one) => one.policy === policy && one.objective === name),
  )
  const change = compared.map((one, row) => {
    if (one === undefined) return policies[row] === baseline ? 'baseline' : ''
    return `${changeText(one, unit)}\n${inLines(changeIntervalText(one, unit))}`
  })
  const test = compared.map((one) => {
    return one === undefined
      ? ''
      : `${betterText(one)}\n${one.pairs === 0 ? NO_VALUE : formatProbability(one.adjusted)}`
  })
  const verdict = compared.map((one) => {
    if (one === undefined) return ''
    const paint = one.verdict === 'better' ? 'best' : one.verdict === 'worse' ? 'worse' : 'faint'
    return verdictText(one)
      .split(', ')
      .map((words) => painted(words, paint, style))
      .join('\n')
  })
  return [
    {
      head: 'median  ',
      align: 'right',
      cells: median.map(({ text }) => text),
      width: largestOf([8, ...median.map(({ width, value }) => Math.max(width, displayWidth(value) + 2))]),
    },
    plainColumn(`against ${visible(baseline)}`, 'right', change),
    plainColumn('better in\np', 'right', test),
    { ...plainColumn('', 'left', verdict), width: 'more than chance'.length },
  ]
}

function selectionText(
  selected: readonly SelectedPolicy[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
  style: TerminalStyle,
): string {
  const unitOf = (name: string) => objectives.find((objective) => objective.name === name)?.unit ?? '1'
  const columns = [
    plainColumn(
      'chosen',
      'left',
      selected.map(({ chosen }) => visible(chosen.policy)),
    ),
    plainColumn(
      'in training',
      'right',
      selected.map(({ objective, chosen }) => signedText(chosen.change, chosen.scale, unitOf(objective))),
    ),
    plainColumn(
      'in the test',
      'right',
      selected.map(({ objective, test }) => {
        if (test === null) return NO_VALUE
        return `${changeText(test, unitOf(objective))}\n${changeIntervalText(test, unitOf(objective))}`
      }),
    ),
    plainColumn(
      'p',
      'right',
      selected.map(({ test }) => (test === null ? NO_VALUE : formatProbability(test.adjusted))),
    ),
    plainColumn(
      'best by hindsight',
      'left',
      selected.map(({ objective, hindsight }) => {
        const change = signedText(hindsight.change, hindsight.scale, unitOf(objective))
        return `${visible(hindsight.policy)}\n${change}`
      }),
    ),
  ]
  const names = selected.map(({ split, objective }) => `${split}, ${objective}`)
  const head = painted('Chosen on one part, judged on another', 'strong', style)
  return `${head}, median changes against ${visible(baseline)}\n${inWidth('split', names, columns, style)}`
}

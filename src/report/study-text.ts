/** The results of a study as text for a terminal: what the page says (pages/study.ts), without its plots. Pure. */
import { formatValue, NO_VALUE } from './format.js'
import type { ObjectiveInfo } from './model.js'
import type { SelectedPolicy } from './selection.js'
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
import { intoWidth, plainTable } from './table.js'
import { displayWidth, painted, type TerminalStyle, visible } from './terminal.js'

/** Columns of names, where the terminal is narrow. */
const NARROWEST_NAME = 12

interface TextColumn {
  readonly head: string
  readonly align: 'left' | 'right'
  /** One a row; lines below each other are parted by line feeds. */
  readonly cells: readonly string[]
  /** Of the text without colours. */
  readonly width: number
}

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
    return { width: Math.max(...interval.map(displayWidth)), text: [shown, ...lines].join('\n'), value }
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
      width: Math.max(8, ...median.map(({ width, value }) => Math.max(width, displayWidth(value) + 2))),
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

function plainColumn(head: string, align: TextColumn['align'], cells: readonly string[]): TextColumn {
  const lines = [head, ...cells].flatMap((cell) => cell.split('\n'))
  return { head, align, cells, width: Math.max(...lines.map(displayWidth)) }
}

/** Columns that do not fit beside each other go into further tables below; long names go on in further lines. */
function inWidth(
  head: string,
  names: readonly string[],
  columns: readonly TextColumn[],
  style: TerminalStyle,
): string {
  const shown = namesIn(names, style)
  return partsIn(head, names, columns, style)
    .map((part) => {
      const align = ['left' as const, ...part.map((column) => column.align)]
      const table = plainTable([head, ...part.map((column) => column.head)], align, style)
      for (const [row, name] of shown.entries())
        table.push([name.join('\n'), ...part.map(({ cells }) => cells[row])])
      return table
        .toString()
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
    })
    .join('\n\n')
}

/** The columns of each table. */
function partsIn(
  head: string,
  names: readonly string[],
  columns: readonly TextColumn[],
  style: TerminalStyle,
): readonly TextColumn[][] {
  const nameWidth = Math.max(displayWidth(head), ...namesIn(names, style).flat().map(displayWidth))
  return intoWidth(columns, nameWidth, style.width)
}

/** Each in lines. */
function namesIn(names: readonly string[], { width }: TerminalStyle): readonly string[][] {
  const longest = Math.max(NARROWEST_NAME, Math.floor(width / 3))
  return names.map((name) => inLines(visible(name), longest))
}

function inLines(text: string, width: number): string[] {
  const characters = [...text]
  const count = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: count }, (_, k) => characters.slice(k * width, (k + 1) * width).join(''))
}

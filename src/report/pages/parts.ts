/** Sections that several pages share. */

import {
  aside,
  type Block,
  type Cell,
  code,
  details,
  type Fact,
  facts,
  numbers,
  type Section,
  section,
  sentences,
  type Tone,
  table,
  valueCell,
  words,
} from '../../core/exhibit.js'
import { formatChange, formatValue, NO_VALUE, plural } from '../../core/format.js'
import { type LogLegend, legendFacts } from '../../evaluation/group-legend.js'
import type { RecordedLog, RecordedReport } from '../../evaluation/recorded.js'
import { bestValue, type ComparedPolicy, relativeChange } from '../../evaluation/results/ranking.js'
import type { Breakdown } from '../../sim/breakdown.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { RECORDED } from '../../sim/policy.js'
import type { Semantics } from '../../sim/semantics.js'
import type { TraceDescription } from '../../trace/describe.js'
import type { DropCounts, Trace } from '../../trace/trace.js'
import type { Provenance } from '../model.js'
import type { Reached } from '../reached.js'
import {
  BREAKDOWN_HEADS,
  breakdownCells,
  breakdownSections,
  dropFacts,
  logFacts,
  ruleFacts,
} from '../rows.js'
import { recordedBlocks, recordedLogsBlocks } from '../words/recorded.js'

/** Header comments beyond this many lines are counted instead of shown. */
const MOST_COMMENTS = 200

/** The log that something was simulated on. */
export function logSection(trace: Trace, describe: () => TraceDescription, names: boolean): Section {
  return aside('The log', () => logBlocks(trace, describe(), names))
}

/** @param names whether the names of users and accounts are shown that the header may have */
export function logBlocks(trace: Trace, description: TraceDescription, names: boolean): readonly Block[] {
  return [facts([['name', trace.name], ...logFacts(description)]), ...headerComments(trace, names)]
}

/** Who a number of a user or an account is, in a log that was imported with its names. */
const NAME_OF_SOMEBODY = /^\s*(?:user|group)\s*:/i

function headerComments({ header }: Trace, names: boolean): readonly Block[] {
  if (header.length === 0) return []
  const told = names ? header : header.filter((line) => !NAME_OF_SOMEBODY.test(line))
  const shown = told.slice(0, MOST_COMMENTS).map((line) => line.trim())
  const rest = told.length - shown.length
  const hidden = header.length - told.length
  const lines = [
    ...shown,
    ...(rest > 0 ? [`… ${plural(rest, 'more line')}`] : []),
    ...(hidden > 0
      ? [`… ${plural(hidden, 'line')} with names of users and accounts (--names shows them)`]
      : []),
  ]
  const comments: Block = { kind: 'verbatim', text: lines.join('\n') }
  return [details(`Header comments (${plural(header.length, 'line')})`, comments)]
}

/** Jobs left out and why, and what else a reader should know. */
export function noticeSection(dropped: DropCounts, notices: readonly string[]): Section {
  const reasons = dropFacts(dropped)
  const left =
    reasons.length === 0
      ? ({ kind: 'paragraph', text: 'No job was left out.' } as const)
      : table('Jobs left out', [...words('reason'), ...numbers('jobs')], reasons)
  return aside('Left out, and notices', () => [left, sentences([...new Set(notices)])])
}

export function rulesSection(rules: Semantics): Section {
  return aside('Rules of the simulation', () => [
    table(
      'What counts as an event, what the scheduler sees, and how jobs are backfilled',
      words('rule', 'value'),
      ruleFacts(rules),
    ),
  ])
}

/** One table for each way of dividing the jobs. */
export function breakdownTables(breakdown: Breakdown, policy: string): Block[] {
  return breakdownSections(breakdown).map(({ title, rows }) =>
    table(
      `Waits by ${title} under ${policy}`,
      [...words(title), ...numbers(...BREAKDOWN_HEADS)],
      rows.map((row) => [row.label, ...breakdownCells(row)]),
    ),
  )
}

/** @param read further facts: seeds, and the digests of what was read */
export function provenanceSection(
  { version, command, made }: Provenance,
  read: readonly (readonly [name: string, value: Cell])[] = [],
): Section {
  return aside('How this was made', () => [
    facts([
      ['program', `Queuewright ${version}`],
      ['command', code(command)],
      ...read,
      ...(made === undefined ? [] : [['made', made] as const]),
    ]),
  ])
}

/** Digests of logs by their names. */
export function digestFacts(digests: readonly Fact[]): (readonly [name: string, value: Cell])[] {
  return digests.map(([log, digest]) => [`digest of ${log}`, code(digest)])
}

/** Meanings of the names in a table; below it, because beside it the policies need the room. */
export function objectiveMeanings(objectives: readonly ObjectiveInfo[]): Block {
  const meaning = ({ name, description, sense }: ObjectiveInfo) =>
    [name, `${description} (${sense === 'min' ? 'less' : 'more'} is better)`] as const
  return details('What the objectives mean', facts(objectives.map(meaning)))
}

/** Whether a change is to the better or to the worse; one that is written as none is neither. */
export function toneOf(change: number | null, sense: ObjectiveInfo['sense']): Tone | undefined {
  if (change === null || formatChange(change) === formatChange(0)) return undefined
  return change < 0 === (sense === 'min') ? 'better' : 'worse'
}

/** The cell of a policy under an objective: its value, whether it is the best, and its change against the baseline. */
export function policyCell(
  { policy, objectives }: ComparedPolicy,
  { name, unit, sense }: ObjectiveInfo,
  best: number | null,
  base: ComparedPolicy | undefined,
): Cell {
  const value = objectives[name] ?? null
  const isBest = value !== null && value === best
  const text = formatValue(value, unit)
  if (policy === base?.policy) return valueCell(text, isBest, ' ')
  const change = relativeChange(value, base?.objectives[name] ?? null)
  return valueCell(text, isBest, change === null ? NO_VALUE : formatChange(change), toneOf(change, sense))
}

/** Policies down, objectives across: values, and changes against the baseline. */
export function policiesTable(
  policies: readonly ComparedPolicy[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
): Block {
  const base = policies.find(({ policy }) => policy === baseline)
  return table(
    `Values, and their changes against ${baseline}; ★ marks the best of each objective`,
    [...words('policy'), ...numbers(...objectives.map(({ name }) => name))],
    policies.map((each) => [
      each.policy === baseline ? { text: baseline, below: 'baseline' } : each.policy,
      ...objectives.map((objective) => policyCell(each, objective, bestValue(policies, objective), base)),
    ]),
  )
}

/** The policies, and what really happened unless it is one of them. */
export function withRecorded(
  policies: readonly ComparedPolicy[],
  recorded: Pick<RecordedReport, 'objectives'> | null,
): readonly ComparedPolicy[] {
  if (recorded === null || policies.some(({ policy }) => policy === RECORDED)) return policies
  return [{ policy: RECORDED, objectives: recorded.objectives }, ...policies]
}

/** Who is in which user group; no section where that is not told. */
export function groupSections(logs: readonly LogLegend[]): Section[] {
  return logs.length === 0 ? [] : [section('User groups', facts(legendFacts(logs)))]
}

/** No section where no log says what really happened. */
export function recordedSections(logs: readonly RecordedLog[]): Section[] {
  if (logs.length === 1) return [section('Is the simulation true?', ...recordedBlocks(logs[0]))]
  return logs.length === 0 ? [] : [section('Is the simulation true?', ...recordedLogsBlocks(logs))]
}

/** No section where nothing was simulated. */
export function reachedSections(reached: Reached | null): Section[] {
  if (reached === null) return []
  const { log, policies, objectives, baseline } = reached
  const values = policiesTable(policies, objectives, baseline)
  return [section(`What it reaches on ${log}`, values, objectiveMeanings(objectives))]
}

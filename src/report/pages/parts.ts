/** Sections that several pages share. */

import {
  type Block,
  code,
  details,
  facts,
  type Section,
  section,
  sentences,
  table,
  valueCell,
} from '../../core/exhibit.js'
import { formatChange, formatValue, NO_VALUE, plural } from '../../core/format.js'
import { bestValue, type ComparedPolicy, relativeChange } from '../../evaluation/ranking.js'
import type { Breakdown } from '../../sim/breakdown.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { Semantics } from '../../sim/semantics.js'
import type { TraceDescription } from '../../trace/describe.js'
import type { DropCounts, Trace } from '../../trace/trace.js'
import type { Provenance } from '../model.js'
import { type Reached, reachedTitle } from '../reached.js'
import {
  BREAKDOWN_HEADS,
  breakdownCells,
  breakdownSections,
  dropFacts,
  logFacts,
  ruleFacts,
} from '../rows.js'

/** Header comments beyond this many lines are counted instead of shown. */
const MOST_COMMENTS = 200

export function logSection(trace: Trace, description: TraceDescription): Section {
  return section('The log', facts([['name', trace.name], ...logFacts(description)]), headerComments(trace))
}

function headerComments({ header }: Trace): readonly Block[] {
  if (header.length === 0) return []
  const shown = header.slice(0, MOST_COMMENTS).map((line) => line.trim())
  const rest = header.length - shown.length
  const lines = rest > 0 ? [...shown, `… ${plural(rest, 'more line')}`] : shown
  const comments: Block = { kind: 'verbatim', text: lines.join('\n') }
  return [details(`Header comments (${plural(header.length, 'line')})`, comments)]
}

/** Jobs left out and why, and what else a reader should know. */
export function noticeSection(dropped: DropCounts, notices: readonly string[]): Section {
  const reasons = dropFacts(dropped)
  const left =
    reasons.length === 0
      ? ({ kind: 'paragraph', text: 'No job was left out.' } as const)
      : table(
          'Jobs left out',
          [
            { head: 'reason', numeric: false },
            { head: 'jobs', numeric: true },
          ],
          reasons,
        )
  return section('Left out, and notices', left, sentences([...new Set(notices)]))
}

export function rulesSection(rules: Semantics): Section {
  return section(
    'Rules of the simulation',
    table(
      'What counts as an event, what the scheduler sees, and how jobs are backfilled',
      [
        { head: 'rule', numeric: false },
        { head: 'value', numeric: false },
      ],
      ruleFacts(rules),
    ),
  )
}

/** One table for each way of dividing the jobs. */
export function breakdownTables(breakdown: Breakdown, policy: string): Block[] {
  return breakdownSections(breakdown).map(({ title, rows }) =>
    table(
      `Waits by ${title} under ${policy}`,
      [{ head: title, numeric: false }, ...BREAKDOWN_HEADS.map((head) => ({ head, numeric: true }))],
      rows.map((row) => [row.label, ...breakdownCells(row)]),
    ),
  )
}

export function provenanceSection({ version, command, made }: Provenance, digest: string): Section {
  return section(
    'How this was made',
    facts([
      ['program', `Queuewright ${version}`],
      ['command', code(command)],
      ['digest of the log', code(digest)],
      ...(made === undefined ? [] : [['made', made] as const]),
    ]),
  )
}

/** What the names in a table stand for; below it, because beside it the policies need the room. */
export function objectiveMeanings(objectives: readonly ObjectiveInfo[]): Block {
  const meaning = ({ name, description, sense }: ObjectiveInfo) =>
    [name, `${description} (${sense === 'min' ? 'less' : 'more'} is better)`] as const
  return details('What the objectives mean', facts(objectives.map(meaning)))
}

/** Policies down, objectives across: values, and changes against the baseline. */
export function policiesTable(
  policies: readonly ComparedPolicy[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
): Block {
  const base = policies.find(({ policy }) => policy === baseline)?.objectives ?? {}
  return table(
    `Values, and their changes against ${baseline}; ★ marks the best of each objective`,
    [{ head: 'policy', numeric: false }, ...objectives.map(({ name }) => ({ head: name, numeric: true }))],
    policies.map(({ policy, objectives: values }) => [
      policy,
      ...objectives.map((objective) => {
        const value = values[objective.name] ?? null
        const text = formatValue(value, objective.unit)
        const best = value !== null && value === bestValue(policies, objective)
        if (policy === baseline) return valueCell(text, best, 'baseline')
        const change = relativeChange(value, base[objective.name] ?? null)
        return valueCell(text, best, change === null ? NO_VALUE : formatChange(change))
      }),
    ]),
  )
}

/** No section where nothing was simulated. */
export function reachedSections(reached: Reached | null): Section[] {
  if (reached === null) return []
  const { policies, objectives, baseline } = reached
  const values = policiesTable(policies, objectives, baseline)
  return [section(reachedTitle(reached), values, objectiveMeanings(objectives))]
}

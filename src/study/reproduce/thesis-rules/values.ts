/** The tables that the studies of rule-based scheduling have of all logs, and what the one-line rules say of what was learnt. */
import type { Artefact } from '../../../evaluation/investigation.js'
import type { Learnt } from '../../../learn/index.js'
import { ANCHORS, beatsAnchors } from '../../../report/anchors.js'
import type { RuleBase } from '../../../sim/rule-based/index.js'
import type { Finished } from '../composition.js'
import { plainValue } from '../samples.js'
import type { StudyValue } from '../study.js'
import { OBJECTIVE } from '../thesis-learning.js'
import type { ThesisLog } from '../thesis-logs.js'
import { BASELINE, improvement, improvementValues, MAX_WAIT, type Reached } from '../thesis-values.js'
import { METHODS } from './methods.js'
import { PART_NAMES, type RulesPlan, ruleLearnings } from './plan.js'
import { PUBLISHED_EFFORT } from './published.js'
import { publishedOn, reachedOn, type StudiedRow } from './reached.js'

/** Of the column behind those of the logs. */
const MEAN = 'mean'

const isAnchor = ({ name }: StudiedRow) => ANCHORS.some((anchor) => anchor === name)

/** Improvements in the objective: a row for each of `rows`, a column for each log, and their mean. */
export function overviewValues(
  table: string,
  rows: readonly StudiedRow[],
  names: readonly ThesisLog[],
): readonly StudyValue[] {
  return withMeans(
    names.flatMap((log) => improvementValues(table, log, reachedOn(rows, log), publishedOn(rows, log))),
  )
}

/** 100·(best − value) / best, with the value of the better one-line rule as the best: 0 or less where nothing was learnt. */
export function anchorValues(
  table: string,
  rows: readonly StudiedRow[],
  names: readonly ThesisLog[],
): readonly StudyValue[] {
  const learnt = rows.filter(({ kind }) => kind !== 'policy')
  return withMeans(
    names.flatMap((log) => {
      const best = Math.min(...anchorsOn(rows, log))
      return [...rows.filter(isAnchor), ...learnt].flatMap(({ name, reached }): readonly StudyValue[] => {
        const value = reached.get(log)?.[OBJECTIVE]
        if (value === undefined) return []
        return [
          {
            ...plainValue(improvement(best, value)),
            ...{ log, table, row: name, column: log, decimals: 2, percentage: true, published: null },
          },
        ]
      })
    }),
  )
}

/** A line for each row that is not ahead of both one-line rules on some log. */
export function anchorRemarks(rows: readonly StudiedRow[], names: readonly ThesisLog[]): readonly string[] {
  const lines = rows.flatMap(({ name, kind, reached }) => {
    if (kind === 'policy') return []
    const behind = names.filter((log) => {
      const value = reached.get(log)?.[OBJECTIVE]
      return value !== undefined && beatsAnchors(value, anchorsOn(rows, log), 'min') === false
    })
    return behind.length === 0 ? [] : [`  ${name}: ${behind.join(', ')}`]
  })
  if (lines.length === 0)
    return [`everything that was learnt is ahead of ${ANCHORS.join(' and ')} on every log`]
  return [`not ahead of both ${ANCHORS.join(' and ')}, so that nothing was learnt there:`, ...lines]
}

/** Objective of the one-line rules. */
function anchorsOn(rows: readonly StudiedRow[], log: ThesisLog): readonly number[] {
  return rows.filter(isAnchor).flatMap(({ reached }) => reached.get(log)?.[OBJECTIVE] ?? [])
}

/** The longest wait of each row on each log, as a multiple of that of EASY. */
export function waitValues(
  table: string,
  rows: readonly StudiedRow[],
  names: readonly ThesisLog[],
): readonly StudyValue[] {
  const base = rows.find(({ name }) => name === BASELINE)
  return names.flatMap((log) =>
    rows.flatMap(({ name, reached }): readonly StudyValue[] => {
      const values = reached.get(log)
      if (values === undefined || name === BASELINE) return []
      return [
        {
          ...plainValue(multiple(base?.reached.get(log), values)),
          ...{ log, table, row: name, column: log, decimals: 2, published: null },
        },
      ]
    }),
  )
}

function multiple(base: Reached | undefined, values: Reached): number | null {
  const [usual, wait] = [base?.[MAX_WAIT], values[MAX_WAIT]]
  return usual === undefined || usual === null || usual === 0 || wait === null ? null : wait / usual
}

/** What each training of rules took, and how many rules came of it. */
export function effortValues(
  table: string,
  plan: RulesPlan,
  names: readonly ThesisLog[],
  learnt: ReadonlyMap<string, Learnt>,
): readonly StudyValue[] {
  return ruleLearnings(plan, names).flatMap((learning): readonly StudyValue[] => {
    const row = PART_NAMES.rules(learning)
    const found = learnt.get(row)
    if (found === undefined) return []
    const { history, winner } = found
    const last = history[history.length - 1]
    const { published } = METHODS[learning.method]
    const printed = published === null || learning.bounded ? null : PUBLISHED_EFFORT[published]
    const log = names.find((name) => name === learning.source)
    const cell = (column: string, ours: number, known: number | null | undefined): StudyValue => ({
      ...plainValue(ours),
      ...{ log: null, table, row, column, decimals: 0, published: known ?? null },
    })
    const { strategy } = winner
    return [
      cell('candidates', last.evaluations, printed?.simulations),
      cell('simulations', last.simulations, null),
      ...(strategy.kind === 'rules'
        ? [cell('rules', rulesIn(strategy.base), log && printed?.delivered?.[log])]
        : []),
    ]
  })
}

function rulesIn(base: RuleBase): number {
  switch (base.kind) {
    case 'rigid':
      return base.classes.length
    case 'fuzzy':
      return base.rules.length
    case 'pair':
      return base.orderRules.length + base.algorithmRules.length
  }
}

/** The strategies that were found. */
export function strategyFiles(finished: Finished): readonly Artefact[] {
  return [...finished.values()].flatMap(({ part: { name }, artefacts }) => {
    const content = artefacts.get('strategy.json')
    return content === undefined ? [] : [{ name: `strategy-${name.replaceAll(' ', '-')}.json`, content }]
  })
}

/** With a further column of means over the logs, in rows that have a value of every log. */
function withMeans(values: readonly StudyValue[]): readonly StudyValue[] {
  const columns = new Set(values.map(({ column }) => column))
  if (columns.size < 2) return values
  const means = [...new Set(values.map(({ row }) => row))].map((row): StudyValue => {
    const cells = values.filter((cell) => cell.row === row)
    const ours = cells.map((cell) => cell.ours)
    const printed = cells.map(({ published }) => published)
    return {
      ...cells[0],
      ...plainValue(meanOf(ours, columns.size)),
      ...{ log: null, column: MEAN, published: asPrinted(meanOf(printed, columns.size)) },
    }
  })
  return [...values, ...means]
}

/** Null where one is missing. */
function meanOf(values: readonly (number | null)[], count: number): number | null {
  const known = values.filter((value) => value !== null)
  return known.length < count ? null : known.reduce((sum, value) => sum + value, 0) / count
}

/** With as many decimals as percentages are printed with. */
function asPrinted(mean: number | null): number | null {
  return mean === null ? null : Number(mean.toFixed(2))
}

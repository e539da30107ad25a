/** The tables that the studies of rule-based scheduling have of all logs, and what the one-line rules say of what was learnt. */

import { smallestOf } from '../../../core/statistics.js'
import { ANCHOR_NAMES, beatsAnchors, isAnchor } from '../../../evaluation/results/anchors.js'
import type { Learnt } from '../../../learn/index.js'
import type { RuleBase } from '../../../sim/rule-based/index.js'
import { boundIn, parseConstraint, violationOf } from '../../../strategy/index.js'
import { plainValue } from '../samples.js'
import type { StudyValue } from '../study.js'
import { OBJECTIVE } from '../thesis-learning.js'
import type { ThesisLog } from '../thesis-logs.js'
import { BASELINE, improvement, improvementValues, MAX_WAIT, type Reached } from '../thesis-values.js'
import { METHODS } from './methods.js'
import { BOUND, PART_NAMES, type RuleLearning, type RulesPlan, ruleLearnings } from './plan.js'
import type { Training } from './published/method.js'
import { PUBLISHED_EFFORT, PUBLISHED_RULES, type PublishedEffort } from './published.js'
import { publishedOn, reachedOn, type StudiedRow } from './reached.js'

/** The name of the column behind those of the logs. */
const MEAN = 'mean'

/** Improvements in the objective: a row for each of `rows`, a column for each log, and their arithmetic mean. */
export function overviewValues(
  table: string,
  rows: readonly StudiedRow[],
  names: readonly ThesisLog[],
): readonly StudyValue[] {
  return withMeans(
    names.flatMap((log) => improvementValues(table, log, reachedOn(rows, log), publishedOn(rows, log))),
  )
}

/**
 * 100·(best − value) / best, with the value of the best rival among the one-line rules as the best: 0 or less where nothing was
 * learnt. Null where there is no rival.
 */
export function anchorValues(
  table: string,
  rows: readonly StudiedRow[],
  names: readonly ThesisLog[],
): readonly StudyValue[] {
  const shown = [
    ...rows.filter(({ name }) => isAnchor(name)),
    ...rows.filter(({ kind }) => kind !== 'policy'),
  ]
  return withMeans(
    names.flatMap((log) =>
      shown.flatMap(({ name, kind, reached }): readonly StudyValue[] => {
        const value = reached.get(log)?.[OBJECTIVE]
        if (value === undefined) return []
        const rivals = rivalsOn(rows, kind, log)
        return [
          {
            ...plainValue(rivals.length === 0 ? null : improvement(smallestOf(rivals), value)),
            ...{ log, table, row: name, column: log, decimals: 2, percentage: true, published: null },
          },
        ]
      }),
    ),
  )
}

/** A line for each row that is not ahead of all one-line rules on some log. */
export function anchorRemarks(rows: readonly StudiedRow[], names: readonly ThesisLog[]): readonly string[] {
  const lines = rows.flatMap(({ name, kind, reached }) => {
    if (kind === 'policy') return []
    const behind = names.filter((log) => {
      const value = reached.get(log)?.[OBJECTIVE]
      return value !== undefined && beatsAnchors(value, rivalsOn(rows, kind, log), 'min') === false
    })
    return behind.length === 0 ? [] : [`  ${name}: ${behind.join(', ')}`]
  })
  const those = rows.some(({ kind }) => kind === 'bounded') ? ' (bounded: of those that keep the bound)' : ''
  if (lines.length === 0)
    return [`everything that was learnt is ahead of ${ANCHOR_NAMES}${those} on every log`]
  return [`not ahead of all of ${ANCHOR_NAMES}${those}, so that nothing was learnt there:`, ...lines]
}

/** A line for each row of what was learnt with the bound and breaks it on some log. */
export function boundRemarks(rows: readonly StudiedRow[], names: readonly ThesisLog[]): readonly string[] {
  const bounded = rows.filter(({ kind }) => kind === 'bounded')
  const lines = bounded.flatMap((row) => {
    const broken = names.filter((log) => row.reached.has(log) && !keepsBound(rows, row, log))
    return broken.length === 0 ? [] : [`  ${row.name}: ${broken.join(', ')}`]
  })
  return lines.length === 0 ? [] : [`learnt with ${BOUND}, which is broken there:`, ...lines]
}

/**
 * Objective of the one-line rules that something is compared with. Of what was learnt with the bound none is a rival that breaks it,
 * as in `qw evaluate` and in what a learning says at its end.
 */
function rivalsOn(rows: readonly StudiedRow[], kind: StudiedRow['kind'], log: ThesisLog): readonly number[] {
  return rows
    .filter((row) => isAnchor(row.name) && (kind !== 'bounded' || keepsBound(rows, row, log)))
    .flatMap(({ reached }) => reached.get(log)?.[OBJECTIVE] ?? [])
}

const WAIT_BOUND = parseConstraint(BOUND, 'constraints')

function keepsBound(rows: readonly StudiedRow[], { reached }: StudiedRow, log: ThesisLog): boolean {
  const easy = rows.find(({ name }) => name === BASELINE)?.reached.get(log)?.[MAX_WAIT] ?? null
  const wait = reached.get(log)?.[MAX_WAIT] ?? null
  return violationOf(WAIT_BOUND.sense, boundIn(WAIT_BOUND, easy), wait) === 0
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

/** The effort of each training of rules, and how many rules came of it. */
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
    const log = names.find((name) => name === learning.source)
    const printed = publishedEffort(learning, log === undefined ? 'ALLOPT' : 'SOPT')
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

/** Null where no such training was published. */
function publishedEffort({ method, bounded }: RuleLearning, training: Training): PublishedEffort | null {
  const { published } = METHODS[method]
  if (published === null || bounded || PUBLISHED_RULES[published][training] === undefined) return null
  return PUBLISHED_EFFORT[published]
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

/** With a further column of arithmetic means over the logs, in rows that have a value of every log. */
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

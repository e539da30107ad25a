/** The tables and files of `fuzzy-tables`. */
import { ANCHORS } from '../../../evaluation/results/anchors.js'
import type { Finished } from '../composition.js'
import { plainValue } from '../samples.js'
import type { StudyResult, StudyValue } from '../study.js'
import { OBJECTIVE, strategyFiles } from '../thesis-learning.js'
import type { ThesisLog } from '../thesis-logs.js'
import { beforeFront } from '../thesis-rules/before-front.js'
import { METHODS, type MethodName } from '../thesis-rules/methods.js'
import type { RulesPlan } from '../thesis-rules/plan.js'
import { PUBLISHED_RULES } from '../thesis-rules/published.js'
import {
  learntParts,
  type PublishedResults,
  reachedOn,
  type StudiedRow,
  studiedNames,
  studiedRows,
} from '../thesis-rules/reached.js'
import {
  anchorRemarks,
  anchorValues,
  effortValues,
  overviewValues,
  waitValues,
} from '../thesis-rules/values.js'
import { BASELINE, improvement, OBJECTIVE_PLACE, type Reached, relativeValues } from '../thesis-values.js'
import {
  FUZZY_METHODS,
  type FuzzyMethod,
  OVER_ANOTHER_EASY,
  PUBLISHED_FUZZY_IMPROVEMENTS,
} from './published.js'

const TABLES = {
  iterative: 'table 3: iterative, over EASY, %',
  michigan: 'table 4: michigan, over EASY, %',
  other: (title: string) => `${title}, over EASY, %`,
  improvement: 'fobj over EASY, %',
  anchors: 'fobj over the best one-line rule, %',
  waits: 'longest wait, times that of EASY',
  symbiotic: 'figure 5: michigan over iterative, fobj, %',
  front: 'figure 6: before the front of CTC',
  effort: 'trainings',
} as const

const PRINTED: PublishedResults = {
  policy: () => ({}),
  learnt: (method, training, log) => {
    const known = FUZZY_METHODS.find((each) => each === method)
    return known === undefined ? {} : { improvement: PUBLISHED_FUZZY_IMPROVEMENTS[known][training]?.[log] }
  },
}

/** Without what is relative to another EASY: there is no mean of both. */
const COMPARABLE: PublishedResults = {
  policy: PRINTED.policy,
  learnt: (method, training, log) =>
    FUZZY_METHODS.some((each) => each === method && OVER_ANOTHER_EASY[each].includes(log))
      ? {}
      : PRINTED.learnt(method, training, log),
}

export function fuzzyResult(plan: RulesPlan, finished: Finished): StudyResult {
  const names = studiedNames(finished)
  const learnt = learntParts(finished)
  const rows = studiedRows(plan, finished, learnt, PRINTED)
  const front = beforeFront(TABLES.front, finished, rows)
  return {
    values: [
      ...plan.methods.flatMap((method) => names.flatMap((log) => methodValues(method, rows, log))),
      ...overviewValues(TABLES.improvement, studiedRows(plan, finished, learnt, COMPARABLE), names),
      ...anchorValues(TABLES.anchors, rows, names),
      ...waitValues(TABLES.waits, rows, names),
      ...symbioticValues(rows, names),
      ...front.values,
      ...effortValues(TABLES.effort, plan, names, learnt),
    ],
    remarks: anchorRemarks(rows, names),
    kept: [...strategyFiles(finished), ...front.kept],
  }
}

/** The rows of a log in the table of a method: learnt from that log, and below it the one-line rules. */
function methodValues(
  method: MethodName,
  rows: readonly StudiedRow[],
  log: ThesisLog,
): readonly StudyValue[] {
  const learnt = rows.find(({ name }) => name === `${METHODS[method].title}, SOPT`)
  const all = reachedOn(rows, log)
  const shown: readonly (readonly [string, Reached | undefined])[] = [
    [BASELINE, all.get(BASELINE)],
    [log, learnt?.reached.get(log)],
    ...ANCHORS.map((anchor) => [`${log}, ${anchor}`, all.get(anchor)] as const),
  ]
  const table =
    method === 'iterative' || method === 'michigan' ? TABLES[method] : TABLES.other(METHODS[method].title)
  return relativeValues(
    table,
    log,
    new Map(shown.flatMap(([row, values]) => (values === undefined ? [] : [[row, values] as const]))),
    {
      rows: () => undefined,
      improvements: (row, base) =>
        base === BASELINE && row === log ? learnt?.published(log).improvement : undefined,
    },
  )
}

/**
 * Fuzzy rules over rigid ones of the same log. Published are the schedules of the thesis, of which both are absolute: table 3
 * has two logs over another EASY than table 4.
 */
function symbioticValues(rows: readonly StudiedRow[], names: readonly ThesisLog[]): readonly StudyValue[] {
  const [rigid, fuzzy] = FUZZY_METHODS.map((method) =>
    rows.find(({ name }) => name === `${METHODS[method].title}, SOPT`),
  )
  if (rigid === undefined || fuzzy === undefined) return []
  return names.map((log): StudyValue => {
    const reached = (row: StudiedRow) => row.reached.get(log)?.[OBJECTIVE]
    const printed = (method: FuzzyMethod) => PUBLISHED_RULES[method].SOPT?.[log]?.[OBJECTIVE_PLACE]
    const published = improvement(printed('iterative'), printed('michigan'))
    return {
      ...plainValue(improvement(reached(rigid), reached(fuzzy))),
      ...{ log, table: TABLES.symbiotic, row: 'SOPT', column: log, decimals: 2, percentage: true },
      published: published === null ? null : Number(published.toFixed(2)),
    }
  })
}

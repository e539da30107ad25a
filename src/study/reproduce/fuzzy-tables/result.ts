/** The tables and files of `fuzzy-tables`. */
import { ANCHORS } from '../../../evaluation/anchors.js'
import type { Finished } from '../composition.js'
import type { StudyResult, StudyValue } from '../study.js'
import { strategyFiles } from '../thesis-learning.js'
import type { ThesisLog } from '../thesis-logs.js'
import { METHODS, type MethodName } from '../thesis-rules/methods.js'
import type { RulesPlan } from '../thesis-rules/plan.js'
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
import { BASELINE, type Reached, relativeValues } from '../thesis-values.js'
import { FUZZY_METHODS, OVER_ANOTHER_EASY, PUBLISHED_FUZZY_IMPROVEMENTS } from './published.js'

const TABLES = {
  iterative: 'table 3: iterative, over EASY, %',
  michigan: 'table 4: michigan, over EASY, %',
  other: (title: string) => `${title}, over EASY, %`,
  improvement: 'fobj over EASY, %',
  anchors: 'fobj over the better one-line rule, %',
  waits: 'longest wait, times that of EASY',
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
  return {
    values: [
      ...plan.methods.flatMap((method) => names.flatMap((log) => methodValues(method, rows, log))),
      ...overviewValues(TABLES.improvement, studiedRows(plan, finished, learnt, COMPARABLE), names),
      ...anchorValues(TABLES.anchors, rows, names),
      ...waitValues(TABLES.waits, rows, names),
      ...effortValues(TABLES.effort, plan, names, learnt),
    ],
    remarks: anchorRemarks(rows, names),
    kept: strategyFiles(finished),
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

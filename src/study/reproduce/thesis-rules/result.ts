/** The tables and files of `thesis-rules`. */
import type { Finished } from '../composition.js'
import type { StudyResult } from '../study.js'
import { PUBLISHED_IMPROVEMENTS, PUBLISHED_ROWS } from '../thesis-greedy/tables.js'
import { strategyFiles } from '../thesis-learning.js'
import { absoluteValues, BASES, relativeTable, relativeValues } from '../thesis-values.js'
import { beforeFront } from './before-front.js'
import type { RulesPlan } from './plan.js'
import { PUBLISHED_RULES, PUBLISHED_RULES_IMPROVEMENTS } from './published.js'
import {
  learntParts,
  type PublishedResults,
  publishedOn,
  reachedOn,
  studiedNames,
  studiedRows,
} from './reached.js'
import {
  anchorRemarks,
  anchorValues,
  boundRemarks,
  effortValues,
  overviewValues,
  waitValues,
} from './values.js'

const TABLES = {
  improvement: 'fobj over EASY, %',
  anchors: 'fobj over the best one-line rule, %',
  bounded: 'longest wait bounded: fobj over EASY, %',
  waits: 'longest wait, times that of EASY',
  seconds: (log: string) => `${log}, seconds`,
  relative: relativeTable,
  front: 'figures 10.13 and 10.14: before the front of CTC',
  effort: 'trainings',
} as const

/** Improvements of the greedy strategies on LANL are printed over another EASY than those of rules; here they follow from the rows. */
const PRINTED: PublishedResults = {
  policy: (policy, log) => ({
    row: PUBLISHED_ROWS[log][policy],
    improvement: PUBLISHED_IMPROVEMENTS[log][policy],
  }),
  learnt: (method, training, log) =>
    method === 'greedy'
      ? {
          row: PUBLISHED_ROWS[log][`systems, ${training}`],
          improvement: log === 'LANL' ? undefined : PUBLISHED_IMPROVEMENTS[log][`systems, ${training}`],
        }
      : {
          row: PUBLISHED_RULES[method][training]?.[log],
          improvement: PUBLISHED_RULES_IMPROVEMENTS[method][training]?.[log],
        },
}

export function thesisRulesResult(plan: RulesPlan, finished: Finished): StudyResult {
  const names = studiedNames(finished)
  const learnt = learntParts(finished)
  const rows = studiedRows(plan, finished, learnt, PRINTED)
  const usual = rows.filter(({ kind }) => kind === 'policy')
  const bounded = rows.filter(({ kind }) => kind === 'bounded')
  const free = rows.filter(({ kind }) => kind !== 'bounded')
  const front = beforeFront(TABLES.front, finished, free)
  return {
    values: [
      ...overviewValues(TABLES.improvement, free, names),
      ...anchorValues(TABLES.anchors, rows, names),
      ...(bounded.length === 0 ? [] : overviewValues(TABLES.bounded, [...usual, ...bounded], names)),
      ...waitValues(TABLES.waits, rows, names),
      ...names.flatMap((log) => {
        const [reached, published] = [reachedOn(rows, log), publishedOn(rows, log)]
        return [
          ...absoluteValues(TABLES.seconds(log), log, reached, published),
          ...BASES.flatMap((base) =>
            relativeValues(TABLES.relative(log, base), log, reached, published, base),
          ),
        ]
      }),
      ...front.values,
      ...effortValues(TABLES.effort, plan, names, learnt),
    ],
    remarks: [...anchorRemarks(rows, names), ...boundRemarks(rows, names)],
    kept: [...strategyFiles(finished), ...front.kept],
  }
}

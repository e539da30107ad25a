/** The published tables of rule-based scheduling, checked against each other. */

import { describe, expect, it } from 'vitest'
import { settledLearner } from '../../../src/learn/learner-settings.js'
import { basesIn } from '../../../src/learn/rules/base-evolution.js'
import { RULES_CCA } from '../../../src/learn/rules/cca/cca.js'
import { RULES_MICHIGAN } from '../../../src/learn/rules/michigan/michigan.js'
import { basesEach } from '../../../src/learn/rules/michigan/settings.js'
import { RULES_PITTSBURGH } from '../../../src/learn/rules/pittsburgh/pittsburgh.js'
import { RULES_PROBABILISTIC } from '../../../src/learn/rules/rigid/probabilistic.js'
import {
  FUZZY_METHODS,
  PUBLISHED_FUZZY_IMPROVEMENTS,
} from '../../../src/study/reproduce/fuzzy-tables/published.js'
import { PUBLISHED_IMPROVEMENTS, PUBLISHED_ROWS } from '../../../src/study/reproduce/thesis-greedy/tables.js'
import { THESIS_LOGS, type ThesisLog } from '../../../src/study/reproduce/thesis-logs.js'
import type { Training, TrainingRows } from '../../../src/study/reproduce/thesis-rules/published/method.js'
import {
  PUBLISHED_EFFORT,
  PUBLISHED_RULES,
  PUBLISHED_RULES_IMPROVEMENTS,
  RULE_METHODS,
} from '../../../src/study/reproduce/thesis-rules/published.js'
import type { PublishedRow } from '../../../src/study/reproduce/thesis-values.js'

const TRAININGS: readonly Training[] = ['SOPT', 'SOPT(CTC)', 'ALLOPT']
const COLUMNS = ['AWRT', 'AWRT1', 'AWRT2', 'AWRT3', 'AWRT4', 'AWRT5', 'UTIL', 'objective'] as const
const [FIRST, SECOND, LOWEST, OBJECTIVE] = [1, 2, 5, 7] as const

/** Half of the last digit of an improvement. */
const PERCENT = 0.005

function printed<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('it is not printed')
  return value
}

const easyOf = (log: ThesisLog): PublishedRow => printed(PUBLISHED_ROWS[log].EASY)

const ROWS = RULE_METHODS.flatMap((method) =>
  TRAININGS.flatMap((training) => {
    const [rows, improvements] = [
      PUBLISHED_RULES[method][training],
      PUBLISHED_RULES_IMPROVEMENTS[method][training],
    ]
    if (rows === undefined && improvements === undefined) return []
    return THESIS_LOGS.map((log) => ({
      name: `${method}, ${training}, ${log}`,
      log,
      row: printed(rows)[log],
      improvements: printed(improvements)[log],
    }))
  }),
)

/** By how much a value may be off: it has seven or eight digits, or three where AWRT5 of SDSC00 is large. */
function rounding(log: ThesisLog, column: number, value: number): number {
  if (log === 'SDSC00' && column === LOWEST && value % 1000 === 0) {
    return 0.5 * 10 ** (Math.floor(Math.log10(value)) - 2)
  }
  if (value >= 1e7) return 0.5
  return value >= 1e5 ? 0.05 : 0.005
}

/** Places of columns in which two rows differ. */
const different = (one: PublishedRow, other: PublishedRow): string[] =>
  COLUMNS.filter((_, column) => one[column] !== other[column])

/** The row that `row` improves by so many percent. */
const basis = (row: PublishedRow, improvements: PublishedRow): readonly number[] =>
  row.map((value, column) => value / (1 - improvements[column] / 100))

/** The improvement in the objective, by those in AWRT1 and AWRT2. */
function composed(easy: readonly number[], improvements: PublishedRow): number {
  const [first, second] = [10 * easy[FIRST], 4 * easy[SECOND]]
  return (first * improvements[FIRST] + second * improvements[SECOND]) / (first + second)
}

describe('the rule tables of the thesis', () => {
  it('have five logs of each training', () => {
    expect(ROWS.length).toBe((5 * 3 + 2) * 5)
  })

  it('have objectives that follow from AWRT1 and AWRT2', () => {
    for (const { name, log, row } of ROWS) {
      const of = (column: number) => rounding(log, column, row[column])
      const off = Math.abs(10 * row[FIRST] + 4 * row[SECOND] - row[OBJECTIVE])
      expect(off, name).toBeLessThan(10 * of(FIRST) + 4 * of(SECOND) + of(OBJECTIVE) + 1e-6)
    }
  })

  it('have improvements that follow from the row and from EASY, but for one that was cut, not rounded', () => {
    const off = ROWS.flatMap(({ name, log, row, improvements }) => {
      const easy = easyOf(log)
      return row.flatMap((value, column) => {
        const base = easy[column]
        const exact = (100 * (base - value)) / base
        const relative = rounding(log, column, value) / base + (0.005 * value) / base ** 2
        return Math.abs(exact - improvements[column]) > PERCENT + 100 * relative + 1e-9
          ? [`${name}, ${COLUMNS[column]}`]
          : []
      })
    })
    expect(off).toEqual(['iterative, SOPT(CTC), SDSC00, AWRT5'])
  })

  it('print what CTC was learnt for twice, with other last digits of three values', () => {
    const twice = RULE_METHODS.flatMap((method) => {
      const { SOPT, 'SOPT(CTC)': applied } = PUBLISHED_RULES[method]
      if (SOPT === undefined || applied === undefined) return []
      return different(SOPT.CTC, applied.CTC).map((column) => `${method}, ${column}`)
    })
    expect(twice).toEqual(['iterative, UTIL', 'probabilistic, objective', 'cca, AWRT'])
  })

  it('have bases of one rule that are highest group first with FCFS, but for one', () => {
    const reduced = (['pittsburgh, fitness', 'pittsburgh, selection'] as const).flatMap((method) => {
      const delivered = PUBLISHED_EFFORT[method].delivered
      return THESIS_LOGS.filter((log) => delivered?.[log] === 1).map((log) => ({ method, log }))
    })
    const others = reduced.filter(({ method, log }) => {
      const row = printed(PUBLISHED_RULES[method].SOPT)[log]
      const improvements = printed(PUBLISHED_RULES_IMPROVEMENTS[method].SOPT)[log]
      const differ = different(row, printed(PUBLISHED_ROWS[log]['fcfs:group'])).length > 0
      const improved = different(improvements, printed(PUBLISHED_IMPROVEMENTS[log]['fcfs:group'])).length > 0
      expect(differ, `${method}, ${log}`).toBe(improved)
      return differ
    })
    expect(reduced.length).toBe(6)
    expect(others).toEqual([{ method: 'pittsburgh, selection', log: 'KTH' }])
  })

  it('are of as many simulations and rules as the published settings make', () => {
    const efforts = Object.entries(PUBLISHED_EFFORT).map(([method, { simulations, rules }]) => [
      method,
      simulations,
      rules,
    ])
    const evolved = basesIn(settledLearner(RULES_CCA, {}))
    const michigan = settledLearner(RULES_MICHIGAN, {})
    expect(efforts).toEqual([
      ['iterative', 192 * 13, 192],
      ['probabilistic', 13 * settledLearner(RULES_PROBABILISTIC, {}).p, 192],
      ['michigan', michigan.generations * basesEach(michigan), michigan.rulesPerBase],
      ['pittsburgh', evolved, settledLearner(RULES_PITTSBURGH, { reduction: 'none' }).rules],
      ['pittsburgh, fitness', evolved, settledLearner(RULES_PITTSBURGH, { reduction: 'fitness' }).rules],
      ['pittsburgh, selection', evolved, settledLearner(RULES_PITTSBURGH, { reduction: 'selection' }).rules],
      ['cca', evolved, 2 * settledLearner(RULES_CCA, {}).rules],
    ])
  })
})

describe('tables 3 and 4 of the paper', () => {
  const rows = FUZZY_METHODS.flatMap((method) =>
    THESIS_LOGS.map((log) => {
      const sopt = (rows: TrainingRows) => printed(rows.SOPT)[log]
      return {
        name: `${method}, ${log}`,
        log,
        row: sopt(PUBLISHED_RULES[method]),
        thesis: sopt(PUBLISHED_RULES_IMPROVEMENTS[method]),
        paper: sopt(PUBLISHED_FUZZY_IMPROVEMENTS[method]),
      }
    }),
  )
  const iterative = (log: ThesisLog) => printed(rows.find(({ name }) => name === `iterative, ${log}`))

  it('are those of the thesis, but for two last digits, a lost sign and two rows of another EASY', () => {
    const off = rows.flatMap(({ name, thesis, paper }) =>
      different(thesis, paper).map((column) => `${name}, ${column}`),
    )
    for (const { name, thesis, paper } of rows.filter(({ log }) => log === 'CTC')) {
      paper.forEach((value, column) => {
        expect(Math.abs(value - thesis[column]), `${name}, ${COLUMNS[column]}`).toBeLessThan(0.0101)
      })
    }
    const [lanl, sdsc96] = ['LANL', 'SDSC96'].map((log) => off.filter((each) => each.includes(log)))
    expect(off.filter((each) => !lanl.includes(each) && !sdsc96.includes(each))).toEqual([
      'iterative, CTC, UTIL',
      'iterative, KTH, AWRT1',
      'michigan, CTC, AWRT3',
    ])
    expect(lanl).toEqual(COLUMNS.filter((name) => name !== 'UTIL').map((name) => `iterative, LANL, ${name}`))
    expect(sdsc96).toEqual(COLUMNS.map((name) => `iterative, SDSC96, ${name}`))
  })

  it('have objectives that follow by the EASY of the thesis, but for these three rows', () => {
    const off = rows.filter(
      ({ log, paper }) => Math.abs(composed(easyOf(log), paper) - paper[OBJECTIVE]) > 2 * PERCENT + 1e-4,
    )
    expect(off.map(({ name }) => name)).toEqual(['iterative, KTH', 'iterative, LANL', 'iterative, SDSC96'])
  })

  it('have lost a sign', () => {
    const { thesis, paper } = iterative('KTH')
    expect(paper[FIRST]).toBe(-thesis[FIRST])
    expect(composed(easyOf('KTH'), paper)).toBeCloseTo(-1.67, 1)
    expect(composed(easyOf('KTH'), thesis)).toBeCloseTo(paper[OBJECTIVE], 2)
  })

  it('go by another EASY, on LANL that of the greedy rows', () => {
    for (const log of ['LANL', 'SDSC96'] as const) {
      const { row, paper } = iterative(log)
      const easy = basis(row, paper)
      expect(Math.abs(composed(easy, paper) - paper[OBJECTIVE]), log).toBeLessThan(2 * PERCENT)
      expect(Math.abs(easy[OBJECTIVE] / easyOf(log)[OBJECTIVE] - 1), log).toBeGreaterThan(0.008)
    }
    const { row, paper } = iterative('LANL')
    for (const method of ['systems, SOPT(CTC)', 'systems, ALLOPT'] as const) {
      const greedy = basis(printed(PUBLISHED_ROWS.LANL[method]), printed(PUBLISHED_IMPROVEMENTS.LANL[method]))
      basis(row, paper).forEach((value, column) => {
        expect(Math.abs(greedy[column] / value - 1), `${method}, ${COLUMNS[column]}`).toBeLessThan(1.5e-4)
      })
    }
  })
})

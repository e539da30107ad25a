/**
 * Published values of rule-based scheduling for 10·AWRT1 + 4·AWRT2, on logs scaled to 1,024 processors, for the logs that
 * are at hand in some edition (SDSC95 is not): C. Franke, F. Hoffmann, J. Lepping, U. Schwiegelshohn: Development of
 * scheduling strategies with Genetic Fuzzy systems, 2008, tables 3 and 4. Each base is of the log that it was learnt
 * from: of what CTC's does on the others there is figure 7 only. The paper prints no absolute values.
 *
 * Both methods are those of the thesis (tables I.2 and K.2), and but for the last digit of two values so are the
 * percentages (test/unit/study), with these exceptions of table 3:
 * - AWRT1 of KTH is printed 5.32: it has lost its sign, for with it the objective would be −1.67 % and not −8.83 %;
 * - LANL and SDSC96 are those of the thesis relative to another EASY, which is printed nowhere; that of LANL, of objective
 *   186,326, is also that of the thesis' greedy rows (`PUBLISHED_IMPROVEMENTS`). Table 4 goes by the EASY of table F.1.
 */
import type { ThesisLog } from '../thesis-logs.js'
import type { TrainingRows } from '../thesis-rules/published/method.js'
import type { RuleMethod } from '../thesis-rules/published.js'

export const FUZZY_METHODS = ['iterative', 'michigan'] as const satisfies readonly RuleMethod[]
export type FuzzyMethod = (typeof FUZZY_METHODS)[number]

/** 100·(EASY − value) / EASY of each column, in %, as printed; that of UTIL is positive where it falls. */
export const PUBLISHED_FUZZY_IMPROVEMENTS: Readonly<Record<FuzzyMethod, TrainingRows>> = {
  /** Table 3. */
  iterative: {
    SOPT: {
      CTC: [-2.28, 14.59, 8.65, -6.46, -17.77, -40.43, 0, 12.78],
      KTH: [-18.19, 5.32, -16.05, -29.76, -20.42, -60.39, 0, -8.83],
      LANL: [-6.41, 24.5, 20.87, -29.02, -24.09, -213.66, 0, 23.36],
      SDSC00: [-583.68, 5.34, -492.24, -718.14, -1370.1, -1824.85, 2.08, -130.39],
      SDSC96: [-0.46, 1.19, 5.77, -18.6, 1.11, 2.76, 0, 2.49],
    },
  },
  /** Table 4. */
  michigan: {
    SOPT: {
      CTC: [-5.42, 16.64, 12.73, 1.99, -26.36, -153.63, 0, 15.45],
      KTH: [-44.37, 25.67, 8.15, -51.32, -189.05, -1095.83, 0, 19.94],
      LANL: [-13.52, 19.71, 14.83, -23.32, -47.62, -269.36, 0, 18.21],
      SDSC00: [-852.06, 60.32, 41.58, -5.15, -2562.25, -16162.14, 4.9, 55.21],
      SDSC96: [-1.28, 1.96, -2.07, -16.22, -15.12, -13.34, 0, 0.81],
    },
  },
}

/** Rows that are not relative to the EASY of table F.1 of the thesis, as all others are. */
export const OVER_ANOTHER_EASY: Readonly<Record<FuzzyMethod, readonly ThesisLog[]>> = {
  iterative: ['LANL', 'SDSC96'],
  michigan: [],
}

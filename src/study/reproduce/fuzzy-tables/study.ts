/**
 * Tables 3 and 4 of C. Franke, F. Hoffmann, J. Lepping, U. Schwiegelshohn: Development of scheduling strategies with Genetic
 * Fuzzy systems, 2008: rigid rules developed class by class, and fuzzy rules by symbiotic evolution (in the thesis: Michigan),
 * for 10·AWRT1 + 4·AWRT2, learnt from each log alone; and figure 7, what was learnt from CTC on the others. It is the part of
 * `thesis-rules` that stands in the paper, set beside what is printed there; and Michigan with learnt default values, of which
 * the paper says that they brought nothing.
 */
import { chosenMethods, type RunStudy, type RunStudyOptions } from '../study.js'
import { ORIGIN, THESIS_LOGS, thesisLog } from '../thesis-logs.js'
import { FRONT_CHOICE, type MethodName } from '../thesis-rules/methods.js'
import { furtherRules, prepareRules, type RulesPlan } from '../thesis-rules/plan.js'
import { fuzzyResult } from './result.js'

const METHOD_NAMES: readonly MethodName[] = ['iterative', 'michigan', 'michigan-defaults', 'mixture']
const CHOICES = [...METHOD_NAMES, FRONT_CHOICE]

const planOf = (options: RunStudyOptions): RulesPlan => ({
  methods: chosenMethods(METHOD_NAMES, options),
  front: chosenMethods(CHOICES, options).includes(FRONT_CHOICE),
  together: false,
  bounded: false,
  sources: options.sources,
})

/** Errors in print (published.ts). */
const ON_TABLE_3 = [
  'table 3: LANL and SDSC96 are relative to another EASY, which is printed nowhere, and left out of the table of all logs; by table F.1 of the thesis they are 16.76 and 1.62 %',
  'table 3: AWRT1 of KTH has lost its sign in print; the thesis has −5.32 %',
]

export const FUZZY_TABLES: RunStudy = {
  name: 'fuzzy-tables',
  title: 'Genetic fuzzy systems for 10·AWRT1 + 4·AWRT2',
  source:
    'C. Franke, F. Hoffmann, J. Lepping, U. Schwiegelshohn: Development of scheduling strategies with Genetic Fuzzy systems, ' +
    '2008, tables 3 and 4',
  logs: THESIS_LOGS.map(thesisLog),
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.4,
  wholeBudget: 'the generations that every published training had',
  usualTime: 'about half an hour',
  scales: true,
  lacksEstimates: true,
  learnsGreedy: true,
  methods: CHOICES,
  sources: THESIS_LOGS,
  prepare: (traces, options) => {
    const prepared = prepareRules(planOf(options), traces, options)
    return planOf(options).methods.includes('iterative')
      ? { ...prepared, remarks: [...prepared.remarks, ...ON_TABLE_3] }
      : prepared
  },
  further: (options, finished, datasets) => furtherRules(planOf(options), options, finished, datasets),
  result: (options, finished) => fuzzyResult(planOf(options), finished),
}

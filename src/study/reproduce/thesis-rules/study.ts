/**
 * Rule-based scheduling learnt for 10·AWRT1 + 4·AWRT2: C. Franke, doctoral thesis, Dortmund 2006, 9.2, 10.2 to 10.4 and
 * appendices I to M.
 *
 * Every method is learnt from each log alone (SOPT) and from all logs (ALLOPT); what was learnt from CTC is measured on all
 * others, too. Beside the published methods stand random bases, as many as Michigan evaluates, and the one-line rules, to one of
 * which the thesis' own reductions come down. The genetic fuzzy systems are also learnt with the
 * longest wait bounded to twice that of EASY, as the others let jobs of low groups wait for months.
 */
import { chosenMethods, type RunStudy, type RunStudyOptions } from '../study.js'
import { LEARNING_SOURCES } from '../thesis-learning.js'
import { ORIGIN, THESIS_LOGS, thesisLog } from '../thesis-logs.js'
import { FRONT_CHOICE, METHOD_NAMES } from './methods.js'
import { furtherRules, prepareRules, type RulesPlan } from './plan.js'
import { thesisRulesResult } from './result.js'

/** Learnt default values are a finding of the paper (`fuzzy-tables`). */
const THESIS_METHODS = METHOD_NAMES.filter((name) => name !== 'michigan-defaults')
const CHOICES = [...THESIS_METHODS, FRONT_CHOICE]

const planOf = (options: RunStudyOptions): RulesPlan => ({
  methods: chosenMethods(THESIS_METHODS, options),
  front: chosenMethods(CHOICES, options).includes(FRONT_CHOICE),
  together: true,
  bounded: !options.unbounded,
  sources: options.sources,
})

export const THESIS_RULES: RunStudy = {
  name: 'thesis-rules',
  title: 'Rule-based scheduling learnt for 10·AWRT1 + 4·AWRT2',
  source: 'C. Franke, doctoral thesis, Dortmund 2006, chapters 10.2 to 10.4, appendices I to M',
  logs: THESIS_LOGS.map(thesisLog),
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.1,
  wholeBudget: 'the generations that every published training had',
  usualTime: 'more than an hour',
  scales: true,
  lacksEstimates: true,
  learnsGreedy: true,
  methods: CHOICES,
  sources: LEARNING_SOURCES,
  bounds: true,
  prepare: (traces, options) => prepareRules(planOf(options), traces, options),
  further: (options, finished, datasets) => furtherRules(planOf(options), options, finished, datasets),
  result: (options, finished) => thesisRulesResult(planOf(options), finished),
}

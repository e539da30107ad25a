/**
 * Greedy strategies learnt for regions of a front: C. Franke, doctoral thesis, Dortmund 2006, 8.2.1 and 10.1, tables 10.1,
 * 10.2 and H.1 to H.4.
 *
 * First, at the same time: a front of each log, and greedy strategies for 10·AWRT1 + 4·AWRT2, learnt from each log (SOPT),
 * that of CTC measured on all the others too, and from all of them (ALLOPT); by the published method and by ours. Then the
 * regions of figure 8.7 are drawn on each front (regions.ts), and the same learners learn for these.
 */
import type { RunStudy } from '../study.js'
import { ORIGIN, THESIS_LOGS, thesisLog } from '../thesis-logs.js'
import { furtherRegions, METHODS, prepareRegions } from './plan.js'
import { regionsResult } from './result.js'

export const THESIS_REGIONS: RunStudy = {
  name: 'thesis-regions',
  title: 'Greedy strategies learnt for regions of a front, beside 10·AWRT1 + 4·AWRT2',
  source: 'C. Franke, doctoral thesis, Dortmund 2006, chapters 8.2 and 10.1, appendices F to H',
  logs: THESIS_LOGS.map(thesisLog),
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.03,
  wholeBudget: 'the 100 generations of 105 for each of twelve systems that every published training had',
  usualTime: 'about half an hour',
  scales: true,
  lacksEstimates: true,
  methods: METHODS,
  prepare: prepareRegions,
  further: furtherRegions,
  result: regionsResult,
}

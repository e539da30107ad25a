/**
 * Markets beside conventional scheduling: C. Franke, doctoral thesis, Dortmund 2006, section 11.4.6. Seven configurations of
 * 512 nodes, the workloads of section 11.3, six functions of providers and five of users.
 */
import type { RunStudy } from '../study.js'
import { LOG } from '../thesis-grid/plan.js'
import { ORIGIN, thesisLog } from '../thesis-logs.js'
import { prepareMarkets } from './plan.js'
import { marketTables } from './result.js'

export const THESIS_MARKET: RunStudy = {
  name: 'thesis-market',
  title: 'Markets of 512 nodes beside conventional scheduling',
  source: 'C. Franke, doctoral thesis, Dortmund 2006, section 11.4.6 and figures 11.17 to 11.19',
  logs: [thesisLog(LOG)],
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.05,
  wholeBudget: 'the published workloads, of 10,000 jobs each',
  usualTime: 'about two minutes',
  scales: false,
  prepare: prepareMarkets,
  further: () => [],
  result: (_, finished) => marketTables(finished),
}

/**
 * Grids without a market: C. Franke, doctoral thesis, Dortmund 2006, section 11.3. Seven configurations of 512 nodes, three
 * workloads of 10,000 jobs each of the CTC log, local processing, job sharing, multi-site and adaptive multi-site processing
 * with overheads of 0 to 300 % in steps of 5.
 */
import type { RunStudy } from '../study.js'
import { ORIGIN, thesisLog } from '../thesis-logs.js'
import { LOG, prepareGrids } from './plan.js'
import { gridTables } from './result.js'

export const THESIS_GRID: RunStudy = {
  name: 'thesis-grid',
  title: 'Grids of 512 nodes: local processing, job sharing, multi-site processing',
  source: 'C. Franke, doctoral thesis, Dortmund 2006, section 11.3, table 11.3 and figures 11.5 to 11.7',
  logs: [thesisLog(LOG)],
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 1,
  wholeBudget: 'the published overheads, 61',
  usualTime: 'about half a minute',
  scales: false,
  prepare: prepareGrids,
  further: () => [],
  result: (_, finished) => gridTables(finished),
}

/**
 * Fronts of several logs made one: C. Franke, doctoral thesis, Dortmund 2006, 8.1. A front of each log is searched by the
 * published plan; then all are reduced (8.1.6), their distances from CTC's measured (8.1.2), and all are laid upon it by a
 * (25+170) evolution strategy within the published bounds (8.1.4), as they are and reduced, which failed there and fails
 * here. Utilization is interpolated by radial basis functions (8.1.1).
 */
import type { RunStudy } from '../study.js'
import { ORIGIN, THESIS_LOGS, thesisLog } from '../thesis-logs.js'
import { furtherGeometry, prepareGeometry } from './plan.js'
import { geometryResult } from './result.js'

export const THESIS_GEOMETRY: RunStudy = {
  name: 'thesis-geometry',
  title: 'Fronts of several logs laid upon each other, and reduced',
  source:
    'C. Franke, doctoral thesis, Dortmund 2006, chapter 8.1, table 8.1, figures 8.1 to 8.5, appendices C to E',
  logs: THESIS_LOGS.map(thesisLog),
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.02,
  wholeBudget: 'the published 100 generations of each front',
  usualTime: 'about ten minutes',
  scales: true,
  lacksEstimates: true,
  prepare: prepareGeometry,
  further: furtherGeometry,
  result: (_, finished) => geometryResult(finished),
}

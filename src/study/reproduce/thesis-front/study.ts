/**
 * The front of schedules of the CTC log: C. Franke, doctoral thesis, Dortmund 2006, chapter 7. The published plan, phase by
 * phase (front/plans/published.ts), and at the same time ours with as many schedules (front/plans/own.ts), so that the
 * hypervolumes, which are measured in the same box, can be compared.
 */
import type { RunStudy } from '../study.js'
import { ORIGIN, thesisLog } from '../thesis-logs.js'
import { LOG, METHODS, prepareFronts } from './plan.js'
import { frontResult } from './result.js'

export const THESIS_FRONT: RunStudy = {
  name: 'thesis-front',
  title: 'The front of schedules of the CTC log, seven objectives',
  source: 'C. Franke, doctoral thesis, Dortmund 2006, chapter 7, tables 7.1 and G.1',
  logs: [thesisLog(LOG)],
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.2,
  wholeBudget: 'the published 100 generations',
  usualTime: 'about half an hour',
  scales: true,
  methods: METHODS,
  prepare: prepareFronts,
  further: () => [],
  result: (_, finished) => frontResult(finished),
}

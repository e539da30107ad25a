/**
 * Greedy strategies learnt for 10·AWRT1 + 4·AWRT2: C. Franke, J. Lepping, U. Schwiegelshohn: Greedy scheduling with complex
 * objectives, 2007; C. Franke, doctoral thesis, Dortmund 2006, 9.1, 10.1 and appendix H.
 *
 * First, at the same time: for each log the published method (twelve systems, learn/greedy/systems.ts) and ours
 * (learn/greedy/own.ts) with a third of its candidates, never more than a tenth of the published number; both learnt from
 * this log alone (SOPT), that of CTC measured on all the others too; and both learnt from all logs (ALLOPT), ours also by the
 * mean of the objective relative to EASY. Then the strategies that the last generation on CTC ended with are tried on every
 * log (figure 10.4), and a front is searched for on each (front/, with as many schedules as the thesis' real coding had), in
 * whose plane the strategies are marked (figures 4 and 5).
 */
import type { RunStudy } from '../study.js'
import { LEARNING_SOURCES } from '../thesis-learning.js'
import { ORIGIN, THESIS_LOGS, thesisLog } from '../thesis-logs.js'
import { CHOICES, furtherGreedy, prepareGreedy } from './plan.js'
import { greedyResult } from './result.js'

export const THESIS_GREEDY: RunStudy = {
  name: 'thesis-greedy',
  title: 'Greedy strategies learnt for 10·AWRT1 + 4·AWRT2',
  source:
    'C. Franke, J. Lepping, U. Schwiegelshohn: Greedy scheduling with complex objectives, 2007; ' +
    'C. Franke, doctoral thesis, Dortmund 2006, chapter 10.1, appendices F to H and L',
  logs: THESIS_LOGS.map(thesisLog),
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.03,
  wholeBudget: 'the 100 generations of 105 for each of twelve systems that every published training had',
  usualTime: 'about half an hour',
  scales: true,
  lacksEstimates: true,
  methods: CHOICES,
  sources: LEARNING_SOURCES,
  prepare: prepareGreedy,
  further: furtherGreedy,
  result: (_, finished) => greedyResult(finished),
}

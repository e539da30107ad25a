/**
 * Parallel jobs over clusters that share links: the genetic algorithm of MULTI beside JPR, CBS, METL and hill climbing, on
 * 4 clusters of 60 nodes; workloads of 20 and of 2,000 jobs, how fast it converges, and what its settings do. Ours beside it.
 */
import type { RunStudy } from '../study.js'
import { ORIGIN } from '../thesis-logs.js'
import { LOG, prepareMulti } from './plan.js'
import { multiTables } from './result.js'
import { FIGURES } from './tables.js'

export const MULTI: RunStudy = {
  name: 'multi',
  title: 'Parallel jobs over clusters that share links: a genetic algorithm, heuristics, and ours',
  source: 'MULTI, tables 1 and 2, figures 4 to 10',
  logs: [{ name: LOG, file: 'HPC2N-2002-2.2-cln.swf.gz', size: 'requested', machine: 240 }],
  origin: ORIGIN,
  uniqueRows: false,
  fields: ['status'],
  usualBudget: 0.1,
  wholeBudget: 'the published generations, and 25 workloads of 2,000 jobs',
  usualTime: 'about four minutes',
  scales: false,
  methods: FIGURES,
  prepare: prepareMulti,
  further: () => [],
  result: (options, finished) => multiTables(finished, options),
}

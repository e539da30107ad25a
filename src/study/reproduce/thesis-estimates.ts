/**
 * Estimates for jobs of which the log says none, as Franke's thesis (Dortmund 2006, 4.5.2) draws them: by the Beta model of
 * Song, Ernemann, Yahyapour (2004), fitted on the logs that have them. Of those at hand all of SDSC96, 9.2 % of LANL, 35 jobs
 * of SDSC00 and 6 of CTC have none. The model is that of `qw estimates fit` on CTC, KTH and SDSC00, to six digits; a test fits
 * it anew. It stands here, so that a study of some of the logs draws what a study of all draws.
 */
import { replaceColumns } from '../../trace/job-table.js'
import { traceWith } from '../../trace/select.js'
import type { Trace } from '../../trace/trace.js'
import { applyEstimates, type BetaModel } from '../../workload/estimates/index.js'

/** The estimates that stand in for those that a log lacks. */
export const MISSING_ESTIMATES = {
  beta: 'drawn by a Beta model fitted on the logs that have them',
  'run-time': 'the run times',
} as const
export type MissingEstimates = keyof typeof MISSING_ESTIMATES

/** Run time from, jobs, share of them at the limit, and a and b of the others. */
const GROUPS: readonly (readonly [from: number, jobs: number, atLimit: number, a: number, b: number])[] = [
  [0, 7963, 0, 0.414916, 6.02155],
  [26, 7643, 0.000130839, 0.623574, 8.03214],
  [39, 7962, 0, 0.465347, 6.23557],
  [51, 8225, 0.00109422, 0.709873, 6.16018],
  [65, 7879, 0.00228455, 0.769364, 6.46459],
  [83, 8209, 0.000852723, 0.601537, 4.09325],
  [111, 7962, 0.00238634, 0.587574, 3.46213],
  [157, 7990, 0.0020025, 0.610795, 2.30734],
  [245, 8007, 0.145747, 0.635853, 1.63036],
  [396, 8003, 0.0998376, 0.626796, 1.3603],
  [692, 7986, 0.158653, 0.67064, 1.26175],
  [1252, 7984, 0.0891784, 0.847647, 1.55029],
  [2254, 7978, 0.135498, 0.861567, 1.32485],
  [3700, 7991, 0.041797, 1.24504, 1.6752],
  [6339, 7985, 0.12536, 1.49644, 1.37527],
  [9976, 7985, 0.175454, 1.64095, 1.06981],
  [14370, 7982, 0.213606, 2.08583, 1.72288],
  [23209, 7987, 0.133968, 3.32284, 1.92261],
  [36712, 7984, 0.163577, 9.1082, 3.02134],
  [53529, 7985, 0.43707, 23.8762, 2.48215],
]

export const THESIS_ESTIMATES: BetaModel = {
  groups: GROUPS.map(([from, jobs, atLimit, a, b]) => ({ from, jobs, atLimit, beta: { a, b } })),
  evidence: {
    logs: [
      {
        name: 'CTC-SP2-1996-3.1-cln',
        digest: 'e056c52f3b2f5fe826a1bdd69f17eb4612ea9a5a250eba87d823b7eafa035bdf',
        jobs: 77222,
        used: 77216,
      },
      {
        name: 'KTH-SP2-1996-2.1-cln',
        digest: '11e5e1446ef5f6a1064419985f07417fdf43d6352fb24d8815bdc27ce307f349',
        jobs: 28475,
        used: 28475,
      },
      {
        name: 'SDSC-SP2-1998-4.2-cln',
        digest: '56e9c72ba99ce6d5498074ecfd626d4494494ff55802d9355d3e7f31f5cb8ece',
        jobs: 54034,
        used: 53999,
      },
    ],
    jobs: 159690,
    limit: 0.99,
    method: 'maximum likelihood per group of run times, atom at the limit',
  },
}

/** The trace with an estimate for every job; those that it has stay. */
export function withMissingEstimates(trace: Trace, seed: number): Trace {
  const { estimate } = trace.jobs
  if (estimate.every((seconds) => seconds >= 0)) return trace
  const drawn = applyEstimates(trace, { kind: 'beta', beta: THESIS_ESTIMATES }, seed).jobs.estimate
  return traceWith(trace, {
    jobs: replaceColumns(trace.jobs, {
      estimate: estimate.map((seconds, row) => (seconds >= 0 ? seconds : drawn[row])),
    }),
  })
}

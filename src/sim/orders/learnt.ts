/**
 * Score functions that `qw learn score` has found (docs/learning.md, "What a score function is worth"), under names of their
 * own so that others can be compared with them. All of them are formulas that one can also write out.
 *
 * `qw1`: learnt on fresh workloads of the model of Lublin and Feitelson for 256 processors alone, for the worst of two
 * workloads without and with backfilling. r the estimate, s the submit time from the origin, both in hours; n the size. Mostly r·10,000 + 423·n; an hour of waiting counts as 1, so that on a log of years nobody waits for ever.
 */
import type { OrderDeclaration } from './declaration.js'
import { staticRanking } from './ranking.js'

const HOUR = 3600
const LEAST_ESTIMATE = 10

export const LEARNT_ORDERS: readonly OrderDeclaration[] = [
  {
    name: 'qw1',
    aliases: [],
    formula:
      's + 10000·r + 422.75·n + 11.4·R − 2.384·N − 1080·R² + 68.89·N² + 0.867·R·N + 0.03456·R·n + 0.8469·r·n, hours, R = log2 max(r, 10 s), N = log2 n',
    source: 'qw learn score on Lublin workloads (docs/learning.md)',
    parameters: [],
    create: (name) => ({
      name,
      bind: ({ jobs, jobs: { estimate, size, submit }, origin }) =>
        staticRanking(jobs, (job) => {
          const R = Math.log2(Math.max(estimate[job], LEAST_ESTIMATE) / HOUR)
          const N = Math.log2(size[job])
          const hours = estimate[job] / HOUR
          const n = size[job] / 16
          return (
            (submit[job] - origin) / HOUR +
            11.4 * R -
            2.384 * N -
            1080 * R ** 2 +
            68.89 * N ** 2 +
            0.867 * R * N +
            0.5529 * R * n +
            6764 * n +
            10_000 * hours +
            13.55 * hours * n
          )
        }),
    }),
  },
]

/** A year on 256 nodes of 48 cores, packed by the core: processor time on nodes, and of the same jobs on one pool. */
import { askTask, median, printTable, rounded } from './report.mjs'

/** What plans the whole queue is measured on fewer and so longer jobs. */
const CASES = [
  { policy: 'easy', jobs: 100_000, runs: 3 },
  { policy: 'easy:spt', jobs: 100_000, runs: 3 },
  { policy: 'cons', jobs: 6_000, runs: 1 },
  { policy: 'slurm:fcfs', jobs: 6_000, runs: 1 },
]

export const nodes = {
  async measure({ rounds }) {
    return CASES.map(({ policy, jobs: count, runs }) => {
      const answers = Array.from({ length: Math.min(rounds, 3) }, () => askTask('nodes', policy, count, runs))
      const ms = (machine) => median(answers.map((answer) => median(answer[machine].ms)))
      const [{ jobs, nodes: packed }] = answers
      const [onNodes, onPool] = [ms('nodes'), ms('pool')]
      return {
        ...{ policy, jobs, ms: onNodes, jobsPerSecond: jobs / (onNodes / 1000), pool: onPool },
        ...{ wait: packed.wait, longest: packed.longest, checksum: packed.checksum },
      }
    })
  },
  print(rows) {
    printTable(
      'A year on 256 nodes of 48 cores, with memory for each core, at a load of 0.9',
      ['policy', 'jobs', 'ms', 'jobs/s', 'one pool, ms', 'mean wait, s', 'most waiting'],
      rows.map(({ policy, jobs, ms, jobsPerSecond, pool, wait, longest }) => [
        ...[policy, jobs, Math.round(ms), Math.round(jobsPerSecond)],
        ...[rounded(pool), Math.round(wait), longest],
      ]),
    )
  },
}

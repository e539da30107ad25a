/** A year on 256 nodes of 48 cores, packed by the core: processor time on nodes, and of the same jobs on one pool. */
import { askTask, median, printTable, rounded } from './report.mjs'

const JOBS = 100_000
const POLICIES = ['easy', 'easy:spt']
const RUNS = 3

export const nodes = {
  async measure({ rounds }) {
    return POLICIES.map((policy) => {
      const answers = Array.from({ length: Math.min(rounds, 3) }, () => askTask('nodes', policy, JOBS, RUNS))
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

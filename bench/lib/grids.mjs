/** What sharing work over four sites of 128 nodes costs beside EASY on one machine of all nodes: 10,000 jobs of a log. */
import { askTask, median, printTable, rounded } from './report.mjs'

const JOBS = 10_000
/** The first jobs of THESIS W1 to W3, on CTC; of another log the beginning. */
const PARTS = { CTC: [10_000, 30_000, 60_000] }
const CONTENDERS = ['easy', 'local', 'sharing', 'multi', 'adaptive']

export const grids = {
  async measure({ workloads, rounds }) {
    const workload = workloads.find(({ name }) => name in PARTS) ?? workloads[0]
    return (PARTS[workload.name] ?? [0]).map((first) => {
      const answers = CONTENDERS.map(() => [])
      for (let round = 0; round < rounds; round++) {
        for (const [k, contender] of CONTENDERS.entries()) {
          answers[k].push(askTask('grid', workload.dump, first, JOBS, contender, 40, 60))
        }
      }
      const ms = answers.map((each) => median(each.map((answer) => median(answer.ms))))
      return { workload: workload.name, first, jobs: answers[0][0].jobs, ms }
    })
  },
  print(rows) {
    printTable(
      'Grids of four sites of 128 nodes: processor time of EASY on 512 processors, and ratios to it',
      ['log', 'first', 'jobs', 'easy, ms', ...CONTENDERS.slice(1)],
      rows.map(({ workload, first, jobs, ms: [easy, ...others] }) => [
        ...[workload, first, jobs, rounded(easy)],
        ...others.map((each) => rounded(each / easy)),
      ]),
    )
  },
}

/** How the cost of conservative backfilling grows: with jobs that are all submitted at one instant, and with a log of campaigns. */
import { join } from 'node:path'
import { BUILD } from './build.mjs'
import { writeDump } from './dump.mjs'
import { generateCampaigns } from './generate.mjs'
import { askTask, median, printTable, rounded } from './report.mjs'

const CASES = [
  { compress: 'queue', estimates: 'exact', counts: [2500, 5000, 10_000, 20_000] },
  { compress: 'none', estimates: 'exact', counts: [2500, 5000, 10_000, 20_000] },
  { compress: 'queue', estimates: 'over', counts: [2500, 5000, 10_000, 20_000] },
  { compress: 'none', estimates: 'over', counts: [625, 1250, 2500] },
]
const CAMPAIGNS = { seed: 1, jobs: 450_000, processors: 8192, load: 0.9 }

export const crowds = {
  async measure({ rounds, large }) {
    const rows = CASES.map(({ compress, estimates, counts }) => {
      const ms = counts.map((count) =>
        median(
          Array.from(
            { length: Math.min(rounds, 3) },
            () => askTask('at-once', 'cons', compress, estimates, count).ms,
          ),
        ),
      )
      const exponent = Math.log(ms.at(-1) / ms[0]) / Math.log(counts.at(-1) / counts[0])
      return { compress, estimates, counts, ms, exponent }
    })
    if (!large) return { rows, campaigns: null }
    const dump = join(BUILD, 'campaigns.jobs')
    writeDump(dump, await generateCampaigns(CAMPAIGNS), CAMPAIGNS.processors)
    return { rows, campaigns: { ...CAMPAIGNS, ms: askTask('kernel', dump, 'cons', 0, 1).ms[0] } }
  },
  print({ rows, campaigns }) {
    printTable(
      'cons, jobs at one instant: processor time, and the exponent by which it grows',
      ['compress', 'estimates', 'jobs', 'ms', 'exponent'],
      rows.map(({ compress, estimates, counts, ms, exponent }) => [
        ...[compress, estimates, counts.join(' ')],
        ...[ms.map((each) => rounded(each)).join(' '), rounded(exponent)],
      ]),
    )
    if (campaigns === null) return
    printTable('cons on a log of campaigns', ['jobs', 'ms'], [[campaigns.jobs, rounded(campaigns.ms)]])
  },
}

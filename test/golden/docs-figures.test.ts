/** The figures that docs/predictions.md and docs/feedback.md give for real logs are those that the program gives. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatCount, formatNumber } from '../../src/core/format.js'
import { ascending, quantile } from '../../src/core/statistics.js'
import { measure } from '../../src/sim/objectives/index.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../src/sim/prepare.js'
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import { LAST_TWO, PREDICTORS } from '../../src/workload/predictions/index.js'
import { dependenciesOf, extractSessions } from '../../src/workload/sessions/index.js'
import { missing, PROJECT_ROOT, requirements } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'
import { cleanLog } from '../support/real-logs.js'

/** Rows of the table in `page` whose first column is headed `head`: cells by the heads of their columns. */
function tableOf(page: string, head = 'log'): Record<string, string>[] {
  const lines = readFileSync(join(PROJECT_ROOT, 'docs', page), 'utf8').split('\n')
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
  const first = lines.findIndex((line) => line.startsWith(`| ${head} |`))
  const heads = cells(lines[first])
  const last = lines.findIndex((line, k) => k > first && !line.startsWith('|'))
  return lines
    .slice(first + 2, last)
    .map((line) => Object.fromEntries(cells(line).map((cell, k) => [heads[k], cell])))
}

async function prepared(log: string) {
  const trace = await cleanLog(`${log}.swf.gz`)
  const processors = trace.processors!
  const jobsWith = (estimates: 'user' | 'actual') =>
    prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, estimates, processors }).jobs
  return { trace, processors, jobsWith }
}

function judged(setup: Simulation): { slowdown: string; longest: string } {
  const { AVEbsld, maxWait } = measure(simulate(setup), null, ['AVEbsld', 'maxWait'])
  const slowdown = AVEbsld! >= 1000 ? formatNumber(Math.round(AVEbsld!)) : AVEbsld!.toFixed(2)
  return { slowdown, longest: (maxWait! / 3600).toFixed(0) }
}

describe.skipIf(missing(requirements.traces))('figures of the docs', () => {
  it.each(tableOf('predictions.md'))('predictions.md: $policy on $log', async ({ log, policy, ...cells }) => {
    const { processors, jobsWith } = await prepared(log)
    for (const [estimates, cell] of Object.entries(cells)) {
      const predictor = PREDICTORS.find(({ name }) => estimates === `predicted:${name}`)
      const { slowdown, longest } = judged({
        jobs: jobsWith(estimates === 'actual' ? 'actual' : 'user'),
        processors,
        policy: plainPolicy(policy),
        ...(predictor && { predictor }),
      })
      expect([estimates, `${slowdown} (${longest})`]).toEqual([estimates, cell])
    }
  })

  it('predictions.md: EASY++ on CTC-SP2 where jobs are stopped at their requests', async () => {
    const { trace, processors } = await prepared('CTC-SP2-1996-3.1-cln')
    const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, overrun: 'kill', processors })
    const { slowdown } = judged({
      jobs,
      processors,
      policy: plainPolicy('easy:fcfs/spt'),
      predictor: LAST_TWO,
    })
    const page = readFileSync(join(PROJECT_ROOT, 'docs', 'predictions.md'), 'utf8')
    expect(page).toContain(`${slowdown} with \`--overrun kill\``)
  })

  it.each(tableOf('feedback.md'))('feedback.md: $log', async ({ log, ...cells }) => {
    const { trace, processors, jobsWith } = await prepared(log)
    const dependencies = dependenciesOf(extractSessions(trace))
    for (const [what, cell] of Object.entries(cells)) {
      const [policy, feedback] = what.split(' ')
      const setup = { jobs: jobsWith('user'), processors, policy: plainPolicy(policy) }
      const { slowdown } = judged(feedback === undefined ? setup : { ...setup, dependencies })
      expect([what, slowdown]).toEqual([what, cell])
    }
  })

  it.each(tableOf('feedback.md', 'trace'))(
    'feedback.md: how far off, on $trace',
    async ({ trace: log, ...cells }) => {
      const { trace, processors, jobsWith } = await prepared(log)
      const jobs = jobsWith('user')
      const dependencies = dependenciesOf(extractSessions(trace))
      const schedule = simulate({ jobs, processors, policy: plainPolicy('easy'), dependencies })
      const off: number[] = []
      schedule.rows!.forEach((row, job) => {
        if (dependencies.preceding[row] >= 0) off.push(Math.abs(schedule.jobs.submit[job] - jobs.submit[row]))
      })
      const sorted = ascending(off)
      const share = off.filter((seconds) => seconds <= 3600).length / off.length
      expect(cells).toEqual({
        'jobs that depend on others': formatCount(off.length),
        'median difference': formatCount(Math.round(quantile(sorted, 0.5))),
        '90 % within': formatCount(Math.round(quantile(sorted, 0.9))),
        'within an hour': `${Math.round(100 * share)} %`,
      })
    },
  )
})

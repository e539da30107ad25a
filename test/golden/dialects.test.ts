/**
 * The rules of two published studies, as data: their figures come out of the kernel as it is (docs/dialects.md).
 *
 * - RLScheduler (Zhang et al., SC'20), table 5: mean over ten windows of 1,024 jobs of the average bounded slowdown.
 * - The SC'17 score functions (Carastan-Santos, de Camargo), table 4, actual run times: median over ten windows of
 *   fifteen days, each with sixteen jobs before it that set the state and are not judged.
 */
import { describe, expect, it } from 'vitest'
import { median } from '../../src/core/statistics.js'
import { DIALECTS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { type JobTable, JobTableBuilder } from '../../src/trace/job-table.js'
import { missing, requirements } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'
import { averageBoundedSlowdown, readActual } from '../support/reference.js'

/** Rows [from, to) of `jobs`, times counted from `origin`. */
function part(jobs: JobTable, from: number, to: number, origin: number): JobTable {
  const builder = new JobTableBuilder(to - from)
  for (let row = from; row < to; row++) {
    const { id, runtime, size } = jobs
    builder.addValues(id[row], jobs.submit[row] - origin, runtime[row], runtime[row], size[row], -1, 0)
  }
  return builder.finish().table
}

describe.skipIf(missing(requirements.traces))('RLScheduler, table 5', () => {
  const STARTS = [1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085]

  function meanSlowdown(log: string, policy: string): number {
    const jobs = readActual(log)
    const values = STARTS.map((from) => {
      const window = part(jobs, from, Math.min(jobs.length, from + 1024), 0)
      const { start } = simulate({
        jobs: window,
        processors: 256,
        policy: plainPolicy(policy),
        rules: DIALECTS.rlscheduler,
      })
      return (averageBoundedSlowdown(window, start) * window.length) / 1024
    })
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }

  it.each([
    ['lublin_256', 'fcfs', '7273.77', '235.82'],
    ['lublin_256', 'head:spt', '277.35', '73.31'],
    ['lublin_256_new2', 'fcfs', '7842.47', '247.61'],
    ['lublin_256_new2', 'head:spt', '787.89', '91.99'],
  ])('%s, %s without and with backfilling', (log, policy, without, backfilled) => {
    expect(meanSlowdown(`${log}.swf.gz`, policy).toFixed(2)).toBe(without)
    const order = policy === 'fcfs' ? 'submit' : 'spt'
    expect(meanSlowdown(`${log}.swf.gz`, `easy:${order}/submit`).toFixed(2)).toBe(backfilled)
  })
})

describe.skipIf(missing(requirements.traces))("SC'17, table 4, actual run times", () => {
  const DAYS = 15 * 86_400
  const LEAD = DIALECTS.sc17.lead

  function windows(jobs: JobTable): JobTable[] {
    const found: JobTable[] = []
    for (let from = 0, to = 0; found.length < 10; from = to) {
      const origin = jobs.submit[from]
      to = from
      while (to < jobs.length && (to - from < LEAD || jobs.submit[to] <= origin + DAYS)) to++
      found.push(part(jobs, from, to, origin))
    }
    return found
  }

  /** Over the jobs after the lead. */
  function slowdown(jobs: JobTable, start: Float64Array): number {
    const judged = part(jobs, LEAD, jobs.length, 0)
    return averageBoundedSlowdown(judged, start.slice(LEAD))
  }

  it.each([
    [
      'CTC-SP2-1996-3.1-cln',
      338,
      {
        fcfs: 439.72,
        wfp3: 309.72,
        unicef: 29.87,
        spt: 87.55,
        'f4-raw': 19.02,
        'f3-raw': 14.06,
        'f2-raw': 5.32,
        'f1-raw': 10.27,
      },
    ],
    [
      'lublin_256-20k',
      256,
      {
        fcfs: 5846.87,
        wfp3: 3630.66,
        unicef: 1799.74,
        spt: 943.59,
        'f4-raw': 583.89,
        'f3-raw': 89.93,
        'f2-raw': 29.65,
        'f1-raw': 29.58,
      },
    ],
  ])('%s', (log, processors, published) => {
    const parts = windows(readActual(`${log}.swf.gz`))
    for (const [order, value] of Object.entries(published)) {
      const values = parts.map((jobs) => {
        // Shortest first takes the later of two equally long jobs, as published.
        const rules = order === 'spt' ? { ...DIALECTS.sc17, ties: 'latest' as const } : DIALECTS.sc17
        const policy = plainPolicy(`head:${order}`)
        return slowdown(jobs, simulate({ jobs, processors, policy, rules }).start)
      })
      expect([order, Math.abs(median(Float64Array.from(values).sort()) - value) <= 0.011]).toEqual([
        order,
        true,
      ])
    }
  })
})

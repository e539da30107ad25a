/** Forecasts of starts: as true as they say on a replayed log, the same for the same seed, and of a live queue. */
import { describe, expect, it } from 'vitest'
import { QUIET } from '../../../src/lab/ports.js'
import { predictStarts } from '../../../src/lab/predict.js'
import { EPOCH, forecasts, momentOf } from '../../../src/live/index.js'
import { predictedPage, promptLine } from '../../../src/report/pages/predicted.js'
import { loadTrace } from '../../../src/runtime/index.js'
import { DEFAULT_PREPARATION, prepareJobs, UTC_TIME_CLASSES } from '../../../src/sim/index.js'
import { parseMember } from '../../../src/sim/policy.js'
import { simulate } from '../../../src/sim/simulate.js'
import { missing, requirements, TRACES } from '../../support/data.js'
import { FakeSlurm } from '../../support/fake-slurm.js'

const MOMENTS = 30
const OPTIONS = { policy: parseMember('easy'), situation: UTC_TIME_CLASSES, futures: 60, seed: 1 }

describe.skipIf(missing(requirements.traces))('forecasts on KTH-SP2', () => {
  it('hold in eight of ten jobs, and err by less than half as much as plans by limits', async () => {
    const trace = await loadTrace(`${TRACES}/KTH-SP2-1996-2.1-cln.swf.gz`)
    const processors = trace.processors ?? 100
    const preparation = { ...DEFAULT_PREPARATION, processors, overrun: 'kill' } as const
    const { jobs } = prepareJobs(trace.jobs, preparation)
    const { start } = simulate({ jobs, processors, policy: OPTIONS.policy })
    const [first, last] = [jobs.submit[0], jobs.submit[jobs.length - 1]]
    const errors: number[] = []
    const planned: number[] = []
    let inside = 0
    for (let k = 0; k < MOMENTS; k++) {
      const at = first + (last - first) * (0.3 + (0.65 * (k + 0.5)) / MOMENTS)
      const { state, past, rows } = momentOf(jobs, start, processors, at)
      forecasts(state, past, OPTIONS).forEach((forecast, j) => {
        const truth = start[rows[j]]
        if (truth >= forecast.early && truth <= forecast.late) inside++
        errors.push(Math.abs(truth - forecast.median))
        planned.push(Math.abs(truth - forecast.planned))
      })
    }
    const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]
    expect(errors.length).toBeGreaterThan(100)
    expect(inside / errors.length).toBeGreaterThan(0.75)
    expect(inside / errors.length).toBeLessThan(0.85)
    expect(median(errors)).toBeLessThan(0.5 * median(planned))
  })
})

describe('predictions', () => {
  const now = EPOCH + 1e6
  const whole = { processors: 128, submit: now - 50, base: 10 }
  const slurm = new FakeSlurm(
    { ...whole, id: 1, user: 'ann', limit: 100, state: 'RUNNING', start: now - 100, end: now + 5900 },
    { ...whole, id: 2, user: 'bob', limit: 30, start: now + 5900 },
    { ...whole, id: 3, user: 'cid', limit: 20 },
    { ...whole, id: 4, user: 'cid', limit: 20, reason: 'JobHeldUser' },
  )
  // Ann's jobs run for ten minutes of the hundred that she asks for.
  slurm.accounted = Array.from({ length: 20 }, (_, k) =>
    [100 + k, 'ann', 'batch', now - 9000, now - 8000, now - 7400, 8, 100].join('|'),
  )
  const around = { commands: slurm, now: () => now, sleep: async () => {} }
  const options = { partition: ['batch'], policy: 'fcfs', futures: 50 }

  it('of a live queue go by what its users ran, beside what Slurm expects', async () => {
    const predicted = await predictStarts(null, options, QUIET, around)
    expect(predicted).toMatchObject({ processors: 128, free: 0, running: 1, past: 20 })
    expect(predicted.jobs.map(({ job, slurm: said }) => [job, said])).toEqual([
      ['2', 5900],
      ['3', null],
    ])
    const [second, third] = predicted.jobs
    expect(second).toMatchObject({ median: 500, early: 500, late: 500, planned: 5900, before: 0, waited: 50 })
    expect(third.median).toBeGreaterThan(500)
    expect(third.before).toBe(1)
    expect(promptLine(second)).toBe('job 2 starts in about 8m 20s (8m 20s to 8m 20s)')
    expect(predictedPage(predicted).subtitle).toContain('job 2 starts in about 8m 20s')
    expect(slurm.written).toEqual([])
  })

  it('fail where accounting has no answer, and do without where none is kept', async () => {
    const without = (accountsFail: string) => {
      const other = new FakeSlurm(...slurm.jobs.values())
      return predictStarts(null, options, QUIET, {
        ...around,
        commands: Object.assign(other, { accountsFail }),
      })
    }
    await expect(without('sacct: error: Connection refused')).rejects.toMatchObject({
      kind: 'slurm-unreachable',
      detail: { value: 'sacct: error: Connection refused' },
    })
    expect(await without('Slurm accounting storage is disabled')).toMatchObject({ past: 0, running: 1 })
  })

  it('are the same for the same seed, and can be asked for one job', async () => {
    const [one, other] = [
      await predictStarts('3', options, QUIET, around),
      await predictStarts('3', options, QUIET, around),
    ]
    expect(one).toEqual(other)
    expect(one.jobs.map(({ job }) => job)).toEqual(['3'])
    await expect(predictStarts('4', options, QUIET, around)).rejects.toMatchObject({ exitCode: 2 })
  })
})

/** Simulations in which submissions depend on ends, or estimates are predicted: small cases by hand, and misuse. */
import { describe, expect, it } from 'vitest'
import type { Dependencies } from '../../../src/sim/dependencies.js'
import type { Predictor } from '../../../src/sim/prediction.js'
import { DEFAULT_SEMANTICS } from '../../../src/sim/semantics.js'
import { simulate } from '../../../src/sim/simulate.js'
import { plainPolicy } from '../../support/policies.js'
import { jobsOf } from '../../support/worlds.js'

const on = (...pairs: readonly (readonly [number, number])[]): Dependencies => ({
  preceding: Int32Array.from(pairs, ([row]) => row),
  think: Float64Array.from(pairs, ([, seconds]) => seconds),
})
const NONE = [-1, -1] as const

describe('user feedback', () => {
  // Job 2 was submitted 30 s after job 1 had ended; job 3 takes the whole machine from 10 to 210.
  const jobs = jobsOf([
    { submit: 0, runtime: 100, size: 4 },
    { submit: 10, runtime: 200, size: 10 },
    { submit: 130, runtime: 50, size: 1 },
  ])
  const dependencies = on(NONE, NONE, [0, 30])

  it('submits a job its think time after the end of the one it depends on', () => {
    const schedule = simulate({ jobs, processors: 10, policy: plainPolicy('head:lcfs'), dependencies })
    expect([...schedule.start]).toEqual([0, 100, 300])
    expect([...schedule.jobs.submit]).toEqual([0, 10, 130])
  })

  it('keeps jobs in order of submission, and says which rows they were', () => {
    const late = jobsOf([
      { submit: 0, runtime: 100, size: 10 },
      { submit: 5, runtime: 1000, size: 10 },
      { submit: 20, runtime: 5, size: 1 },
      { submit: 500, runtime: 5, size: 1 },
    ])
    // The third job depends on the second, which now ends long after the fourth was submitted.
    const schedule = simulate({
      jobs: late,
      processors: 10,
      policy: plainPolicy('fcfs'),
      dependencies: on(NONE, NONE, [1, 7], NONE),
    })
    expect([...schedule.rows!]).toEqual([0, 1, 3, 2])
    expect([...schedule.jobs.id]).toEqual([1, 2, 4, 3])
    expect([...schedule.jobs.submit]).toEqual([0, 5, 500, 1107])
    expect([...schedule.start]).toEqual([0, 100, 1100, 1107])
  })

  it.each([
    ['a row outside the log', on(NONE, [7, 0], NONE), 'precedingJob'],
    ['a circle', on([2, 0], [0, 0], [1, 0]), 'precedingJob'],
    ['itself', on(NONE, [1, 0], NONE), 'precedingJob'],
    ['a negative think time', on(NONE, [0, -1], NONE), 'thinkTime'],
    ['no think time', on(NONE, [0, Number.NaN], NONE), 'thinkTime'],
  ])('refuses a dependency on %s', (_, wrong, field) => {
    const run = () => simulate({ jobs, processors: 10, policy: plainPolicy('fcfs'), dependencies: wrong })
    expect(run).toThrow(
      expect.objectContaining({ kind: 'line-value', detail: expect.objectContaining({ field }) }),
    )
  })
})

describe('predictions', () => {
  /** Predicts a tenth of the request, then doubles it twice, then gives up. */
  const TENTH: Predictor = {
    name: 'tenth',
    bind: ({ jobs: { requested } }) => ({
      submitted: (job) => requested[job] / 10,
      ended: () => {},
      corrected: (_, first, corrections) => first * 2 ** Math.min(2, corrections),
    }),
  }
  // The second job has to wait; the third fits beside the first, if it ends before the second is thought to start.
  const jobs = jobsOf([
    { submit: 0, runtime: 100, estimate: 200, size: 6 },
    { submit: 1, runtime: 100, estimate: 100, size: 10 },
    { submit: 30, runtime: 10, estimate: 300, size: 4 },
  ])

  it('plan with what is predicted, and correct it while jobs run', () => {
    const policy = plainPolicy('easy')
    expect([...simulate({ jobs, processors: 10, policy }).start]).toEqual([0, 100, 200])
    const schedule = simulate({ jobs, processors: 10, policy, predictor: TENTH })
    // The first job is predicted to end at 20, from then on at 40, from then on at 80. The third, predicted to run
    // 30 s, comes at 30 and would delay the second by what is known then; at 41 it would not. A correction is no
    // reason to look again.
    expect([...schedule.start]).toEqual([0, 100, 200])
    expect([...schedule.jobs.estimate]).toEqual([20, 10, 30])
    expect([...schedule.corrections!]).toEqual([3, 3, 0])
    const sooner = jobsOf([
      { submit: 0, runtime: 100, estimate: 200, size: 6 },
      { submit: 1, runtime: 100, estimate: 100, size: 10 },
      { submit: 41, runtime: 10, estimate: 300, size: 4 },
    ])
    expect([...simulate({ jobs: sooner, processors: 10, policy, predictor: TENTH }).start]).toEqual([
      0, 100, 41,
    ])
  })

  it('are refused where reservations are kept', () => {
    const rules = { ...DEFAULT_SEMANTICS, compress: 'none' as const }
    const run = () => simulate({ jobs, processors: 10, policy: plainPolicy('cons'), rules, predictor: TENTH })
    expect(run).toThrow(expect.objectContaining({ kind: 'usage' }))
  })

  it('leave the jobs that were given as they are', () => {
    const before = jobs.estimate.slice()
    simulate({ jobs, processors: 10, policy: plainPolicy('easy'), predictor: TENTH })
    expect(jobs.estimate).toEqual(before)
  })
})

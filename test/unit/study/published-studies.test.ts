import { describe, expect, it } from 'vitest'
import { DIALECTS } from '../../../src/sim/semantics.js'
import { simulate } from '../../../src/sim/simulate.js'
import { EASY_2015 } from '../../../src/study/reproduce/easy-2015/study.js'
import { requireStudy, STUDIES } from '../../../src/study/reproduce/registry.js'
import { RLSCHEDULER_TABLE5 } from '../../../src/study/reproduce/rlscheduler-table5/study.js'
import { WINDOW_STARTS } from '../../../src/study/reproduce/rlscheduler-table5/tables.js'
import type { PublishedStudy } from '../../../src/study/reproduce/study.js'
import { slowdownFrom, windowOf } from '../../../src/study/reproduce/windows.js'
import { replaceColumns } from '../../../src/trace/job-table.js'
import { traceWith } from '../../../src/trace/select.js'
import type { Trace } from '../../../src/trace/trace.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { tableOf } from '../../support/arbitraries.js'
import { failureOf } from '../../support/failures.js'
import { plainPolicy } from '../../support/policies.js'

function valuesOf(study: PublishedStudy, name: string, trace: Trace) {
  const run = study.begin(new Map([[name, trace]]), { seed: 1, draws: 1 })
  for (const task of run.tasks) task.run()
  return run.values()
}

describe('studies', () => {
  it('have names, and logs of names and files of their own', () => {
    expect(new Set(STUDIES.map(({ name }) => name)).size).toBe(STUDIES.length)
    for (const { logs } of STUDIES) {
      expect(new Set(logs.map(({ name }) => name)).size).toBe(logs.length)
      expect(new Set(logs.map(({ file }) => file)).size).toBe(logs.length)
    }
  })

  it('are suggested', () => {
    expect(failureOf(() => requireStudy('sc17-table5')).message).toContain('sc17-table4')
  })
})

describe('windows', () => {
  const jobs = tableOf(
    [0, 5, 5, 20].map((submit, k) => ({
      id: 10 - k,
      submit,
      runtime: 10 + k,
      estimate: 20 + k,
      size: 1,
      user: k,
      group: 0,
    })),
  )

  it('are rows of a table, their submits counted anew', () => {
    const part = windowOf(jobs, 1, 4, 5)
    expect(Array.from(part.submit)).toEqual([0, 0, 15])
    expect(Array.from(part.id)).toEqual(Array.from(jobs.id.slice(1)))
    expect(Array.from(part.runtime)).toEqual(Array.from(jobs.runtime.slice(1)))
    expect(windowOf(jobs, 2, 2, 0).length).toBe(0)
  })

  it('are judged from a row on', () => {
    const start = Float64Array.from([0, 5, 5 + 24, 20])
    const schedule = { jobs, processors: 4, start }
    const [, , third] = jobs.runtime
    expect(slowdownFrom(schedule, 0)).toBeCloseTo((1 + 1 + (24 + third) / third + 1) / 4, 12)
    expect(slowdownFrom(schedule, 3)).toBe(1)
    expect(slowdownFrom(schedule, 4)).toBeNaN()
  })
})

describe('easy-2015', () => {
  /** What pyss would have written of the demonstration log, by our own simulation; with another start of one job. */
  function reference(changed: number | null): Trace {
    const trace = demoTrace({ jobs: 300, processors: 100 })
    const estimate = trace.jobs.estimate.map((asked, job) => Math.max(asked, trace.jobs.runtime[job]))
    const jobs = replaceColumns(trace.jobs, { estimate })
    const { start } = simulate({ jobs, processors: 100, policy: plainPolicy('easy'), rules: DIALECTS.pyss })
    const wait = start.map((instant, job) => instant - jobs.submit[job] + (job === changed ? 1 : 0))
    return traceWith(trace, { jobs, fields: { wait } })
  }

  it('counts the starts that differ from the reference', () => {
    for (const [changed, expected] of [
      [null, 0],
      [7, 1],
    ]) {
      const values = valuesOf(EASY_2015, 'KTH EASY', reference(changed))
      const cell = (column: string) =>
        values.find((value) => value.row === 'KTH 100, EASY' && value.column === column)
      expect(cell('other starts')?.ours).toBe(expected)
      expect(cell('jobs')?.ours).toBe(300)
      expect(cell('AVEbsld')?.published).toBe(92.58)
    }
  })

  it('counts predictions and corrections that differ, where there are any', () => {
    const trace = reference(null)
    const none = new Float64Array(trace.jobs.length)
    const { fields } = trace
    const values = valuesOf(
      EASY_2015,
      'KTH EASY++',
      traceWith(trace, { fields: { ...fields, precedingJob: none, thinkTime: none } }),
    )
    const ours = (column: string) => values.find((value) => value.column === column)?.ours
    // Nobody is predicted to run for no time, nor corrected once (0 is one correction).
    expect(ours('other predictions')).toBe(300)
    expect(ours('other corrections')).toBeGreaterThan(250)
    expect([...new Set(values.map(({ row }) => row))]).toEqual(['KTH 100, EASY++'])
  })
})

describe('rlscheduler-table5', () => {
  const trace = demoTrace({ jobs: 3000, processors: 256 })

  it('has a row a mode, published columns first, and no value of ours for the agent', () => {
    const values = valuesOf(RLSCHEDULER_TABLE5, 'Lublin-1', trace)
    expect([...new Set(values.map(({ row }) => row))]).toEqual([
      'Lublin-1, heads only',
      'Lublin-1, backfilling',
    ])
    const columns = (table: string) => [
      ...new Set(values.filter((value) => value.table === table).map(({ column }) => column)),
    ]
    expect(columns('table 5')).toEqual(['FCFS', 'WFP3', 'UNICEP', 'SJF', 'F1', 'RL'])
    expect(columns('not in the table').slice(-6)).toEqual(['saf', 'smallest', 'f2', 'f3', 'f4', 'qw1'])
    for (const { column, ours, published, table } of values) {
      expect(published === null).toBe(table !== 'table 5')
      if (column === 'RL') expect(ours).toBeNull()
      else expect(ours).toBeGreaterThan(0)
    }
  })

  it('takes further orders into the second table, in both modes', () => {
    const orders = [{ name: 'mine', order: 'saf' }]
    const run = RLSCHEDULER_TABLE5.begin(new Map([['Lublin-1', trace]]), { seed: 1, draws: 1, orders })
    for (const task of run.tasks) task.run()
    const values = run.values().filter(({ table }) => table === 'not in the table')
    const ours = (name: string) => values.filter(({ column }) => column === name).map((each) => each.ours)
    expect(ours('mine')).toHaveLength(2)
    expect(ours('mine')).toEqual(ours('saf'))
  })

  it('takes WFP3 and UNICEP for orders by submit time and length, as the environment did', () => {
    // The first job holds the machine until all are there, the second was committed to; then there is a choice.
    const rows = [
      { submit: 50_000, runtime: 100, size: 256 },
      { submit: 50_001, runtime: 50, size: 256 },
      { submit: 50_002, runtime: 10, size: 200 },
      { submit: 50_003, runtime: 1000, size: 200 },
    ]
    const start = WINDOW_STARTS[0]
    const padded = Array.from({ length: start }, (_, k) => ({ submit: k, runtime: 1, size: 1 }))
    const jobs = tableOf(
      [...padded, ...rows].map((row, k) => ({ id: k + 1, estimate: -1, user: 0, group: 0, ...row })),
    )
    const values = valuesOf(RLSCHEDULER_TABLE5, 'Lublin-1', traceWith(trace, { jobs, fields: {} }))
    const ours = (column: string) =>
      values.find((value) => value.row === 'Lublin-1, heads only' && value.column === column)?.ours
    // The sum over a window of four jobs is divided by 1,024 all the same; the mean is over this one window.
    const expected = (longestFirst: boolean) => {
      const [short, long] = longestFirst ? [1150 - 2, 150 - 3] : [150 - 2, 160 - 3]
      return (1 + (99 + 50) / 50 + (short + 10) / 10 + (long + 1000) / 1000) / 1024
    }
    expect(ours('WFP3')).toBeCloseTo(expected(true), 9)
    expect(ours('UNICEP')).toBeCloseTo(expected(true), 9)
    expect(ours('WFP3 corrected')).toBeCloseTo(expected(false), 9)
    expect(ours('SJF')).toBeCloseTo(expected(false), 9)
  })

  it('has no value where the log ends before the first window', () => {
    const values = valuesOf(RLSCHEDULER_TABLE5, 'Lublin-2', demoTrace({ jobs: 50, processors: 256 }))
    expect(values.every(({ ours }) => ours === null)).toBe(true)
  })
})

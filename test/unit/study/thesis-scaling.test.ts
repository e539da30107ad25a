import { describe, expect, it } from 'vitest'
import { MATCH_POLICIES } from '../../../src/study/measured-run.js'
import { requireStudy, STUDIES } from '../../../src/study/reproduce/registry.js'
import { TRIED } from '../../../src/study/reproduce/thesis-scaling/factors.js'
import { THESIS_SCALING } from '../../../src/study/reproduce/thesis-scaling/study.js'
import {
  ADJUSTED,
  FINAL_JOBS,
  ORIGINALS,
  PERCENTAGES,
  PRECISE,
  type PublishedRun,
  STUDY_LOGS,
  type StudyLogName,
  WHOLE,
  WHOLE_COPIES,
} from '../../../src/study/reproduce/thesis-scaling/tables.js'
import { replaceColumns } from '../../../src/trace/job-table.js'
import { traceWith } from '../../../src/trace/select.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { failureOf } from '../../support/failures.js'

const MACHINES: Record<StudyLogName, number> = { CTC: 430, KTH: 100, NASA: 128, SDSC00: 128, SDSC96: 416 }

interface Row {
  readonly name: string
  readonly machine: number
  readonly easy: PublishedRun
  readonly fcfs: PublishedRun
}

const ROWS: Row[] = STUDY_LOGS.flatMap((log) => [
  { name: `${log} ref`, machine: MACHINES[log], ...ORIGINALS[log] },
  ...PERCENTAGES.flatMap((d, k) => [
    { name: `${log} 5.2 d=${d}`, machine: 1024, easy: WHOLE[log].easy[k], fcfs: WHOLE[log].fcfs[k] },
    { name: `${log} 5.3 d=${d}`, machine: 1024, easy: PRECISE[log].easy[k], fcfs: PRECISE[log].fcfs[k] },
  ]),
])

describe('the published tables, as they were copied', () => {
  it.each(ROWS)('$name: UTIL follows from RC', ({ machine, easy, fcfs }) => {
    for (const [, lastEnd, UTIL, , , RC] of [easy, fcfs]) {
      expect(Math.abs((100 * RC) / (machine * lastEnd) - UTIL)).toBeLessThan(1)
    }
  })

  it('AWRT − AWWT is of the log, not of the scheduler, but for one row of two samples', () => {
    const gap = ([, , , AWWT, AWRT]: PublishedRun) => AWRT - AWWT
    const odd = ROWS.filter(({ easy, fcfs }) => Math.abs(gap(easy) - gap(fcfs)) > 1).map(({ name }) => name)
    expect(odd).toEqual(['SDSC96 5.3 d=50'])
    for (const row of ROWS.filter(({ name }) => !odd.includes(name))) expect(row.easy[0]).toBe(row.fcfs[0])
  })

  it('n follows from d and the number of copies, but for three rows', () => {
    const odd: string[] = []
    for (const log of STUDY_LOGS) {
      const before = ORIGINALS[log].easy[0]
      for (const [table, rows, copies] of [
        ['5.2', WHOLE, WHOLE_COPIES[log]],
        ['5.3', PRECISE, 1024 / MACHINES[log]],
      ] as const) {
        PERCENTAGES.forEach((d, k) => {
          const share = (rows[log].fcfs[k][0] / before - 1) / (copies - 1)
          // Four standard deviations of the share, and as much again for fractional copies.
          if (Math.abs(share - d / 100) > 8 * Math.sqrt((d / 100) * (1 - d / 100) * (1 / before))) {
            odd.push(`${log} ${table} d=${d}: ${(100 * share).toFixed(2)}`)
          }
        })
      }
    }
    expect(odd).toEqual(['CTC 5.2 d=1: 2.03', 'SDSC00 5.3 d=1: 2.07', 'SDSC96 5.2 d=99: 97.98'])
  })

  it('n of the adjusted factors is that of d = 50', () => {
    for (const log of STUDY_LOGS) {
      for (const policy of MATCH_POLICIES) {
        const { factor, run } = ADJUSTED[log][policy]
        const before = ORIGINALS[log][policy][0]
        const deviation = 4 * Math.sqrt(before) * (factor / 2)
        expect(Math.abs(run[0] - before * (1 + (factor - 1) / 2))).toBeLessThan(deviation)
      }
      const { factor } = ADJUSTED[log].easy
      const before = ORIGINALS[log].easy[0]
      expect(Math.abs(FINAL_JOBS[log] / (before * (1 + (factor - 1) / 2)) - 1)).toBeLessThan(0.01)
    }
  })
})

describe('table A.1, as it was copied', () => {
  const rows = STUDY_LOGS.flatMap((log) =>
    MATCH_POLICIES.flatMap((policy) =>
      [...TRIED[log][policy]].map(([factor, run]) => ({ log, policy, factor, run })),
    ),
  )

  it('has all rows of the logs at hand, those of table 5.4 among them', () => {
    expect(rows.length).toBe(78)
    const other = STUDY_LOGS.flatMap((log) =>
      MATCH_POLICIES.filter((policy) => {
        const { factor, run } = ADJUSTED[log][policy]
        return TRIED[log][policy].get(factor)?.join() !== run.join()
      }).map((policy) => `${log} ${policy}`),
    )
    expect(other).toEqual([])
  })

  it('UTIL follows from RC, and AWRT − AWWT is of the sample', () => {
    for (const { log, policy, factor, run } of rows) {
      const [n, lastEnd, UTIL, AWWT, AWRT, RC] = run
      const name = `${log} ${policy} ${factor}`
      expect(Math.abs((100 * RC) / (1024 * lastEnd) - UTIL), name).toBeLessThan(1)
      const twin = TRIED[log].easy.get(factor)
      if (policy === 'fcfs' && twin !== undefined && twin[0] === n) {
        expect(Math.abs(AWRT - AWWT - (twin[4] - twin[3])), name).toBeLessThan(2)
        expect(RC, name).toBe(twin[5])
      }
    }
  })
})

describe('the study', () => {
  const log = demoTrace({ jobs: 300, processors: 100 })
  const run = THESIS_SCALING.begin(new Map([['KTH', log]]), { seed: 5, draws: 2 })
  for (const task of run.tasks) task.run()
  const values = run.values()
  const find = (table: string, row: string, column: string) =>
    values.find((value) => value.table.startsWith(table) && value.row === row && value.column === column)

  it('has a value of ours for every cell, of the log that it was given only', () => {
    // 2 originals, 6 rows of table 5.2 and of 5.3, 2 of 5.4, 19 of A.1, of six columns; 5.5; two times f and its deviation.
    expect(values).toHaveLength(2 * 6 + 12 * 6 + 2 * 6 + 19 * 6 + 1 + 2 * 2)
    for (const { log: name, ours, least, most } of values) {
      expect(name).toBe('KTH')
      expect(ours).toBeGreaterThanOrEqual(least ?? Number.NaN)
      expect(ours).toBeLessThanOrEqual(most ?? Number.NaN)
    }
    const keys = values.map(({ table, row, column }) => `${table} ${row} ${column}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('sets ours beside the published ones', () => {
    expect(find('originals', 'KTH EASY', 'n')).toMatchObject({
      published: 28482,
      ours: 300,
      least: 300,
      most: 300,
    })
    expect(find('5.3', 'KTH FCFS d=99', 'AWRT')?.published).toBe(64013)
    expect(find('5.2', 'KTH EASY d=50', 'RC')?.published).toBe(20485558974)
    expect(find('5.4', 'KTH FCFS f=10.71', 'AWWT')?.published).toBe(167185)
    expect(find('5.5', 'KTH', 'n')?.published).toBe(167375)
    expect(find('f by', 'KTH EASY', 'f')?.published).toBe(10.71)
    expect(find('f by', 'KTH EASY', 'deviation %')?.published).toBeNull()
  })

  it('scales as it says: counts of whole copies, more copies for a larger d', () => {
    const ours = (table: string, d: number) => find(table, `KTH EASY d=${d}`, 'n')?.ours ?? Number.NaN
    for (const d of PERCENTAGES) {
      // The median of two draws, each 300 + 9 times a whole number of copied jobs.
      expect((2 * (ours('5.2', d) - 300)) % 9).toBe(0)
      expect(ours('5.3', d)).toBeGreaterThanOrEqual(ours('5.2', d))
    }
    expect(ours('5.3', 1)).toBeLessThan(ours('5.3', 50))
    expect(ours('5.3', 50)).toBeLessThan(ours('5.3', 99))
  })

  it('counts the jobs of the log that is not scaled, and draws the estimates that a log lacks', () => {
    const bare = traceWith(log, {
      jobs: replaceColumns(log.jobs, {
        estimate: log.jobs.estimate.map(() => -1),
        // So dense that jobs wait on the larger machine, too.
        submit: log.jobs.submit.map((instant) => Math.floor(instant / 40)),
      }),
    })
    const other = THESIS_SCALING.begin(
      new Map([
        ['LANL', log],
        ['SDSC96', bare],
      ]),
      { seed: 5, draws: 1 },
    )
    for (const { label, run: go } of other.tasks) {
      if (/^LANL|^SDSC96, (original|draw 5, drawn estimates)/.test(label)) go()
    }
    const at = (table: string, row: string, column: string) =>
      other.values().find((value) => value.table === table && value.row === row && value.column === column)
    expect(at('5.5 jobs', 'LANL', 'n')).toMatchObject({ published: 201_378, ours: log.jobs.length })
    const drawn = at('drawn estimates', 'SDSC96 EASY estimates drawn', 'AWRT')
    expect(drawn?.published).toBe(48_732)
    expect(at('drawn estimates', 'SDSC96 EASY estimates drawn', 'RC')?.ours).toBe(
      at('originals', 'SDSC96 EASY', 'RC')?.ours,
    )
    expect(drawn?.ours).not.toBe(at('originals', 'SDSC96 EASY', 'AWRT')?.ours)
  })

  it('gives equal values for equal seeds', () => {
    const again = THESIS_SCALING.begin(new Map([['KTH', log]]), { seed: 5, draws: 2 })
    for (const task of again.tasks) task.run()
    expect(again.values()).toEqual(values)
  })
})

describe('the registry', () => {
  it('finds studies by name and suggests', () => {
    expect(requireStudy('thesis-scaling')).toBe(THESIS_SCALING)
    expect(new Set(STUDIES.map(({ name }) => name)).size).toBe(STUDIES.length)
    const failure = failureOf(() => requireStudy('thesis-scalling'))
    expect(failure.kind).toBe('usage')
    expect(failure.message).toMatch(/Did you mean thesis-scaling\?/)
  })
})

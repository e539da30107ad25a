/** `thesis-grid`: the printed table, and the run on a stand-in for the log. */
import { beforeAll, describe, expect, it } from 'vitest'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import { overheadsOf } from '../../../src/study/reproduce/thesis-grid/plan.js'
import { THESIS_GRID } from '../../../src/study/reproduce/thesis-grid/study.js'
import {
  MULTI_SITE_JOBS,
  OVERHEAD_STEP,
  WORKLOAD_NAMES,
} from '../../../src/study/reproduce/thesis-grid/tables.js'
import { type Driven, drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'

interface Value {
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly ours: number | null
}

describe('table 11.3', () => {
  it('has thirteen overheads, and jobs that grow by a quarter at least', () => {
    for (const name of WORKLOAD_NAMES) {
      const jobs = MULTI_SITE_JOBS[name]
      expect((jobs.length - 1) * OVERHEAD_STEP).toBe(60)
      expect(jobs[jobs.length - 1] / jobs[0]).toBeGreaterThan(1.25)
    }
  })
})

describe('thesis-grid', () => {
  // W1 begins behind 10,000 jobs: of this log it has 60.
  const { spec, json, datasets } = reproduction(THESIS_GRID, ['CTC'], 10_060, { budget: 0.1 })
  let driven: Driven
  let values: readonly Value[]
  beforeAll(async () => {
    driven = await drive(REPRODUCTION, json, datasets)
    const file = driven.artefacts.find(({ name }) => name === 'values.json')
    values = JSON.parse(String(file?.content))
  }, 120_000)
  const ours = (row: string, column: string) =>
    values.find((value) => value.row === row && value.column === column)?.ours

  it('takes the overheads that the budget allows, and the workloads that the log has', () => {
    expect(overheadsOf(1)).toHaveLength(61)
    expect(overheadsOf(0.1)).toEqual([0, 50, 100, 150, 200, 250, 300])
    expect(spec.parts.map(({ name }) => name)).toEqual(['W1'])
  })

  it('has every configuration at every overhead', () => {
    const figure = values.filter(({ row }) => row.startsWith('figure 11.6'))
    expect(figure).toHaveLength(7 * 7)
    expect(figure.every((value) => value.ours !== null && value.ours > 0)).toBe(true)
  })

  it('finds one machine in all of them without overhead, and EASY in the one machine', () => {
    const whole = ours('AWRT without splitting, s: W1 m512-1', 'sharing')
    expect(ours('AWRT without splitting, s: W1 m512-1', 'local')).toBe(whole)
    for (const grid of ['m64-8', 'm128-4', 'm256-2']) {
      const parts = ours('figure 11.6, multi-site: AWRT, s: W1 0 %', grid)
      expect(ours('figure 11.7, adaptive multi-site: AWRT, s: W1 0 %', grid)).toBe(parts)
    }
    expect(ours('figure 11.6, multi-site: AWRT, s: W1 300 %', 'm512-1')).toBe(whole)
  })

  it('prints the published numbers beside ours', () => {
    const printed = values.filter(({ row, column }) => row.includes('11.3') && column === 'jobs')
    expect(printed.map(({ published }) => published)).toEqual([539, 755])
    expect(ours('what the text says: W1', 'sharing over local')).toBeTypeOf('number')
  })
})

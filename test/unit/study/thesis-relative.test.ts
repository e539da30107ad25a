/** Relative tables of the thesis, over each of the standard strategies, beside what is printed. */
import { describe, expect, it } from 'vitest'
import { PUBLISHED_ROWS, publishedOver } from '../../../src/study/reproduce/thesis-greedy/tables.js'
import { OBJECTIVE } from '../../../src/study/reproduce/thesis-learning.js'
import { THESIS_LOGS, type ThesisLog } from '../../../src/study/reproduce/thesis-logs.js'
import {
  BASES,
  byPrintedBase,
  relativeTable,
  relativeValues,
} from '../../../src/study/reproduce/thesis-values.js'

/** What is printed in the place of ours: the values have to come out at what is computed of it. */
function relative(log: ThesisLog, over: (typeof BASES)[number]) {
  const printed = PUBLISHED_ROWS[log]
  const rows = Object.entries(printed).map(
    ([row, values]) => [row, { [OBJECTIVE]: values?.[7] ?? null }] as const,
  )
  const published = {
    rows: (row: string) => printed[row as keyof typeof printed],
    improvements: (row: string, base: (typeof BASES)[number]) =>
      publishedOver(base)[log]?.[row as keyof typeof printed],
  }
  return relativeValues(relativeTable(log, over), log, new Map(rows), published, over)
}

describe('relative tables', () => {
  it('are over EASY, CONS and FCFS, and leave out the base itself', () => {
    for (const over of BASES) {
      const values = relative('KTH', over)
      expect(new Set(values.map(({ table }) => table))).toEqual(new Set([`KTH, over ${over}, %`]))
      expect(values.map(({ row }) => row)).not.toContain(over)
      for (const { published, ours, row } of values) {
        expect(Math.abs(Number(published) - Number(ours)), row).toBeLessThan(0.011)
      }
    }
  })

  it('have both where the print is over a base that is printed nowhere: greedy strategies on LANL', () => {
    const said = (over: (typeof BASES)[number]) =>
      Object.fromEntries(relative('LANL', over).map(({ row, published }) => [row, published]))
    const greedy = 'systems, SOPT(CTC)'
    expect([said('EASY')[greedy], said('EASY')[byPrintedBase(greedy)]]).toEqual([13.32, 5.87])
    expect([said('CONS')[greedy], said('CONS')[byPrintedBase(greedy)]]).toEqual([13.57, 8.73])
    // Over FCFS the printed 18.74 % follow from the rows.
    expect([said('FCFS')[greedy], said('FCFS')[byPrintedBase(greedy)]]).toEqual([18.74, undefined])
    const doubled = THESIS_LOGS.filter((log) =>
      BASES.some((over) => relative(log, over).some(({ row }) => row.endsWith('by table F.1'))),
    )
    expect(doubled).toEqual(['LANL'])
  })

  it('are not there without their base', () => {
    const published = { rows: () => undefined, improvements: () => undefined }
    expect(relativeValues('t', 'KTH', new Map([['EASY', { [OBJECTIVE]: 1 }]]), published, 'CONS')).toEqual([])
  })
})

/** `thesis-market`, the run on a stand-in for the log. */
import { beforeAll, describe, expect, it } from 'vitest'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import { THESIS_MARKET } from '../../../src/study/reproduce/thesis-market/study.js'
import { type Driven, drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'

interface Value {
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly ours: number | null
}

describe('thesis-market', () => {
  // W1 begins behind 10,000 jobs: of this log it has 30, of which this budget takes 8.
  const { spec, json, datasets } = reproduction(THESIS_MARKET, ['CTC'], 10_030, { budget: 0.0008 })
  let driven: Driven
  let values: readonly Value[]
  beforeAll(async () => {
    driven = await drive(REPRODUCTION, json, datasets)
    const file = driven.artefacts.find(({ name }) => name === 'values.json')
    values = JSON.parse(String(file?.content))
  }, 120_000)
  const of = (table: string) => values.filter(({ row }) => row.startsWith(table))
  const ours = (row: string, column: string) =>
    values.find((value) => value.row === row && value.column === column)?.ours

  it('has a part for markets and one for conventional systems, of the workloads that the log has', () => {
    expect(spec.parts.map(({ name }) => name)).toEqual(['W1 markets', 'W1 conventional'])
    expect(JSON.stringify(spec.parts[0].spec)).toContain('"window":[10000,10008]')
  })

  it('has every configuration, function and kind of reservations', () => {
    expect(of('figure 11.17')).toHaveLength(7 * 3)
    expect(of('figure 11.18')).toHaveLength(2 * 4)
    expect(of('figure 11.19')).toHaveLength(6 * 2)
    expect(of('utility functions')).toHaveLength(5 * 2)
    expect(values.every((value) => value.ours !== null && Number.isFinite(value.ours))).toBe(true)
  })

  it('takes the best of the markets, and of the conventional systems', () => {
    const rows = ['fixed', 'move-up'].map((column) =>
      Number(ours('figure 11.18, MF1-UF1: AWRT, s: W1 m128-4', column)),
    )
    expect(ours('figure 11.17, the best of each: AWRT, s: W1 m128-4', 'market')).toBeLessThanOrEqual(
      Math.min(...rows),
    )
    expect(ours('figure 11.18, MF1-UF1: AWRT, s: W1 m512-1', 'conventional')).toBe(
      ours('figure 11.17, the best of each: AWRT, s: W1 m512-1', 'conventional'),
    )
  })

  it('has what can be compared: the ranks of the text', () => {
    const printed = values.filter(({ published }) => published !== null)
    expect(printed.map(({ published }) => published)).toEqual([100, 1, 1, 2])
  })
})

/** Races: whoever is dropped is proven to be worse, and what is told does not depend on the race. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, dueIn, type Race, scoresOf } from '../../../src/evaluation/searches/race.js'
import { runs } from '../../support/runs.js'

const SEED = 20261121
const races = fc.integer({ min: 1, max: 9 }).chain((windows) =>
  fc.record({
    values: fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: windows, maxLength: windows }), {
      minLength: 1,
      maxLength: 12,
    }),
    least: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: windows, maxLength: windows }),
    usual: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: windows, maxLength: windows }),
    weights: fc.array(fc.constantFrom(0.1, 0.5, 1, 3), { minLength: windows, maxLength: windows }),
    sums: fc.oneof(
      fc.constant(new Array<number>(windows).fill(0)),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: windows, maxLength: windows }),
    ),
    selects: fc.integer({ min: 1, max: 6 }),
    rivals: fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(Number.POSITIVE_INFINITY)), {
      maxLength: 6,
    }),
    floor: fc.constantFrom(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 40, Number.POSITIVE_INFINITY),
  }),
)

/** Runs a race to its end as a tuning does. */
function raced(start: Race, values: readonly (readonly number[])[]) {
  const cells: Cell[][] = start.cells.map((row) => [...row])
  let simulations = 0
  for (;;) {
    const race = { ...start, cells }
    const due = dueIn(race)
    if (due.length === 0) return { scores: scoresOf(race), simulations, cells }
    for (const { candidate, window, limit } of due) {
      expect(cells[candidate][window]).toBeNull()
      // A limit crosses queues as JSON, which has no infinities.
      if (limit !== undefined) expect(Number.isFinite(limit)).toBe(true)
      const value = values[candidate][window]
      cells[candidate][window] = limit !== undefined && value > limit ? 'above' : value
      simulations++
    }
  }
}

describe('a race', () => {
  it('tells the same with and without early stops, and the true scores of all that are selected', () => {
    let saved = 0
    fc.assert(
      fc.property(races, ({ values: raw, least, usual, weights, sums, selects, rivals, floor }) => {
        const values = raw.map((row) => row.map((value, k) => value + least[k]))
        const race = {
          cells: values.map((row) => row.map(() => null)),
          weights,
          sums,
          usual,
          least,
          selection: { selects: Math.min(selects, values.length), rivals, floor },
        }
        const early = raced({ ...race, early: true }, values)
        const late = raced({ ...race, early: false }, values)
        expect(early.scores).toEqual(late.scores)
        saved += late.simulations - early.simulations
        const sumOf = (row: readonly number[], place: number) =>
          row.reduce((sum, value, k) => (sums[k] === place ? sum + weights[k] * value : sum), 0)
        const truth = values.map((row) => Math.max(...sums.map((place) => sumOf(row, place))))
        const selected = [...rivals, ...truth].sort((a, b) => a - b)[race.selection.selects - 1]
        truth.forEach((score, k) => {
          if (score <= selected) expect(early.scores[k]).toBe(score)
          else if (score > Math.max(selected, floor)) expect(early.scores[k]).toBe(Number.POSITIVE_INFINITY)
        })
      }),
      { seed: SEED, numRuns: runs(1000, 3000) },
    )
    expect(saved).toBeGreaterThan(1_000)
  })

  it('finishes as many as are selected first, then gives the others a limit, hardest window first', () => {
    const race: Race = {
      cells: [
        [null, null],
        [null, null],
        [null, null],
      ],
      weights: [0.5, 0.5],
      sums: [0, 0],
      least: [1, 1],
      usual: [1, 1],
      selection: { selects: 1, rivals: [], floor: Number.NEGATIVE_INFINITY },
      early: true,
    }
    expect(dueIn(race)).toEqual([
      { candidate: 0, window: 0 },
      { candidate: 0, window: 1 },
    ])
    const next = dueIn({
      ...race,
      cells: [
        [4, 6],
        [null, null],
        [null, null],
      ],
    })
    expect(next.map(({ candidate, window }) => [candidate, window])).toEqual([
      [1, 1],
      [2, 1],
    ])
    // Mean 5 is to be beaten; the other window gives at least 1.
    for (const { limit } of next) expect(limit).toBeCloseTo(9, 6)
    expect(
      dueIn({
        ...race,
        cells: [
          [4, 6],
          [null, 'above'],
          [null, 9.5],
        ],
      }),
    ).toEqual([])
  })

  it('goes by rivals of earlier generations where there are enough', () => {
    const race: Race = {
      cells: [[null], [null]],
      weights: [1],
      sums: [0],
      least: [0],
      usual: [1],
      selection: { selects: 1, rivals: [7], floor: Number.NEGATIVE_INFINITY },
      early: true,
    }
    expect(dueIn(race).map(({ limit }) => limit)).toEqual([expect.closeTo(7, 6), expect.closeTo(7, 6)])
    const several = {
      ...race,
      cells: [[null, null, null]],
      weights: [1, 1, 1],
      sums: [0, 0, 0],
      least: [0, 0, 3],
    }
    const first = (usual: readonly number[]) => dueIn({ ...several, usual }).map(({ window }) => window)
    // One of three at a time, that first which is hardest above the least that it gives.
    expect([first([5, 6, 8]), first([5, 4, 7])]).toEqual([[1], [0]])
    const none = { ...race.selection, rivals: [Number.POSITIVE_INFINITY] }
    expect(dueIn({ ...race, selection: none })).toEqual([{ candidate: 0, window: 0 }])
    expect([...scoresOf({ ...race, cells: [['above'], [3]] })]).toEqual([Number.POSITIVE_INFINITY, 3])
  })
})

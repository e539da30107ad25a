import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whole, words } from '../../../src/core/codec.js'
import { QueuewrightError } from '../../../src/core/errors.js'
import { Random } from '../../../src/core/random.js'
import {
  archiveOf,
  crowding,
  dominates,
  dtlz2FrontVolume,
  estimateHypervolume,
  hypervolume,
  nonDominated,
  nonDominatedSort,
  restoreArchive,
  zdtFront,
} from '../../../src/optimize/index.js'

/** Points on a coarse grid, so that equal values and equal points are common. */
function grids(most: number, objectives = fc.integer({ min: 2, max: 7 })) {
  return objectives.chain((m) =>
    fc
      .array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: m, maxLength: m }), { maxLength: most })
      .map((rows) => ({ m, rows, points: Float64Array.from(rows.flat()) })),
  )
}

const beats = (a: readonly number[], b: readonly number[]) =>
  a.every((value, k) => value <= b[k]) && a.some((value, k) => value < b[k])

describe('dominates', () => {
  it('is the definition', () => {
    fc.assert(
      fc.property(grids(12), ({ m, rows, points }) => {
        for (const [a, left] of rows.entries()) {
          for (const [b, right] of rows.entries())
            expect(dominates(points, a, points, b, m)).toBe(beats(left, right))
        }
      }),
      { seed: 1 },
    )
  })
})

describe('nonDominatedSort', () => {
  it('peels front after front', () => {
    fc.assert(
      fc.property(grids(40), ({ m, rows, points }) => {
        let left = rows.map((_, k) => k)
        const expected: number[][] = []
        while (left.length > 0) {
          const front = left.filter((a) => !left.some((b) => beats(rows[b], rows[a])))
          expected.push(front)
          left = left.filter((a) => !front.includes(a))
        }
        expect(nonDominatedSort(points, m).map((front) => [...front])).toEqual(expected)
        expect([...nonDominated(points, m)]).toEqual(expected.at(0) ?? [])
      }),
      { seed: 2, numRuns: 300 },
    )
  })

  it('takes infinite values, and 20,000 points of two objectives on one front', () => {
    const [inf] = [Number.POSITIVE_INFINITY]
    expect(nonDominatedSort(Float64Array.of(inf, 1, 0, inf, inf, inf), 2).map((front) => [...front])).toEqual(
      [[0, 1], [2]],
    )
    const points = Float64Array.from({ length: 40_000 }, (_, at) => (at % 2 === 0 ? at : -at))
    expect(nonDominatedSort(points, 2)).toHaveLength(1)
  })
})

describe('crowding', () => {
  it('sums the neighbours’ distances relative to the ranges', () => {
    const points = Float64Array.of(0, 10, 1, 6, 4, 2, 10, 0, 3, 3)
    const distances = crowding(points, 2, Int32Array.of(0, 1, 2, 3, 4))
    expect(distances[0]).toBe(Number.POSITIVE_INFINITY)
    expect(distances[3]).toBe(Number.POSITIVE_INFINITY)
    expect(distances[1]).toBeCloseTo(3 / 10 + 7 / 10, 12)
    expect(distances[4]).toBeCloseTo(3 / 10 + 4 / 10, 12)
    expect(distances[2]).toBeCloseTo(7 / 10 + 3 / 10, 12)
  })

  it('adds nothing for an objective without a range', () => {
    const flat = crowding(Float64Array.of(1, 5, 2, 5, 4, 5), 2, Int32Array.of(0, 1, 2))
    expect(flat[1]).toBe(1)
    const infinite = crowding(
      Float64Array.of(1, Number.POSITIVE_INFINITY, 2, 3, 4, 2),
      2,
      Int32Array.of(0, 1, 2),
    )
    expect(infinite[1]).toBe(1)
  })
})

describe('hypervolume', () => {
  /** Cells of the grid that some point is below. */
  function cells(rows: readonly (readonly number[])[], reference: readonly number[]): number {
    const count = (prefix: readonly number[]): number => {
      if (prefix.length === reference.length)
        return rows.some((row) => row.every((x, k) => x <= prefix[k])) ? 1 : 0
      let sum = 0
      for (let at = 0; at < reference[prefix.length]; at++) sum += count([...prefix, at])
      return sum
    }
    return count([])
  }

  it.each([1, 2, 3, 4, 5])('counts the dominated cells of a grid in %i objectives', (m) => {
    fc.assert(
      fc.property(
        grids(m > 3 ? 12 : 25, fc.constant(m)),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: m, maxLength: m }),
        ({ rows, points }, reference) => {
          expect(hypervolume(points, reference)).toBeCloseTo(cells(rows, reference), 9)
        },
      ),
      { seed: 3, numRuns: m > 3 ? 60 : 200 },
    )
  })

  it.each([4, 6, 7])('agrees with its own estimate in %i objectives', (m) => {
    const random = new Random(m)
    const points = Float64Array.from({ length: 40 * m }, () => random.uniform())
    const reference = new Float64Array(m).fill(1.1)
    const exact = hypervolume(points, reference)
    const { value, standardError } = estimateHypervolume(points, reference, 60_000, random)
    expect(standardError).toBeGreaterThan(0)
    expect(standardError).toBeLessThan(exact * 0.02)
    expect(Math.abs(value - exact)).toBeLessThan(4 * standardError)
  })

  it('is the published one on true fronts', () => {
    const volume = (name: 'ZDT1' | 'ZDT2') => hypervolume(zdtFront(name, 20_001), [1.1, 1.1])
    expect(volume('ZDT1')).toBeCloseTo(0.1 + 2 / 3 + 0.11, 4)
    expect(volume('ZDT2')).toBeCloseTo(0.1 + 1 / 3 + 0.11, 4)
    // A sphere's octant: π/6 of the unit cube.
    expect(dtlz2FrontVolume(3, 1.1)).toBeCloseTo(1.331 - Math.PI / 6, 12)
    expect(dtlz2FrontVolume(2, 1)).toBeCloseTo(1 - Math.PI / 4, 12)
  })

  it('leaves out what is not better than the reference', () => {
    expect(hypervolume(Float64Array.of(0, 2, 1, 1, 2, 0), [2, 2])).toBe(1)
    expect(hypervolume(new Float64Array(0), [1, 1, 1, 1])).toBe(0)
    expect(hypervolume(Float64Array.of(Number.POSITIVE_INFINITY, 0), [1, 1])).toBe(0)
    expect(estimateHypervolume(Float64Array.of(3, 3), [1, 1], 10, new Random(1))).toEqual({
      value: 0,
      standardError: 0,
    })
  })
})

describe('archive', () => {
  /** What an archive means: a list, compared with all of it. */
  function naive() {
    let entries: { readonly row: readonly number[]; readonly label: number }[] = []
    return {
      add: (row: readonly number[], label: number) => {
        if (entries.some((entry) => entry.row.every((value, k) => value <= row[k]))) return false
        entries = [
          ...entries.filter((entry) => !row.every((value, k) => value <= entry.row[k])),
          { row, label },
        ]
        return true
      },
      entries: () => entries,
    }
  }

  it('keeps what the naive list keeps, in the same order', () => {
    const workloads = fc.record({
      m: fc.integer({ min: 1, max: 7 }),
      seed: fc.nat(),
      kind: fc.constantFrom('grid', 'sphere', 'improving'),
    })
    fc.assert(
      fc.property(workloads, ({ m, seed, kind }) => {
        const random = new Random(seed)
        const archive = archiveOf(m)
        const list = naive()
        for (let k = 0; k < 400; k++) {
          const row = Array.from({ length: m }, () => (kind === 'grid' ? random.int(8) : random.uniform()))
          const length = Math.hypot(...row)
          const shrink = kind === 'improving' ? 1 + 5 / (1 + k / 20) : 1
          const point = kind === 'grid' ? row : row.map((value) => (shrink * value) / length)
          expect(archive.covers(point)).toBe(
            list.entries().some(({ row: other }) => other.every((value, j) => value <= point[j])),
          )
          expect(archive.add(point, k)).toBe(list.add(point, k))
        }
        expect(archive.labels()).toEqual(list.entries().map(({ label }) => label))
        expect([...archive.points()]).toEqual(list.entries().flatMap(({ row }) => row))
        expect(archive.size).toBe(list.entries().length)
      }),
      { seed: 4, numRuns: 60 },
    )
  })

  it('comes back from a snapshot', () => {
    const random = new Random(3)
    const archive = archiveOf<string>(3)
    for (let k = 0; k < 200; k++)
      archive.add([random.uniform(), random.uniform(), -random.uniform()], `p${k}`)
    const text = JSON.stringify(archive.snapshot())
    const other = restoreArchive(JSON.parse(text), words)
    expect(JSON.stringify(other.snapshot())).toBe(text)
    const more = Array.from({ length: 100 }, () => [random.uniform(), random.uniform(), -random.uniform()])
    expect(more.map((point) => other.add(point, 'x'))).toEqual(more.map((point) => archive.add(point, 'x')))
    expect(other.labels()).toEqual(archive.labels())
  })

  it('refuses a snapshot of dominated points or of another length', () => {
    const refusal = (change: object) => {
      const archive = archiveOf(2)
      archive.add([1, 2], 0)
      archive.add([2, 1], 1)
      return () =>
        restoreArchive(
          { ...(JSON.parse(JSON.stringify(archive.snapshot())) as object), ...change },
          whole(0),
          'a.json',
        )
    }
    expect(refusal({})().size).toBe(2)
    for (const points of [
      [1, 2, 1, 3],
      [1, 2, 0, 0],
      [1, 2, 2],
    ]) {
      expect(refusal({ points })).toThrow(QueuewrightError)
      expect(refusal({ points })).toThrow(/^a\.json: .*points/)
    }
  })

  it('counts NaN as the worst and refuses another length', () => {
    const archive = archiveOf(2)
    expect(archive.add([Number.NaN, 1], 0)).toBe(true)
    expect(archive.add([5, 1], 1)).toBe(true)
    expect(archive.labels()).toEqual([1])
    expect(() => archive.add([1], 2)).toThrow(RangeError)
    expect(() => archiveOf(0)).toThrow(QueuewrightError)
  })
})

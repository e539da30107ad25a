/** Site factors that bring an order about: within their bound, in the order that can be had, and as few as can be. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { plannedFactors, reachable } from '../../../src/live/plan.js'

const SEED = 24

interface Case {
  readonly order: Int32Array
  readonly base: Float64Array
  readonly factor: Float64Array
  readonly most: number
}

function drawn(random: Random, most: number, jobs: number): Case {
  const n = 1 + random.below(jobs)
  const order = Int32Array.from({ length: n }, (_, k) => k)
  for (let k = n - 1; k > 0; k--) {
    const other = random.below(k + 1)
    ;[order[k], order[other]] = [order[other], order[k]]
  }
  const spread = 1 + random.below(5 * most)
  const bound = Math.max(most, n)
  return {
    order,
    base: Float64Array.from(order, () => random.below(spread)),
    factor: Float64Array.from(order, () => (random.below(3) === 0 ? random.below(2 * bound + 1) - bound : 0)),
    most: bound,
  }
}

/** The same, by going through all that are left for each place. */
function slowlyReachable({ order, base, most }: Case): number[] {
  const left = [...order]
  const window = Math.max(0, 2 * most - (order.length - 1))
  const places: number[] = []
  while (left.length > 0) {
    const largest = Math.max(...left.map((job) => base[job]))
    const k = left.findIndex((job) => base[job] >= largest - window)
    places.push(...left.splice(k, 1))
  }
  return places
}

/** The most jobs that can stay as they are, over all sets of them. */
function mostKept({ base, factor, most }: Case, places: readonly number[]): number {
  const n = places.length
  let best = 0
  for (let set = 0; set < 2 ** n; set++) {
    let above = Number.POSITIVE_INFINITY
    let fits = true
    let kept = 0
    for (let k = 0; k < n && fits; k++) {
      const job = places[k]
      const stays = ((set >> k) & 1) === 1
      // As high as it goes leaves most room for those behind.
      const value = stays ? base[job] + factor[job] : Math.min(above - 1, base[job] + most)
      fits = value < above && value >= Math.max(1, base[job] - most) && value <= base[job] + most
      above = value
      if (stays) kept++
    }
    if (fits) best = Math.max(best, kept)
  }
  return best
}

describe('planned site factors', () => {
  it('are within the bound, and make the order that can be had, in 2,000 queues', () => {
    const random = new Random(SEED)
    for (let round = 0; round < 2000; round++) {
      const queue = drawn(random, [3, 50, 1000][round % 3], 40)
      const { order, base, factor, most } = queue
      const planned = plannedFactors(order, base, factor, most)
      const places = slowlyReachable(queue)
      const values = places.map((job) => base[job] + planned[job])
      const wrong =
        planned.some((value) => Math.abs(value) > most || !Number.isInteger(value)) ||
        values.some((value, k) => value < 1 || (k > 0 && value >= values[k - 1]))
      expect(wrong ? { round, queue, planned } : null).toBeNull()
      const window = 2 * most - (order.length - 1)
      expect([...reachable(order, base, window)]).toEqual(places)
    }
  })

  it('change as few jobs as can be, in 300 small queues', () => {
    const random = new Random(SEED + 1)
    for (let round = 0; round < 300; round++) {
      const queue = drawn(random, [3, 20][round % 2], 7)
      const { order, base, factor, most } = queue
      const planned = plannedFactors(order, base, factor, most)
      const kept = planned.reduce((count, value, job) => count + (value === factor[job] ? 1 : 0), 0)
      expect({ round, kept }).toEqual({ round, kept: mostKept(queue, slowlyReachable(queue)) })
    }
  })

  it('change nothing once they are set, and about one job for each that comes', () => {
    const random = new Random(SEED + 2)
    const n = 200
    const key = Float64Array.from({ length: n }, () => random.uniform())
    const base = Float64Array.from(key, () => 1000 + random.below(500))
    let factor = new Float64Array(0)
    let written = 0
    for (let count = 1; count <= n; count++) {
      const order = Int32Array.from({ length: count }, (_, k) => k).sort((a, b) => key[a] - key[b])
      const before = Float64Array.from({ length: count }, (_, k) => factor[k] ?? 0)
      const after = plannedFactors(order, base.subarray(0, count), before, 100_000)
      written += after.reduce((sum, value, k) => sum + (value === before[k] ? 0 : 1), 0)
      const again = plannedFactors(order, base.subarray(0, count), after, 100_000)
      expect(again.every((value, k) => value === after[k])).toBe(true)
      factor = Float64Array.from(after)
    }
    expect(written).toBeLessThan(1.4 * n)
  })

  it('leave a job before another whose priority is too far below', () => {
    // 0 is to go before 1, which stands 1,000 above it, with 100 up and down.
    const planned = plannedFactors(Int32Array.of(0, 1), Float64Array.of(1, 1000), new Float64Array(2), 100)
    expect([...planned]).toEqual([0, 0])
  })

  it('never ask for more than priorities go to', () => {
    const top = 2 ** 32 - 1
    const base = Float64Array.of(top - 3, top, top - 40, 7)
    const planned = plannedFactors(Int32Array.of(2, 0, 1, 3), base, new Float64Array(4), 100)
    const values = base.map((value, job) => value + planned[job])
    for (const value of values) expect(value).toBeLessThanOrEqual(top)
    for (const shift of planned) expect(Math.abs(shift)).toBeLessThanOrEqual(100)
    expect([2, 0, 1, 3].toSorted((a, b) => values[b] - values[a])).toEqual([2, 0, 1, 3])
    expect(new Set(values).size).toBe(4)
  })
})

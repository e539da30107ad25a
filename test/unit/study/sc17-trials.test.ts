/** The study of simulated trials: the released shuffle, and the study on a stand-in for its workload. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import {
  releasedChances,
  releasedShuffle,
} from '../../../src/study/reproduce/sc17-trials/released-shuffle.js'
import { SC17_TRIALS } from '../../../src/study/reproduce/sc17-trials/study.js'
import { lublinTrace } from '../../../src/workload/lublin/index.js'

/** The chances over every sequence of draws. */
function enumerated(n: number): number[] {
  const first = new Array<number>(n).fill(0)
  for (let draws = 0; draws < n ** n; draws++) {
    const order = Array.from({ length: n }, (_, k) => k)
    let rest = draws
    for (let k = 0; k < n; k++) {
      const other = rest % n
      rest = Math.floor(rest / n)
      const element = order[k]
      order[k] = order[other]
      order[other] = element
    }
    first[order[0]] += n ** -n
  }
  return first
}

describe('the released shuffle', () => {
  it.each([1, 2, 3, 4, 5])('of %i jobs has the chances of all its draws', (n) => {
    const chances = releasedChances(n)
    for (const [job, chance] of enumerated(n).entries()) expect(chances[job]).toBeCloseTo(chance, 12)
  })

  it('puts jobs first as often as that, whatever order it is given', () => {
    const n = 8
    const counts = new Array<number>(n).fill(0)
    const random = new Random(1)
    const order = Int32Array.from({ length: n }, (_, k) => n - 1 - k)
    const trials = 40_000
    for (let trial = 0; trial < trials; trial++) {
      releasedShuffle(order, random)
      counts[order[0]]++
    }
    const chances = releasedChances(n)
    for (const [job, count] of counts.entries()) {
      const expected = trials * chances[job]
      expect(Math.abs(count - expected)).toBeLessThan(4.5 * Math.sqrt(expected))
    }
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('favours the second job of 32 and is hardest on the last', () => {
    const chances = releasedChances(32)
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
    expect(chances[0]).toBeCloseTo(1 / 32, 12)
    expect(chances.indexOf(Math.max(...chances))).toBe(1)
    expect(chances.indexOf(Math.min(...chances))).toBe(31)
  })
})

describe('sc17-trials', () => {
  const trace = lublinTrace({ processors: 256, jobs: 300, seed: 2 })
  const [{ name }] = SC17_TRIALS.logs
  const begun = (seed: number, draws = 1) => SC17_TRIALS.begin(new Map([[name, trace]]), { seed, draws })

  it('has tasks for each draw, of other tuples', () => {
    const labels = (seed: number, draws?: number) => begun(seed, draws).tasks.map(({ label }) => label)
    expect(labels(1, 2)).toEqual([...labels(1), ...labels(2)])
    expect(labels(1)[0]).toMatch(/^tuple at job \d+, as published, repetition 1$/)
    expect(labels(2)[0]).not.toBe(labels(1)[0])
  })

  it('is nothing without its workload', () => {
    const { tasks, values } = SC17_TRIALS.begin(new Map(), { seed: 1, draws: 3 })
    expect([tasks, values()]).toEqual([[], []])
  })
})

/** How many trials a tuple takes: batches, checkpoints, and the deviation of repetitions. */
import { describe, expect, it } from 'vitest'
import {
  deviationOf,
  nextBatches,
  type TrialsGoal,
} from '../../../../../src/learn/score/trials/convergence.js'

const total = (batches: readonly number[]) => batches.reduce((sum, each) => sum + each, 0)

/** The numbers of trials after which a tuple is looked at, where its precision is what `precision` says. */
function course(goal: TrialsGoal, precision: (trials: number) => number): number[] {
  const looks: number[] = []
  for (let done = 0; ; ) {
    const batches = nextBatches(goal, done, done === 0 ? Number.POSITIVE_INFINITY : precision(done))
    if (batches.length === 0) return looks
    done += total(batches)
    looks.push(done)
  }
}

describe('batches of trials', () => {
  it('double the number of trials up to a hundred thousand, and then go on evenly', () => {
    expect(nextBatches({ block: 32, precision: null, most: 393_216 }, 0, 1)).toEqual([
      1024, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 131_072,
    ])
  })

  it.each([2, 5, 32, 50, 999, 3000])('of blocks of %i are whole ones, and come to what is asked', (block) => {
    const most = block * 1234
    const batches = nextBatches({ block, precision: null, most }, 0, 1)
    expect(total(batches)).toBe(most)
    for (const trials of batches) expect(trials % block).toBe(0)
    // The first says something of its own scatter.
    expect(batches[0]).toBeGreaterThanOrEqual(Math.max(1000, 32 * block))
  })

  it('go on until the precision is there, looking again before there are four times as many', () => {
    const goal = { block: 32, precision: 0.02, most: 4_000_000 }
    const root = (at: number) => (trials: number) => 0.02 * Math.sqrt(at / trials)
    expect(course(goal, root(100))).toEqual([8192])
    expect(course(goal, root(8192))).toEqual([8192])
    expect(course(goal, root(8193))).toEqual([8192, 16_384])
    expect(course(goal, root(60_000))).toEqual([8192, 32_768, 65_536])
    expect(course(goal, root(1_000_000))).toEqual([8192, 32_768, 131_072, 524_288, 1_048_576])
  })

  it('end where there are as many as allowed, whatever was reached', () => {
    const goal = { block: 32, precision: 1e-6, most: 50_016 }
    expect(course(goal, () => 1).at(-1)).toBe(50_016)
    expect(nextBatches(goal, 50_016, 1)).toEqual([])
    expect(course({ ...goal, most: 96 }, () => 1)).toEqual([96])
    expect(course({ block: 32, precision: null, most: 2080 }, () => 0)).toEqual([2080])
  })
})

describe('the deviation of repetitions', () => {
  it('is the mean of the relative standard deviations', () => {
    const repetitions = [Float64Array.of(1, 10), Float64Array.of(3, 10), Float64Array.of(2, 10)]
    expect(deviationOf(repetitions)).toBeCloseTo((1 / 2 + 0) / 2, 12)
    expect(deviationOf([Float64Array.of(4, 1), Float64Array.of(4, 3)])).toBeCloseTo(Math.SQRT2 / 2 / 2, 12)
  })
})

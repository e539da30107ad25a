/**
 * The run times that a job can have by the past: against a count of weighted jobs as it is written down, and what each part of the weights
 * is for.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/core/random.js'
import type { JobTable } from '../../src/trace/job-table.js'
import { levelsIn, runTimesAfter } from '../../src/workload/futures/run-times.js'
import { tableOf } from '../support/arbitraries.js'
import { runs } from '../support/runs.js'

const SEED = 20261127

interface Ran {
  readonly user: number
  readonly size: number
  readonly limit: number
  readonly runtime: number
}

/** Jobs that ended one after the other, and at last one that is asked about. */
function pastOf(ended: readonly Ran[], asked: Omit<Ran, 'runtime'>): { jobs: JobTable; ended: Int32Array } {
  const rows = [...ended, { ...asked, runtime: -1 }].map(({ user, size, limit, runtime }, k) => ({
    ...{ id: k + 1, submit: k, runtime, estimate: limit, size, user, group: -1 },
  }))
  return { jobs: tableOf(rows), ended: Int32Array.from(ended.keys()) }
}

function told(past: readonly Ran[], asked: Omit<Ran, 'runtime'>, elapsed = 0): Float64Array {
  const { jobs, ended } = pastOf(past, asked)
  return runTimesAfter(jobs, ended)(past.length, elapsed)
}

/** The same law, from the formula: values with what they weigh, unsorted. */
function lawOf(past: readonly Ran[], asked: Omit<Ran, 'runtime'>): readonly [number, number][] {
  const alike = (each: Ran) => {
    const size = Math.max(each.size, asked.size) / Math.min(each.size, asked.size)
    const limit = Math.max(each.limit, asked.limit) / Math.min(each.limit, asked.limit)
    return 1 / size ** 2 / limit ** 2
  }
  const value = ({ runtime, limit }: Ran) => Math.min(1, runtime / limit) * asked.limit
  const own = past.filter(({ user }) => user === asked.user).slice(-200)
  const all = past.slice(-500)
  const others = all.reduce((sum, each) => sum + alike(each), 0)
  return [
    ...own.map((each, k): [number, number] => [value(each), alike(each) / (1 + (own.length - 1 - k) / 3)]),
    ...all.map((each): [number, number] => [value(each), alike(each) / others / 2]),
  ]
}

const asked = fc.record({
  ...{ user: fc.nat(3), size: fc.integer({ min: 1, max: 64 }), limit: fc.integer({ min: 1, max: 5000 }) },
})
const ran = fc
  .tuple(asked, fc.integer({ min: 0, max: 6000 }))
  .map(([job, runtime]): Ran => ({ ...job, runtime }))

describe('run times by the past', () => {
  it('are the hundred middle quantiles of what jobs ran, by what these weigh', () => {
    fc.assert(
      fc.property(
        fc.array(ran, { minLength: 1, maxLength: 300 }),
        asked,
        fc.nat(5000),
        (past, job, elapsed) => {
          const longer = lawOf(past, job).filter(([value]) => value > elapsed)
          fc.pre(longer.length > 0)
          const total = longer.reduce((sum, [, weight]) => sum + weight, 0)
          const found = told(past, job, elapsed)
          expect(found).toHaveLength(100)
          found.forEach((value, place) => {
            const upTo = (mark: number) =>
              longer.reduce(
                (sum, [each, weight]) => (Math.max(each, elapsed + 1) <= mark ? sum + weight : sum),
                0,
              )
            const level = (place + 0.5) / 100
            expect(upTo(value + 1e-6) / total).toBeGreaterThan(level - 1e-9)
            expect(upTo(value - 1e-6) / total).toBeLessThan(level + 1e-9)
          })
        },
      ),
      { seed: SEED, numRuns: runs(60, 600) },
    )
  })

  it('are within the limit, and beyond what the job has run', () => {
    fc.assert(
      fc.property(fc.array(ran, { maxLength: 40 }), asked, fc.nat(4000), (past, job, elapsed) => {
        fc.pre(elapsed < job.limit)
        for (const value of told(past, job, elapsed)) {
          expect(value).toBeGreaterThanOrEqual(elapsed + 1)
          expect(value).toBeLessThanOrEqual(Math.max(job.limit, elapsed + 1))
        }
      }),
      { seed: SEED, numRuns: runs(100, 1000) },
    )
  })
})

const HOUR = 3600
const one: Ran = { user: 1, size: 8, limit: HOUR, runtime: 0 }
const ranFor = (runtime: number, other: Partial<Ran> = {}): Ran => ({ ...one, runtime, ...other })
const shareOf = (values: Float64Array, value: number) => values.filter((each) => each === value).length / 100

/** As near as a hundred values come to a share. */
const expectNear = (share: number, wanted: number) => expect(Math.abs(share - wanted)).toBeLessThan(0.0101)

describe('what a past job weighs', () => {
  it('is less the more jobs of its user came after it', () => {
    // A first job and three more: the last weighs twice what the first does. Everybody's are the same four, as half a job together.
    const past = [ranFor(100), ranFor(200), ranFor(200), ranFor(400)]
    const total = 0.5 + 3 / 5 + 3 / 4 + 1 + 0.5
    expectNear(shareOf(told(past, one), 400), (1 + 0.5 / 4) / total)
    expectNear(shareOf(told(past, one), 100), (0.5 + 0.5 / 4) / total)
  })

  it('is less the less its size and its limit are like those of the job', () => {
    const of = (other: Partial<Ran>) => shareOf(told([ranFor(1800, other), ranFor(60)], one), 60)
    expectNear(of({}), (1 + 0.25) / (0.75 + 1 + 0.5))
    expectNear(of({ size: 32 }), (1 + 0.5 / (1 + 1 / 16)) / (0.75 / 16 + 1 + 0.5))
    expect(of({ size: 2 })).toBe(of({ size: 32 }))
    expect(of({ size: 32, limit: HOUR * 4, runtime: 7200 })).toBeGreaterThan(0.9)
  })

  it('of all users is half a job of their own together, and all there is for who is new', () => {
    const others = Array.from({ length: 50 }, () => ranFor(900, { user: 2 }))
    expectNear(shareOf(told([...others, ranFor(60)], one), 900), (0.5 * 50) / 51 / 1.5)
    expect(shareOf(told(others, one), 900)).toBe(1)
  })

  it('is that of shares of limits', () => {
    expect(shareOf(told([ranFor(900)], { ...one, limit: 2 * HOUR }), 1800)).toBe(1)
    expect(shareOf(told([ranFor(2 * HOUR)], one), HOUR)).toBe(1)
  })

  it('is nothing once the job runs for longer', () => {
    expect(shareOf(told([ranFor(1800), ranFor(60), ranFor(60)], one, 100), 1800)).toBe(1)
    // Nobody ran for so long: any time to the limit is as likely.
    const beyond = told([ranFor(60)], one, 1600)
    expect(beyond[0]).toBe(1600 + 0.005 * 2000)
    expect(beyond[99]).toBe(1600 + 0.995 * 2000)
    expect(told([], one)[50]).toBe(0.505 * HOUR)
  })
})

describe('levels of jobs in one future', () => {
  it('are the likelier the same the more two jobs have in common, and each as likely as the others', () => {
    const others = [{}, {}, { size: 4 }, { limit: 60 }, { user: 2 }]
    const { jobs } = pastOf(
      others.map((other) => ranFor(60, other)),
      one,
    )
    const futures = runs(20_000, 100_000)
    const products = others.map(() => 0)
    const counts = new Array(10).fill(0)
    for (let future = 0; future < futures; future++) {
      const levelOf = levelsIn(jobs, new Random(`${SEED}`).fork(future))
      const levels = others.map((_, row) => levelOf(row))
      levels.forEach((level, row) => {
        products[row] += 12 * (levels[0] - 0.5) * (level - 0.5)
      })
      counts[Math.floor(10 * levels[1])]++
    }
    // Standard errors of correlations and of counts are below 0.01 each.
    const [, same, size, limit, user] = products.map((sum) => sum / futures)
    expect(Math.abs(same - (0.4 ** 2 + 0.6 ** 2))).toBeLessThan(0.03)
    for (const unlike of [size, limit]) expect(Math.abs(unlike - 0.4 ** 2)).toBeLessThan(0.03)
    expect(Math.abs(user)).toBeLessThan(0.03)
    for (const count of counts) expect(Math.abs(count / futures - 0.1)).toBeLessThan(0.01)
  })
})

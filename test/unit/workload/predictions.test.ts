import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import type { Predictions, Predictor } from '../../../src/sim/prediction.js'
import * as library from '../../../src/workload/index.js'
import { correctedPrediction } from '../../../src/workload/predictions/corrections.js'
import { LAST_TWO, REGRESSION } from '../../../src/workload/predictions/index.js'
import { OnlineRegression } from '../../../src/workload/predictions/online-regression.js'
import { jobsOf, type PartialJob } from '../../support/worlds.js'

function bound(predictor: Predictor, jobs: readonly PartialJob[]): Predictions {
  const { length, submit, size, user, estimate } = jobsOf(jobs)
  return predictor.bind({ jobs: { length, submit, size, user, requested: estimate }, processors: 64 })
}

it('the library has the predictors by the names that the command takes', () => {
  expect(library.PREDICTORS.map(({ name }) => name)).toEqual(['last2', 'regression'])
})

describe('corrections (Tsafrir et al. 2007)', () => {
  it('add to the first prediction, not to the last, and stop at the request', () => {
    const corrected = [1, 2, 3, 4, 5, 11].map((k) => correctedPrediction(500_000, 100, k))
    expect(corrected).toEqual([160, 400, 1000, 1900, 3700, 360_100])
    expect(correctedPrediction(300, 100, 2)).toBe(300)
    expect(correctedPrediction(500_000, 100, 12)).toBe(500_000)
  })
})

describe('last2', () => {
  it('takes the request until the user has two ended jobs, then their mean, and forgets older ones', () => {
    const jobs = [5, 5, 5, 5, 6].map((user) => ({ user, estimate: 1000, runtime: 10 }))
    const last2 = bound(LAST_TWO, jobs)
    expect(last2.submitted(0, 0)).toBe(1000)
    last2.ended(0, 10, 10)
    expect(last2.submitted(1, 20)).toBe(1000)
    last2.ended(1, 25, 45)
    expect(last2.submitted(2, 50)).toBe(17)
    last2.ended(2, 5000, 5050)
    expect(last2.submitted(3, 6000)).toBe(1000)
    expect(last2.submitted(4, 6000)).toBe(1000)
  })

  it('goes by the request where the user is unknown', () => {
    const last2 = bound(
      LAST_TWO,
      [-1, -1, -1].map((user) => ({ user, estimate: 300, runtime: 10 })),
    )
    last2.ended(0, 10, 0)
    last2.ended(1, 10, 0)
    expect(last2.submitted(2, 0)).toBe(300)
  })
})

describe('online quantile regression', () => {
  it.each([0.2, 0.5, 0.8])(
    'finds the %d quantile of a linear function with noise, at any scale',
    (quantile) => {
      const random = new Random(`quantile ${quantile}`)
      const model = new OnlineRegression(3, quantile, 1)
      let below = 0
      let error = 0
      for (let k = 0; k < 40_000; k++) {
        const x = Float64Array.of(1, 1000 * random.uniform(), 0.01 * random.uniform())
        const base = 2 + 0.003 * x[1] - 400 * x[2]
        const y = base + random.uniform()
        if (k >= 30_000) {
          if (y <= model.predict(x)) below++
          error += Math.abs(model.predict(x) - base - quantile) / 10_000
        }
        model.learn(x, y)
      }
      expect(Math.abs(below / 10_000 - quantile)).toBeLessThan(0.03)
      expect(error).toBeLessThan(0.05)
    },
  )
})

describe('regression', () => {
  /** Users who ask for an hour: user 1 always runs 100 s, user 2 about 3,000 s. */
  const jobs = Array.from({ length: 600 }, (_, k) => ({
    user: 1 + (k % 2),
    estimate: 3600,
    size: 1 + (k % 3),
  }))
  const runtime = (k: number) => (k % 2 === 0 ? 100 : 2990 + (k % 21))

  it('learns from jobs that ended, stays within [1, request] and is the same every time', () => {
    const run = () => {
      const predictions = bound(REGRESSION, jobs)
      return jobs.map((_, k) => {
        const now = 4000 * k
        const predicted = predictions.submitted(k, now)
        predictions.started?.(k, now)
        predictions.ended(k, runtime(k), now + runtime(k))
        return predicted
      })
    }
    const predicted = run()
    expect(predicted.every((value) => Number.isInteger(value) && value >= 1 && value <= 3600)).toBe(true)
    // The 0.8 quantile lies near the upper end of what each user's jobs run.
    const close = predicted.filter((value, k) => k >= 500 && Math.abs(value / runtime(k) - 1) < 0.35)
    expect(close.length).toBeGreaterThan(60)
    expect(run()).toEqual(predicted)
  })
})

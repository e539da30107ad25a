import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { folded, MARGIN, unfolded } from '../../../src/optimize/cma-es/boundary.js'
import { firstDistribution } from '../../../src/optimize/cma-es/distribution.js'
import { parametersFor } from '../../../src/optimize/cma-es/parameters.js'
import { firstRun, nextRun, type Schedule, spent } from '../../../src/optimize/cma-es/restarts.js'
import { type Distribution, reasonToStop } from '../../../src/optimize/cma-es/stop.js'
import {
  type BbobFunction,
  bbob,
  boxOf,
  type CmaEsSettings,
  cmaEs,
  cubeOf,
} from '../../../src/optimize/index.js'
import { CELLS } from '../../../src/study/reproduce/cma-es/tables.js'

interface Outcome {
  readonly evaluations: number
  readonly best: number
  readonly point: Float64Array
  readonly stopped: string | null
  readonly runs: number
}

/** Runs until below `target`, stopped, or out of budget. */
function minimise(
  settings: CmaEsSettings,
  objective: (point: Float64Array) => number,
  { seed = 1, target = Number.NEGATIVE_INFINITY, budget = 200_000 } = {},
): Outcome {
  const optimizer = cmaEs(settings, seed)
  let evaluations = 0
  let best = Number.POSITIVE_INFINITY
  let point: Float64Array = new Float64Array(0)
  while (best >= target && optimizer.stopped === null && evaluations < budget) {
    const batch = optimizer.ask()
    const scores = Float64Array.from(batch, objective)
    for (const [k, score] of scores.entries()) {
      if (best >= target) evaluations++
      if (score >= best) continue
      best = score
      point = batch[k]
    }
    optimizer.tell(scores)
  }
  const { schedule } = JSON.parse(JSON.stringify(optimizer.snapshot()))
  return { evaluations, best, point, stopped: optimizer.stopped, runs: schedule.run + 1 }
}

const sphere = (point: Float64Array) => point.reduce((sum, x) => sum + x * x, 0)

describe('parameters', () => {
  it('are the tutorial’s', () => {
    // By hand from table 1 for n = 10, λ = 10: w' = ln 5.5 − ln i.
    const { mu, weights, mueff, csigma, dsigma, cc, c1, cmu, chi } = parametersFor(10, 10, true)
    const raw = [1, 2, 3, 4, 5].map((rank) => Math.log(5.5 / rank))
    const sum = raw.reduce((a, b) => a + b)
    expect(mu).toBe(5)
    expect(mueff).toBeCloseTo(sum ** 2 / raw.reduce((a, b) => a + b * b, 0), 12)
    expect(mueff).toBeCloseTo(3.167, 3)
    expect(weights[0]).toBeCloseTo(raw[0] / sum, 12)
    expect(csigma).toBeCloseTo((mueff + 2) / (15 + mueff), 12)
    expect(dsigma).toBeCloseTo(1 + csigma, 12)
    expect(cc).toBeCloseTo((4 + mueff / 10) / (14 + (2 * mueff) / 10), 12)
    expect(c1).toBeCloseTo(2 / (11.3 ** 2 + mueff), 12)
    expect(cmu).toBeCloseTo((2 * (0.25 + mueff + 1 / mueff - 2)) / (144 + mueff), 12)
    expect(chi).toBeCloseTo(3.0847, 3)
  })

  it('sum to 1 over the best, and keep the covariance positive over all', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 2, max: 90 }),
      fc.boolean(),
      (n, lambda, active) => {
        const { mu, weights, c1, cmu } = parametersFor(n, lambda, active)
        const sum = (list: Float64Array) => list.reduce((a, b) => a + b, 0)
        expect(sum(weights.subarray(0, mu))).toBeCloseTo(1, 10)
        expect([...weights]).toEqual([...weights].sort((a, b) => b - a))
        // In few dimensions many candidates replace the whole covariance, which leaves nothing to take away.
        expect(weights[lambda - 1] < 0).toBe(active && c1 + cmu < 1)
        // One generation takes away less than there is, whatever the steps are: each is scaled to length √n.
        expect(1 - c1 - cmu + cmu * n * sum(weights.filter((w) => w < 0))).toBeGreaterThan(-1e-12)
      },
    )
    fc.assert(property, { seed: 3, numRuns: 200 })
  })
})

describe('boundary', () => {
  it('folds everything into [0, 1], smoothly, and unfolds', () => {
    const property = fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
      const unit = folded(x)
      expect(unit).toBeGreaterThanOrEqual(0)
      expect(unit).toBeLessThanOrEqual(1)
      expect(Math.abs(folded(x + 1e-7) - unit)).toBeLessThan(1.01e-7)
      expect(folded(unfolded(unit))).toBeCloseTo(unit, 9)
    })
    fc.assert(property, { seed: 1, numRuns: 500 })
    expect(folded(-MARGIN)).toBe(0)
    expect(folded(1 + MARGIN)).toBe(1)
    expect(folded(0.3)).toBe(0.3)
    // Mirrored at where a bound is reached.
    expect(folded(-MARGIN - 0.2)).toBeCloseTo(folded(-MARGIN + 0.2), 12)
  })

  it('finds optima on bounds and in corners', () => {
    const box = boxOf([1, -5, -5], [4, 5, -2])
    const { best, point } = minimise({ box }, sphere, { target: 5 + 1e-7 })
    expect(best).toBeLessThan(5 + 1e-7)
    expect([...point].map((x) => Math.round(x * 1000) / 1000 + 0)).toEqual([1, 0, -2])
  })
})

describe('CMA-ES converges as the reference implementation', () => {
  const published = (id: BbobFunction, dimensions: number, active: boolean) => {
    const cell = CELLS.find((one) => one.id === id && one.dimensions === dimensions)
    return (active ? cell?.active : cell?.plain) ?? Number.NaN
  }
  const cases = CELLS.flatMap(({ id, dimensions }) =>
    [true, false]
      // Long ones are for `qw reproduce cma-es`.
      .filter((active) => published(id, dimensions, active) < 14_000)
      .map((active) => ({ id, dimensions, active, evaluations: published(id, dimensions, active) })),
  )

  it.each(cases)('f$id, $dimensions-D, active $active: about $evaluations evaluations to 1e-7', (one) => {
    const { id, dimensions, active, evaluations } = one
    const box = cubeOf(dimensions, -100, 100)
    const counts = [1, 2, 3].map((seed) => {
      const random = new Random(seed)
      const start = Float64Array.from({ length: dimensions }, () => 8 * random.uniform() - 4)
      const settings = { box, start, sigma: 0.01, active, restarts: 'ipop' } as const
      return minimise(settings, bbob(id, dimensions, seed), { seed, target: 1e-7 }).evaluations
    })
    const middle = counts.sort((a, b) => a - b)[1]
    // Rosenbrock's local optimum and the cigar's first phase scatter; the study has the means.
    const slack = id === 8 || id === 12 ? 0.5 : 0.2
    expect(middle / evaluations).toBeGreaterThan(1 - slack)
    expect(middle / evaluations).toBeLessThan(1 + slack)
  })
})

describe('a run ends', () => {
  const box = cubeOf(4, -5, 5)
  it('where scores no longer differ', () => {
    expect(minimise({ box }, (point) => sphere(point) + 1).stopped).toBe(
      'the scores differ by less than their tolerance',
    )
  })

  it('where all are equal', () => {
    const { stopped, evaluations } = minimise({ box, tolFun: 0 }, () => 7)
    expect(stopped).toBe('the best score has not changed')
    expect(evaluations).toBe(8 * (10 + Math.ceil(120 / 8)))
  })

  it('where the step size is small', () => {
    expect(minimise({ box, tolFun: 0, tolX: 1e-3 }, sphere).stopped).toBe(
      'the step size is below its tolerance',
    )
  })

  it('where nothing improves any more', () => {
    const random = new Random(5)
    expect(minimise({ box }, () => random.uniform()).stopped).toBe('the scores have not improved')
  })

  const fine = firstDistribution(Float64Array.of(0.5, 0.5), 0.3)
  const reason = (change: Partial<Distribution>) =>
    reasonToStop(parametersFor(2, 6, true), { ...fine, ...change }, Float64Array.of(1, 2), 0.3, {
      tolFun: 1e-12,
      tolX: 1e-12,
    })
  it.each([
    [null, {}],
    ['the covariance matrix is ill-conditioned', { deviations: Float64Array.of(1e-8, 1) }],
    ['the step size grew 10,000-fold', { sigma: 3001 }],
    ['the step size grew 10,000-fold', { sigma: Number.POSITIVE_INFINITY }],
    ['steps along a principal axis are below the resolution of numbers', { sigma: 1e-17 }],
    [
      'steps in a coordinate are below the resolution of numbers',
      { covariance: Float64Array.of(1e-34, 0, 0, 1) },
    ],
  ])('with the reason: %s', (expected, change) => {
    expect(reason(change)).toBe(expected)
  })
})

describe('restarts', () => {
  /** Many local optima, one of them global. */
  const rastrigin = (point: Float64Array) =>
    point.reduce((sum, x) => sum + x * x + 10 * (1 - Math.cos(2 * Math.PI * x)), 0)
  const box = cubeOf(4, -5, 6)

  it.each(['ipop', 'bipop'] as const)('%s leaves local optima', (restarts) => {
    const seeds = [1, 2, 3, 4]
    const single = seeds.filter((seed) => minimise({ box }, rastrigin, { seed, target: 1e-8 }).best < 1e-8)
    const several = seeds.filter(
      (seed) => minimise({ box, restarts }, rastrigin, { seed, target: 1e-8 }).best < 1e-8,
    )
    expect(several).toEqual(seeds)
    expect(single.length).toBeLessThan(seeds.length)
  })

  it('end when they are used up', () => {
    const { stopped, runs } = minimise(
      { box, restarts: 'ipop', maxRestarts: 2 },
      (point) => sphere(point) + 1,
    )
    expect(stopped).toMatch(/^all 2 restarts are done; the scores differ/)
    expect(runs).toBe(3)
  })

  it('IPOP doubles the population', () => {
    let run: Schedule = { ...firstRun(8, 0.3), evaluations: 100 }
    const lambdas = [1, 2, 3].map(() => {
      run = nextRun('ipop', run, 8, 0.3, new Random(1))
      return run.lambda
    })
    expect(lambdas).toEqual([16, 32, 64])
  })

  it('BIPOP shares evaluations evenly between both regimes', () => {
    const random = new Random(2)
    let run: Schedule = { ...firstRun(8, 0.3), evaluations: 100 }
    for (let restart = 0; restart < 40; restart++) {
      const before = run
      run = nextRun('bipop', run, 8, 0.3, random)
      expect(run.regime).toBe(run.large <= run.small ? 'large' : 'small')
      if (run.regime === 'large') {
        expect(run).toMatchObject({
          doublings: before.doublings + 1,
          lambda: 8 * 2 ** run.doublings,
          sigma: 0.3,
        })
      } else {
        expect(run.lambda).toBeGreaterThanOrEqual(8)
        expect(run.lambda).toBeLessThanOrEqual(4 * 2 ** run.doublings)
        expect(run.sigma).toBeLessThanOrEqual(0.3)
        expect(run.sigma).toBeGreaterThan(0.003)
      }
      // A large run takes evaluations in proportion to its population, a small one its limit.
      const evaluations = run.regime === 'large' ? 10 * run.lambda : Math.ceil(run.lastLarge / 2)
      expect(spent({ ...run, evaluations })).toBe(run.regime === 'small')
      expect(spent({ ...run, evaluations: 1 })).toBe(false)
      run = { ...run, evaluations }
    }
    expect(run.small / run.large).toBeGreaterThan(0.4)
    expect(run.small / run.large).toBeLessThan(2.5)
  })
})

describe('settings', () => {
  const box = cubeOf(2, 0, 1)
  it.each([
    [{ lambda: 1 }, 'lambda'],
    [{ lambda: 4.5 }, 'lambda'],
    [{ sigma: 0 }, 'sigma'],
    [{ sigma: Number.NaN }, 'sigma'],
    [{ maxRestarts: -1 }, 'maxRestarts'],
    [{ tolFun: -1 }, 'tolFun'],
    [{ start: Float64Array.of(0.5) }, 'starts[0]'],
    [{ start: Float64Array.of(0.5, 2) }, 'starts[0][1]'],
  ])('refuses %j', (change, field) => {
    expect(() => cmaEs({ box, ...change }, 1)).toThrow(`field ${field},`)
  })
})

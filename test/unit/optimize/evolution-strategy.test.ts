import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { mean } from '../../../src/core/statistics.js'
import {
  boxOf,
  cubeOf,
  type EvolutionStrategySettings,
  evolutionStrategy,
  marriage,
  mutateIsotropic,
  mutateNonIsotropic,
  mutateObjects,
  type Optimizer,
  recombine,
  repaired,
  type StepRule,
  twoPoint,
} from '../../../src/optimize/index.js'

interface Parent {
  readonly object: readonly number[]
  readonly steps: readonly number[]
  readonly score: number | string
  readonly age: number
}

const parentsOf = (optimizer: Optimizer<Float64Array>): readonly Parent[] =>
  JSON.parse(JSON.stringify(optimizer.snapshot())).parents

const sphere = (point: Float64Array) => point.reduce((sum, x) => sum + x * x, 0)

function run(settings: EvolutionStrategySettings, generations: number, seed = 1, objective = sphere) {
  const optimizer = evolutionStrategy(settings, seed)
  let best = Number.POSITIVE_INFINITY
  for (let generation = 0; generation < generations; generation++) {
    const scores = Float64Array.from(optimizer.ask(), objective)
    best = Math.min(best, ...scores)
    optimizer.tell(scores)
  }
  return { optimizer, best }
}

describe('evolution strategy', () => {
  const box = boxOf([-4, -4, -4, -4, -4], [5, 5, 5, 5, 5])

  it.each<readonly [StepRule, number]>([
    [{ kind: 'isotropic' }, 1e-3],
    [{ kind: 'non-isotropic' }, 1e-3],
    [{ kind: 'non-isotropic', common: 'generation' }, 1e-3],
    [{ kind: 'two-point' }, 1e-3],
    [{ kind: 'success-rule' }, 1e-3],
  ])('minimises a sphere by the rule %j', (rule, target) => {
    expect(run({ box, mu: 5, lambda: 35, rule }, 120).best).toBeLessThan(target)
  })

  it('has the defaults of the (15+105)-ES', () => {
    const { settings } = JSON.parse(
      JSON.stringify(evolutionStrategy({ box: cubeOf(36, 0, 1) }, 1).snapshot()),
    )
    expect(settings).toMatchObject({
      mu: 15,
      lambda: 105,
      kappa: 'Infinity',
      objects: { kind: 'discrete', parents: 15 },
      steps: { kind: 'intermediate', parents: 15 },
      firstStep: 0.1,
      leastStep: 1e-4,
      mostStep: 0.5,
      repair: 'clip',
    })
    expect(settings.rule).toEqual({
      kind: 'non-isotropic',
      tau0: 1 / Math.sqrt(72),
      tau1: 1 / Math.sqrt(2 * Math.sqrt(36)),
      common: 'offspring',
    })
  })

  it('asks for μ parents first, then for λ offspring', () => {
    const optimizer = evolutionStrategy(
      { box, mu: 4, lambda: 9, starts: [Float64Array.of(1, 2, 3, 4, 5)] },
      1,
    )
    expect(optimizer.ask()).toHaveLength(4)
    expect([...optimizer.ask()[0]]).toEqual([1, 2, 3, 4, 5])
    optimizer.tell(Float64Array.of(4, 3, 2, 1))
    expect(optimizer.ask()).toHaveLength(9)
  })

  it('lets nobody take part in more than κ generations, and the best go on till then', () => {
    for (const kappa of [1, 2, 4, Number.POSITIVE_INFINITY]) {
      const optimizer = evolutionStrategy({ box, mu: 3, lambda: 5, kappa }, 2)
      optimizer.tell(Float64Array.of(0, 1, 2))
      // All offspring are worse than the first parents.
      for (let generation = 1; generation <= 8; generation++) {
        const ages = parentsOf(optimizer).map(({ age }) => age)
        const scores = parentsOf(optimizer).map(({ score }) => score)
        // For κ generations the first parents stay, then offspring take their places.
        const expected = kappa === Number.POSITIVE_INFINITY ? generation : ((generation - 1) % kappa) + 1
        if (generation <= kappa) expect(scores).toEqual([0, 1, 2])
        expect(Math.max(...ages)).toBe(expected)
        optimizer.tell(Float64Array.from({ length: 5 }, (_, k) => 100 * generation + k))
      }
    }
  })

  it('prefers an offspring among equals', () => {
    const optimizer = evolutionStrategy({ box, mu: 2, lambda: 2 }, 3)
    optimizer.tell(Float64Array.of(7, 7))
    optimizer.tell(Float64Array.of(7, 7))
    expect(parentsOf(optimizer).map(({ age }) => age)).toEqual([1, 1])
  })

  it('keeps step sizes in their limits', () => {
    const limits = { firstStep: 0.2, leastStep: 0.15, mostStep: 0.25 }
    const { optimizer } = run({ box, mu: 3, lambda: 9, rule: { kind: 'isotropic', tau: 2 }, ...limits }, 10)
    const steps = parentsOf(optimizer).flatMap((parent) => parent.steps)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0.15)
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.25)
  })

  it('takes a step size for what it is on the scale of its coordinate', () => {
    const scale = Float64Array.of(1, 0.1, 0.01, 1, 0.001)
    const rule: StepRule = { kind: 'isotropic', tau: 1e-9 }
    const optimizer = evolutionStrategy(
      {
        box: cubeOf(5, 0, 1),
        mu: 1,
        lambda: 4000,
        rule,
        firstStep: 0.05,
        leastStep: 0.05,
        mostStep: 0.05,
        scale,
        starts: [new Float64Array(5).fill(0.5)],
      },
      4,
    )
    optimizer.tell(Float64Array.of(1))
    const offspring = optimizer.ask()
    for (const [k, share] of scale.entries()) {
      const deviation = Math.sqrt(mean(Float64Array.from(offspring, (point) => (point[k] - 0.5) ** 2)))
      expect(deviation / (0.05 * share)).toBeCloseTo(1, 1)
    }
  })

  it('writes snapshots as before where no scale and no survival are set', () => {
    const { optimizer } = run({ box, mu: 3, lambda: 5 }, 4)
    const { settings } = JSON.parse(JSON.stringify(optimizer.snapshot()))
    expect(Object.keys(settings)).not.toContain('scale')
    expect(Object.keys(settings)).not.toContain('survival')
  })

  it('chooses, of the best, the smallest', () => {
    const sizes = [5, 2, 9, 7, 1, 3]
    const optimizer = evolutionStrategy(
      {
        box: boxOf([0, 1], [1, 10]),
        mu: 6,
        lambda: 1,
        kappa: Number.POSITIVE_INFINITY,
        survival: { kind: 'smallest', coordinate: 1, pool: 6 },
        starts: sizes.map((size) => Float64Array.of(0.5, size)),
      },
      1,
    )
    expect(optimizer.selection).toMatchObject({ selects: 6, rivals: [] })
    optimizer.tell(Float64Array.of(6, 5, 4, 3, 2, 1))
    expect(optimizer.state.parents.map(({ score }) => score)).toEqual([2, 5, 1, 6, 3, 4])
  })

  it('counts a smaller offspring as a success where that is what is chosen by', () => {
    const optimizer = evolutionStrategy(
      {
        box: boxOf([0, 1], [1, 10]),
        mu: 1,
        lambda: 40,
        rule: { kind: 'success-rule' },
        survival: { kind: 'discounted', coordinate: 1, discount: 1e6 },
        starts: [Float64Array.of(0.5, 10)],
      },
      1,
    )
    optimizer.tell(Float64Array.of(5))
    const [before] = parentsOf(optimizer)
    optimizer.tell(new Float64Array(40).fill(6))
    const [after] = parentsOf(optimizer)
    expect(after.score).toBe(6)
    expect(after.steps[0]).toBeGreaterThan(before.steps[0])
  })

  it('lets a score above the worst parent by the discount or more go unevaluated', () => {
    const optimizer = evolutionStrategy(
      {
        box: boxOf([0, 1], [1, 10]),
        mu: 2,
        lambda: 5,
        survival: { kind: 'discounted', coordinate: 1, discount: 30 },
        starts: [Float64Array.of(0.5, 3), Float64Array.of(0.5, 10)],
      },
      1,
    )
    expect(optimizer.selection.floor).toBe(Number.POSITIVE_INFINITY)
    optimizer.tell(Float64Array.of(100, 95))
    // 100 − 30/3 and 95 − 30/10.
    expect(optimizer.state.parents.map(({ score }) => score)).toEqual([100, 95])
    expect(optimizer.selection.floor).toBeCloseTo(92 + 30, 6)
  })

  it('has as many step sizes as the rule says', () => {
    const lengths = (rule: StepRule) => run({ box, mu: 2, rule }, 2).optimizer
    expect(parentsOf(lengths({ kind: 'non-isotropic' }))[0].steps).toHaveLength(5)
    expect(parentsOf(lengths({ kind: 'isotropic' }))[0].steps).toHaveLength(1)
  })
})

describe('success rule', () => {
  const box = cubeOf(3, -1, 1)
  const rule = { kind: 'success-rule', alpha: 1.5, target: 0.25, period: 2 } as const

  /** Step size after generations in which a share of the offspring is better than all parents. */
  function stepAfter(shares: readonly number[]): number {
    const optimizer = evolutionStrategy({ box, mu: 2, lambda: 8, rule }, 1)
    optimizer.tell(Float64Array.of(1000, 1000))
    for (const [generation, share] of shares.entries()) {
      const better = 900 - generation
      optimizer.tell(Float64Array.from({ length: 8 }, (_, k) => (k < share * 8 ? better : 2000)))
    }
    const steps = parentsOf(optimizer).map((parent) => parent.steps[0])
    expect(new Set(steps).size).toBe(1)
    return steps[0]
  }

  it('counts over a period, then lengthens or shortens the step', () => {
    expect(stepAfter([1])).toBe(0.1)
    expect(stepAfter([0.5, 0.25])).toBeCloseTo(0.15, 12)
    expect(stepAfter([0.25, 0])).toBeCloseTo(0.1 / 1.5, 12)
    expect(stepAfter([0.25, 0.25])).toBe(0.1)
    expect(stepAfter([1, 1, 0])).toBeCloseTo(0.15, 12)
    expect(stepAfter([1, 1, 0, 0])).toBeCloseTo(0.1, 12)
  })

  it('lets go unevaluated only what cannot be a success', () => {
    const optimizer = evolutionStrategy({ box, mu: 2, lambda: 8, rule }, 1)
    optimizer.tell(Float64Array.of(5, 3))
    expect(optimizer.selection.floor).toBe(5)
    expect([...optimizer.selection.rivals].sort()).toEqual([3, 5])
  })
})

describe('variation', () => {
  const random = () => new Random(9)

  it('marries different parents, every one as often', () => {
    const seen = new Int32Array(5)
    const source = random()
    for (let k = 0; k < 5000; k++) {
      const pool = marriage(5, 3, source)
      expect(new Set(pool).size).toBe(3)
      for (const place of pool) seen[place]++
    }
    for (const count of seen) expect(Math.abs(count - 3000)).toBeLessThan(150)
    expect([...marriage(4, 4, source)].sort()).toEqual([0, 1, 2, 3])
  })

  it('recombines discretely from all, intermediately to the mean', () => {
    const parents = [Float64Array.of(1, 10, 100), Float64Array.of(2, 20, 200), Float64Array.of(6, 60, 600)]
    expect([...recombine('intermediate', parents, random())]).toEqual([3, 30, 300])
    const source = random()
    const seen = [0, 1, 2].map(() => new Set<number>())
    for (let k = 0; k < 100; k++) {
      recombine('discrete', parents, source).forEach((value, at) => {
        seen[at].add(value)
      })
    }
    expect(seen.map((values) => [...values].sort((a, b) => a - b))).toEqual([
      [1, 2, 6],
      [10, 20, 60],
      [100, 200, 600],
    ])
    expect(recombine('discrete', [parents[1]], random())).toBe(parents[1])
  })

  it('mutates step sizes log-normally', () => {
    const normal = random().normal()
    const isotropic = Array.from({ length: 4000 }, () =>
      Math.log(mutateIsotropic(Float64Array.of(1), 0.3, normal)[0]),
    )
    expect(mean(isotropic)).toBeCloseTo(0, 1)
    expect(Math.sqrt(mean(isotropic.map((x) => x * x)))).toBeCloseTo(0.3, 1)
    // The common factor moves all of them alike, the other each on its own.
    const [a, b] = mutateNonIsotropic(Float64Array.of(1, 2), 0.5, 0, 2, normal)
    expect([a, b]).toEqual([Math.exp(1), 2 * Math.exp(1)])
    const [c, d] = mutateNonIsotropic(Float64Array.of(1, 1), 0, 0.5, 2, normal)
    expect(c).not.toBe(d)
  })

  it('doubles or halves as often by the two-point rule', () => {
    const source = random()
    const ups = Array.from({ length: 2000 }, () => twoPoint([3, 5], 2, source))
    for (const [a, b] of ups) expect([a, b]).toEqual(a > 3 ? [6, 10] : [1.5, 2.5])
    expect(Math.abs(ups.filter(([a]) => a > 3).length - 1000)).toBeLessThan(100)
  })

  it('mutates coordinates with their own step size', () => {
    const normal = random().normal()
    const moved = Array.from({ length: 2000 }, () =>
      mutateObjects(Float64Array.of(0, 0), Float64Array.of(0.1, 3), normal),
    )
    const deviation = (k: number) => Math.sqrt(mean(moved.map((point) => point[k] ** 2)))
    expect(deviation(0)).toBeCloseTo(0.1, 1)
    expect(deviation(1) / 3).toBeCloseTo(1, 1)
  })

  it('repairs by clipping or by reflection', () => {
    expect([...repaired(Float64Array.of(-0.3, 0.4, 1.2), 'clip')]).toEqual([0, 0.4, 1])
    const reflected = [...repaired(Float64Array.of(-0.3, 0.4, 1.2, 2.25, -1.75, 3), 'reflect')]
    for (const [k, expected] of [0.3, 0.4, 0.8, 0.25, 0.25, 1].entries())
      expect(reflected[k]).toBeCloseTo(expected, 12)
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (x) => {
        const [value] = repaired(Float64Array.of(x), 'reflect')
        expect(value >= 0 && value <= 1).toBe(true)
      }),
      { seed: 1 },
    )
  })
})

describe('settings', () => {
  const box = cubeOf(2, 0, 1)
  it.each<readonly [Partial<EvolutionStrategySettings>, string]>([
    [{ mu: 0 }, 'mu'],
    [{ lambda: 0 }, 'lambda'],
    [{ mu: 5, lambda: 4, kappa: 1 }, 'lambda'],
    [{ kappa: 0 }, 'kappa'],
    [{ kappa: 1.5 }, 'kappa'],
    [{ mu: 3, objects: { kind: 'discrete', parents: 4 } }, 'objects.parents'],
    [{ steps: { kind: 'discrete', parents: 0 } }, 'steps.parents'],
    [{ firstStep: 0.6 }, 'firstStep'],
    [{ leastStep: 0 }, 'leastStep'],
    [{ leastStep: 0.1, mostStep: 0.05 }, 'mostStep'],
    [{ rule: { kind: 'two-point', alpha: 1 } }, 'rule.alpha'],
    [{ rule: { kind: 'success-rule', target: 1 } }, 'rule.target'],
    [{ rule: { kind: 'isotropic', tau: -1 } }, 'rule.tau'],
    [{ scale: Float64Array.of(1) }, 'scale'],
    [{ scale: Float64Array.of(1, 0) }, 'scale[1]'],
    [{ survival: { kind: 'smallest', coordinate: 2, pool: 30 } }, 'survival.coordinate'],
    [{ survival: { kind: 'smallest', coordinate: 1, pool: 30 } }, 'survival.coordinate'],
    [
      { box: cubeOf(2, 1, 9), mu: 3, survival: { kind: 'smallest', coordinate: 1, pool: 2 } },
      'survival.pool',
    ],
    [
      { box: cubeOf(2, 1, 9), survival: { kind: 'discounted', coordinate: 0, discount: -1 } },
      'survival.discount',
    ],
    [{ mu: 1, starts: [Float64Array.of(0, 0), Float64Array.of(1, 1)] }, 'starts'],
  ])('refuses %j', (change, field) => {
    expect(() => evolutionStrategy({ box, ...change }, 1)).toThrow(`field ${field},`)
  })

  it('refuses contradictory bounds', () => {
    expect(() => boxOf([0, 2], [1, 1])).toThrow(/bounds\[1\], value "2 to 1"/)
    expect(() => boxOf([0], [1, 1])).toThrow(/expected 1 upper bounds/)
    expect(() => boxOf([], [])).toThrow(/bounds/)
    expect(() => boxOf([0], [Number.POSITIVE_INFINITY])).toThrow(/both finite/)
  })
})

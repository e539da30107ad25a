import { describe, expect, it } from 'vitest'
import {
  crowding,
  dtlz2,
  hypervolume,
  type MultiObjectiveProblem,
  nonDominatedSort,
  nsga,
  nsga2,
  nsga3,
  type PopulationOptimizer,
  realCoding,
  referencePoints,
  sharedFitness,
  thetaDea,
  zdt,
  zdtFront,
} from '../../../src/optimize/index.js'
import { associate } from '../../../src/optimize/reference-point/association.js'
import { firstScale, normalised, rescaled } from '../../../src/optimize/reference-point/normalise.js'

function evolve(
  { objectives, evaluate }: MultiObjectiveProblem,
  optimizer: PopulationOptimizer<Float64Array>,
  generations: number,
): Float64Array {
  for (let generation = 0; generation < generations; generation++) {
    const batch = optimizer.ask()
    const scores = new Float64Array(batch.length * objectives)
    for (const [k, point] of batch.entries()) evaluate(point, scores, k * objectives)
    optimizer.tell(scores)
  }
  return optimizer.state.scores
}

const codingFor = ({ box }: MultiObjectiveProblem) =>
  realCoding({ box, crossover: { share: 0.5, bounds: 'bounded' }, mutation: { bounds: 'bounded' } })

describe('problems', () => {
  it('ZDT: by hand', () => {
    const at = (name: 'ZDT1' | 'ZDT4' | 'ZDT6', point: readonly number[]) => {
      const scores = new Float64Array(2)
      zdt(name).evaluate(Float64Array.from(point), scores, 0)
      return [...scores]
    }
    const [, second] = at('ZDT1', [0.25, ...Array.from({ length: 29 }, () => 1)])
    expect(second).toBeCloseTo(10 * (1 - Math.sqrt(0.025)), 12)
    expect(at('ZDT4', [0.25, ...Array.from({ length: 9 }, () => 0)])).toEqual([0.25, 0.5])
    expect(at('ZDT6', [0, ...Array.from({ length: 9 }, () => 0)])).toEqual([1, 0])
    for (const name of ['ZDT1', 'ZDT2', 'ZDT3', 'ZDT4', 'ZDT6'] as const) {
      const { box } = zdt(name)
      const point = box.lower.map((lower, k) => (k === 0 ? 0.3 : Math.max(lower, 0)))
      const scores = new Float64Array(2)
      zdt(name).evaluate(point, scores, 0)
      expect(scores).toEqual(zdtFront(name, 11).subarray(6, 8))
    }
  })

  it('DTLZ2: its front is the unit sphere', () => {
    const { box, evaluate } = dtlz2(4)
    expect(box.lower).toHaveLength(13)
    const scores = new Float64Array(4)
    evaluate(
      Float64Array.from(box.lower, (_, k) => (k < 3 ? 0.2 + 0.2 * k : 0.5)),
      scores,
      0,
    )
    expect(Math.hypot(...scores)).toBeCloseTo(1, 12)
    evaluate(
      Float64Array.from(box.lower, (_, k) => (k < 3 ? 0 : 1)),
      scores,
      0,
    )
    expect([...scores]).toEqual([1 + 10 * 0.25, 0, 0, 0])
  })
})

describe('NSGA-II', () => {
  it('gets near the front of ZDT1 in 8,000 evaluations', () => {
    const problem = zdt('ZDT1')
    const scores = evolve(problem, nsga2({ coding: codingFor(problem), objectives: 2, mu: 80 }, 1), 100)
    expect(hypervolume(scores, [1.1, 1.1])).toBeGreaterThan(0.8)
  })

  it('survival: front by front, of the last one the least crowded', () => {
    const problem = dtlz2(3)
    // Everybody is mutated everywhere, so that no two are equal.
    const coding = realCoding({ box: problem.box, mutation: { probability: 1, bounds: 'bounded' } })
    const optimizer = nsga2({ coding, objectives: 3, mu: 20, lambda: 31 }, 2)
    for (let generation = 0; generation < 15; generation++) {
      const before = optimizer.state.scores
      const batch = optimizer.ask()
      const scores = new Float64Array(before.length + 3 * batch.length)
      scores.set(before)
      for (const [k, point] of batch.entries()) problem.evaluate(point, scores, before.length + 3 * k)
      optimizer.tell(scores.slice(before.length))
      const row = (points: Float64Array, place: number) => points.subarray(3 * place, 3 * place + 3).join()
      const kept = new Set(Array.from({ length: 20 }, (_, place) => row(optimizer.state.scores, place)))
      let room = 20
      for (const front of nonDominatedSort(scores, 3)) {
        const survivors = [...front.keys()].filter((k) => kept.has(row(scores, front[k])))
        expect(survivors.length).toBe(Math.min(room, front.length))
        room -= survivors.length
        const distance = crowding(scores, 3, front)
        const losers = [...front.keys()].filter((k) => !survivors.includes(k))
        const least = Math.min(...survivors.map((k) => distance[k]))
        for (const loser of losers) expect(distance[loser]).toBeLessThanOrEqual(least)
      }
    }
  })
})

describe('NSGA', () => {
  it('fitness falls from front to front, and with crowding inside one', () => {
    // Three on the first front, two of them close together; one behind. Ranges are 20.
    const points = Float64Array.of(0, 10, 0.1, 9.9, 10, 0, 20, 20)
    const fitness = sharedFitness(points, 2)
    // niches = ⌊4 − 1 + ½⌋ = 3, divisions = ⌊3/2 + ½⌋ = 2, q² = 2·(½)² = ½.
    const near = (a: number, b: number) => {
      const squares = [0, 1].map((k) => ((points[2 * a + k] - points[2 * b + k]) / 20) ** 2)
      return Math.max(0, 1 - (squares[0] + squares[1]) / 0.5)
    }
    for (const place of [0, 1, 2]) {
      const niche = [0, 1, 2].reduce((sum, other) => sum + near(place, other), 0)
      expect(fitness[place]).toBeCloseTo(4 / niche, 12)
    }
    expect(fitness[2]).toBeGreaterThan(1.9 * fitness[0])
    expect(fitness[3]).toBeCloseTo(0.99 * fitness[1], 12)
    // In other units the same.
    expect(
      [
        ...sharedFitness(
          points.map((value, at) => (at % 2 === 0 ? 1e5 * value : -7 + 1e-3 * value)),
          2,
        ),
      ].map((x) => x.toFixed(6)),
    ).toEqual([...fitness].map((x) => x.toFixed(6)))
  })

  it('takes equal and infinite points', () => {
    expect([...sharedFitness(Float64Array.of(1, 1, 1, 1), 2)]).toEqual([1, 1])
    expect(
      sharedFitness(Float64Array.of(1, Number.POSITIVE_INFINITY, 2, 3), 2).every((value) => value > 0),
    ).toBe(true)
  })

  it('searches', () => {
    const problem = zdt('ZDT1')
    const scores = evolve(
      problem,
      nsga({ coding: codingFor(problem), objectives: 2, mu: 30, lambda: 60 }, 1),
      60,
    )
    const [first] = [...scores.filter((_, at) => at % 2 === 1)].sort((a, b) => a - b)
    expect(first).toBeLessThan(2)
  })
})

describe('reference points', () => {
  it.each([
    [3, 12, null, 91],
    [3, 4, 1, 18],
    [7, 3, 2, 112],
    [2, 99, null, 100],
  ])('%i objectives, %i and %s divisions: %i points on the simplex', (m, divisions, inner, count) => {
    const points = referencePoints(m, divisions, inner)
    expect(points.length / m).toBe(count)
    const rows = Array.from({ length: count }, (_, row) => [...points.subarray(row * m, (row + 1) * m)])
    for (const row of rows) {
      expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
      expect(Math.min(...row)).toBeGreaterThanOrEqual(0)
    }
    expect(new Set(rows.map(String)).size).toBe(count)
  })
})

describe('normalisation', () => {
  it('puts the ideal point at 0 and the extreme points at 1', () => {
    // A plane with intercepts 10, 2 and 400 above the ideal point (5, −1, 100).
    const points = Float64Array.of(15, -1, 100, 5, 1, 100, 5, -1, 500, 10, 0, 100, 40, 8, 900)
    const scale = rescaled(firstScale(3), points, 3, Int32Array.of(0, 1, 2, 3))
    expect([...scale.ideal]).toEqual([5, -1, 100])
    const unit = normalised(scale, points, 3, 4)
    expect([...unit.subarray(0, 12)].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([
      1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 0,
    ])
  })

  it('remembers the ideal point and takes the worst of the front where there is no plane', () => {
    const before = rescaled(firstScale(2), Float64Array.of(0, 0), 2, Int32Array.of(0))
    const points = Float64Array.of(1, 4, 4, 1)
    const scale = rescaled(before, points, 2, Int32Array.of(0, 1))
    expect([...scale.ideal]).toEqual([0, 0])
    // The remembered extreme point is the ideal point itself.
    expect([...normalised(scale, points, 2, 2)]).toEqual([0.25, 1, 1, 0.25])
  })

  it('bears infinite scores', () => {
    const points = Float64Array.of(1, Number.POSITIVE_INFINITY, 2, 3, 3, 2)
    const unit = normalised(rescaled(firstScale(2), points, 2, Int32Array.of(0, 1, 2)), points, 2, 3)
    expect(unit.every(Number.isFinite)).toBe(true)
  })
})

describe('association', () => {
  it('is with the nearest direction, by perpendicular distance', () => {
    const { direction, beside, along } = associate(
      Float64Array.of(3, 0.1, 2, 2, 0, 5),
      Float64Array.of(1, 0, 0.5, 0.5, 0, 1),
      2,
    )
    expect([...direction]).toEqual([0, 1, 2])
    expect(beside[0]).toBeCloseTo(0.1, 12)
    expect(along[0]).toBeCloseTo(3, 12)
    expect(beside[1]).toBeCloseTo(0, 12)
    expect(along[1]).toBeCloseTo(Math.sqrt(8), 12)
  })
})

describe('many objectives', () => {
  const problem = dtlz2(7)
  const settings = { coding: codingFor(problem), objectives: 7, divisions: 3, innerDivisions: 2 }
  const reference = new Float64Array(7).fill(1.1)

  it('NSGA-III and θ-DEA come near the front of DTLZ2 with 7 objectives where NSGA-II does not', () => {
    const volume = (optimizer: PopulationOptimizer<Float64Array>) =>
      hypervolume(evolve(problem, optimizer, 100), reference)
    const volumes = {
      second: volume(nsga2({ coding: settings.coding, objectives: 7, mu: 112 }, 1)),
      third: volume(nsga3(settings, 1)),
      theta: volume(thetaDea(settings, 1)),
    }
    expect(volumes.second).toBeLessThan(0.5)
    expect(volumes.third).toBeGreaterThan(1.3)
    expect(volumes.theta).toBeGreaterThan(volumes.third)
  })

  it('have a population of the least multiple of four', () => {
    const ask = (optimizer: PopulationOptimizer<Float64Array>) => optimizer.ask().length
    expect(ask(nsga3(settings, 1))).toBe(112)
    expect(ask(thetaDea({ coding: codingFor(dtlz2(3)), objectives: 3, divisions: 12 }, 1))).toBe(92)
    expect(() => nsga3({ ...settings, population: 100 }, 1)).toThrow(
      /field population, value 100, expected a whole number from 112/,
    )
    expect(() => nsga3({ ...settings, divisions: 0 }, 1)).toThrow(/field divisions/)
  })
})

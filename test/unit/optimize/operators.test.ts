import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { mean } from '../../../src/core/statistics.js'
import {
  binaryTournaments,
  boxOf,
  type Crossover,
  cubeOf,
  geometric,
  type JumpRules,
  jump,
  move,
  permutationCoding,
  polynomialMutation,
  realCoding,
  recombineOrder,
  simulatedBinaryCrossover,
  swap,
  universalSampling,
} from '../../../src/optimize/index.js'

const identity = (n: number) => Int32Array.from({ length: n }, (_, k) => k)

describe('simulated binary crossover', () => {
  const clip: Crossover = { probability: 1, eta: 15, share: 1, bounds: 'clip' }
  const bounded: Crossover = { probability: 1, eta: 15, share: 0.5, bounds: 'bounded' }

  it.each([clip, bounded])('keeps inside the box: $bounds', (crossover) => {
    const box = boxOf([0, -5], [1, 5])
    const coordinates = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
    )
    fc.assert(
      fc.property(coordinates, coordinates, fc.nat(), (a, b, seed) => {
        const children = simulatedBinaryCrossover(
          Float64Array.from(a),
          Float64Array.from(b),
          box,
          { ...crossover, eta: 2 },
          new Random(seed),
        )
        for (const child of children)
          for (const [k, x] of child.entries()) expect(x >= box.lower[k] && x <= box.upper[k]).toBe(true)
      }),
      { seed: 5 },
    )
  })

  it('keeps the parents’ mean, and is near them for a large η', () => {
    const wide = cubeOf(1, -1e6, 1e6)
    const random = new Random(1)
    const spread = (eta: number) =>
      mean(
        Array.from({ length: 2000 }, () => {
          const [c, d] = simulatedBinaryCrossover(
            Float64Array.of(2),
            Float64Array.of(4),
            wide,
            { ...clip, eta },
            random,
          )
          expect(c[0] + d[0]).toBeCloseTo(6, 9)
          return Math.abs(Math.abs(c[0] - d[0]) / 2 - 1)
        }),
      )
    expect(spread(2)).toBeGreaterThan(2 * spread(20))
  })

  it('has its spread factor’s distribution: half below 1, P(β ≤ b) = b^(η+1)/2', () => {
    const random = new Random(2)
    const wide = cubeOf(1, -1e6, 1e6)
    const betas = Array.from({ length: 8000 }, () => {
      const [c, d] = simulatedBinaryCrossover(
        Float64Array.of(0),
        Float64Array.of(1),
        wide,
        { ...clip, eta: 3 },
        random,
      )
      return Math.abs(c[0] - d[0])
    })
    for (const b of [0.6, 0.8, 0.95]) {
      expect(betas.filter((beta) => beta <= b).length / betas.length).toBeCloseTo(b ** 4 / 2, 1.7)
    }
    expect(betas.filter((beta) => beta <= 1).length / betas.length).toBeCloseTo(0.5, 1.7)
  })

  it('copies where chance says so, and leaves some coordinates alone', () => {
    const box = cubeOf(200, 0, 1)
    const [a, b] = [new Float64Array(200).fill(0.2), new Float64Array(200).fill(0.6)]
    const never = simulatedBinaryCrossover(a, b, box, { ...clip, probability: 0 }, new Random(1))
    expect(never).toEqual([a, b])
    const [c] = simulatedBinaryCrossover(a, b, box, bounded, new Random(1))
    const same = c.filter((value) => value === 0.2).length
    expect(same).toBeGreaterThan(70)
    expect(same).toBeLessThan(130)
  })
})

describe('polynomial mutation', () => {
  it.each(['clip', 'bounded'] as const)('keeps inside the box: %s', (bounds) => {
    const box = boxOf([-1, 10], [1, 11])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (share, seed) => {
        const point = Float64Array.of(-1 + 2 * share, 10 + share)
        const mutated = polynomialMutation(point, box, { probability: 1, eta: 1, bounds }, new Random(seed))
        for (const [k, x] of mutated.entries()) expect(x >= box.lower[k] && x <= box.upper[k]).toBe(true)
      }),
      { seed: 6 },
    )
  })

  it('mutates a coordinate as often as it should, by steps that η rules', () => {
    const box = cubeOf(1000, 0, 1)
    const centre = new Float64Array(1000).fill(0.5)
    const steps = (eta: number) =>
      polynomialMutation(centre, box, { probability: 0.3, eta, bounds: 'clip' }, new Random(3)).map((x) =>
        Math.abs(x - 0.5),
      )
    const changed = steps(20).filter((step) => step > 0)
    expect(Math.abs(changed.length - 300)).toBeLessThan(60)
    // Mean of |δ| is 1/(η+2) of the range.
    expect(mean(changed)).toBeCloseTo(1 / 22, 2)
    expect(mean(steps(5).filter((step) => step > 0))).toBeGreaterThan(2 * mean(changed))
  })
})

describe('geometric', () => {
  it('has about its mean, 1 at least', () => {
    const random = new Random(4)
    for (const expected of [30, 1000, 5000]) {
      const numbers = Array.from({ length: 4000 }, () => geometric(expected, random))
      expect(mean(numbers) / expected).toBeCloseTo(1, 1)
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(1)
      expect(numbers.every(Number.isInteger)).toBe(true)
    }
  })

  it('follows its formula', () => {
    // ς = 1 − 1e-3: ⌊ln 0.001 / ln(M/(1+√(1+M²)))⌋ for M = 10.
    const fixed = { uniform: () => 0.999 } as unknown as Random
    expect(geometric(10, fixed)).toBe(Math.floor(Math.log(0.001) / Math.log(10 / (1 + Math.sqrt(101)))))
    expect(geometric(1, { uniform: () => 0 } as unknown as Random)).toBe(1)
  })
})

describe('permutations', () => {
  const operators: readonly (readonly [string, (sequence: Int32Array, random: Random) => void])[] = [
    ['move', (sequence, random) => move(sequence, 5, random)],
    ['swap', (sequence, random) => swap(sequence, 5, 4, random)],
    ['jump', (sequence, random) => jump(sequence, 5, 4, { towards: 'either' }, random)],
    ['jump to the end', (sequence, random) => jump(sequence, 5, 4, { towards: 'end' }, random)],
  ]

  it.each(operators)('%s keeps every element', (_, operate) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), (n, seed) => {
        const random = new Random(seed)
        const sequence = random.shuffle(identity(n))
        operate(sequence, random)
        expect([...sequence].sort((a, b) => a - b)).toEqual([...identity(n)])
      }),
      { seed: 8 },
    )
  })

  it('one move exchanges neighbours, one swap two elements, one jump shifts what lies between', () => {
    const differing = (sequence: Int32Array) =>
      [...sequence].flatMap((element, place) => (element === place ? [] : [place]))
    for (let seed = 0; seed < 50; seed++) {
      const [a, b, c] = [identity(30), identity(30), identity(30)]
      move(a, 1, new Random(seed))
      const moved = differing(a)
      expect(moved).toHaveLength(2)
      expect(moved[1] - moved[0]).toBe(1)
      swap(b, 1, 6, new Random(seed))
      const swapped = differing(b)
      expect([0, 2]).toContain(swapped.length)
      jump(c, 1, 6, { towards: 'either' }, new Random(seed))
      const shifted = differing(c)
      // A jumper and the run of neighbours that close up, all by one place.
      expect([...c].filter((element, place) => Math.abs(element - place) > 1).length).toBeLessThanOrEqual(1)
      if (shifted.length > 0) expect(shifted[shifted.length - 1] - shifted[0] + 1).toBe(shifted.length)
    }
  })

  it('jumps one after the other, however many and far: as a plain list does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1500 }),
        fc.integer({ min: 1, max: 1200 }),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('either' as const, 'end' as const),
        fc.nat(),
        (n, count, meanDistance, towards, seed) => {
          const start = new Random(seed).shuffle(identity(n))
          const sequence = Int32Array.from(start)
          jump(sequence, count, meanDistance, { towards }, new Random(seed + 1))
          const random = new Random(seed + 1)
          const plain = [...start]
          for (let k = 0; k < count; k++) {
            const element = random.int(n)
            const distance = geometric(meanDistance, random)
            const ahead = towards === 'end' || random.uniform() < 0.5
            const from = plain.indexOf(element)
            plain.splice(from, 1)
            plain.splice(Math.min(n - 1, Math.max(0, from + (ahead ? distance : -distance))), 0, element)
          }
          expect([...sequence]).toEqual(plain)
        },
      ),
      { seed: 9, numRuns: 60 },
    )
  })

  it('jumps obey their rules', () => {
    const n = 40
    const classes = Int32Array.from({ length: n }, (_, k) => k % 3)
    const movable = Uint8Array.from({ length: n }, (_, k) => (k % 5 === 0 ? 1 : 0))
    const rules: JumpRules = { towards: 'end', classes, movable }
    const spared = new Set<number>()
    for (let seed = 0; seed < 60; seed++) {
      const sequence = identity(n)
      jump(sequence, 8, 3, rules, new Random(seed))
      // Relative order of those that may not jump is kept, and nobody who jumps gets ahead of one of them.
      const fixed = [...sequence].filter((element) => movable[element] === 0)
      expect(fixed).toEqual([...fixed].sort((a, b) => a - b))
      for (const [place, element] of sequence.entries())
        if (movable[element] === 0) expect(place).toBeLessThanOrEqual(element)
      const jumped = new Set(
        [...identity(n)]
          .filter((element) => movable[element] === 1 && sequence.indexOf(element) > element)
          .map((element) => classes[element]),
      )
      expect(jumped.size).toBeLessThanOrEqual(2)
      for (const one of [0, 1, 2]) if (!jumped.has(one)) spared.add(one)
    }
    expect([...spared].sort()).toEqual([0, 1, 2])
    const nobody = identity(4)
    jump(nobody, 3, 2, { towards: 'end', movable: new Uint8Array(4) }, new Random(1))
    expect([...nobody]).toEqual([0, 1, 2, 3])
  })

  it('recombines: chosen elements in the order of the first, all else as in the second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(),
        (n, count, seed) => {
          const random = new Random(seed)
          const first = random.shuffle(identity(n))
          const second = random.shuffle(identity(n))
          const child = recombineOrder(first, second, count, random)
          expect([...child].sort((a, b) => a - b)).toEqual([...identity(n)])
          if (count >= n) expect([...child]).toEqual([...first])
          // At most `count` places are other than in the second, and their elements are in the first's order.
          const changed = [...child].filter((element, place) => element !== second[place])
          expect(changed.length).toBeLessThanOrEqual(count)
          const order = changed.map((element) => first.indexOf(element))
          expect(order).toEqual([...order].sort((a, b) => a - b))
        },
      ),
      { seed: 9 },
    )
  })
})

describe('selection', () => {
  it('tournaments: the better wins, everybody takes part equally often', () => {
    const wins = new Int32Array(6)
    for (const winner of binaryTournaments(6, 3000, (a, b) => a - b, new Random(1))) wins[winner]++
    expect(wins[5]).toBe(0)
    // The best wins all of its 1,000 tournaments.
    expect(wins[0]).toBe(1000)
    const random = binaryTournaments(4, 4000, () => 0, new Random(2))
    for (const one of [0, 1, 2, 3])
      expect(Math.abs(random.filter((winner) => winner === one).length - 1000)).toBeLessThan(120)
    expect([...binaryTournaments(1, 3, (a, b) => a - b, new Random(3))]).toEqual([0, 0, 0])
  })

  it('universal sampling: each as often as its share says, up to one', () => {
    const shares = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 40 }), fc.nat(), (list, count, seed) => {
        const fitness = Float64Array.from(list, (value) => value + 1e-3)
        const total = fitness.reduce((a, b) => a + b, 0)
        const chosen = universalSampling(fitness, count, new Random(seed))
        for (const [place, value] of fitness.entries()) {
          const copies = chosen.filter((one) => one === place).length
          expect(Math.abs(copies - (count * value) / total)).toBeLessThan(1 + 1e-6)
        }
      }),
      { seed: 10 },
    )
  })
})

describe('codings', () => {
  it('real: starts first, the rest uniform', () => {
    const coding = realCoding({ box: cubeOf(2, 0, 10), starts: [Float64Array.of(1, 2)] })
    const first = coding.first(3, new Random(1))
    expect([...first[0].genome]).toEqual([1, 2])
    expect([...first[1].genome]).not.toEqual([...first[2].genome])
  })

  it('permutation: starts in turn, means by the two-point rule, kept in their limits', () => {
    const [a, b] = [Int32Array.of(0, 1, 2), Int32Array.of(2, 1, 0)]
    const coding = permutationCoding({
      length: 3,
      operator: { kind: 'move' },
      meanNumber: 2,
      meanDistance: 1,
      starts: [a, b],
    })
    const first = coding.first(3, new Random(1))
    expect(first.map(({ genome }) => [...genome])).toEqual([
      [0, 1, 2],
      [2, 1, 0],
      [0, 1, 2],
    ])
    expect(first[0].strategy).toEqual([2, 1])
    const random = new Random(2)
    const means = Array.from({ length: 50 }, () => coding.vary(first[0], first[1], random)[0].strategy)
    expect([...new Set(means.map(([number]) => number))].sort()).toEqual([2 / 1.3, 2.6])
    expect([...new Set(means.map(([, distance]) => distance))].sort()).toEqual([1, 1.3])
  })

  it.each([
    [
      () => permutationCoding({ length: 0, operator: { kind: 'move' }, meanNumber: 1, meanDistance: 1 }),
      'length',
    ],
    [
      () => permutationCoding({ length: 3, operator: { kind: 'move' }, meanNumber: 0, meanDistance: 1 }),
      'meanNumber',
    ],
    [
      () =>
        permutationCoding({
          length: 2,
          operator: { kind: 'swap' },
          meanNumber: 1,
          meanDistance: 1,
          starts: [Int32Array.of(0, 0)],
        }),
      'starts[0]',
    ],
    [
      () =>
        permutationCoding({
          length: 2,
          operator: { kind: 'jump', towards: 'end', classes: Int32Array.of(1) },
          meanNumber: 1,
          meanDistance: 1,
        }),
      'operator.classes',
    ],
    [
      () =>
        permutationCoding({
          length: 2,
          operator: { kind: 'swap' },
          meanNumber: 1,
          meanDistance: 1,
          alpha: 1,
        }),
      'alpha',
    ],
    [() => realCoding({ box: cubeOf(2, 0, 1), crossover: { probability: 1.1 } }), 'crossover.probability'],
    [() => realCoding({ box: cubeOf(2, 0, 1), mutation: { eta: -1 } }), 'mutation.eta'],
    [() => realCoding({ box: cubeOf(2, 0, 1), starts: [Float64Array.of(0, 1.5)] }), 'starts[0][1]'],
  ])('refuses what is out of range (%#)', (make, field) => {
    expect(make).toThrow(`field ${field},`)
  })
})

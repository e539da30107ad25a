/** The parts of the Michigan learner, each held to its definition: composition, fitness, selection by clusters, variation, default values. */

import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import { settledLearner } from '../../../../src/learn/learner-settings.js'
import { ruleCoding, ruleOf } from '../../../../src/learn/rules/fuzzy-coding.js'
import { composeBases, similarities } from '../../../../src/learn/rules/michigan/composition.js'
import { defaultValues, fallbackOf, scoresOfDefaults } from '../../../../src/learn/rules/michigan/defaults.js'
import { fitnessOf } from '../../../../src/learn/rules/michigan/fitness.js'
import { RULES_MICHIGAN } from '../../../../src/learn/rules/michigan/michigan.js'
import { quotasOf, selectByClusters } from '../../../../src/learn/rules/michigan/selection.js'
import {
  basesEach,
  checkedMichigan,
  type MichiganSettings,
} from '../../../../src/learn/rules/michigan/settings.js'
import { childOf, mixedParents, nextStep } from '../../../../src/learn/rules/michigan/variation.js'
import type { FuzzyRule } from '../../../../src/sim/rule-based/index.js'

/** Symmetric, all different. */
const randomTable = (count: number, seed: number): readonly Float64Array[] => {
  const random = new Random(seed)
  const table = Array.from({ length: count }, () => new Float64Array(count))
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      const value = random.uniform()
      table[a][b] = value
      table[b][a] = value
    }
  }
  return table
}
const floats = (...values: readonly number[]) => Float64Array.from(values)
const sorted = (values: ArrayLike<number>) => Array.from(values).sort((a, b) => a - b)

describe('similarities', () => {
  it('are those of equation 9.26, of each pair', () => {
    const rule = (mu: number[], sigma: number[]): FuzzyRule => ({ mu, sigma, weights: [0] })
    const rules = [rule([0, 1], [3, 1]), rule([5, 1], [4, 1]), rule([0, 9], [3, 12])]
    const cross = (d: number, variance: number) =>
      Math.exp(-(d ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance)
    const table = similarities(rules)
    expect(table[0][1]).toBeCloseTo((cross(5, 25) + cross(0, 2)) / 2, 15)
    expect(table[0][2]).toBeCloseTo((cross(0, 18) + cross(8, 145)) / 2, 15)
    expect(table[1][2]).toBeCloseTo((cross(5, 25) + cross(8, 145)) / 2, 15)
    for (const a of [0, 1, 2]) for (const b of [0, 1, 2]) expect(table[a][b]).toBe(table[b][a])
  })
})

describe('bases', () => {
  it('add the rule that is least similar to the one added last', () => {
    // On a line, similar where near: from either end to the other, then back to what is farthest from there.
    const alike = [0, 1, 2, 3, 4].map((a) => Float64Array.from([0, 1, 2, 3, 4], (b) => 10 - Math.abs(a - b)))
    const chains: Readonly<Record<number, readonly number[]>> = {
      0: [0, 4, 1],
      1: [1, 4, 0],
      2: [2, 0, 4],
      3: [3, 0, 4],
      4: [4, 0, 3],
    }
    const seen = new Set<number>()
    for (let seed = 0; seed < 40; seed++) {
      const [base] = composeBases(alike, 3, 3, new Random(seed))
      expect([...base]).toEqual(chains[base[0]])
      seen.add(base[0])
    }
    expect(seen.size).toBe(5)
  })

  it.each([
    [350, 50, 10],
    [50, 50, 10],
    [12, 5, 5],
    [9, 6, 4],
    [7, 1, 3],
    [10, 10, 1],
    [11, 3, 3],
  ])('of %i rules, %i in each: all rules are in %i, none twice in one', (rules, size, participations) => {
    for (let seed = 0; seed < (rules > 100 ? 3 : 60); seed++) {
      const bases = composeBases(randomTable(rules, seed), size, participations, new Random(seed))
      expect(bases).toHaveLength((rules * participations) / size)
      const counts = new Array<number>(rules).fill(0)
      for (const base of bases) {
        expect(base).toHaveLength(size)
        expect(new Set(base).size).toBe(size)
        for (const rule of base) counts[rule]++
      }
      expect(new Set(counts)).toEqual(new Set([participations]))
    }
  })

  it('choose freely until a rule would take part too rarely, then such rules alone', () => {
    const [rules, size, participations] = [20, 5, 4]
    const alike = randomTable(rules, 3)
    const bases = composeBases(alike, size, participations, new Random(3))
    const owed = new Array<number>(rules).fill(participations)
    let bound = 0
    for (const [done, base] of bases.entries()) {
      const left = bases.length - done
      for (const [at, rule] of base.entries()) {
        const inside = new Set(base.slice(0, at))
        const free = owed.flatMap((count, each) => (count > 0 && !inside.has(each) ? [each] : []))
        const urgent = free.filter((each) => owed[each] === left)
        const pool = urgent.length === size - at ? urgent : free
        if (pool.length < free.length) bound++
        expect(pool).toContain(rule)
        if (at > 0) {
          const least = Math.min(...pool.map((each) => alike[base[at - 1]][each]))
          expect(alike[base[at - 1]][rule]).toBe(least)
        }
      }
      for (const rule of base) owed[rule]--
    }
    expect(bound).toBeGreaterThan(0)
  })
})

describe('fitness', () => {
  it('is the mean score of the bases that a rule is in', () => {
    const bases = [Int32Array.of(0, 1), Int32Array.of(3, 1), Int32Array.of(2, 0)]
    expect([...fitnessOf(bases, [10, 40, 4], 4)]).toEqual([7, 25, 4, 40])
  })

  it('is infinite for a rule of a base without a score', () => {
    const bases = [Int32Array.of(0, 1), Int32Array.of(1, 2)]
    const without = Number.POSITIVE_INFINITY
    expect([...fitnessOf(bases, [without, 1], 3)]).toEqual([without, without, 1])
  })
})

describe('selection by clusters, algorithm 9.4', () => {
  it('gives each cluster its part of Σ 1/f̄, rounded', () => {
    // 1/2 + 1/4 + 1/4: a half and two quarters.
    expect(quotasOf([2, 4, 4], 8)).toEqual([4, 2, 2])
    // 10/3 and 5/3 · 2, rounded; halves go up.
    expect(quotasOf([1, 2], 5)).toEqual([3, 2])
    expect(quotasOf([1, 1], 5)).toEqual([3, 3])
  })

  it('takes the mean of the best C of a cluster, or of all where it has fewer', () => {
    // f̄ with C = 2: (1 + 3)/2 = 2 and 4: two thirds and a third of 3. With all three of cluster 0, 100 would weigh.
    const fitness = floats(100, 1, 4, 3)
    expect([...selectByClusters(fitness, Int32Array.of(0, 0, 1, 0), 3, 2)]).toEqual([1, 3, 2])
    // C = 3: f̄ = 104/3 and 4, so that of 3 cluster 1 has 2.7 → 3 and cluster 0 none: 1 of cluster 1, and two that are filled up.
    expect(quotasOf([104 / 3, 4], 3)).toEqual([0, 3])
    expect([...selectByClusters(fitness, Int32Array.of(0, 0, 1, 0), 3, 3)]).toEqual([1, 3, 2])
  })

  it('fills up from the best cluster first, though others have better rules', () => {
    // f̄ (C = 1): 2, 2.2, 2.4; each has 4/3 of 4 rules, more or less: one each. The fourth is cluster 0's 90, not cluster 1's 3.
    const fitness = floats(2, 90, 2.2, 3, 2.4, 3.1)
    expect(quotasOf([2, 2.2, 2.4], 4)).toEqual([1, 1, 1])
    for (const [a, b, c] of [[0, 1, 2] as const, [2, 0, 1] as const]) {
      const clusterOf = Int32Array.of(a, a, b, b, c, c)
      expect([...selectByClusters(fitness, clusterOf, 4, 1)]).toEqual([0, 2, 4, 1])
    }
  })

  it('goes on to the second best cluster where the best has none left', () => {
    // f̄: 1, 10, 11. Of 5 rules cluster 0 would have 4.2, and has one; the others have none of their own.
    const fitness = floats(1, 10, 12, 11, 10.5)
    expect(quotasOf([1, 10, 10.5], 5)).toEqual([4, 0, 0])
    const selected = selectByClusters(fitness, Int32Array.of(0, 1, 1, 1, 2), 4, 1)
    expect([...selected]).toEqual([0, 1, 3, 2])
  })

  it('leaves the worst out where rounding gives too many', () => {
    const fitness = floats(1, 1.01, 1.02, 5, 6, 7)
    const clusterOf = Int32Array.of(0, 1, 2, 0, 1, 2)
    expect(quotasOf([1, 1.01, 1.02], 5)).toEqual([2, 2, 2])
    expect([...selectByClusters(fitness, clusterOf, 5, 1)]).toEqual([0, 1, 2, 3, 4])
  })

  it('keeps a niche that selection by fitness alone would lose', () => {
    const fitness = Float64Array.from({ length: 20 }, (_, k) => (k < 18 ? 10 + k / 100 : 11))
    const clusterOf = Int32Array.from({ length: 20 }, (_, k) => (k < 18 ? 0 : 1))
    const selected = selectByClusters(fitness, clusterOf, 6, 5)
    expect(sorted(selected)).toEqual([0, 1, 2, 3, 18, 19])
  })

  it('selects as many as asked for, all different and best first, whatever the clusters', () => {
    const random = new Random(8)
    for (let run = 0; run < 200; run++) {
      const count = 5 + random.int(40)
      const clusters = 1 + random.int(5)
      const fitness = Float64Array.from(
        { length: count },
        () => Math.round(20 * random.uniform()) - (run % 3),
      )
      const clusterOf = Int32Array.from({ length: count }, (_, k) =>
        k < clusters ? k : random.int(clusters),
      )
      const wanted = 1 + random.int(count)
      const selected = selectByClusters(fitness, clusterOf, wanted, 5)
      expect(new Set(selected).size).toBe(wanted)
      const values = Array.from(selected, (place) => fitness[place])
      expect(values).toEqual(sorted(values))
      // Within each cluster the best.
      for (const place of selected) {
        const better = [...fitness].flatMap((each, k) =>
          clusterOf[k] === clusterOf[place] &&
          (each < fitness[place] || (each === fitness[place] && k < place))
            ? [k]
            : [],
        )
        for (const each of better) expect(selected).toContain(each)
      }
    }
  })

  it('gives more to better clusters also where means are not above 0, or infinite', () => {
    // Shifted to 40 and 80, the spread and twice the spread.
    expect(quotasOf([-90, -50], 9)).toEqual([6, 3])
    // To 10, 15 and 20: 6/13, 4/13 and 3/13.
    expect(quotasOf([0, 5, 10], 13)).toEqual([6, 4, 3])
    expect(quotasOf([-3, -3], 4)).toEqual([2, 2])
    expect(quotasOf([0, 0, 0], 6)).toEqual([2, 2, 2])
    const without = Number.POSITIVE_INFINITY
    expect(quotasOf([3, without], 4)).toEqual([4, 0])
    expect(quotasOf([-3, without], 4)).toEqual([4, 0])
    expect(quotasOf([without, without], 4)).toEqual([2, 2])
  })
})

describe('recombination', () => {
  const alike = randomTable(50, 5)

  it('has a random parent, its five nearest, and six others', () => {
    const firsts = new Set<number>()
    const others = new Set<number>()
    for (let seed = 0; seed < 300; seed++) {
      const chosen = [...mixedParents(alike, 12, new Random(seed))]
      expect(new Set(chosen).size).toBe(12)
      const [first] = chosen
      const rest = sorted(Array.from({ length: 50 }, (_, k) => k).filter((k) => k !== first))
      const nearest = rest.sort((a, b) => alike[first][b] - alike[first][a]).slice(0, 5)
      expect(chosen.slice(1, 6)).toEqual(nearest)
      firsts.add(first)
      for (const each of chosen.slice(6)) others.add(each)
    }
    expect(firsts.size).toBe(50)
    expect(others.size).toBe(50)
  })

  it.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [5, 2],
    [50, 24],
  ])('of %i parents has %i that are nearest to the first', (count, near) => {
    const chosen = [...mixedParents(alike, count, new Random(2))]
    expect(new Set(chosen).size).toBe(count)
    const [first] = chosen
    const nearest = Array.from({ length: 50 }, (_, k) => k)
      .filter((k) => k !== first)
      .sort((a, b) => alike[first][b] - alike[first][a])
    expect(chosen.slice(1, 1 + near)).toEqual(nearest.slice(0, near))
  })

  it('takes each gene of one of the parents, all of them alike often', () => {
    // Gene g of parent p is p / 50, so that it can be told whose it is.
    const parents = Array.from({ length: 50 }, (_, p) => new Float64Array(27).fill(p / 50))
    const still = { step: 0, scale: new Float64Array(27).fill(1) }
    let different = 0
    for (let seed = 0; seed < 100; seed++) {
      const chosen = new Set(mixedParents(alike, 12, new Random(seed)))
      const { genes, rival } = childOf(parents, alike, 12, still, new Random(seed))
      const origins = new Set(Array.from(genes, (gene) => Math.round(gene * 50)))
      for (const origin of origins) expect(chosen).toContain(origin)
      expect(chosen).toContain(rival)
      different += origins.size
    }
    // 27 genes of 12 parents: 12·(1 − (11/12)²⁷) = 10.9 different ones.
    expect(different / 100).toBeGreaterThan(10.3)
    expect(different / 100).toBeLessThan(11.4)
  })
})

describe('mutation', () => {
  it('adds the one step size times what it is of each gene, cut off at the bounds', () => {
    const parents = [new Float64Array(4).fill(0.5), floats(0.5, 0.5, 0.5, 0.5)]
    const alike = randomTable(2, 1)
    const random = new Random(4)
    const scale = floats(1, 0.05, 1, 100)
    const genes = Array.from(
      { length: 4000 },
      () => childOf(parents, alike, 2, { step: 0.1, scale }, random).genes,
    )
    const deviation = (k: number) =>
      Math.sqrt(genes.reduce((sum, each) => sum + (each[k] - 0.5) ** 2, 0) / genes.length)
    expect(deviation(0)).toBeCloseTo(0.1, 2)
    expect(deviation(1)).toBeCloseTo(0.005, 3)
    const ends = genes.filter((each) => each[3] === 0 || each[3] === 1).length
    expect(ends).toBeGreaterThan(3500)
    for (const each of genes) for (const gene of each) expect(Math.abs(gene - 0.5)).toBeLessThanOrEqual(0.5)
  })

  it('has its step size set by the success rule, within its bounds', () => {
    expect(nextStep(0.1, 0.126, 1 / 8, 1.224)).toBe(0.1 * 1.224)
    expect(nextStep(0.1, 0.124, 1 / 8, 1.224)).toBe(0.1 * (1 / 1.224))
    expect(nextStep(0.1, 0.125, 1 / 8, 1.224)).toBe(0.1)
    expect(nextStep(0.45, 1, 1 / 8, 1.224)).toBe(0.5)
    expect(nextStep(1.1e-4, 0, 1 / 8, 1.224)).toBe(1e-4)
  })
})

describe('default values', () => {
  it('are a threshold and one of the strategies, each as probable', () => {
    expect(fallbackOf(floats(-12.34567, 0), 13)).toEqual({ exponent: -12.35, strategy: 0 })
    expect(fallbackOf(floats(0, 0.999), 13).strategy).toBe(0)
    expect(fallbackOf(floats(0, 12.001), 13).strategy).toBe(12)
    expect(fallbackOf(floats(0, 13), 13).strategy).toBe(12)
    const first = defaultValues({ defaultMu: 400, defaultAlpha: 1.3 }, 13, 400, 'seed', null).ask()
    const counts = new Array<number>(13).fill(0)
    for (const value of first) {
      counts[fallbackOf(value, 13).strategy]++
      expect(value[0]).toBeGreaterThanOrEqual(-20)
      expect(value[0]).toBeLessThanOrEqual(0)
    }
    expect(Math.min(...counts)).toBeGreaterThan(10)
  })

  it('have the mean score of the bases that have them', () => {
    expect([...scoresOfDefaults(3, floats(1, 10, 100, 3, 30, 300, 5))]).toEqual([3, 20, 200])
    expect([...scoresOfDefaults(2, floats(4, 5))]).toEqual([4, 5])
  })

  it('are an evolution strategy (10+70) without recombination, by the two-point rule', () => {
    const population = defaultValues(
      settledLearner(RULES_MICHIGAN, { greedy: 'head:g2' }),
      13,
      70,
      'seed',
      null,
    )
    expect(population.ask()).toHaveLength(10)
    population.tell(Float64Array.from({ length: 10 }, (_, k) => k))
    expect(population.ask()).toHaveLength(70)
    const { settings } = population.snapshot() as { settings: object }
    const one = { kind: 'discrete', parents: 1 }
    expect(settings).toMatchObject({
      mu: 10,
      lambda: 70,
      kappa: 'Infinity',
      objects: one,
      steps: one,
      rule: { kind: 'two-point', alpha: 1.3 },
    })
  })
})

describe('settings', () => {
  const published = settledLearner(RULES_MICHIGAN, { greedy: 'head:g2' })

  it('are those of the papers: 70 bases of 50 rules, of 27 genes each', () => {
    expect(published).toMatchObject({
      ...{ mu: 50, lambda: 350, generations: 40, rulesPerBase: 50, participations: 10, parents: 12 },
      ...{ alpha: 1.224, successes: 0.125, clusters: 10, clusterBest: 5 },
      ...{ defaults: false, defaultMu: 10, defaultAlpha: 1.3, greedy: 'head:g2' },
    })
    expect(basesEach(published)).toBe(70)
    expect(checkedMichigan(published)).toBe(published)
    const coding = ruleCoding(published.features, 13)
    expect(coding.genes).toBe(27)
    // Where the learner takes centres from.
    const genes = Float64Array.from(coding.box.upper)
    genes[4] = 12
    expect(ruleOf(coding, genes).mu[2]).toBe(12)
  })

  it.each<readonly [Partial<MichiganSettings>, string]>([
    [{ features: [] }, 'features'],
    [{ generations: 0 }, 'generations'],
    [{ mu: 0 }, 'mu'],
    [{ lambda: 49 }, 'lambda'],
    [{ rulesPerBase: 351 }, 'rulesPerBase'],
    [{ rulesPerBase: 0 }, 'rulesPerBase'],
    [{ participations: 0 }, 'participations'],
    [{ rulesPerBase: 49, participations: 3 }, 'participations'],
    [{ parents: 51 }, 'parents'],
    [{ alpha: 1 }, 'alpha'],
    [{ successes: 0 }, 'successes'],
    [{ successes: 1 }, 'successes'],
    [{ clusters: 0 }, 'clusters'],
    [{ clusterBest: 0.5 }, 'clusterBest'],
    [{ defaults: true, defaultMu: 71 }, 'defaultMu'],
    [{ defaults: true, defaultAlpha: 0.8 }, 'defaultAlpha'],
  ])('refuse %j', (change, field) => {
    expect(() => checkedMichigan({ ...published, ...change })).toThrow(`field ${field},`)
  })
})

/** The published greedy learning: which system has which criterion where, what the evolution strategies are set to, the combination. */
import { describe, expect, it } from 'vitest'
import { greedyOf } from '../../../src/learn/greedy/coding.js'
import { combinedOf, GREEDY_SYSTEMS, systemsOf } from '../../../src/learn/greedy/systems.js'
import type { CandidateBatch, Learner, SettingsOf } from '../../../src/learn/learner.js'
import { settledLearner } from '../../../src/learn/learner-settings.js'
import type { Scored } from '../../../src/learn/sub-search.js'
import { type GreedyStrategy, genesEach, greedyBox, policyOf } from '../../../src/strategy/index.js'

const GROUPS = 5
const CONTEXT = { seed: 3, groups: GROUPS, favoured: [1, 2] }
const SETTINGS: SettingsOf<typeof GREEDY_SYSTEMS> = {
  learner: 'greedy-systems',
  systems: 'twelve',
  generations: 2,
  mu: 15,
  lambda: 105,
  kappa: null,
  stepParents: 2,
  commonFactor: 'offspring',
}
const batchesOf = (learner: Learner): readonly CandidateBatch[] => {
  const batches = learner.ask()
  if (batches === null) throw new Error('the learner has ended')
  return batches
}
/** A made-up score with its minimum inside the box, another one for each system. */
const scoreOf = (strategy: CandidateBatch['candidates'][number]): number => {
  const { situations } = strategy as GreedyStrategy
  return situations.reduce(
    (sum, { criterion, a, b, w, K }, k) =>
      sum +
      (a - 0.3) ** 2 +
      (b - 0.1 * criterion) ** 2 +
      (w[0] - 0.5) ** 2 +
      (K[1] - 2) ** 2 +
      0.01 * k * criterion,
    0,
  )
}
const scored = (learner: Learner) =>
  learner.tell(batchesOf(learner).map(({ candidates }) => Float64Array.from(candidates, scoreOf)))

describe('systems', () => {
  it('twelve: each criterion in each situation once, with criterion 2 in the others', () => {
    const twelve = systemsOf('twelve')
    expect(twelve.map(({ name }) => name)).toEqual(
      ['weekend', 'day', 'night'].flatMap((situation) => [1, 2, 3, 4].map((f) => `${situation} f${f}`)),
    )
    expect(twelve.map(({ criteria }) => criteria.join(''))).toEqual([
      ...['122', '222', '322', '422'],
      ...['212', '222', '232', '242'],
      ...['221', '222', '223', '224'],
    ])
  })

  it('uniform: the four with one criterion; all: the 64 different ones', () => {
    expect(systemsOf('uniform').map(({ criteria }) => criteria.join(''))).toEqual([
      '111',
      '222',
      '333',
      '444',
    ])
    expect(new Set(systemsOf('all').map(({ criteria }) => criteria.join(''))).size).toBe(64)
  })

  it('give the strategies of their candidates these criteria', () => {
    const batches = batchesOf(GREEDY_SYSTEMS.open(SETTINGS, CONTEXT, null))
    for (const [k, { name, candidates }] of batches.entries()) {
      const system = systemsOf('twelve')[k]
      expect(name).toBe(system.name)
      for (const strategy of candidates as readonly GreedyStrategy[]) {
        expect(strategy.algorithm).toBe('head')
        expect(strategy.situations.map(({ criterion }) => criterion)).toEqual(system.criteria)
      }
    }
  })
})

describe('coding', () => {
  it('has 36 numbers for five groups, each situation with its own', () => {
    const { lower, upper } = greedyBox(GROUPS)
    expect(lower).toHaveLength(36)
    const genes = Float64Array.from({ length: 36 }, (_, k) => (k % 12 >= 7 ? 5 : 1) * ((k + 1) / 36))
    expect([...upper.slice(12, 24)]).toEqual([1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5])
    const { situations } = greedyOf('head', [1, 2, 4], genes, GROUPS)
    const six = (value: number) => Number(value.toPrecision(6))
    expect(situations[1]).toEqual({
      criterion: 2,
      a: six(genes[12]),
      b: six(genes[13]),
      w: [...genes.slice(14, 19)].map(six),
      K: [...genes.slice(19, 24)].map(six),
    })
  })
})

describe('the evolution strategies', () => {
  it('are set as the papers say', () => {
    const snapshot = GREEDY_SYSTEMS.open(
      { ...SETTINGS, kappa: 100, stepParents: 15 },
      CONTEXT,
      null,
    ).snapshot()
    const { parts } = snapshot as unknown as {
      parts: { search: { settings: Record<string, unknown> } }[]
    }
    expect(parts).toHaveLength(12)
    for (const {
      search: { settings },
    } of parts) {
      expect(settings).toMatchObject({
        mu: 15,
        lambda: 105,
        kappa: 100,
        objects: { kind: 'discrete', parents: 15 },
        steps: { kind: 'intermediate', parents: 15 },
        firstStep: 0.1,
        leastStep: 1e-4,
        mostStep: 0.5,
        repair: 'clip',
        rule: {
          kind: 'non-isotropic',
          tau0: 1 / Math.sqrt(72),
          tau1: 1 / Math.sqrt(2 * 6),
          common: 'offspring',
        },
      })
    }
  })

  it('have 15 first parents and 105 offspring a generation, all systems at once, then the combination', () => {
    const learner = GREEDY_SYSTEMS.open(SETTINGS, CONTEXT, null)
    const sizes: (readonly number[])[] = []
    let evaluations = 0
    for (let batches = learner.ask(); batches !== null; batches = learner.ask()) {
      sizes.push(batches.map(({ candidates }) => candidates.length))
      evaluations += batches.reduce((sum, { candidates }) => sum + candidates.length, 0)
      scored(learner)
    }
    expect(sizes).toEqual([new Array(12).fill(15), new Array(12).fill(105), new Array(12).fill(105), [1]])
    expect(evaluations).toBe(GREEDY_SYSTEMS.planned(SETTINGS))
    expect(learner.summaries().reduce((sum, each) => sum + each.evaluations, 0)).toBe(evaluations)
  })

  it('improve, and end with 15 parents each, the best first', () => {
    const learner = GREEDY_SYSTEMS.open({ ...SETTINGS, generations: 12 }, CONTEXT, null)
    scored(learner)
    const before = learner.summaries().map(({ score }) => score)
    while (learner.ask() !== null) scored(learner)
    const after = learner.summaries()
    for (const [k, score] of before.entries()) expect(after[k].score).toBeLessThan(score)
    const population = learner.population()
    expect(population).toHaveLength(12 * 15)
    for (const [k, { name, score }] of after.slice(0, 12).entries()) {
      const own = population.slice(k * 15, (k + 1) * 15)
      expect(own.every(({ system }) => system === name)).toBe(true)
      expect(own[0].score).toBe(score)
      expect(own.map((each) => each.score)).toEqual(own.map((each) => each.score).toSorted((a, b) => a - b))
      expect(scoreOf(own[7].strategy)).toBeCloseTo(own[7].score, 4)
    }
  })
})

describe('the combination', () => {
  it('has of each situation the criterion that did best there, with the numbers that it has there', () => {
    const systems = systemsOf('twelve')
    // Best on weekends f3, by day f1, at night f4.
    const best = systems.map(({ about }, k): Scored => {
      const wins = [3, 1, 4][about?.situation ?? 0] === about?.criterion
      return { score: wins ? 1 : 2, genome: Array.from({ length: 36 }, (_, gene) => (k * 36 + gene) / 432) }
    })
    const { criteria, genes } = combinedOf(systems, best, GROUPS)
    expect(criteria).toEqual([3, 1, 4])
    const each = genesEach(GROUPS)
    const expected = [2, 4, 11].flatMap((system, situation) =>
      best[system].genome.slice(situation * each, (situation + 1) * each),
    )
    expect([...genes]).toEqual(expected)
  })

  it('is simulated last, to the end', () => {
    const learner = GREEDY_SYSTEMS.open({ ...SETTINGS, generations: 1 }, CONTEXT, null)
    scored(learner)
    scored(learner)
    const [batch] = batchesOf(learner)
    expect(batch.selection).toEqual({ selects: 1, rivals: [], floor: Number.NEGATIVE_INFINITY })
    learner.tell([Float64Array.of(0.123)])
    expect(learner.ask()).toBeNull()
    const [combined] = learner.summaries().slice(-1)
    expect(combined).toMatchObject({ name: 'combined', evaluations: 1, score: 0.123 })
    expect(combined.strategy && policyOf(combined.strategy)).toBe(policyOf(batch.candidates[0]))
  })

  it('is left out where systems are whole ones', () => {
    const learner = GREEDY_SYSTEMS.open({ ...SETTINGS, systems: 'uniform', generations: 1 }, CONTEXT, null)
    scored(learner)
    scored(learner)
    expect(learner.ask()).toBeNull()
    expect(learner.summaries().map(({ name }) => name)).toEqual(['f1', 'f2', 'f3', 'f4'])
  })
})

it.each([
  [126_181, 'twelve', 100],
  [126_180, 'twelve', 99],
  [12_600, 'twelve', 9],
  [1_441, 'twelve', 1],
  [4 * (15 + 7 * 105), 'uniform', 7],
] as const)(
  'a budget of %i is enough for %s systems and %i generations',
  (evaluations, systems, generations) => {
    const settings = settledLearner(GREEDY_SYSTEMS, { systems, evaluations })
    expect(settings).toEqual({ ...SETTINGS, systems, generations })
    expect(GREEDY_SYSTEMS.planned(settings)).toBeLessThanOrEqual(evaluations)
  },
)

it.each([1_440, 1])('a budget of %i has no room for a generation', (evaluations) => {
  expect(() => settledLearner(GREEDY_SYSTEMS, { evaluations })).toThrow(
    'expected at least 1,441, for one generation of all systems',
  )
})

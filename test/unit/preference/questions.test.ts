/** Simulated owners of a machine answer: how near the chosen schedule comes to their best. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import {
  answeredPreference,
  type Better,
  type GivenAnswer,
  type Inquiry,
  inquire,
  MOST_QUESTIONS,
  objectiveOf,
  preferenceDigest,
  preferenceObjective,
  readPreference,
  writePreference,
} from '../../../src/preference/index.js'

/** On a sphere round the worst corner, so that no schedule is better than another in everything, and all are best for some sum. */
const NAMES = ['AWRT1', 'AWRT2', 'UTIL'] as const
const SENSES = ['min', 'min', 'max'] as const
const random = new Random(4)
const normal = random.normal()
const rows = Array.from({ length: 50 }, () => {
  const direction = [normal(), normal(), normal()].map((value) => Math.abs(value) + 0.01)
  const length = Math.hypot(...direction)
  const [x, y, z] = direction.map((value) => 1 - value / length)
  return [4e4 + 5e4 * x, 5e4 + 9e4 * y, 0.7 - 0.1 * z]
})
const POINTS = { senses: SENSES, points: Float64Array.from(rows.flat()) }
const columns = NAMES.map((_, k) => rows.map((row) => row[k]))
/** From 0, the best, to 1. */
const unit = rows.map((row) =>
  row.map((value, k) => {
    const [least, most] = [Math.min(...columns[k]), Math.max(...columns[k])]
    return SENSES[k] === 'max' ? (most - value) / (most - least) : (value - least) / (most - least)
  }),
)

type Cost = (point: readonly number[]) => number
const sum =
  (weights: readonly number[]): Cost =>
  (point) =>
    point.reduce((total, value, k) => total + weights[k] * value, 0)
const limits =
  (weights: readonly number[]): Cost =>
  (point) =>
    Math.max(...point.map((value, k) => weights[k] * value))

function ask(cost: Cost, slips: readonly number[] = []) {
  const costs = unit.map(cost)
  const [least, most] = [Math.min(...costs), Math.max(...costs)]
  let inquiry = inquire(POINTS, 1)
  while (inquiry.question !== null) {
    const { a, b } = inquiry.question
    const likesA = costs[a] < costs[b] !== slips.includes(inquiry.answers.length)
    inquiry = inquiry.answer(likesA ? 'A' : 'B')
  }
  return { inquiry, regret: (costs[inquiry.belief.best] - least) / (most - least) }
}

const drawn = { name: 'made', digest: 'd', objectives: NAMES, points: rows }
const answersOf = ({ answers }: Inquiry): readonly GivenAnswer[] =>
  answers.map(({ a, b, better }) => ({ a: a + 1, b: b + 1, better }))

const OWNERS = [
  [1, 1, 1],
  [6, 2, 1],
  [0.05, 0.1, 3],
]

describe('questions', () => {
  it('come to what owners with weights like most, within 2 % of what schedules differ by', () => {
    for (const weights of OWNERS) {
      const { inquiry, regret } = ask(sum(weights))
      expect(inquiry.answers.length).toBeLessThanOrEqual(MOST_QUESTIONS)
      expect(regret, weights.join()).toBeLessThan(0.02)
      expect(inquiry.belief.unfit).toEqual([])
    }
  })

  it('come within 5 % for owners with limits, which no sum says', () => {
    for (const weights of OWNERS) {
      const { regret } = ask(limits(weights))
      expect(regret, weights.join()).toBeLessThan(0.05)
    }
  })

  it('outlive a slip, and say which answer it was', () => {
    const { inquiry, regret } = ask(sum([6, 2, 1]), [4])
    expect(regret).toBeLessThan(0.05)
    expect(inquiry.belief.unfit).toEqual([4])
  })

  it('are not fooled by an owner who answers by chance: answers are told of that do not fit', () => {
    const chance = new Random(2)
    let inquiry = inquire(POINTS, 1)
    while (inquiry.question !== null) inquiry = inquiry.answer(chance.uniform() < 0.5 ? 'A' : 'B')
    expect(inquiry.belief.unfit.length).toBeGreaterThan(0)
  })

  it('are the same for the same answers, each pair once, and take an owner who cannot tell', () => {
    const answers: readonly Better[] = ['A', '=', 'B', 'B', '=']
    const go = () => answers.reduce((inquiry, better) => inquiry.answer(better), inquire(POINTS, 1))
    expect(go().answers).toEqual(go().answers)
    const pairs = go().answers.map(({ a, b }) => [a, b].sort((x, y) => x - y).join())
    expect(new Set(pairs).size).toBe(pairs.length)
  })
})

describe('what answers amount to', () => {
  it('is a sum whose best schedule is the one that was found, or near it', () => {
    const { inquiry } = ask(sum([6, 2, 1]))
    const made = answeredPreference('asked', drawn, SENSES, inquiry, answersOf(inquiry))
    expect(made).toMatchObject({ regions: [], front: null, answers: answersOf(inquiry) })
    const { byParts } = objectiveOf(made)
    const values = rows.map(([AWRT1, AWRT2, UTIL]) => byParts({ AWRT1, AWRT2, UTIL }))
    const own = ask(sum([6, 2, 1])).inquiry.belief.best
    const range = Math.max(...values) - Math.min(...values)
    expect((values[own] - Math.min(...values)) / range).toBeLessThan(0.02)
  })

  it('is of limits a region and a formula within it, read back as they were written', () => {
    const { inquiry } = ask(limits([1, 1, 1]))
    const belief = { ...inquiry.belief, kind: 'limits' as const, weights: Float64Array.of(1, 2, 0.5) }
    const made = answeredPreference('asked', drawn, SENSES, { ...inquiry, belief }, answersOf(inquiry))
    expect(made.objective).toMatch(/^max\(AWRT2 - .*AWRT1 - .* - UTIL\)\)$/)
    expect(made.regions[0].panel).toEqual(['AWRT2', 'AWRT1'])
    const [AWRT1, AWRT2, UTIL] = rows[belief.best]
    expect(preferenceObjective(made).judge({ AWRT1, AWRT2, UTIL })?.priority).toBe(1)
    const text = writePreference(made)
    expect(JSON.parse(text).version).toBe(2)
    expect(readPreference(text, 'made.json')).toEqual(made)
    const { answers: _, ...alone } = made
    expect(JSON.parse(writePreference(alone)).version).toBe(1)
    expect(preferenceDigest(alone)).toBe(preferenceDigest(made))
  })
})

import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../src/core/expression/compile.js'
import { Random } from '../../../src/core/random.js'
import type { LinearRanking, StaticRanking, World } from '../../../src/sim/order.js'
import { formulaOrder } from '../../../src/sim/orders/index.js'
import { standingClock, worldOf } from '../../support/worlds.js'

const JOBS = 600

/** More jobs than a block of the evaluation holds, in so many groups, 0 among them. */
function randomWorld(random: Random, groups: number): World {
  const below = (n: number) => Math.floor(n * random.uniform())
  return worldOf(
    Array.from({ length: JOBS }, (_, k) => ({
      submit: 1_000 + 10 * k,
      estimate: below(3) * below(5_000),
      size: 1 + below(64),
      user: below(20),
      group: below(groups),
    })),
  )
}

function randomFormula(random: Random, depth: number): string {
  const any = (of: readonly string[]) => of[Math.floor(of.length * random.uniform())]
  if (depth === 0) {
    return any(['submit', 'estimate', 'size', 'area', 'group', 'user', '0', '0.3', '17', '(-4)'])
  }
  const part = () => randomFormula(random, Math.floor(depth * random.uniform()))
  switch (Math.floor(7 * random.uniform())) {
    case 0:
      return `if(group == ${any(['0', '1', '2', '3'])}, ${part()}, ${part()})`
    case 1:
      return `if(${part()}, ${part()}, ${part()})`
    case 2:
      return `log2(max(${part()}, 60)/3600)`
    case 3:
      return `sqrt(${part()})`
    default:
      return `(${part()} ${any(['+', '-', '*', '/', '<', '=='])} ${part()})`
  }
}

/** The value of a formula for one job after the other. */
function oneByOne(text: string, { jobs, origin }: World, situation: number): number[] {
  const formula = compileExpression(text, {
    variables: ['submit', 'estimate', 'size', 'area', 'group', 'user', 'situation'],
  })
  return Array.from({ length: jobs.length }, (_, job) =>
    formula.value({
      submit: jobs.submit[job] - origin,
      estimate: jobs.estimate[job],
      size: jobs.size[job],
      area: jobs.estimate[job] * jobs.size[job],
      group: jobs.group[job],
      user: jobs.user[job],
      situation,
    }),
  )
}

describe('values of formulas for all jobs', () => {
  it.each([1, 2, 5, 100])('of %i groups are those of the jobs one by one', (groups) => {
    const random = new Random('values').fork(groups)
    const world = randomWorld(random, groups)
    for (let trial = 0; trial < 25; trial++) {
      const text = randomFormula(random, 5)
      const ranking = formulaOrder(text).bind(world) as StaticRanking
      const expected = oneByOne(text, world, 0).map((value) =>
        Number.isNaN(value) ? Number.POSITIVE_INFINITY : value,
      )
      expect(Array.from(ranking.keys), text).toEqual(expected)
    }
  })

  it('in each phase of the week are those of the phase', () => {
    const random = new Random('phases')
    for (let trial = 0; trial < 25; trial++) {
      const parts = [0, 1, 2].map(() => randomFormula(random, 4))
      const text = `if(situation == 0, ${parts[0]}, if(situation == 1, ${parts[1]}, ${parts[2]}))`
      for (const situation of [0, 1, 2] as const) {
        const world = { ...randomWorld(random, 4), timeClasses: standingClock(situation) }
        const ranking = formulaOrder(`wait/-3600 + ${text}`).bind(world)
        const expected = oneByOne(text, world, situation)
        if (ranking.kind !== 'linear') continue
        const of = new Float64Array(4)
        const constants = expected.map((_, job) => {
          ;(ranking as LinearRanking).coefficients(of, job, 0)
          return Math.abs(of[1]) === 1 && of[3] === 3600 ? of[0] : Number.NaN
        })
        expect(constants, text).toEqual(expected)
      }
    }
  })

  it('count from another origin where the study does', () => {
    const world = randomWorld(new Random('origin'), 3)
    const keys = (origin: number) =>
      (formulaOrder('submit + group').bind({ ...world, origin }) as StaticRanking).keys[7]
    expect(keys(1_000) - keys(1_010)).toBe(10)
  })
})

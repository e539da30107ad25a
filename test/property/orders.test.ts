/** Formula orders against the recursive interpreter, on random formulas and jobs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printExpression } from '../../src/core/expression/ast.js'
import { FORMULA_VARIABLES, formulaOrder, linearScore } from '../../src/sim/orders/index.js'
import { plainWorld } from '../../src/sim/world.js'
import { workloads } from '../support/arbitraries.js'
import { expressions, interpret } from '../support/expressions.js'
import { expectIs } from '../support/same.js'
import { ALWAYS_NIGHT } from '../support/worlds.js'

const SEED = 20261121
/** What formulas see of `ALWAYS_NIGHT`. */
const NIGHT = { situation: 2, weekday: 2, hour: 2 }
const states = fc.record({ wait: fc.integer({ min: 0, max: 500 }), waiting: fc.nat(50), free: fc.nat(16) })

/** What the kinds of ranking must give: keys as the interpreter's, NaN being +∞. */
function compare(
  variables: readonly string[],
  numRuns: number,
  check: (kind: string, found: number[], expected: number[]) => void,
) {
  fc.assert(
    fc.property(
      expressions(variables),
      workloads({ maxJobs: 12 }),
      states,
      (tree, { jobs, processors }, state) => {
        const origin = jobs.submit[0]
        const now = jobs.submit[jobs.length - 1] + state.wait
        const ranking = formulaOrder(printExpression(tree)).bind({
          ...plainWorld(jobs, processors),
          origin,
          timeClasses: ALWAYS_NIGHT,
        })
        const queue = Int32Array.from({ length: jobs.length }, (_, row) => jobs.length - 1 - row)
        const found = new Float64Array(jobs.length)
        ranking.score(found, queue, queue.length, { now, waiting: state.waiting, free: state.free })
        const expected = Array.from(queue, (row) => {
          const key = interpret(tree, {
            submit: jobs.submit[row] - origin,
            wait: now - jobs.submit[row],
            estimate: jobs.estimate[row],
            size: jobs.size[row],
            area: jobs.estimate[row] * jobs.size[row],
            group: jobs.group[row],
            user: jobs.user[row],
            now: now - origin,
            queue: state.waiting,
            free: state.free,
            ...NIGHT,
          })
          return Number.isNaN(key) ? Number.POSITIVE_INFINITY : key
        })
        if (ranking.kind === 'linear') {
          const of = new Float64Array(4)
          found.forEach((key, k) => {
            ranking.coefficients(of, queue[k], now)
            expectIs(key, linearScore(of[0], of[1], of[2], of[3], now))
          })
        }
        check(ranking.kind, [...found], expected)
      },
    ),
    { seed: SEED, numRuns },
  )
}

describe('formula orders', () => {
  it('score, static and general ones, exactly what the formula says', () => {
    const kinds = new Map<string, number>()
    compare(Object.keys(FORMULA_VARIABLES), 2_000, (kind, found, expected) => {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (kind !== 'linear') expect(found).toEqual(expected)
    })
    for (const kind of ['static', 'general', 'linear']) expect(kinds.get(kind)).toBeGreaterThan(50)
  })

  it('score, linear ones, what the formula says to rounding', () => {
    let linear = 0
    compare(['wait', 'now', 'wait', 'size', 'estimate'], 3_000, (kind, found, expected) => {
      if (kind !== 'linear') return
      linear++
      found.forEach((key, k) => {
        if (Math.abs(expected[k]) === Number.POSITIVE_INFINITY) expect(key).toBe(expected[k])
        // Keys that cancel to almost nothing keep the error of their terms.
        else expect(Math.abs(key - expected[k])).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(expected[k])))
      })
    })
    expect(linear).toBeGreaterThan(300)
  })
})

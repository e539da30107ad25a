/** Families of terms: the rules that they contain, how costly their keys are, and forms with fewer terms. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FAMILY_NAMES,
  type FamilyName,
  scoreAt,
  spaceOf,
  startsFor,
  wholeForm,
  without,
} from '../../../../../src/learn/score/search/terms.js'
import type { Policy } from '../../../../../src/sim/policy.js'
import { simulate } from '../../../../../src/sim/simulate.js'
import { policyOf } from '../../../../../src/strategy/index.js'
import { demoTrace } from '../../../../../src/workload/demo.js'
import { plainPolicy } from '../../../../support/policies.js'
import { worldOf } from '../../../../support/worlds.js'

const { jobs, processors } = demoTrace({ jobs: 1200 })
const startsOf = (policy: Policy) => [...simulate({ jobs, processors: processors ?? 64, policy }).start]
const FORMS = FAMILY_NAMES.map((family) => wholeForm('easy', family))

describe('families contain', () => {
  const policies = (family: FamilyName) =>
    startsFor(wholeForm('easy', family)).map((unit) => policyOf(scoreAt(wholeForm('easy', family), unit)))

  it.each(FAMILY_NAMES)('submit order, first of the starts of %s', (family) => {
    expect(startsOf(plainPolicy(policies(family)[0]))).toEqual(startsOf(plainPolicy('easy')))
  })

  it('F1 to F4, as the paper has them', () => {
    for (const [k, name] of ['f1', 'f2', 'f3', 'f4'].entries()) {
      expect(startsOf(plainPolicy(policies('sc17')[k + 1])), name).toEqual(
        startsOf(plainPolicy(`easy:${name}`)),
      )
    }
  })

  it('rules that go by length, width or area alone, as nearly as a clock allows', () => {
    const [, shortest, narrowest, area] = policies('age')
    const named = { spt: shortest, smallest: narrowest, saf: area }
    for (const [name, policy] of Object.entries(named)) {
      const [ours, its, fcfs] = [policy, `easy:${name}`, 'easy'].map((each) => startsOf(plainPolicy(each)))
      const apart = (a: number[], b: number[]) => a.filter((start, k) => start !== b[k]).length
      expect(apart(ours, its), name).toBeLessThan(0.5 * apart(ours, fcfs))
    }
  })
})

describe('keys', () => {
  it.each<[FamilyName, string]>([
    ['age', 'static'],
    ['sc17', 'static'],
    ['aging', 'linear'],
    ['state', 'general'],
  ])('of %s are %s', (family, kind) => {
    const form = wholeForm('head', family)
    const unit = new Float64Array(form.terms.length).fill(0.7)
    const { order } = plainPolicy(policyOf(scoreAt(form, unit)))
    expect(order.bind(worldOf([{ estimate: 60 }, { submit: 5, size: 3 }])).kind).toBe(kind)
  })
})

describe('points', () => {
  it('are sums of terms with four digits; a coefficient of 0 leaves a term out', () => {
    const form = { algorithm: 'head', family: 'age', terms: [0, 1, 7] } as const
    const policy = policyOf(scoreAt(form, Float64Array.of(0.75, 0.5, 0)))
    expect(policy).toMatch(
      /^head:\(submit\/3600 \+ 99\*log2\(max\(estimate, 10\)\/3600\) - 10000\*estimate\/3600\)$/,
    )
  })

  it('can all be simulated', () => {
    for (const form of FORMS) {
      const { dimensions, strategy } = spaceOf(form)
      expect(dimensions).toBe(form.terms.length)
      const units = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: dimensions,
        maxLength: dimensions,
      })
      fc.assert(
        fc.property(units, (unit) => {
          expect(startsOf(plainPolicy(policyOf(strategy(unit)))).every(Number.isFinite)).toBe(true)
        }),
        { seed: 2, numRuns: 4 },
      )
    }
  })

  it('without a coefficient are the policy without its term', () => {
    for (const form of FORMS) {
      const unit = Array.from(form.terms, (_, k) => 0.55 + 0.04 * k)
      for (const place of form.terms.keys()) {
        const [smaller, rest] = without(form, unit, place)
        const zeroed = unit.map((share, k) => (k === place ? 0.5 : share))
        expect(policyOf(scoreAt(smaller, rest))).toBe(policyOf(scoreAt(form, Float64Array.from(zeroed))))
      }
    }
  })

  it('of starts lie in the cube', () => {
    for (const form of FORMS) {
      for (const start of startsFor(form)) {
        expect(start).toHaveLength(form.terms.length)
        expect(start.every((share) => share >= 0 && share <= 1)).toBe(true)
      }
      expect(new Set(startsFor(form).map(String)).size).toBe(startsFor(form).length)
    }
  })
})

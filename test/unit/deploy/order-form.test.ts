import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printExpression } from '../../../src/core/expression/ast.js'
import { compileExpression } from '../../../src/core/expression/compile.js'
import { orderForm } from '../../../src/deploy/index.js'
import { termsOf } from '../../../src/deploy/terms.js'
import { orderExpression } from '../../../src/sim/orders/index.js'
import { failureOf } from '../../support/failures.js'

describe('the form of an order', () => {
  it.each([
    ['submit', 'submit'],
    ['-wait', 'submit'],
    ['30*size - wait', '30 * size + submit'],
    ['(submit - now)/3600', 'submit / 3600'],
    ['if(group == 1, 0, 7200) - 2*wait', 'if(group == 1, 0, 7200) + submit * 2'],
    ['log10(estimate)*size', 'log10(estimate) * size'],
  ])('%s is a key for good', (formula, key) => {
    const form = orderForm(formula)
    expect([form.kind, printExpression(form.key)]).toEqual(['job', key])
  })

  it.each([
    ['-wait/estimate', 'the longer jobs wait, the more their order changes'],
    ['if(group == 1, 2*wait, wait)', 'the longer jobs wait, the more their order changes'],
    ['wait*wait', 'the longer jobs wait, the more their order changes'],
    ['if(situation == 1, estimate, submit)', 'it depends on the time of the week'],
    ['if(queue > 10, estimate, submit)', 'it depends on how many jobs wait'],
  ])('%s is a rank', (formula, because) => {
    expect(orderForm(formula)).toMatchObject({ kind: 'rank', because })
  })

  it('keeps the order of any two jobs at any instant', () => {
    const numbers = { submit: 90_000, estimate: 80_000, size: 512, group: 5 }
    const job = fc.record({
      submit: fc.nat(numbers.submit),
      estimate: fc.integer({ min: 1, max: numbers.estimate }),
      size: fc.integer({ min: 1, max: numbers.size }),
      group: fc.nat(numbers.group),
    })
    const formulas = ['-wait + 30*size', '2*(size - wait)/7', 'if(group == 2, 600, 60*size) - wait - now/2']
    fc.assert(
      fc.property(fc.constantFrom(...formulas), job, job, fc.nat(10_000), (formula, a, b, later) => {
        const now = 90_000 + later
        const written = compileExpression(formula, { variables: ['wait', 'now', 'size', 'group'] })
        const { key } = orderForm(formula)
        const fixed = compileExpression(key, { variables: ['submit', 'size', 'group'] })
        const at = (each: typeof a) =>
          written.value({ wait: now - each.submit, now, size: each.size, group: each.group })
        const difference = at(a) - at(b)
        expect(fixed.value(a) - fixed.value(b)).toBeCloseTo(difference, 6)
      }),
      { seed: 1 },
    )
  })

  it('names what it does not know', () => {
    expect(failureOf(() => orderForm('wiat/estimate')).kind).toBe('formula-name')
  })
})

describe('the terms of a key', () => {
  const terms = (formula: string) => termsOf(orderForm(formula).key)

  it('are numbers of variables, and what groups add', () => {
    const { constant, weights, group } = terms('3*(size - 2*wait) + if(group == 1, 5, 7) - 4') ?? {}
    expect(constant).toBe(-4)
    expect([...(weights ?? [])]).toEqual([
      ['size', 3],
      ['submit', 6],
    ])
    expect([group?.(1), group?.(2)]).toEqual([5, 7])
  })

  it('leave out what cancels', () => {
    expect([...(terms('size + submit - size')?.weights ?? [])]).toEqual([['submit', 1]])
  })

  it('are none of products and functions of jobs', () => {
    for (const formula of ['size*estimate', 'log2(size)', 'size/estimate', 'if(size > 2, 1, 0)']) {
      expect(terms(formula)).toBeNull()
    }
    expect(terms(orderExpression('saf') ?? '')?.weights).toEqual(new Map([['area', 1]]))
  })
})

/** Formulas without what does nothing: they get shorter, and no value changes by a bit. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Expression, operands, printExpression } from '../../../../../src/core/expression/ast.js'
import { parseExpression } from '../../../../../src/core/expression/parse.js'
import { tidied } from '../../../../../src/learn/score/search/tidied.js'
import { interpret } from '../../../../support/expressions.js'

const short = (text: string) => printExpression(tidied(parseExpression(text)))

/** Of two variables, 1 and few operations, so that parts are often equal. */
const TREES = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.constantFrom('x', 'y').map((name): Expression => ({ kind: 'name', name, column: 1 })),
    fc.constantFrom(1, 2).map((value): Expression => ({ kind: 'number', value })),
    tie('tree').map((operand): Expression => ({ kind: 'negate', operand })),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '>'), tie('tree'), tie('tree'))
      .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right })),
    fc
      .tuple(fc.constantFrom('min', 'max'), tie('tree'), tie('tree'))
      .map(([name, ...args]): Expression => ({ kind: 'call', name, args, column: 1 })),
    fc.tuple(tie('tree'), tie('tree'), tie('tree'), tie('tree')).map(([left, right, yes, no]): Expression => {
      const condition: Expression = { kind: 'binary', operator: '>', left, right }
      return { kind: 'call', name: 'if', args: [condition, yes, no], column: 1 }
    }),
  ),
})).tree

const VALUES = [
  0,
  -0,
  1,
  -3.7,
  1e300,
  -1e-300,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
]

function nodesOf(node: Expression): number {
  return operands(node).reduce((sum, part) => sum + nodesOf(part), 1)
}

describe('tidied', () => {
  it.each([
    ['--wait', 'wait'],
    ['---(--wait)', '-wait'],
    ['submit - -wait', 'submit + wait'],
    ['submit + -(-(-wait))', 'submit - wait'],
    ['log2(submit / 1) * 1', 'log2(submit)'],
    ['1 * (size * 1)', 'size'],
    ['min(size, size) * max(free + 2, free + 2)', 'size * (free + 2)'],
    ['if(free > free, wait, size)', 'size'],
    ['if(wait > free, --size, min(size, size))', 'size'],
    ['sqrt(max(--group, group))', 'sqrt(group)'],
  ])('%s is %s', (text, expected) => {
    expect(short(text)).toBe(expected)
  })

  it.each([
    'size - size',
    'size / size',
    '-wait + size',
    '1 / size',
    '1 - size',
    'size - 1',
    'min(size, free)',
    'min(size, size, free)',
    'if(free > wait, wait, size)',
    'if(free < free, wait, size)',
    '2 * 3',
  ])('%s stays', (text) => {
    expect(short(text)).toBe(text)
  })

  it('never changes a value, is never longer, and leaves nothing to do', () => {
    let shorter = 0
    const value = fc.constantFrom(...VALUES)
    fc.assert(
      fc.property(TREES, value, value, (tree, x, y) => {
        const text = tidied(tree)
        expect(interpret(text, { x, y })).toBe(interpret(tree, { x, y }))
        expect(nodesOf(text)).toBeLessThanOrEqual(nodesOf(tree))
        if (nodesOf(text) < nodesOf(tree)) shorter++
        expect(tidied(text)).toEqual(text)
      }),
      { seed: 3, numRuns: 3000 },
    )
    expect(shorter).toBeGreaterThan(500)
  })
})

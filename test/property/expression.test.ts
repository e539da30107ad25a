/** The expression language against its slow twin (test/support/expressions.ts), on random trees and random text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../src/core/errors.js'
import { type Expression, printExpression } from '../../src/core/expression/ast.js'
import { compileExpression } from '../../src/core/expression/compile.js'
import { FUNCTION_NAMES } from '../../src/core/expression/functions.js'
import { linearIn } from '../../src/core/expression/linear.js'
import { parseExpression } from '../../src/core/expression/parse.js'
import { expressions, interpret } from '../support/expressions.js'
import { expectIs } from '../support/same.js'

const NAMES = ['a', 'b', 'c', 't', 'u']
const SEED = 20261121
const numbers = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0),
)

describe('random trees', () => {
  it('evaluate, over columns and scalars, bit for bit as the recursive interpreter', () => {
    fc.assert(
      fc.property(
        expressions(NAMES),
        fc.array(fc.tuple(numbers, numbers, numbers, numbers, numbers), { minLength: 1, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        (tree, rows, isScalar) => {
          // Long enough to cross a block border, at a place where the first rows differ from it.
          const n = 700
          const scope = Object.fromEntries(
            NAMES.map((name, k) => [
              name,
              isScalar[k]
                ? rows[0][k]
                : Float64Array.from({ length: n }, (_, row) => rows[row % rows.length][k]),
            ]),
          )
          const out = new Float64Array(n)
          compileExpression(tree, { variables: NAMES }).evaluate(scope, n, out)
          for (const row of [0, 1, 2, 3, 4, 5, 6, 7, 511, 512, 513, 699]) {
            const values = Object.fromEntries(
              NAMES.map((name, k) => [name, (isScalar[k] ? rows[0] : rows[row % rows.length])[k]]),
            )
            expectIs(out[row], interpret(tree, values))
          }
        },
      ),
      { seed: SEED, numRuns: 2_000 },
    )
  })

  it('are what their printed form parses to', () => {
    fc.assert(
      fc.property(expressions(NAMES), (tree) => {
        expect(withoutColumns(parseExpression(printExpression(tree)))).toEqual(withoutColumns(tree))
      }),
      { seed: SEED, numRuns: 3_000 },
    )
  })
})

describe('the linear split', () => {
  /** Trees that are linear in t and u = 5 + t more often than not. */
  const linear: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression; free: Expression }>((tie) => ({
    free: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.integer({ min: 1, max: 9 }).map((value): Expression => ({ kind: 'number', value })),
      fc.constantFrom('a', 'b', 'c').map((name): Expression => ({ kind: 'name', name, column: 1 })),
      fc
        .tuple(fc.constantFrom('+', '*', '<' as const), tie('free'), tie('free'))
        .map(
          ([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right }) as Expression,
        ),
    ),
    tree: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom('t', 'u').map((name): Expression => ({ kind: 'name', name, column: 1 })),
      tie('free'),
      tie('tree').map((operand): Expression => ({ kind: 'negate', operand })),
      fc
        .tuple(fc.constantFrom('+' as const, '-' as const), tie('tree'), tie('tree'))
        .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right })),
      fc
        .tuple(fc.constantFrom('*' as const, '/' as const), tie('tree'), tie('free'))
        .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right })),
      fc
        .tuple(tie('free'), tie('tree'))
        .map(([left, right]): Expression => ({ kind: 'binary', operator: '*', left, right })),
      fc
        .tuple(tie('free'), tie('tree'), tie('tree'))
        .map((args): Expression => ({ kind: 'call', name: 'if', args, column: 1 })),
    ),
  })).tree

  const times = new Map<string, Expression | null>([
    ['t', null],
    ['u', { kind: 'number', value: 5 }],
  ])

  it('agrees with the formula at every time, to rounding', () => {
    let split = 0
    fc.assert(
      fc.property(
        linear,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 4, maxLength: 4 }),
        (tree, [a, b, c, t]) => {
          const parts = linearIn(tree, times)
          if (parts === null) return
          split++
          const scope = { a, b, c }
          const [constant, slope, divisor] = [parts.c, parts.p, parts.q].map((part) => interpret(part, scope))
          const direct = interpret(tree, { ...scope, t, u: t + 5 })
          const form = constant + (slope * t) / divisor
          // A divisor such as (a < b) may be 0; the form then says so, and orders do not use it.
          if (divisor === 0 || !Number.isFinite(slope) || !Number.isFinite(constant)) return
          const scale =
            Math.abs(constant) + Math.abs((slope * t) / divisor) + magnitude(tree, { ...scope, t, u: t + 5 })
          expect(Math.abs(form - direct)).toBeLessThanOrEqual(1e-12 * scale)
        },
      ),
      { seed: SEED, numRuns: 3_000 },
    )
    expect(split).toBe(3_000)
  })

  it('finds nothing where time is multiplied, compared, raised or passed to a function', () => {
    for (const text of [
      't * t',
      't * u',
      'a / t',
      't ^ 2',
      '2 ^ t',
      't < 3',
      'sqrt(t)',
      'if(t > 1, a, b)',
      'max(t, a)',
    ]) {
      expect(linearIn(parseExpression(text), times), text).toBeNull()
    }
  })

  it('keeps the rounding of a plain quotient', () => {
    const parts = linearIn(parseExpression('t / a'), times)
    expect(parts && [parts.c, parts.p, parts.q].map(printExpression)).toEqual(['0', '1', 'a'])
    const product = linearIn(parseExpression('-(u * b) / a / c + 2'), times)
    expect(product && [product.c, product.p, product.q].map(printExpression)).toEqual([
      '-(5 * b) / a / c + 2',
      '-b',
      'c * a',
    ])
  })
})

describe('random text', () => {
  const pieces = fc.constantFrom(
    ...[
      '1',
      '.5',
      '2e3',
      'a',
      'wait',
      '+',
      '-',
      '*',
      '/',
      '^',
      '(',
      ')',
      ',',
      '<',
      '<=',
      '==',
      '!',
      '=',
      ' ',
      '−',
    ],
    ...FUNCTION_NAMES,
  )

  it('is parsed or refused with a QueuewrightError, nothing else', () => {
    let parsed = 0
    const attempt = (text: string) => {
      try {
        compileExpression(text, { variables: ['a', 'wait'] }).value({ a: 1, wait: 2 })
        parsed++
      } catch (error) {
        expect(error).toBeInstanceOf(QueuewrightError)
        expect((error as QueuewrightError).message).not.toContain('\n')
      }
    }
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), attempt), {
      seed: SEED,
      numRuns: 2_000,
    })
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
        attempt,
      ),
      {
        seed: SEED,
        numRuns: 5_000,
      },
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
        attempt,
      ),
      {
        seed: SEED,
        numRuns: 5_000,
      },
    )
    expect(parsed).toBeGreaterThan(200)
  })
})

function withoutColumns(tree: Expression): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'column' ? undefined : value)))
}

/** Sum of the magnitudes of all subtrees: what rounding errors are measured against. */
function magnitude(node: Expression, scope: Readonly<Record<string, number>>): number {
  const own = Math.abs(interpret(node, scope))
  const parts =
    node.kind === 'negate'
      ? [node.operand]
      : node.kind === 'binary'
        ? [node.left, node.right]
        : node.kind === 'call'
          ? node.args
          : []
  return parts.reduce((total, part) => total + magnitude(part, scope), own)
}

import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { MAX_DEPTH, namesIn, printExpression } from '../../../src/core/expression/ast.js'
import { compileExpression } from '../../../src/core/expression/compile.js'
import { FUNCTION_NAMES } from '../../../src/core/expression/functions.js'
import { parseExpression } from '../../../src/core/expression/parse.js'
import { MAX_LENGTH } from '../../../src/core/expression/tokens.js'
import { failureOf } from '../../support/failures.js'

const value = (text: string, scope: Record<string, number> = {}) =>
  compileExpression(text, { variables: Object.keys(scope) }).value(scope)

describe('the grammar', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['64 / 4 / 2', 8],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -2', 0.25],
    ['2 ^ -1 ^ 2', 0.5],
    ['-2 * -3', 6],
    ['2 - -3', 5],
    ['2 * -3 + 10', 4],
    ['--3', 3],
    ['+3 - +1', 2],
    ['3 − 5', -2],
    ['.5 + 1. + 1e-3 + 2E2', 201.501],
    ['1 + 2 < 4', 1],
    ['(1 < 2) + (2 <= 2) + (3 > 4) + (4 >= 4) + (5 == 5) + (5 != 5)', 4],
    ['  1\n+\t1 ', 2],
  ])('%s is %d', (text, expected) => {
    expect(value(text)).toBe(expected)
  })

  it.each([
    ['abs(-3)', 3],
    ['sqrt(9)', 3],
    ['cbrt(-27)', -3],
    ['exp(0)', 1],
    ['ln(exp(2))', 2],
    ['log(exp(2))', 2],
    ['log2(8)', 3],
    ['log10(1000)', Math.log10(1000)],
    ['log10(0)', Number.NEGATIVE_INFINITY],
    ['min(3, 1, 2)', 1],
    ['max(3, 1, 2, 7, 5)', 7],
    ['floor(-1.5)', -2],
    ['ceil(-1.5)', -1],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['if(2 > 1, 10, 20)', 10],
    ['if(0, 10, 20)', 20],
    ['if(0/0, 10, 20)', 20],
    ['1/0', Number.POSITIVE_INFINITY],
    ['0/0', Number.NaN],
    ['0/0 != 0/0', 1],
    ['0/0 == 0/0', 0],
    ['min(0/0, 1)', Number.NaN],
  ])('%s is %d', (text, expected) => {
    expect(value(text)).toBe(expected)
  })

  it('tests every function', () => {
    expect([...FUNCTION_NAMES].sort()).toEqual(
      'abs cbrt ceil exp floor if ln log log10 log2 max min round sqrt'.split(' '),
    )
  })

  it('prints with no more parentheses than are needed', () => {
    for (const text of [
      'a + b * c',
      '(a + b) * c',
      'a - (b - c)',
      'a - b - c',
      'a ^ b ^ c',
      '(a ^ b) ^ c',
      '-a ^ b',
      '(-a) ^ b',
      'a ^ -b',
      'a ^ (b * c)',
      'min(a, b + 1, -c)',
      '(a < b) * (b < c)',
      'if(a == 0, 1.5, 1e-9)',
    ]) {
      expect(printExpression(parseExpression(text))).toBe(text)
    }
  })

  it('lists names once, in the order of their first use', () => {
    expect(namesIn(parseExpression('b + a * b - max(c, a)'))).toEqual(['b', 'a', 'c'])
  })
})

describe('errors', () => {
  it.each([
    ['', 1, 'a number, a name'],
    ['   ', 1, 'a number, a name'],
    ['1 +', 4, 'a number, a name'],
    ['1 + * 2', 5, 'a number, a name'],
    ['(1 + 2', 7, 'an operator or ")"'],
    ['1 + 2)', 6, 'an operator or the end'],
    ['max(1, 2', 9, 'an operator, "," or ")"'],
    ['min(,)', 5, 'a number, a name'],
    ['wait wait', 6, 'an operator or the end'],
    ['wait = 3', 6, 'Write == to compare'],
    ['wait % 3', 6, 'floor(a/b)'],
    ['wait # 3', 6, 'a number, a name or an operator'],
    ['wait * 2x', 8, 'Write * to multiply'],
    ['1.2.3', 1, 'digits such as'],
    ['1e', 1, 'digits such as'],
    ['1e999', 1, 'digits such as'],
    ['1 < wait < 3', 10, '(a < b) * (b < c)'],
    ['wait \u{1f600}', 6, 'a number, a name or an operator'],
  ])('%j fails at column %i and says what was expected', (text, column, expected) => {
    const failure = failureOf(() => parseExpression(text))
    expect(failure.kind).toBe('formula-syntax')
    expect(failure.message).toContain(`at column ${column} of the formula`)
    expect(failure.message).toContain(expected)
    expect(failure.message).not.toContain('\n')
  })

  it('names unknown variables and functions, with a suggestion', () => {
    const variable = failureOf(() => compileExpression('2 * wiat', { variables: ['wait', 'size'] }))
    expect(variable.kind).toBe('formula-name')
    expect(variable.message).toBe(
      'unknown name wiat at column 5 of the formula (value "2 * wiat"). Did you mean wait? Variables: wait, size',
    )
    const call = failureOf(() => parseExpression('1 + squrt(4)'))
    expect(call.kind).toBe('formula-name')
    expect(call.message).toContain('unknown function squrt at column 5')
    expect(call.message).toContain('Did you mean sqrt? Functions: abs, ')
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(failureOf(() => parseExpression(`${name}(1)`)).kind).toBe('formula-name')
      expect(failureOf(() => compileExpression(name, { variables: ['wait'] })).kind).toBe('formula-name')
    }
  })

  it.each(['sqrt()', 'sqrt(1, 2)', 'min(1)', 'if(1, 2)', 'if(1, 2, 3, 4)'])('%s: wrong arguments', (text) => {
    const failure = failureOf(() => parseExpression(text))
    expect(failure.kind).toBe('formula-name')
    expect(failure.message).toMatch(/with \d arguments at column 1 .*expected \w+\(/)
  })

  it.each([
    ['parentheses', '('.repeat(5_000)],
    ['signs', '-'.repeat(5_000)],
    ['powers', `${'2^'.repeat(5_000)}2`],
    ['sums', `${'1+'.repeat(5_000)}1`],
    ['nested calls', 'abs('.repeat(4_000)],
    ['nested conditions', 'if(1,2,'.repeat(2_000)],
    ['arguments', `min(${'1,'.repeat(5_000)}1)`],
    ['length', '1'.repeat(MAX_LENGTH + 1)],
  ])('hostile %s are refused, not overflown', (_, text) => {
    const failure = failureOf(() => parseExpression(text))
    expect(failure.kind).toBe('formula-syntax')
    expect(failure.message.length).toBeLessThan(300)
  })

  it('accepts what is just within the limits', () => {
    const terms = MAX_DEPTH - 1
    expect(value(`${'1+'.repeat(terms)}1`)).toBe(terms + 1)
    expect(value(`${'('.repeat(terms)}1${')'.repeat(terms)}`)).toBe(1)
    const conditions = 200
    expect(value(`${'if(0,2,'.repeat(conditions)}3${')'.repeat(conditions)}`)).toBe(3)
  })
})

describe('evaluation over columns', () => {
  const formula = compileExpression('a * b + max(c, 2) - 2 * 3', { variables: ['a', 'b', 'c'] })

  it('broadcasts scalars and crosses block borders', () => {
    for (const n of [0, 1, 511, 512, 513, 2_000]) {
      const a = Float64Array.from({ length: n }, (_, k) => k)
      const out = new Float64Array(n).fill(Number.NaN)
      formula.evaluate({ a, b: 3, c: 5 }, n, out)
      expect([...out]).toEqual(Array.from(a, (x) => x * 3 + 5 - 6))
    }
  })

  it('takes a column where there was a scalar before, and back', () => {
    const out = new Float64Array(3)
    formula.evaluate({ a: 1, b: 2, c: Float64Array.of(1, 3, 5) }, 3, out)
    expect([...out]).toEqual([-2, -1, 1])
    formula.evaluate({ a: 1, b: 2, c: 9 }, 3, out)
    expect([...out]).toEqual([5, 5, 5])
    formula.evaluate({ a: Float64Array.of(1, 2, 3), b: Float64Array.of(4, 5, 6), c: 0 }, 3, out)
    expect([...out]).toEqual([0, 6, 14])
    expect(formula.value({ a: 1, b: 1, c: 1 })).toBe(-3)
  })

  it('takes a product with a sum as one after the other would, whatever else needs it', () => {
    const x = Float64Array.of(0.1, -3, 1e300, 0, Number.NaN)
    const y = Float64Array.of(0.7, 1e-9, 1e300, -0, 2)
    const s = 0.3
    const cases: readonly [string, (x: number, y: number) => number][] = [
      ['y + s*x', (a, b) => b + s * a],
      ['x*s - y*s', (a, b) => a * s - b * s],
      ['y - x*s', (a, b) => b - a * s],
      ['s*x + s*x', (a) => s * a + s * a],
      ['s*x - y', (a, b) => s * a - b],
      ['s - 7*y + 2*x', (a, b) => s - 7 * b + 2 * a],
      ['(y + s*x)*(s*x)', (a, b) => (b + s * a) * (s * a)],
      ['y + x*x', (a, b) => b + a * a],
      ['y + s*(x - y)', (a, b) => b + s * (a - b)],
      ['if(s > 0, s*x, y) + y', (a, b) => s * a + b],
    ]
    const out = new Float64Array(5)
    for (const [text, expected] of cases) {
      const formula = compileExpression(text, { variables: ['x', 'y', 's'] })
      formula.evaluate({ x, y, s }, 5, out)
      expect(out, text).toEqual(Float64Array.from(x, (each, k) => expected(each, y[k])))
      const over = x.slice()
      formula.evaluate({ x: over, y, s }, 5, over)
      expect(over, text).toEqual(out)
    }
  })

  it('writes only the rows asked for, and may write over a column that it reads', () => {
    const a = Float64Array.of(1, 2, 3, 4)
    formula.evaluate({ a, b: 1, c: 2 }, 3, a)
    expect([...a]).toEqual([-3, -2, -1, 4])
  })

  it('copies a bare variable and fills with a constant', () => {
    const out = new Float64Array(3)
    compileExpression('a', { variables: ['a'] }).evaluate({ a: Float64Array.of(3, 1, 2) }, 3, out)
    expect([...out]).toEqual([3, 1, 2])
    compileExpression('2 * 21', { variables: [] }).evaluate({}, 2, out)
    expect([...out]).toEqual([42, 42, 2])
  })

  it('fails loudly where the caller forgets a variable', () => {
    expect(() => formula.value({ a: 1, b: 2 })).toThrow(TypeError)
    expect(() => formula.value({ a: 1, b: 2 })).not.toThrow(QueuewrightError)
  })
})

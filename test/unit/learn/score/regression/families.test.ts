/** Which functions the families hold, and what their terms are worth. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../../../src/core/expression/compile.js'
import { leastSquares, triangularFactor } from '../../../../../src/core/linear/index.js'
import {
  distinctForms,
  FAMILIES,
  publishedPolynomial,
  sc17Candidates,
} from '../../../../../src/learn/score/regression/families.js'
import {
  type Term,
  termColumn,
  termKey,
  termSymbols,
  termText,
} from '../../../../../src/learn/score/regression/forms.js'
import { simplifiedFormula, simplifiedSymbols } from '../../../../../src/learn/score/regression/simplify.js'
import { distributionBy } from '../../../../support/scores.js'

const ROWS = distributionBy((r, n, s) => (r * n) / s, { tuples: 25 })
const BASES = [(x: number) => x, Math.log10, Math.sqrt, (x: number) => 1 / x]
const OPERATORS = [
  (a: number, b: number) => a + b,
  (a: number, b: number) => a * b,
  (a: number, b: number) => a / b,
]

/** The candidates as the paper writes them, from the left, with some coefficients; in the order of `sc17Candidates`. */
function writtenCandidates(
  c1: number,
  c2: number,
  c3: number,
): ((r: number, n: number, s: number) => number)[] {
  return OPERATORS.flatMap((first) =>
    OPERATORS.flatMap((second) =>
      BASES.flatMap((alpha) =>
        BASES.flatMap((beta) =>
          BASES.map(
            (gamma) => (r: number, n: number, s: number) =>
              second(first(c1 * alpha(r), c2 * beta(n)), c3 * gamma(s)),
          ),
        ),
      ),
    ),
  )
}

describe('the 576 candidates', () => {
  const candidates = sc17Candidates()

  it('are sums of their terms, whatever c1, c2 and c3', () => {
    expect(candidates.length).toBe(576)
    const rows = ROWS.score.length
    for (const [k, f] of writtenCandidates(0.7, -1.3, 2.1).entries()) {
      const values = Float64Array.from({ length: rows }, (_, row) =>
        f(ROWS.runtime[row], ROWS.size[row], ROWS.submit[row]),
      )
      // log10(1) is 0 as written, and a little more than 0 beside ε: nothing is divided by it here.
      const usable = values.map((value, row) =>
        Number.isFinite(value) && ROWS.size[row] > 1 && ROWS.runtime[row] > 1 ? 1 : 0,
      )
      const weights = usable.map((one, row) => (one === 1 ? 1 / Math.abs(values[row] || 1) : 0))
      const columns = [
        ...candidates[k].map((term) => termColumn(term, ROWS)),
        values.map((value, row) => (usable[row] === 1 ? value : 0)),
      ]
      const all = candidates[k].map((_, term) => term)
      const fit = leastSquares(triangularFactor(columns, weights, 0, rows), all)
      const left = 'dependent' in fit ? Number.NaN : Math.sqrt(fit.squares / rows)
      expect([k, candidates[k].map(termSymbols), left < 1e-7]).toEqual([
        k,
        candidates[k].map(termSymbols),
        true,
      ])
    }
  })

  it('are 400 functions, of which no two are the same', () => {
    const forms = distinctForms(candidates)
    expect(forms.length).toBe(400)
    const keys = forms.map((form) => form.map(termKey).sort().join('+'))
    expect(new Set(keys).size).toBe(400)
    // Different terms have different values: keys do not tell apart what is the same.
    const terms = new Map(forms.flat().map((term) => [termKey(term), term]))
    const values = new Set(
      [...terms.values()].map((term) => Array.from(termColumn(term, ROWS).subarray(0, 40)).join()),
    )
    expect(values.size).toBe(terms.size)
  })

  it('are merged by what they are, not by what they are worth', () => {
    const name = (form: readonly Term[]) => form.map(termSymbols).sort().join(' + ')
    const same = candidates.filter((form) => name(form) === 'log10(s) + r/n')
    expect(same.length).toBe(2)
    expect(distinctForms(candidates).filter((form) => name(form) === 'log10(s) + r/n').length).toBe(1)
    expect(candidates.filter((form) => name(form) === 'log10(r)·n + log10(s)').length).toBe(2)
  })
})

describe('polynomials', () => {
  it('are those of the study, with as many terms', () => {
    expect([1, 2, 3, 4, 5, 6].map((degree) => publishedPolynomial(degree).length)).toEqual([
      4, 8, 13, 19, 26, 34,
    ])
    expect(publishedPolynomial(3).map(termSymbols)).toEqual([
      '1',
      'r',
      'n',
      's',
      'r²',
      'n²',
      's²',
      'r·n',
      'r³',
      'n³',
      's³',
      'r²·n',
      'r·n²',
    ])
  })

  it('have no term twice, whatever the family', () => {
    for (const { groups } of FAMILIES) {
      for (const { terms } of groups({ degree: 6 })) {
        expect(new Set(terms.map(termKey)).size).toBe(terms.length)
      }
    }
  })
})

describe('terms', () => {
  const all = FAMILIES.flatMap(({ groups }) => groups({ degree: 4 }).flatMap(({ terms }) => terms))
  const distinct = [...new Map(all.map((term) => [termKey(term), term])).values()]

  it('are worth what their formulas say, but for ε', () => {
    const scope = { estimate: ROWS.runtime, size: ROWS.size, submit: ROWS.submit }
    const rows = ROWS.score.length
    const out = new Float64Array(rows)
    expect(distinct.length).toBeGreaterThan(200)
    for (const term of distinct) {
      compileExpression(termText(term), { variables: Object.keys(scope) }).evaluate(scope, rows, out)
      const column = termColumn(term, ROWS)
      for (let row = 0; row < rows; row++) {
        if (ROWS.size[row] === 1 || ROWS.runtime[row] === 1) continue
        expect(Math.abs(column[row] - out[row])).toBeLessThanOrEqual(1e-8 * Math.abs(out[row]))
      }
    }
  })

  it('have ε where a logarithm is taken, and another one where it divides', () => {
    const one = {
      runtime: Float64Array.of(1),
      size: Float64Array.of(1),
      submit: Float64Array.of(0),
      score: Float64Array.of(0.5),
      tuple: new Int32Array(1),
    }
    const worth = (term: Term) => termColumn(term, one)[0]
    expect(worth({ submit: { of: 'log', exponent: 1 } })).toBe(-10)
    expect(worth({ submit: { of: 'x', exponent: -1 } })).toBe(1 / 1e-10)
    expect(worth({ submit: { of: 'x', exponent: 0.5 } })).toBe(0)
    expect(worth({ size: { of: 'log', exponent: 1 } })).toBe(Math.log10(1 + 1e-10))
    expect(worth({ size: { of: 'log', exponent: -1 } })).toBe(1 / Math.log10(1 + 2e-10))
  })

  it('are finite for every job that there can be', () => {
    const corner = {
      runtime: Float64Array.of(1, 1, 1e6, 1e-3),
      size: Float64Array.of(1, 1, 1e5, 1),
      submit: Float64Array.of(0, 1, 1e7, 0),
      score: Float64Array.of(0.1, 0.1, 0.1, 0.1),
      tuple: new Int32Array(4),
    }
    for (const term of distinct)
      expect(termColumn(term, corner).every(Number.isFinite), termText(term)).toBe(true)
  })
})

describe('simplified functions', () => {
  const all = distinctForms(sc17Candidates())
  const scope = { estimate: ROWS.runtime, size: ROWS.size, submit: ROWS.submit }
  const variables = Object.keys(scope)

  it('put jobs into the order of the fitted sum', () => {
    const weight = fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: -1e-9, max: 1e-9, noNaN: true }),
    )
    fc.assert(
      fc.property(
        fc.nat(all.length - 1),
        fc.array(weight, { minLength: 4, maxLength: 4 }),
        (which, weights) => {
          // Also with a constant, which no order depends on.
          const terms = [...all[which], {}]
          const coefficients = terms.map((_, k) => weights[k])
          const columns = terms.map((term) => termColumn(term, ROWS))
          const keys = new Float64Array(ROWS.score.length)
          compileExpression(simplifiedFormula(terms, coefficients), { variables }).evaluate(
            scope,
            keys.length,
            keys,
          )
          const sums = keys.map((_, row) =>
            columns.slice(0, -1).reduce((sum, column, k) => sum + coefficients[k] * column[row], 0),
          )
          const sizes = keys.map((_, row) =>
            columns.slice(0, -1).reduce((sum, column, k) => sum + Math.abs(coefficients[k] * column[row]), 0),
          )
          for (let a = 0; a + 1 < keys.length; a++) {
            const b = a + 1
            if ([a, b].some((row) => ROWS.size[row] === 1 || ROWS.runtime[row] === 1)) continue
            const apart = Math.abs(sums[a] - sums[b])
            // ε and rounding exchange only what is next to equal.
            if (apart <= 1e-7 * (sizes[a] + sizes[b])) continue
            expect(Math.sign(keys[a] - keys[b])).toBe(Math.sign(sums[a] - sums[b]))
          }
        },
      ),
      { seed: 4, numRuns: 400 },
    )
  })

  it('are printed as in the paper', () => {
    const terms: readonly Term[] = [
      { runtime: { of: 'log', exponent: 1 }, size: { of: 'x', exponent: 1 } },
      { submit: { of: 'log', exponent: 1 } },
    ]
    expect(simplifiedFormula(terms, [2, 1740])).toBe('log10(estimate) * size + 870 * log10(submit)')
    expect(simplifiedSymbols(terms, [2, 1741.2345])).toBe('log10(r)·n + 871·log10(s)')
    // A negative first coefficient turns nothing round.
    expect(simplifiedFormula(terms, [-2, 1740])).toBe('-(log10(estimate) * size) + 870 * log10(submit)')
    expect(simplifiedFormula(terms, [-2, -1740])).toBe('-(log10(estimate) * size) - 870 * log10(submit)')
    expect(simplifiedFormula(terms, [0, -3])).toBe('-log10(submit)')
    expect(simplifiedFormula([{}, ...terms], [5, 0, 0])).toBe('0')
    expect(simplifiedSymbols(terms, [0, 0])).toBe('0')
    const divided: readonly Term[] = [
      { runtime: { of: 'x', exponent: -1 } },
      { size: { of: 'x', exponent: -1 }, submit: { of: 'x', exponent: -0.5 } },
    ]
    expect(simplifiedFormula(divided, [4, 2])).toBe('1 / estimate + 0.5 / size / sqrt(submit)')
    expect(simplifiedSymbols(divided, [4, 2])).toBe('1/r + 0.5/n/√s')
    // Scales that would leave the range of numbers are left as they are.
    expect(simplifiedFormula(terms, [1e-300, 1e300])).toBe(
      '1e-300 * log10(estimate) * size + 1e+300 * log10(submit)',
    )
  })
})

/** Score functions fitted to distributions whose function is known, and what is said where nothing is determined. */
import { describe, expect, it } from 'vitest'
import {
  FAMILIES,
  type FormGroup,
  SC17,
  type ScoreFamily,
} from '../../../../../src/learn/score/regression/families.js'
import { fitScores } from '../../../../../src/learn/score/regression/fit.js'
import { byTuples } from '../../../../../src/learn/score/regression/fit-data.js'
import type { ScoreFitOptions } from '../../../../../src/learn/score/regression/fit-result.js'
import { termText } from '../../../../../src/learn/score/regression/forms.js'
import {
  distributionDigest,
  functionsCsv,
  functionsJson,
  isFunctionsFile,
  readFunctions,
} from '../../../../../src/learn/score/regression/functions-file.js'
import { fitPage } from '../../../../../src/report/pages/scores.js'
import { briefText } from '../../../../../src/report/render/text.js'
import { failureOf } from '../../../../support/failures.js'
import { distributionBy } from '../../../../support/scores.js'

const { log10 } = Math
const F1 = (r: number, n: number, s: number) => 8e-6 * log10(r) * n + 7e-3 * log10(s)
const OPTIONS: ScoreFitOptions = { family: SC17, weights: 'rn', degree: 3, rankBy: 'error', top: 5 }
const STYLE = { width: 120, unicode: true, colour: false }

function family(name: string) {
  const found = FAMILIES.find((each) => each.name === name)
  if (found === undefined) throw new TypeError(name)
  return found
}

/** The candidates whose terms are these. */
function only(terms: string): ScoreFamily {
  const wanted = ({ terms: all }: FormGroup) => all.map(termText).join() === terms
  return { ...SC17, groups: (settings) => SC17.groups(settings).filter(wanted) }
}

describe('fits', () => {
  it('find the function that made the scores, with its coefficients', () => {
    const fit = fitScores(distributionBy(F1, { tuples: 30 }), OPTIONS, 'made')
    const [best, second] = fit.functions
    expect(best.terms).toEqual(['log10(estimate) * size', 'log10(submit)'])
    expect(best.coefficients[0] / 8e-6).toBeCloseTo(1, 7)
    expect(best.coefficients[1] / 7e-3).toBeCloseTo(1, 9)
    expect(best.symbols).toBe('log10(r)·n + 875·log10(s)')
    expect(best.meanAbsoluteError).toBeLessThan(1e-9)
    expect(second.meanAbsoluteError).toBeGreaterThan(1e-5)
    expect(best.heldOut?.error.value).toBeLessThan(1e-9)
    expect(best.heldOut?.correlation.value).toBeCloseTo(1, 12)
    expect([fit.written, fit.distinct, fit.rows, fit.tuples, fit.folds]).toEqual([576, 400, 240, 30, 10])
    expect(fit.functions.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
  })

  it('minimise the weighted squares: no other coefficients have less of them', () => {
    const distribution = distributionBy(F1, { tuples: 20, noise: 0.003, seed: 2 })
    for (const weights of ['rn', 'none'] as const) {
      const f1 = only('log10(estimate) * size,log10(submit)')
      const [found] = fitScores(distribution, { ...OPTIONS, family: f1, weights }, 'made').functions
      const [a, b] = found.coefficients
      const { runtime, size, submit, score } = distribution
      const squares = (x: number, y: number, weighted: boolean) =>
        score.reduce((sum, value, row) => {
          const error = x * log10(runtime[row]) * size[row] + y * log10(submit[row]) - value
          return sum + (error * (weighted ? runtime[row] * size[row] : 1)) ** 2
        }, 0)
      const weighted = weights === 'rn'
      const least = squares(a, b, weighted)
      for (const [x, y] of [
        [1.001, 1],
        [0.999, 1],
        [1, 1.001],
        [1, 0.999],
      ]) {
        expect(squares(a * x, b * y, weighted)).toBeGreaterThan(least)
      }
      expect(found.weightedError / squares(a, b, true)).toBeCloseTo(1, 6)
    }
  })

  it('rank by the mean absolute error, the least first', () => {
    const { functions } = fitScores(
      distributionBy(F1, { tuples: 12, noise: 0.002, seed: 3 }),
      { ...OPTIONS, top: 40 },
      'f',
    )
    const errors = functions.map(({ meanAbsoluteError }) => meanAbsoluteError)
    expect(errors).toEqual([...errors].sort((a, b) => a - b))
    expect(functions.length).toBe(40)
  })

  it('hold out whole tuples, so that what tuples have of their own is no merit', () => {
    // Every tuple has a submit time of its own and a score of its own, which is chance. Were rows held out, the other rows
    // of the tuple would tell.
    const made = distributionBy(() => 0.03, { tuples: 8, judged: 12, seed: 5 })
    const own = (tuple: number) => 0.01 + 0.04 * ((tuple * 0.618034) % 1)
    const distribution = {
      ...made,
      submit: Float64Array.from(made.tuple, (tuple) => 2 ** (tuple + 3)),
      score: Float64Array.from(made.tuple, own),
    }
    const options = { ...OPTIONS, family: family('products'), weights: 'none', top: 8 } as const
    const { functions } = fitScores(distribution, options, 'f')
    const [best] = [...functions].sort((a, b) => a.meanAbsoluteError - b.meanAbsoluteError)
    expect(best.heldOut?.error.value).toBeGreaterThan(2 * best.meanAbsoluteError)
    expect(best.heldOut?.correlation.value).toBeNaN()
  })

  it('choose terms for a held-out part without its tuples', () => {
    const distribution = distributionBy(F1, { tuples: 20, noise: 0.002, seed: 11 })
    const [{ terms }] = SC17.groups({ degree: 1 }).filter((group) => group.terms.length === 3)
    const rows = distribution.score.length
    const heldOut = (sums: FormGroup['sums']) => {
      const fitted = { ...SC17, groups: () => [{ terms, most: 3, sums }] }
      return fitScores(distribution, { ...OPTIONS, family: fitted }, 'f').functions[0].heldOut
    }
    // Terms that are chosen of all tuples, and others of those that are left of them.
    expect(heldOut((factor) => [factor.rows === rows ? [0, 1] : [0, 2]])).toEqual(heldOut(() => [[0, 2]]))
    expect(heldOut(() => [[0, 1]])).not.toEqual(heldOut(() => [[0, 2]]))
  })

  it('know of noise how sure the error is', () => {
    const fit = fitScores(distributionBy(F1, { tuples: 60, noise: 0.004, seed: 6 }), OPTIONS, 'f')
    const { error } = fit.functions[0].heldOut ?? { error: null }
    // The mean of |noise| is 0.004·√(2/π), its standard error over 480 rows 0.00011.
    expect(Math.abs((error?.value ?? 0) - 0.0032)).toBeLessThan(0.0004)
    const { low = 0, high = 0 } = error?.interval ?? {}
    expect(low).toBeLessThan(error?.value ?? 0)
    expect(high - low).toBeGreaterThan(0.0003)
    expect(high - low).toBeLessThan(0.0006)
  })

  it('of polynomials find one, and few terms where few are needed', () => {
    const score = (r: number, n: number, s: number) => 0.02 + 1e-8 * r * n + 2e-7 * s
    const distribution = distributionBy(score, { tuples: 30, noise: 1e-5, seed: 7 })
    const polynomial = {
      ...OPTIONS,
      family: family('polynomial'),
      weights: 'none',
      rankBy: 'held-out',
    } as const
    const [best] = fitScores(distribution, polynomial, 'f').functions
    expect(best.terms).toEqual(expect.arrayContaining(['1', 'estimate * size', 'submit']))
    expect(best.coefficients[best.terms.indexOf('submit')] / 2e-7).toBeCloseTo(1, 1)
    expect(best.formula).not.toMatch(/^0\.0/)
    const all = fitScores(distribution, { ...polynomial, top: 100 }, 'f').functions
    expect(all.map(({ terms }) => terms.length)).toEqual(expect.arrayContaining([2, 3, 4, 8, 13]))
    const errors = all.map(({ heldOut }) => heldOut?.error.value ?? 0)
    expect(errors).toEqual([...errors].sort((a, b) => a - b))
  })

  it('rank by what is asked for', () => {
    const distribution = distributionBy(F1, { tuples: 15, noise: 0.003, seed: 10 })
    const by = (rankBy: ScoreFitOptions['rankBy']) =>
      fitScores(distribution, { ...OPTIONS, rankBy, top: 20 }, 'f')
    const order = by('order').functions.map(({ heldOut }) => heldOut?.correlation.value ?? 0)
    expect(order).toEqual([...order].sort((a, b) => b - a))
    const heldOut = by('held-out').functions.map((each) => each.heldOut?.error.value ?? 0)
    expect(heldOut).toEqual([...heldOut].sort((a, b) => a - b))
    expect(order[0]).toBeGreaterThanOrEqual(by('error').functions[0].heldOut?.correlation.value ?? 1)
    expect(by('order').rankedBy).toBe('order')
    // Of a single tuple nothing is held out.
    const one = distributionBy(F1, { tuples: 1, judged: 32, noise: 0.003 })
    expect(fitScores(one, { ...OPTIONS, rankBy: 'order' }, 'f').rankedBy).toBe('error')
  })

  it('give the same bytes for the same rows, also in another order of tuples', () => {
    const distribution = distributionBy(F1, { tuples: 15, noise: 0.003, seed: 8 })
    const json = functionsJson(fitScores(distribution, OPTIONS, 'a'), 'd')
    expect(functionsJson(fitScores(distribution, OPTIONS, 'b'), 'd')).toBe(json)
    // Rows of all tuples mixed: brought together again, tuples by their numbers.
    const rows = Array.from(distribution.score.keys()).sort((a, b) => (a % 8) - (b % 8) || a - b)
    const mixed = {
      runtime: Float64Array.from(rows, (row) => distribution.runtime[row]),
      size: Float64Array.from(rows, (row) => distribution.size[row]),
      submit: Float64Array.from(rows, (row) => distribution.submit[row]),
      score: Float64Array.from(rows, (row) => distribution.score[row]),
      tuple: Int32Array.from(rows, (row) => distribution.tuple[row]),
    }
    expect(byTuples(mixed)).toEqual(distribution)
    expect(functionsJson(fitScores(mixed, OPTIONS, 'c'), 'd')).toBe(json)
  })

  it('hold nothing out of a single tuple, and say so', () => {
    const fit = fitScores(distributionBy(F1, { tuples: 1, judged: 32 }), OPTIONS, 'f')
    expect(fit.folds).toBe(0)
    expect(fit.functions[0].heldOut).toBeNull()
    expect(briefText(fitPage(fit, 'best'), STYLE)).toContain('nothing, as there are too few tuples')
  })
})

describe('refused', () => {
  const distribution = distributionBy(F1, { tuples: 4 })

  it.each(['runtime', 'size', 'submit'] as const)('a %s without variation', (column) => {
    const constant = { ...distribution, [column]: new Float64Array(distribution.score.length).fill(7) }
    const { kind, message } = failureOf(() => fitScores(constant, OPTIONS, 'd.csv'))
    expect(kind).toBe('fit-undetermined')
    expect(message).toContain(`d.csv: all rows have the same ${column} (field ${column}, value 7)`)
  })

  it('scores without variation', () => {
    const alike = { ...distribution, score: new Float64Array(distribution.score.length).fill(0.125) }
    const { kind, message } = failureOf(() => fitScores(alike, OPTIONS, 'd.csv'))
    expect(kind).toBe('fit-undetermined')
    expect(message).toContain('d.csv: all rows have the same score (field score, value 0.125)')
  })

  it('fewer rows than coefficients', () => {
    const few = distributionBy(F1, { tuples: 1, judged: 12 })
    const polynomial = { ...OPTIONS, family: family('polynomial') }
    const { kind, message } = failureOf(() => fitScores(few, polynomial, 'd.csv'))
    expect(kind).toBe('fit-undetermined')
    expect(message).toContain(
      'fewer rows than coefficients (value 12, expected 13 rows or more for the family polynomial)',
    )
    expect(() => fitScores(few, { ...polynomial, degree: 2 }, 'd.csv')).not.toThrow()
    const enough = distributionBy(F1, { tuples: 1, judged: 13 })
    expect(() => fitScores(enough, polynomial, 'd.csv')).not.toThrow()
  })

  it('forms that are not determined are left out by name, the others fitted', () => {
    // Two sizes and two submit times, always together: what goes by the one goes by the other.
    const tied = {
      ...distribution,
      size: distribution.size.map((_, row) => (row % 2 === 0 ? 2 : 8)),
      submit: distribution.submit.map((_, row) => (row % 2 === 0 ? 2 : 8)),
    }
    const fit = fitScores(tied, OPTIONS, 'd.csv')
    expect(fit.undetermined.length).toBeGreaterThan(0)
    expect(fit.undetermined.length).toBeLessThan(400)
    expect(fit.distinct).toBe(400)
    expect(briefText(fitPage(fit, 'best'), STYLE)).toMatch(
      /left out +\d+ forms without coefficients of its own/,
    )
  })

  it('everything, where nothing is determined', () => {
    // One row twice, but for what makes columns vary where there is no weight.
    const { kind, message } = failureOf(() =>
      fitScores(
        {
          runtime: Float64Array.of(1, 2, 1, 2),
          size: Float64Array.of(1, 2, 1, 2),
          submit: Float64Array.of(1, 2, 1, 2),
          score: Float64Array.of(0.4, 0.6, 0.4, 0.6),
          tuple: Int32Array.of(0, 0, 1, 1),
        },
        {
          ...OPTIONS,
          family: {
            ...SC17,
            groups: (settings) => SC17.groups(settings).filter(({ terms }) => terms.length === 3),
          },
        },
        'd.csv',
      ),
    )
    expect(kind).toBe('fit-undetermined')
    expect(message).toContain('no function of the family has coefficients')
  })
})

describe('files of functions', () => {
  const distribution = distributionBy(F1, { tuples: 12, noise: 0.002, seed: 9 })
  const fit = fitScores(distribution, OPTIONS, 'f')
  const json = functionsJson(fit, distributionDigest(distribution))

  it('are read back as they were', () => {
    expect(isFunctionsFile(json)).toBe(true)
    const read = readFunctions(json, 'functions.json')
    expect(read).toEqual(
      fit.functions.map(({ rank, formula, terms, coefficients }) => ({ rank, formula, terms, coefficients })),
    )
    expect(JSON.parse(json).distribution).toEqual({
      digest: distributionDigest(distribution),
      rows: 96,
      tuples: 12,
    })
  })

  it('have a line for each function as CSV', () => {
    const [head, first, ...rest] = functionsCsv(fit.functions).trimEnd().split('\n')
    expect(rest.length).toBe(4)
    expect(first.split(',').length).toBe(head.split(',').length)
    expect(Number(first.split(',')[2])).toBe(fit.functions[0].meanAbsoluteError)
  })

  it.each([
    ['no JSON', () => 'rank,formula\n', 'not a JSON document'],
    ['another format', () => json.replace('queuewright-score-functions', 'x'), 'no score functions'],
    ['a newer version', () => json.replace('"version": 1', '"version": 2'), 'a newer version'],
    [
      'a formula that is none',
      () => json.replace(/"formula": "[^"]*"/, '"formula": "log10(wait)"'),
      'unknown name wait',
    ],
    [
      'a coefficient that is no number',
      () => json.replace(/("coefficients": \[\s*)[^,\]]*/, '$1null'),
      'coefficients[0]',
    ],
    [
      'a coefficient too few',
      () => json.replace(/("coefficients": \[\s*)[^,\]]*,/, '$1'),
      'one for each term',
    ],
    [
      'no functions',
      () => json.replace(/"functions": [\s\S]*$/, '"functions": [] }'),
      'one function or more',
    ],
  ])('are refused where there is %s', (_, made, expected) => {
    const { kind, message } = failureOf(() => readFunctions(made(), 'functions.json'))
    expect(['input-document', 'formula-name']).toContain(kind)
    expect(message).toContain('functions.json')
    expect(message).toContain(expected)
  })
})

import { describe, expect, it } from 'vitest'
import {
  checkTemplate,
  filled,
  parseParameter,
  placesIn,
  searchedIn,
  valueAt,
} from '../../../../src/learn/template/places.js'
import { failureOf } from '../../../support/failures.js'
import { plainPolicy } from '../../../support/policies.js'

describe('templates', () => {
  it('name their places once, in order', () => {
    expect(placesIn('easy:({b}*wait + { a }*size - {b})')).toEqual(['b', 'a'])
    expect(placesIn('easy')).toEqual([])
  })

  it('are filled with numbers that read back as the same, negative ones in parentheses', () => {
    expect(filled('easy:({a}*wait - {b}^2)', { a: 0.1, b: -2 })).toBe('easy:(0.1*wait - (-2)^2)')
    expect(filled('head:g1(w1={a}, w2 = {b})', { a: 1e-7, b: -0.5 })).toBe('head:g1(w1=1e-7, w2 = -0.5)')
    for (const value of [1e-300, -1e21, 0.1 + 0.2, -3]) {
      expect(() => plainPolicy(filled('easy:({a}*wait/estimate + 2^{a})', { a: value }))).not.toThrow()
    }
  })
})

describe('ranges', () => {
  it('are linear or logarithmic', () => {
    const linear = parseParameter('a=-5..5', '--over')
    expect(linear).toEqual({ name: 'a', least: -5, most: 5, scale: 'linear' })
    expect([0, 0.5, 1].map((unit) => valueAt(linear, unit))).toEqual([-5, 0, 5])
    const log = parseParameter(' b = 1e-3..1000:log ', '--over')
    expect(log).toEqual({ name: 'b', least: 0.001, most: 1000, scale: 'log' })
    expect([0, 0.5, 1].map((unit) => valueAt(log, unit))).toEqual([0.001, expect.closeTo(1, 9), 1000])
  })

  it('are of whole numbers where the policy takes no others', () => {
    const searched = (template: string, ...ranges: string[]) =>
      searchedIn(
        template,
        ranges.map((text) => parseParameter(text, '--over')),
      )
    const [criterion, w] = searched('head:greedy(criterion={c}, w1={w})', 'c=1..4', 'w=0..1')
    expect([criterion.whole, w.whole]).toEqual([true, false])
    // Each of the four as often.
    expect([0, 0.24, 0.26, 0.5, 0.76, 1].map((unit) => valueAt(criterion, unit))).toEqual([1, 1, 2, 3, 4, 4])
    const [dampening] = searched('easy:multifactor(dampening={d})', 'd=1.5..1000:log')
    expect([0, 0.5, 1].map((unit) => valueAt(dampening, unit))).toEqual([2, 39, 1000])
    expect(searched('easy:({a}*wait)', 'a=1..4')[0].whole).toBe(false)
  })

  it.each([
    'a',
    'a=',
    '=1..2',
    'a=2..1',
    'a=1..1',
    'a=x..2',
    'a=0..1:log',
    'a=1..2:cube',
    'a b=1..2',
    'a=1..Infinity',
  ])('refuses %s', (text) => {
    const failure = failureOf(() => parseParameter(text, '--over'))
    expect(failure.kind).toBe('usage')
    expect(failure.message).toContain('--over')
  })

  it('must be those of the template', () => {
    const check = (template: string, ...ranges: string[]) =>
      failureOf(() =>
        checkTemplate(
          template,
          ranges.map((text) => parseParameter(text, '--over')),
        ),
      ).message
    expect(check('easy:saf')).toContain('nothing to tune')
    expect(check('easy:({a}*wait)')).toContain('--over a=0..1')
    expect(check('easy:({a}*wait)', 'a=0..1', 'b=0..1')).toContain('"b"')
    expect(check('easy:({a}*wait)', 'a=0..1', 'a=0..2')).toContain('two ranges')
    expect(check('head:greedy(criterion={c})', 'c=1.2..1.8')).toContain('whole numbers alone')
    expect(check('head:greedy(criterion={c})', 'c=1..5')).toMatch(/out of range .*this is at c=5/)
  })
})

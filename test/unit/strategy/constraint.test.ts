import { describe, expect, it } from 'vitest'
import { boundIn, parseConstraint, violationOf } from '../../../src/strategy/index.js'
import { failureOf } from '../../support/failures.js'

const parsed = (text: string) => {
  const { objective, sense, bound } = parseConstraint(text, '--subject-to')
  return typeof bound === 'number'
    ? [objective.text, sense, bound, null]
    : [objective.text, sense, bound.factor, bound.policy]
}

describe('constraints', () => {
  it.each<[string, unknown[]]>([
    ['maxWait <= 14d', ['maxWait', '<=', 14 * 86400, null]],
    ['maxWait <= 14 days', ['maxWait', '<=', 14 * 86400, null]],
    ['maxWait <= 36h', ['maxWait', '<=', 36 * 3600, null]],
    ['maxWait <= 1 day 12 hours', ['maxWait', '<=', 36 * 3600, null]],
    ['maxWait <= 2 * 7 Days', ['maxWait', '<=', 14 * 86400, null]],
    ['maxWait<=1h30m', ['maxWait', '<=', 5400, null]],
    ['maxWait <= 2*1d', ['maxWait', '<=', 2 * 86400, null]],
    ['maxWait <= 3600', ['maxWait', '<=', 3600, null]],
    ['UTIL >= 60%', ['UTIL', '>=', 0.6, null]],
    ['UTIL >= .6', ['UTIL', '>=', 0.6, null]],
    ['AWRT5 <= 1.5*easy', ['AWRT5', '<=', 1.5, 'easy']],
    ['AWRT5 <= 1.5*EASY', ['AWRT5', '<=', 1.5, 'easy']],
    ['AWRT5 <= FCFS:Group', ['AWRT5', '<=', 1, 'fcfs:group']],
    ['AWRT5 <= 2*Easy:Greedy(K1=1)', ['AWRT5', '<=', 2, 'easy:greedy(K1=1)']],
    ['AWRT5 <= 1.5 * easy:(-wait/estimate)', ['AWRT5', '<=', 1.5, 'easy:(-wait/estimate)']],
    ['10*AWRT1 + 4*AWRT2 <= cons', ['10*AWRT1 + 4*AWRT2', '<=', 1, 'cons']],
    ['AWRT1 - AWRT2 >= -1e3', ['AWRT1 - AWRT2', '>=', -1000, null]],
    ['max(AWRT1, AWRT2) <= fcfs', ['max(AWRT1, AWRT2)', '<=', 1, 'fcfs']],
    [
      'if(maxWait >= 9, 1, 0)*AWRT <= 2*list:(if(size >= 4, 0, submit))',
      ['if(maxWait >= 9, 1, 0)*AWRT', '<=', 2, 'list:(if(size >= 4, 0, submit))'],
    ],
  ])('%s', (text, expected) => {
    expect(parsed(text)).toEqual(expected)
  })

  it.each<[string, string, RegExp]>([
    [
      'maxWait < 14d',
      'usage',
      /not a constraint \(field --subject-to, value "maxWait < 14d", expected OBJECTIVE <= BOUND/,
    ],
    ['maxWait', 'usage', /OBJECTIVE <= BOUND/],
    ['maxWait <= 3 <= 4', 'usage', /not a constraint|a number, a time/],
    ['<= 14d', 'usage', /OBJECTIVE <= BOUND/],
    ['maxWait <=', 'usage', /OBJECTIVE <= BOUND/],
    ['AVEbsld <= 14d', 'usage', /AVEbsld is not in seconds/],
    ['maxWait <= 60%', 'usage', /maxWait is no share/],
    ['maxWait <= 14 dais', 'usage', /a number, a time as 14d/],
    ['maxWait <= -1*easy', 'usage', /a factor above 0/],
    ['maxWait <= 2*recorded', 'usage', /can be simulated/],
    ['maxWait <= 2*eazy', 'unknown-policy', /field --subject-to.*Did you mean easy/],
    [
      'maxWate <= 2*easy',
      'formula-name',
      /unknown objective maxWate \(field --subject-to\)\. Did you mean maxWait/,
    ],
  ])('%s is refused', (text, kind, message) => {
    const failure = failureOf(() => parseConstraint(text, '--subject-to'))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toMatch(message)
  })

  it('are broken by a share of the bound', () => {
    expect(violationOf('<=', 100, 100)).toBe(0)
    expect(violationOf('<=', 100, 150)).toBe(0.5)
    expect(violationOf('<=', 100, null)).toBe(Number.POSITIVE_INFINITY)
    expect(violationOf('<=', null, 100)).toBe(Number.POSITIVE_INFINITY)
    expect(violationOf('>=', 0.5, 0.6)).toBe(0)
    expect(violationOf('>=', 0.5, 0.25)).toBe(0.5)
    // Of a bound of 0 there is no share.
    expect(violationOf('<=', 0, 7)).toBe(7)
    const relative = parseConstraint('AWRT1 <= 1.5*easy', 'x')
    expect(boundIn(relative, 200)).toBe(300)
    expect(boundIn(relative, null)).toBe(null)
    expect(boundIn(parseConstraint('AWRT1 <= 1d', 'x'), 200)).toBe(86_400)
  })
})

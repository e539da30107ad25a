import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Expression } from '../../../src/core/expression/ast.js'
import { printExpression } from '../../../src/core/expression/ast.js'
import { FROM_PBS, openPbs, orderForm, parsePython } from '../../../src/deploy/index.js'
import { pitfalls } from '../../../src/deploy/pitfalls.js'
import { orderExpression } from '../../../src/sim/orders/index.js'
import { missing, requirements } from '../../support/data.js'
import { expressions, interpret } from '../../support/expressions.js'
import { failureOf } from '../../support/failures.js'

const NAMES = ['wait', 'size', 'estimate', 'area']

function formulaOf(key: Expression): string {
  const [enable] = openPbs({ kind: 'rank', key, because: '' }).files
  return /job_sort_formula = "(.*)"/.exec(enable.text)?.[1] ?? ''
}

const jobs = fc.record({
  wait: fc.nat(500_000),
  size: fc.integer({ min: 1, max: 4_096 }),
  estimate: fc.integer({ min: 60, max: 604_800 }),
})
const scopeOf = (job: { wait: number; size: number; estimate: number }) => ({
  ...job,
  area: job.size * job.estimate,
})

describe('a formula of OpenPBS', () => {
  it.each([
    ['saf', '(-(ncpus * walltime))'],
    ['fcfs', 'eligible_time'],
    ['(30*size - wait)', '(eligible_time - (30 * ncpus))'],
    ['(submit/60 + size)', '((0.016666666666666666 * eligible_time) - ncpus)'],
    ['if(size > 8, estimate, -wait)', '(-(walltime if ncpus > 8 else (-eligible_time)))'],
  ])('%s', (order, formula) => {
    expect(openPbs(orderForm(orderExpression(order) ?? '')).files[0].text).toContain(`"${formula}"`)
  })

  it('is read back as what it was written from', () => {
    fc.assert(
      fc.property(expressions(NAMES), jobs, (key, job) => {
        const value = interpret(key, scopeOf(job))
        fc.pre(Number.isFinite(value))
        const read = parsePython(formulaOf(key), FROM_PBS)
        const again = -interpret(read, scopeOf(job))
        // Where 1/0 stands in a formula, PBS has a large number.
        fc.pre(Math.abs(again) < 1e200)
        expect(again === value || Math.abs(again - value) <= 1e-9 * Math.abs(value)).toBe(true)
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  it.each([
    ['(if(size > 8, 0/0, wait))', 'if(size > 8, 0 / 0, wait)'],
    ['(if(size > 8, 1/0 + 1e300^2, wait))', 'if(size > 8, 1e+300, wait)'],
  ])('of %s has an order without foreign words', (order, printed) => {
    expect(openPbs(orderForm(order)).order).toBe(printed)
  })

  it.each([
    ['(1/wait)', 'wait is 0, by which it is divided'],
    ['(estimate/(size - 1))', 'size - 1 is 0, by which it is divided'],
    ['(sqrt(3600 - wait))', '3600 - wait is negative, of which it takes the root'],
    ['(-log(wait)*size)', 'wait is not positive, of which it takes the logarithm'],
    ['((100 - wait)^0.5)', '100 - wait is negative, of which it takes a power'],
    ['(wait^(1 - size))', 'wait is 0, of which it takes a negative power'],
    ['(size^estimate)', 'size ^ estimate is too large for a number'],
    ['(exp(wait))', 'exp(wait) is too large for a number'],
    ['(if(size > 8, 1/0, size)*wait)', 'if(size > 8, 1 / 0, size) is infinite, with which it computes on'],
    ['(if(size == 1, 0/0, size))', 'a part of the key is no number'],
    ['(if(estimate > 0, size/wait, 0))', 'wait is 0, by which it is divided'],
    ['(if(estimate > 0, 0, size/estimate))', 'estimate is 0, by which it is divided'],
  ])('of %s says for which jobs Python has no value', (order, condition) => {
    const { exact, notes } = openPbs(orderForm(order))
    expect(exact).toBe(false)
    expect(notes[0]).toBe(
      `jobs may have another place where ${condition}: OpenPBS takes 0 for what Python cannot compute, and 1e300 for infinity`,
    )
  })

  it.each([
    ...['fcfs', 'saf', 'wfp3', 'unicef', 'lxf', 'lxf(wait=2)'],
    ...['(sqrt(area)/size)', '(-(wait/max(estimate, 1))^3)', '(exp(-wait/3600))', '(size/(1 + wait))'],
    ...['(if(0 < wait, log(wait), -1))', '(if(estimate == 0, 0, wait/estimate))', '(log2(size)^0.5)'],
  ])('of %s is exact', (order) => {
    expect(openPbs(orderForm(orderExpression(order) ?? '')).exact).toBe(true)
  })

  it('is called exact only where all is finite', () => {
    let exact = 0
    fc.assert(
      fc.property(expressions(NAMES), fc.array(jobs, { minLength: 20, maxLength: 20 }), (key, all) => {
        if (pitfalls(key).length > 0) return
        exact++
        const extreme = [
          { wait: 0, size: 1, estimate: 0 },
          { wait: 1e9, size: 1, estimate: 1e12 },
        ]
        for (const each of [...all, ...extreme]) expect(interpret(key, scopeOf(each))).not.toBeNaN()
      }),
      { seed: 31, numRuns: 1_000 },
    )
    expect(exact).toBeGreaterThan(200)
  })

  it.skipIf(missing(requirements.python))('has in Python the value that it has here', () => {
    const cases = fc
      .sample(fc.tuple(expressions(NAMES), jobs), { seed: 11, numRuns: 400 })
      .filter(([key, job]) => Number.isFinite(interpret(key, scopeOf(job))))
      .map(([key, job]) => ({ key, job, formula: formulaOf(key) }))
    const program = `
import json, sys
from math import *
for line in sys.stdin:
    formula, wait, size, estimate = json.loads(line)
    names = dict(eligible_time=wait, ncpus=size, walltime=estimate)
    try:
        value = eval(formula, globals(), names)
        print(json.dumps(float(value)) if isinstance(value, (int, float)) else 'null')
    except (ArithmeticError, ValueError, TypeError):
        print('null')
`
    const input = cases.map(({ formula, job }) => JSON.stringify([formula, job.wait, job.size, job.estimate]))
    const { stdout, status } = spawnSync('python3', ['-c', program], { input: input.join('\n') })
    expect(status).toBe(0)
    const values = stdout.toString().trim().split('\n')
    expect(values).toHaveLength(cases.length)
    let compared = 0
    for (const [k, { key, job, formula }] of cases.entries()) {
      // Python refuses some of what is infinite or no number here.
      if (values[k] === 'null') expect(pitfalls(key), formula).not.toEqual([])
      if (!/^-?[\d.]+(e[-+]?\d+)?$/.test(values[k])) continue
      const [theirs, ours] = [-Number(values[k]), interpret(key, scopeOf(job))]
      if (Math.abs(theirs) > 1e200) continue
      expect(Math.abs(theirs - ours), `${printExpression(key)} as ${formula}`).toBeLessThanOrEqual(
        1e-9 * Math.max(1, Math.abs(ours)),
      )
      compared++
    }
    expect(compared).toBeGreaterThan(150)
  })

  it.each([
    ['f1', 'the submit time, other than as a part of the wait'],
    ['group', 'user groups'],
    ['if(situation == 1, estimate, submit)', 'the time of the week'],
  ])('there is none of %s', (order, because) => {
    const failure = failureOf(() => openPbs(orderForm(orderExpression(order) ?? '')))
    expect(failure.kind).toBe('not-exportable')
    expect(failure.message).toContain(because)
  })
})

describe('expressions of Python', () => {
  const read = (text: string) => printExpression(parsePython(text, FROM_PBS))

  it.each([
    ['ncpus*walltime + 2', 'size * estimate + 2'],
    ['-ncpus**2', '-size ^ 2'],
    ['2**-1*ncpus', '0.5 * size'],
    ['1 if ncpus >= 2 else (3 if walltime == 60 else 4)', 'if(size >= 2, 1, if(estimate == 60, 3, 4))'],
    ['max(ncpus, 2, log(walltime))', 'max(size, 2, log(estimate))'],
    ['.5e1*eligible_time', '5 * wait'],
  ])('%s', (text, formula) => {
    expect(read(text)).toBe(formula)
  })

  it.each([
    'ncpus +',
    'queue_priority',
    'ncpus if walltime',
    'floor(ncpus',
    'hypot(ncpus, 2)',
    'ncpus ncpus',
    'copysign(fabs(ncpus) ** 2, ncpus)',
    '"',
    '',
    '('.repeat(1_000),
    '-'.repeat(6_000),
    `${'1+'.repeat(6_000)}1`,
  ])('refuse %s', (text) => {
    expect(failureOf(() => parsePython(text, FROM_PBS)).kind).toBe('formula-syntax')
  })
})

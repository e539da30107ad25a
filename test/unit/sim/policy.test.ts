import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { ORDERS } from '../../../src/sim/orders/index.js'
import {
  ALGORITHM_NAMES,
  type ParsedPolicy,
  type Policy,
  parsePolicy,
  type SlurmPolicy,
  splitPolicies,
} from '../../../src/sim/policy.js'
import { failureOf } from '../../support/failures.js'
import { keysAt, worldOf } from '../../support/worlds.js'

function simulated(policy: ParsedPolicy): Policy | SlurmPolicy {
  if (policy.algorithm === 'recorded' || policy.algorithm === 'rules')
    throw new Error('no policy of one order')
  return policy
}

const parts = (text: string) => {
  const { algorithm, order, backfillOrder } = simulated(parsePolicy(text))
  return [algorithm, order.name, backfillOrder?.name ?? null]
}

describe('parsePolicy', () => {
  it.each([
    ['fcfs', 'head', 'fcfs', null],
    ['head', 'head', 'fcfs', null],
    ['list', 'list', 'fcfs', null],
    ['easy', 'easy', 'fcfs', null],
    ['cons', 'cons', 'fcfs', null],
    ['greedy', 'head', 'greedy', null],
    ['fcfs:group', 'head', 'group', null],
    ['greedy:wfp3', 'head', 'wfp3', null],
    ['easy:submit/estimate', 'easy', 'submit', 'estimate'],
    ['easy:wfp3/spt', 'easy', 'wfp3', 'spt'],
    ['easy:(wait/estimate)', 'easy', '(wait/estimate)', null],
    ['easy:-(wait/estimate)^3*size/(area/2)', 'easy', '-(wait/estimate)^3*size', '(area/2)'],
    ['list:submit-estimate', 'list', 'submit-estimate', null],
    ['list:submit-60', 'list', 'submit-60', null],
    ['cons:f1-raw', 'cons', 'f1-raw', null],
    [' easy : saf / spt ', 'easy', 'saf', 'spt'],
    ['head:g1(a=0.5, w2=0.3)', 'head', 'g1(a=0.5, w2=0.3)', null],
    ['easy:g2(b=1)/max(size, 4)', 'easy', 'g2(b=1)', 'max(size, 4)'],
    ['head:if(group==1, 0, submit)', 'head', 'if(group==1, 0, submit)', null],
  ])('%s', (text, algorithm, order, backfill) => {
    expect(parts(text)).toEqual([algorithm, order, backfill])
    expect(parsePolicy(text).name).toBe(text.trim())
  })

  it('reads every order with every algorithm, by its name and its aliases', () => {
    for (const algorithm of ALGORITHM_NAMES) {
      for (const { name, aliases } of ORDERS) {
        for (const word of [name, ...aliases])
          expect(parts(`${algorithm}:${word}`)).toEqual([algorithm, word, null])
      }
    }
  })

  it('takes a bare name for the order, and one in parentheses for the variable', () => {
    const world = worldOf([{ group: 0 }, { group: 2 }])
    expect(keysAt(simulated(parsePolicy('fcfs:group')).order, world)).toEqual([Number.POSITIVE_INFINITY, 2])
    expect(keysAt(simulated(parsePolicy('fcfs:(group)')).order, world)).toEqual([0, 2])
  })

  it('tells the recorded schedule apart', () => {
    expect(parsePolicy('recorded')).toEqual({ name: 'recorded', algorithm: 'recorded' })
    expect(failureOf(() => parsePolicy('recorded:saf')).message).toContain('recorded takes no order')
  })

  it.each([
    ['saf', 'unknown-policy', 'Write head:saf, easy:saf, list:saf or cons:saf'],
    ['g1(a=1)', 'unknown-policy', 'Write head:g1(a=1)'],
    ['esay', 'unknown-policy', 'Did you mean easy?'],
    ['EASY:saf', 'unknown-policy', 'Did you mean easy?'],
    ['magic:saf', 'unknown-policy', 'Algorithms: head, list, easy, cons, fcfs, greedy, slurm, recorded'],
    ['', 'unknown-policy', 'without an algorithm'],
    [':saf', 'unknown-policy', 'without an algorithm'],
    ['easy:', 'unknown-policy', 'empty order'],
    ['easy:saf/', 'unknown-policy', 'empty order'],
    ['easy:/saf', 'unknown-policy', 'empty order'],
    ['easy:wait/estimate/size', 'unknown-policy', 'in parentheses, as in easy:(-wait/estimate)'],
    ['cons:saf/spt', 'unknown-policy', 'cons takes no backfill order'],
    ['head:wait/estimate', 'unknown-policy', 'write head:(wait/estimate)'],
    ['easy:sfa', 'unknown-policy', 'Did you mean saf? Orders: fcfs, lcfs'],
    ['easy:SAF', 'unknown-policy', 'Did you mean saf?'],
    ['easy:f1-rwa', 'unknown-policy', 'Did you mean f1-raw?'],
    ['easy:wiat', 'unknown-policy', 'Did you mean wait?'],
    ['easy:gg(a=1)', 'unknown-policy', 'Did you mean g1?'],
    ['easy:wiat*2', 'formula-name', 'Did you mean wait?'],
    ['easy:runtime+1', 'formula-name', 'Variables: submit, wait, estimate'],
    ['easy:saf+1', 'formula-name', 'unknown name saf'],
    ['easy:(wait', 'formula-syntax', 'at column 6'],
    ['easy:wait)', 'formula-syntax', 'at column 5'],
    ['easy:saf:spt', 'formula-syntax', 'at column 4'],
    ['easy:saf(a=1)', 'policy-parameter', 'saf takes no parameters'],
    ['easy:g1(c=1)', 'policy-parameter', 'has no parameter c'],
    ['easy:g1(k1=1)', 'policy-parameter', 'Did you mean K1?'],
    ['easy:g1(nihgt.a=1)', 'policy-parameter', 'Did you mean night.a?'],
    ['easy:g1(w=1)', 'policy-parameter', 'w1, w2, …'],
    ['easy:g1(w0=1)', 'policy-parameter', 'has no parameter w0'],
    ['easy:g1(w100=1)', 'policy-parameter', 'has no parameter w100'],
    ['easy:g1(a1=1)', 'policy-parameter', 'has no parameter a1'],
    ['easy:g3(b=1)', 'policy-parameter', 'has no parameter b'],
    ['easy:g1(criterion=1)', 'policy-parameter', 'has no parameter criterion'],
    ['easy:g1(a=2)', 'policy-parameter', 'a number from 0 to 1'],
    ['easy:g1(a=-0.1)', 'policy-parameter', 'a number from 0 to 1'],
    ['easy:g1(K1=5.1)', 'policy-parameter', 'a number from 0 to 5'],
    ['easy:g1(a=x)', 'policy-parameter', 'a number from 0 to 1'],
    ['easy:g1(a=0x1)', 'policy-parameter', 'a number from 0 to 1'],
    ['easy:g1(a=1,a=0)', 'policy-parameter', 'given twice'],
    ['easy:g1(a)', 'policy-parameter', 'name=number'],
    ['easy:g1(a=1,)', 'policy-parameter', 'name=number'],
    ['easy:greedy(criterion=1.5)', 'policy-parameter', 'a whole number from 1 to 4'],
  ])('%j fails: %s', (text, kind, message) => {
    const failure = failureOf(() => parsePolicy(text))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toContain(message)
  })

  it('refuses random text with a QueuewrightError, nothing else', () => {
    const pieces = fc.constantFrom(
      ...[
        'easy',
        'cons',
        'head',
        ':',
        '/',
        '(',
        ')',
        ',',
        '=',
        'saf',
        'g1',
        'f1',
        '-',
        'raw',
        'a',
        '0.5',
        'wait',
        '.',
        ' ',
      ],
      ...['night', 'w1', 'greedy', 'recorded', '*', 'max', '__proto__', 'constructor'],
    )
    const attempt = (text: string) => {
      try {
        for (const policy of splitPolicies(text)) {
          const parsed = parsePolicy(policy)
          expect([...ALGORITHM_NAMES, 'recorded']).toContain(parsed.algorithm)
        }
      } catch (error) {
        expect(error).toBeInstanceOf(QueuewrightError)
        expect((error as Error).message).not.toContain('\n')
      }
    }
    const text = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''))
    fc.assert(fc.property(text, attempt), { seed: 20261121, numRuns: 5_000 })
    fc.assert(
      fc.property(text, (rest) => attempt(`easy:${rest}`)),
      { seed: 20261121, numRuns: 5_000 },
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), attempt), { seed: 20261121, numRuns: 1_000 })
  })
})

describe('splitPolicies', () => {
  it('cuts at commas outside parentheses', () => {
    expect(
      splitPolicies('fcfs, easy,cons,easy:saf,head:g1(a=0.5,b=1),easy:max(size,(wait))/min(1,2)'),
    ).toEqual(['fcfs', 'easy', 'cons', 'easy:saf', 'head:g1(a=0.5,b=1)', 'easy:max(size,(wait))/min(1,2)'])
    expect(splitPolicies('easy')).toEqual(['easy'])
  })

  it.each(['', ',', 'fcfs,,easy', 'fcfs,'])('refuses an empty entry: %j', (list) => {
    expect(failureOf(() => splitPolicies(list)).kind).toBe('unknown-policy')
  })
})

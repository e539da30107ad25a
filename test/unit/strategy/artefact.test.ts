/** `strategy.json`: what is written is read as it was, and what was edited wrongly is refused in words. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainPolicy } from '../../../src/evaluation/scenarios/plain-policy.js'
import {
  policyOf,
  readStrategy,
  type StrategyArtefact,
  strategyJson,
  titleOf,
} from '../../../src/strategy/index.js'
import { failureOf } from '../../support/failures.js'
import { greedyStrategies } from '../../support/strategies.js'

const CRITERION = { criterion: 2, a: 0.5, b: 0.25, w: [1, 0.5], K: [0, 5] } as const

const WHOLE: StrategyArtefact = {
  format: 'queuewright-strategy',
  version: 1,
  name: 'greedy-1',
  strategy: { kind: 'greedy', algorithm: 'head', situations: [CRITERION, CRITERION, CRITERION] },
  evidence: {
    objective: '10*AWRT1 + 4*AWRT2',
    constraints: ['maxWait <= 14d', 'AWRT5 <= 1.5*easy'],
    method: 'greedy, twelve systems',
    settings: { mu: 15, tau0: 0.11785113019775793, kappa: null, box: 'unit', restarts: true },
    seed: 1,
    evaluations: 126000,
    simulations: 126012,
    score: 856717.25,
    traces: [{ name: 'CTC', digest: 'ab12', machine: 430, train: 100, jobs: 200 }],
    measured: [
      { trace: 'CTC', part: 'train', policy: 'easy', objectives: { AWRT: 53186.81, AWRT4: null } },
      { trace: 'KTH', part: 'test', policy: 'easy', objectives: { '10*AWRT1 + 4*AWRT2': 1.5 } },
    ],
  },
}

/** Version 2: one that was fitted, and not simulated. */
const FITTED = {
  ...WHOLE,
  version: 2,
  strategy: { kind: 'policy', policy: 'easy:(log10(estimate) * size + 870 * log10(submit))' },
  evidence: null,
  fitted: {
    method: 'regression on scores of simulated trials',
    settings: { family: 'polynomial', degree: 3, weights: 'rn', rankedBy: 'held-out' },
    distribution: { digest: 'c5f9', rows: 384, tuples: 12 },
    functions: 14,
    weightedError: 30788624108.518787,
    meanAbsoluteError: 0.004718124218195842,
    heldOut: {
      folds: 10,
      error: { value: 0.0049, low: 0.0037, high: 0.006 },
      correlation: { value: -0.25, low: null, high: null },
    },
  },
} as const satisfies StrategyArtefact

const read = (value: unknown) => readStrategy(JSON.stringify(value), 's.json')

/** The document with one value in another's place; `undefined` leaves the key out. */
function edited(path: string, value: unknown, whole: StrategyArtefact = WHOLE): unknown {
  const copy = structuredClone(whole) as unknown as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() as string
  const at = keys.reduce<Record<string, unknown>>(
    (object, key) => object[key] as Record<string, unknown>,
    copy,
  )
  if (value === undefined) delete at[last]
  else at[last] = value
  return copy
}

describe('a strategy as a document', () => {
  it('is read as it was written, and written as it was read', () => {
    fc.assert(
      fc.property(greedyStrategies(8), (strategy) => {
        const text = strategyJson({ ...WHOLE, strategy })
        const back = readStrategy(text, 's.json')
        expect(back.strategy).toEqual(strategy)
        expect(back.evidence).toEqual(WHOLE.evidence)
        expect(strategyJson(back)).toBe(text)
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })

  it('keeps its members in one order, whatever order they were made in', () => {
    const { evidence, name, version, format } = WHOLE
    const strategy = {
      situations: [CRITERION, CRITERION, { K: [0, 5], w: [1, 0.5], b: 0.25, a: 0.5, criterion: 2 }],
      algorithm: 'head',
      kind: 'greedy',
    }
    const other = { evidence, strategy, name, version, format } as unknown as StrategyArtefact
    expect(strategyJson(other)).toBe(strategyJson(WHOLE))
    expect(strategyJson(WHOLE)).toContain('"w": [1, 0.5], '.slice(0, -2))
    expect(strategyJson(WHOLE).split('\n')[1]).toBe('  "format": "queuewright-strategy",')
  })

  it('may be a policy, and have no evidence', () => {
    const policy: StrategyArtefact = {
      ...WHOLE,
      strategy: { kind: 'policy', policy: 'easy:(-wait/estimate)/spt' },
      evidence: null,
    }
    const back = readStrategy(strategyJson(policy), 's.json')
    expect(back).toEqual(policy)
    expect(policyOf(back.strategy)).toBe('easy:(-wait/estimate)/spt')
    expect(titleOf(back.strategy)).toBe('easy:(-wait/estimate)/spt')
    expect(plainPolicy(policyOf(WHOLE.strategy)).algorithm).toBe('head')
    expect(titleOf(WHOLE.strategy)).toBe('head over greedy criteria 2 (weekend), 2 (day), 2 (night)')
  })

  it('that was fitted says to what, as version 2', () => {
    const text = strategyJson(FITTED)
    expect(readStrategy(text, 's.json')).toEqual(FITTED)
    expect(strategyJson(readStrategy(text, 's.json'))).toBe(text)
    expect(JSON.parse(text).version).toBe(2)
    const { distribution, heldOut, ...rest } = FITTED.fitted
    const { error, ...held } = heldOut
    const moved = { heldOut: { ...held, error }, ...rest, distribution }
    expect(strategyJson({ ...FITTED, fitted: moved })).toBe(text)
    const alone = { ...FITTED, fitted: { ...FITTED.fitted, heldOut: null } }
    expect(readStrategy(strategyJson(alone), 's.json')).toEqual(alone)
    // Evidence is another thing: it may have been simulated later.
    const both = { ...FITTED, evidence: WHOLE.evidence }
    expect(readStrategy(strategyJson(both), 's.json')).toEqual(both)
  })

  it('that was not fitted is of version 1, which older versions read', () => {
    expect(JSON.parse(strategyJson(WHOLE)).version).toBe(1)
    expect(Object.keys(readStrategy(strategyJson(WHOLE), 's.json'))).not.toContain('fitted')
  })

  it('takes −0 for 0', () => {
    const text = strategyJson(WHOLE).replace('"a": 0.5', '"a": -0')
    const { strategy } = readStrategy(text, 's.json')
    expect(strategy.kind === 'greedy' && Object.is(strategy.situations[0].a, 0)).toBe(true)
  })
})

const S0 = 'strategy.situations.0'

describe('a strategy is refused', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'format',
      'queuewright-tuned-policy',
      /no strategy \(field format, value "queuewright-tuned-policy", expected "queuewright-strategy"/,
    ],
    ['format', undefined, /no strategy \(field format, expected/],
    ['version', 3, /newer version of the format \(field version, value 3, expected 1 or 2\)/],
    ['version', '1', /unexpected value \(field version, value "1", expected 1 or 2\)/],
    ['version', 0, /unexpected value \(field version, value 0, expected 1 or 2\)/],
    ['version', 2, /a key is missing \(field fitted, expected .*evidence, fitted\)/],
    ['fitted', FITTED.fitted, /an unknown key \(field fitted\)/],
    ['name', '', /field name, value "", expected a text that is not empty/],
    ['comment', 'mine', /an unknown key \(field comment\).*Keys: format, version, name, strategy, evidence/],
    ['evidence', undefined, /a key is missing \(field evidence, expected format/],
    ['strategy', [], /field strategy, value "an array", expected an object/],
    ['strategy.kind', 'fuzzy', /field strategy\.kind, value "fuzzy", expected "greedy", "policy"/],
    ['strategy.kind', undefined, /a value is missing \(field strategy\.kind/],
    [
      'strategy.algorithm',
      'eazy',
      /field strategy\.algorithm, value "eazy", expected "head", "list", "easy", "cons"/,
    ],
    ['strategy.Situations', [], /an unknown key \(field strategy\.Situations\)\. Did you mean situations\?/],
    [
      'strategy.situations',
      [CRITERION, CRITERION],
      /field strategy\.situations, value "an array", expected 3 of them: weekend, day, night/,
    ],
    [`${S0}.criterion`, 5, /field strategy\.situations\[0\]\.criterion, value 5, expected 1, 2, 3 or 4/],
    [`${S0}.a`, 1.5, /field strategy\.situations\[0\]\.a, value 1\.5, expected a number from 0 to 1/],
    [`${S0}.a`, '0.5', /field strategy\.situations\[0\]\.a, value "0\.5", expected a number from 0 to 1/],
    [`${S0}.a`, null, /field strategy\.situations\[0\]\.a, value "null"/],
    [`${S0}.w`, [1, 2], /field strategy\.situations\[0\]\.w\[1\], value 2, expected a number from 0 to 1/],
    [
      `${S0}.w`,
      [1],
      /field strategy\.situations\[0\]\.K, value "an array", expected 1 numbers?, as many as w has/,
    ],
    [`${S0}.K`, [0, 6], /K\[1\], value 6, expected a number from 0 to 5/],
    [`${S0}.w`, [], /w, value "an array", expected 1 to 99 numbers/],
    [`${S0}.c`, 1, /unknown key \(field strategy\.situations\[0\]\.c\)/],
    [
      'strategy.situations.2',
      { ...CRITERION, w: [1, 1, 1], K: [0, 0, 0] },
      /field strategy\.situations\[2\]\.w, .*expected 2 numbers, as many as in the first/,
    ],
    ['evidence.objective', '10*AWRTX', /s\.json: unknown objective AWRTX \(field evidence\.objective/],
    [
      'evidence.constraints',
      ['maxWait < 3'],
      /not a constraint \(field evidence\.constraints\[0\], value "maxWait < 3"/,
    ],
    [
      'evidence.settings',
      { mu: [1] },
      /field evidence\.settings\.mu, value "an array", expected a text, a number, true, false or null/,
    ],
    ['evidence.seed', -1, /field evidence\.seed, value -1, expected a whole number from 0/],
    ['evidence.evaluations', 1.5, /evidence\.evaluations, value 1\.5/],
    ['evidence.score', null, /evidence\.score, value "null"/],
    ['evidence.traces.0.train', 201, /field evidence\.traces\[0\]\.train, value 201, expected at most 200/],
    ['evidence.traces.0.machine', 0, /evidence\.traces\[0\]\.machine, value 0/],
    [
      'evidence.measured.0.trace',
      'NASA',
      /field evidence\.measured\[0\]\.trace, value "NASA", expected one of the traces that were learnt from: CTC/,
    ],
    [
      'evidence.measured.0.part',
      'both',
      /evidence\.measured\[0\]\.part, value "both", expected "train", "test"/,
    ],
    [
      'evidence.measured.1.objectives',
      { AWRT: 'x' },
      /evidence\.measured\[1\]\.objectives\.AWRT, value "x", expected a number or null/,
    ],
    [
      'evidence.measured.1.objectives',
      { wrt: 1 },
      /unknown objective wrt \(field evidence\.measured\[1\]\.objectives/,
    ],
  ])('with %s = %j', (path, value, message) => {
    const failure = failureOf(() => read(edited(path, value)))
    expect(failure.message).toMatch(message)
    expect(failure.message.startsWith('s.json: ')).toBe(true)
    expect(failure.message).not.toContain('\n')
  })

  it.each<[string, unknown, RegExp]>([
    ['fitted', null, /field fitted, value "null", expected an object/],
    ['fitted.seed', 1, /an unknown key \(field fitted\.seed\)/],
    ['fitted.method', '', /field fitted\.method/],
    ['fitted.settings', { weights: [] }, /field fitted\.settings\.weights/],
    ['fitted.distribution.digest', '', /field fitted\.distribution\.digest/],
    [
      'fitted.distribution.rows',
      0,
      /field fitted\.distribution\.rows, value 0, expected a whole number from 1/,
    ],
    ['fitted.distribution.tuples', 1.5, /field fitted\.distribution\.tuples/],
    ['fitted.functions', 0, /field fitted\.functions/],
    ['fitted.weightedError', -1, /field fitted\.weightedError/],
    ['fitted.meanAbsoluteError', null, /field fitted\.meanAbsoluteError/],
    ['fitted.heldOut', undefined, /a key is missing \(field fitted\.heldOut/],
    ['fitted.heldOut.folds', 1, /field fitted\.heldOut\.folds, value 1, expected a whole number from 2/],
    ['fitted.heldOut.error.low', -0.1, /field fitted\.heldOut\.error\.low/],
    ['fitted.heldOut.correlation.value', 1.5, /field fitted\.heldOut\.correlation\.value/],
    ['fitted.heldOut.correlation.middle', 0, /an unknown key \(field fitted\.heldOut\.correlation\.middle\)/],
  ])('fitted, with %s = %j', (path, value, message) => {
    expect(failureOf(() => read(edited(path, value, FITTED))).message).toMatch(message)
  })

  it('that is a policy which there is not', () => {
    const of = (policy: string) => failureOf(() => read(edited('strategy', { kind: 'policy', policy })))
    expect(of('eazy').message).toMatch(/^s\.json: unknown algorithm \(field strategy\.policy, value "eazy"\)/)
    expect(of('recorded').message).toMatch(
      /strategy\.policy, value "recorded", expected a policy that can be/,
    )
    expect(of('head:g2(a=7)').kind).toBe('policy-parameter')
  })

  it('that is no JSON, or has numbers that JSON does not have', () => {
    expect(failureOf(() => readStrategy('{"format": ', 's.json')).message).toMatch(
      /^s\.json: not a JSON document/,
    )
    const text = strategyJson(WHOLE).replace('"b": 0.25', '"b": NaN')
    expect(failureOf(() => readStrategy(text, 's.json')).message).toMatch(/not a JSON document/)
    const infinite = strategyJson(WHOLE).replace('"score": 856717.25', '"score": 1e999')
    expect(failureOf(() => readStrategy(infinite, 's.json')).message).toMatch(/field evidence\.score/)
  })
})

/** `qw learn iterative` … `cca`: without options exactly the settings of the sources, and help tells them. */
import { describe, expect, it } from 'vitest'
import { programFor } from '../../../src/apps/cli/program.js'
import { givenBy } from '../../../src/apps/cli/settings.js'
import { terminalOf } from '../../../src/apps/cli/terminal.js'
import type { Declarations } from '../../../src/core/settings/index.js'
import { namedByOptions } from '../../../src/lab/failures.js'
import {
  type Asked,
  askable,
  BEST_OF,
  type Goal,
  type LearnerKind,
  RULES_CCA,
  RULES_ITERATIVE,
  RULES_MICHIGAN,
  RULES_MIXTURE,
  RULES_PITTSBURGH,
  RULES_PROBABILISTIC,
  settledLearner,
  USUAL_GREEDY,
} from '../../../src/learn/index.js'
import { PARTITIONS } from '../../../src/learn/rules/forms.js'
import { MIXTURE_FEATURES } from '../../../src/learn/rules/mixture.js'
import { greedyParameters } from '../../../src/sim/orders/greedy-declarations.js'
import { namedOrder } from '../../../src/sim/orders/parse.js'
import { parseMember } from '../../../src/sim/policy.js'
import { SOURCE_PARTITIONS, USUAL_FEATURES } from '../../../src/sim/rule-based/index.js'
import { failureOf } from '../../support/failures.js'

const GREEDY = 'head:g2(a=0.5)'
const GOAL: Goal = { objective: '10*AWRT1 + 4*AWRT2', relativeTo: null, constraints: [], under: [] }

/** The settings that the options give, as the command takes them. */
function bySaying<Name extends string, D extends Declarations>(
  kind: LearnerKind<Name, D>,
  options: object,
  goal: Partial<Goal> = {},
) {
  const declarations = askable(kind)
  const given = givenBy(declarations, options) as Asked<D>
  return namedByOptions(declarations, () => settledLearner(kind, given, { ...GOAL, ...goal }))
}

const EVOLUTION_OF_BASES = {
  ...{ generations: 40, mu: 3, lambda: 21, tau0: null, tau1: null },
  ...{ commonFactor: 'offspring', firstStep: 0.1 },
}

describe('without options', () => {
  it('the settings are those of the sources', () => {
    expect(settledLearner(RULES_ITERATIVE, { greedy: GREEDY })).toEqual({
      learner: 'rules-iterative',
      partitions: SOURCE_PARTITIONS,
      greedy: GREEDY,
    })
    expect(settledLearner(RULES_PROBABILISTIC, { greedy: GREEDY })).toEqual({
      learner: 'rules-probabilistic',
      partitions: SOURCE_PARTITIONS,
      greedy: GREEDY,
      p: 50,
    })
    expect(settledLearner(RULES_MICHIGAN, { greedy: GREEDY })).toEqual({
      ...{ learner: 'rules-michigan', features: USUAL_FEATURES, greedy: GREEDY, generations: 40 },
      ...{ mu: 50, lambda: 350, rulesPerBase: 50, participations: 10, parents: 12 },
      ...{ alpha: 1.224, successes: 0.125, clusters: 10, clusterBest: 5 },
      ...{ defaults: false, defaultMu: 10, defaultAlpha: 1.3 },
    })
    for (const [reduction, rules, kappa] of [
      ['none', 10, null],
      ['fitness', 30, null],
      ['selection', 30, 4],
    ] as const) {
      expect(settledLearner(RULES_PITTSBURGH, { reduction, greedy: GREEDY }, GOAL)).toEqual({
        ...{ learner: 'rules-pittsburgh', features: USUAL_FEATURES, greedy: GREEDY, reduction },
        ...{ rules, beta: 50_000, pool: 6, kappa },
        ...EVOLUTION_OF_BASES,
      })
    }
    expect(settledLearner(RULES_CCA, { greedy: GREEDY })).toEqual({
      ...{ learner: 'rules-cca', features: USUAL_FEATURES, greedy: GREEDY, rules: 10 },
      ...EVOLUTION_OF_BASES,
    })
  })

  it('they are kept in the same order, so that runs have the same bytes', () => {
    const keys = Object.keys(settledLearner(RULES_PITTSBURGH, { kappa: 3, features: ['um'] }))
    expect(keys.join()).toBe(
      'learner,features,greedy,reduction,rules,beta,pool,kappa,generations,mu,lambda,tau0,tau1,commonFactor,firstStep',
    )
  })

  it('the greedy strategy is one that rules can choose: f2, whose groups weigh 10 to 4 to nothing', () => {
    expect(parseMember(USUAL_GREEDY).algorithm).toBe('head')
    const written = namedOrder(USUAL_GREEDY.replace('head:', ''))
    const { criteria, weights } = (written && greedyParameters(written)) ?? {}
    expect(criteria).toEqual([2, 2, 2])
    const situation = [...[1, 0], ...[1, 0.4, 0, 0, 0], ...[0, 0, 0, 0, 0]]
    expect([...(weights ?? [])]).toEqual([...situation, ...situation, ...situation])
  })
})

describe('of our own rules', () => {
  const settings = { learner: 'rules-mixture', algorithms: BEST_OF, features: MIXTURE_FEATURES } as const

  it('the guard comes with constraints, unless said otherwise', () => {
    const bounded = { constraints: ['maxWait <= 14d'] }
    expect(settledLearner(RULES_MIXTURE, { evaluations: 5 })).toEqual({
      ...{ ...settings, guard: false, evaluations: 5 },
    })
    expect(settledLearner(RULES_MIXTURE, {}, bounded)).toMatchObject({ guard: true, evaluations: 1000 })
    expect(settledLearner(RULES_MIXTURE, { guard: false }, bounded)).toMatchObject({ guard: false })
    expect(settledLearner(RULES_MIXTURE, { guard: true })).toMatchObject({ guard: true })
  })

  it('algorithm and features are those that are named', () => {
    const { algorithms, features } = RULES_MIXTURE.settings
    expect(algorithms.form.read('cons')).toEqual(['cons'])
    expect(algorithms.form.read('best')).toEqual(BEST_OF)
    expect(algorithms.form.read('fifo')).toBeUndefined()
    expect(features.form.read('hour,um,hour')).toEqual(['hour', 'um'])
    expect(failureOf(() => features.form.read('moon')).kind).toBe('policy-parameter')
  })
})

describe('options', () => {
  it('of Michigan set what they say', () => {
    const given = {
      ...{ mu: 20, lambda: 100, rules: 25, participations: 5, parents: 6, alpha: 1.5, successes: 0.2 },
      ...({ clusters: 4, clusterBest: 3, defaults: true, defaultMu: 8, defaultAlpha: 1.1 } as const),
    }
    const { rules, ...others } = given
    const features = RULES_MICHIGAN.settings.features.form.read('um, sd(7d),um')
    expect(bySaying(RULES_MICHIGAN, { ...given, features, generations: 7, greedy: GREEDY })).toEqual({
      learner: 'rules-michigan',
      greedy: GREEDY,
      features: ['um', 'sd(7d)'],
      generations: 7,
      rulesPerBase: rules,
      ...others,
    })
  })

  it('of Pittsburgh and CCA set what they say', () => {
    const evolution = { mu: 4, lambda: 9, commonFactor: 'generation', firstStep: 0.2 } as const
    const features = ['queue', 'oldest']
    const given = { ...evolution, rules: 7, tauCommon: 0.01, tauEach: 0.02, features, greedy: GREEDY }
    const set = { ...evolution, tau0: 0.01, tau1: 0.02, rules: 7, features }
    expect(bySaying(RULES_PITTSBURGH, { ...given, kappa: 5, generations: 2 })).toEqual({
      ...{ learner: 'rules-pittsburgh', greedy: GREEDY, reduction: 'none', beta: 50_000, pool: 8, kappa: 5 },
      ...set,
      generations: 2,
    })
    expect(bySaying(RULES_CCA, { ...given, generations: 0 })).toEqual({
      ...{ learner: 'rules-cca', greedy: GREEDY },
      ...set,
      generations: 0,
    })
  })

  it('a budget of candidates is what whole generations take', () => {
    const of = (evaluations: number) => ({
      probabilistic: bySaying(RULES_PROBABILISTIC, { evaluations }).p,
      michigan: bySaying(RULES_MICHIGAN, { evaluations }).generations,
      pittsburgh: bySaying(RULES_PITTSBURGH, { evaluations }).generations,
      cca: bySaying(RULES_CCA, { evaluations, mu: 5, lambda: 10 }).generations,
    })
    expect(of(843)).toEqual({ probabilistic: 64, michigan: 12, pittsburgh: 40, cca: 83 })
    expect(of(842)).toEqual({ probabilistic: 64, michigan: 12, pittsburgh: 39, cca: 83 })
    expect(of(70)).toEqual({ probabilistic: 5, michigan: 1, pittsburgh: 3, cca: 6 })
  })

  it.each<[string, () => unknown, RegExp]>([
    ['michigan', () => bySaying(RULES_MICHIGAN, { evaluations: 69 }), /at least 70, for one generation/],
    ['cca', () => bySaying(RULES_CCA, { evaluations: 23 }), /at least 24, for one generation/],
    [
      'probabilistic',
      () => bySaying(RULES_PROBABILISTIC, { evaluations: 13 }),
      /at least 14, for each strategy once/,
    ],
    [
      'michigan, twice',
      () => bySaying(RULES_MICHIGAN, { evaluations: 90, generations: 2 }),
      /either this or --generations/,
    ],
    [
      'probabilistic, twice',
      () => bySaying(RULES_PROBABILISTIC, { evaluations: 90, times: 2 }),
      /either this or --times/,
    ],
  ])('a budget without room is refused: %s', (_, action, message) => {
    const failure = failureOf(action)
    expect(failure.message).toMatch(message)
    expect(failure.kind).toBe('usage')
    expect(failure.detail.field).toBe('--evaluations')
  })

  it.each([
    [{ objective: '10*AWRT1 + 4*AWRT2', relativeTo: 'easy' }, true],
    [{ objective: 'AVEbsld' }, true],
    [{ objective: 'AWRT + UTIL' }, true],
    [{ objective: 'maxWait' }, false],
  ])('of %j β has to be named: %s', (goal, named) => {
    const settings = (beta?: number) => bySaying(RULES_PITTSBURGH, { reduction: 'fitness', beta }, goal)
    expect(settings(0.06).beta).toBe(0.06)
    if (!named) expect(settings().beta).toBe(50_000)
    else
      expect(failureOf(() => settings()).message).toMatch(/field --beta, .* Name one; the published 50,000/)
  })
})

describe('classes', () => {
  it('are read as written', () => {
    expect(PARTITIONS.form.read(' sd(7d):2 ;um:75, 85')).toEqual([
      { feature: 'sd(7d)', bounds: [2] },
      { feature: 'um', bounds: [75, 85] },
    ])
    // The least value is a class of its own.
    expect(PARTITIONS.form.read('sd:1;um:0')?.map(({ bounds }) => bounds)).toEqual([[1], [0]])
  })

  it.each<[string, RegExp]>([
    ['', /value "", expected FEATURE:BOUND/],
    ['um', /value "um", expected FEATURE:BOUND,BOUND;… as "sd:2; um:75,85"/],
    ['um:75;', /value "", expected FEATURE/],
    ['um:85,75', /value "um:85,75", expected bounds that ascend, from 0 to less than 100/],
    ['um:75,75', /expected bounds that ascend/],
    ['um:75,', /expected bounds that ascend/],
    ['um:half', /value "um:half", expected bounds/],
    ['sd:0.5', /expected bounds that ascend, from 1 to less than 100/],
    ['um:100', /from 0 to less than 100/],
    ['um:75; um:85', /value "um", expected each feature once, with all of its bounds/],
    ['load:3', /an unknown feature \(value "load"\)/],
    [
      Array.from({ length: 17 }, (_, k) => `prcwq${k + 1}:50`).join(';'),
      /at most 100000 classes, not 131072/,
    ],
  ])('that are none are refused: %s', (text, message) => {
    expect(failureOf(() => PARTITIONS.form.read(text)).message).toMatch(message)
  })
})

describe('help', async () => {
  const signals = {
    blocking: <Result>(work: () => Result) => Promise.resolve(work()),
    interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) =>
      work(new AbortController().signal),
  }
  const program = await programFor(terminalOf(process.stdout, process.stderr, {}, signals), '', 'learn')
  const learn = program.commands.find((command) => command.name() === 'learn')
  /** What help says of the options of a search where nobody names them. */
  const told = (name: string) => {
    const options = learn?.commands.find((command) => command.name() === name)?.options ?? []
    return Object.fromEntries(
      options
        .filter(({ helpGroupHeading = '' }) => ['Rules:', 'Search:'].includes(helpGroupHeading))
        .map((option) => {
          const [, said = null] = /\(default: "?([^"]*)"?\)$/.exec(option.description) ?? []
          return [option.attributeName(), said ?? option.defaultValue ?? null]
        }),
    )
  }
  const text = (settings: object) =>
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]))
  const CLASSES = SOURCE_PARTITIONS.map(({ feature, bounds }) => `${feature}:${bounds.join()}`).join('; ')
  const EVOLUTION = {
    ...{ generations: '40', mu: '3', lambda: '21', tauCommon: '1/√(2u), u numbers of all rules' },
    ...{ tauEach: '1/√(2√u)', commonFactor: 'offspring', firstStep: '0.1' },
  }

  it('tells the defaults', () => {
    const {
      learner: _,
      greedy: __,
      features,
      rulesPerBase,
      defaults: ___,
      ...michigan
    } = settledLearner(RULES_MICHIGAN, {})
    expect(told('michigan')).toMatchObject({ ...text(michigan), rules: String(rulesPerBase), defaults: 'no' })
    expect(told('michigan').features).toBe(features.join())
    const { mu, lambda, generations, firstStep, commonFactor } = settledLearner(RULES_CCA, {})
    expect(EVOLUTION).toMatchObject(text({ mu, lambda, generations, firstStep, commonFactor }))
    expect(told('cca')).toMatchObject({ ...EVOLUTION, rules: '10', features: USUAL_FEATURES.join() })
    expect(told('pittsburgh')).toMatchObject({
      ...EVOLUTION,
      ...{ rules: '10; with a reduction the most, 30', beta: '50000, seconds', pool: '2·mu' },
      ...{ reduction: 'none', kappa: 'for ever, with --reduction selection 4' },
    })
    expect(told('iterative')).toMatchObject({ classes: CLASSES })
    expect(told('probabilistic')).toMatchObject({ classes: CLASSES, times: '50' })
    expect(told('mixture')).toMatchObject({ features: MIXTURE_FEATURES.join() })
  })

  it('tells every option of a search that has a default', () => {
    for (const name of ['iterative', 'probabilistic', 'michigan', 'pittsburgh', 'cca']) {
      const { greedy: _, evaluations: __, earlyStop: ___, ...others } = told(name)
      expect(Object.entries(others).filter(([, value]) => value === null)).toEqual([])
    }
  })
})

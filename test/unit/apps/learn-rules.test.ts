/** `qw learn iterative` … `cca`: without options exactly the settings of the sources, and help tells them. */
import { describe, expect, it } from 'vitest'
import { ccaSettings } from '../../../src/apps/cli/commands/learn-cca.js'
import { iterativeSettings } from '../../../src/apps/cli/commands/learn-iterative.js'
import { michiganSettings } from '../../../src/apps/cli/commands/learn-michigan.js'
import { mixtureSettings } from '../../../src/apps/cli/commands/learn-mixture.js'
import { pittsburghSettings } from '../../../src/apps/cli/commands/learn-pittsburgh.js'
import { probabilisticSettings } from '../../../src/apps/cli/commands/learn-probabilistic.js'
import { parsePartitions } from '../../../src/apps/cli/partitions.js'
import { programFor } from '../../../src/apps/cli/program.js'
import { terminalOf } from '../../../src/apps/cli/terminal.js'
import {
  BEST_OF,
  MIXTURE_FEATURES,
  publishedCca,
  publishedMichigan,
  publishedPittsburgh,
  USUAL_GREEDY,
} from '../../../src/learn/index.js'
import { greedyParameters } from '../../../src/sim/orders/greedy-declarations.js'
import { namedOrder } from '../../../src/sim/orders/parse.js'
import { parseMember } from '../../../src/sim/policy.js'
import { SOURCE_PARTITIONS, USUAL_FEATURES } from '../../../src/sim/rule-based/index.js'
import { failureOf } from '../../support/failures.js'

const GREEDY = 'head:g2(a=0.5)'
const PITTSBURGH = { reduction: 'none', objective: '10*AWRT1 + 4*AWRT2' } as const

describe('without options', () => {
  it('the settings are those of the sources', () => {
    expect(iterativeSettings({}, GREEDY)).toEqual({
      learner: 'rules-iterative',
      partitions: SOURCE_PARTITIONS,
      greedy: GREEDY,
    })
    expect(probabilisticSettings({}, GREEDY)).toEqual({
      learner: 'rules-probabilistic',
      partitions: SOURCE_PARTITIONS,
      greedy: GREEDY,
      p: 50,
    })
    expect(michiganSettings({}, GREEDY)).toEqual(publishedMichigan(GREEDY))
    for (const reduction of ['none', 'fitness', 'selection'] as const) {
      expect(pittsburghSettings({ ...PITTSBURGH, reduction }, GREEDY)).toEqual(
        publishedPittsburgh(reduction, GREEDY),
      )
    }
    expect(ccaSettings({}, GREEDY)).toEqual(publishedCca(GREEDY))
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
    const subjectTo = ['maxWait <= 14d']
    expect(mixtureSettings({ evaluations: 5 })).toEqual({ ...settings, guard: false, evaluations: 5 })
    expect(mixtureSettings({ evaluations: 5, subjectTo })).toMatchObject({ guard: true })
    expect(mixtureSettings({ evaluations: 5, subjectTo, guard: false })).toMatchObject({ guard: false })
    expect(mixtureSettings({ evaluations: 5, guard: true })).toMatchObject({ guard: true })
  })

  it('algorithm and features are those that are named', () => {
    expect(mixtureSettings({ evaluations: 5, algorithm: 'cons', features: 'hour,um,hour' })).toMatchObject({
      algorithms: ['cons'],
      features: ['hour', 'um'],
    })
    expect(failureOf(() => mixtureSettings({ evaluations: 5, features: 'moon' })).kind).toBe(
      'policy-parameter',
    )
  })
})

describe('options', () => {
  it('of Michigan set what they say', () => {
    const given = {
      ...{ mu: 20, lambda: 100, rules: 25, participations: 5, parents: 6, alpha: 1.5, successes: 0.2 },
      ...({ clusters: 4, clusterBest: 3, defaults: true, defaultMu: 8, defaultAlpha: 1.1 } as const),
    }
    const { rules, ...others } = given
    expect(michiganSettings({ ...given, features: 'um, sd(7d),um', generations: 7 }, GREEDY)).toEqual({
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
    const given = { ...evolution, rules: 7, tauCommon: 0.01, tauEach: 0.02, features: 'queue,oldest' }
    const set = { ...evolution, tau0: 0.01, tau1: 0.02, rules: 7, features: ['queue', 'oldest'] }
    expect(pittsburghSettings({ ...PITTSBURGH, ...given, kappa: 5, generations: 2 }, GREEDY)).toEqual({
      ...{ learner: 'rules-pittsburgh', greedy: GREEDY, reduction: 'none', beta: 50_000, pool: 8, kappa: 5 },
      ...set,
      generations: 2,
    })
    expect(ccaSettings({ ...given, generations: 0 }, GREEDY)).toEqual({
      ...{ learner: 'rules-cca', greedy: GREEDY },
      ...set,
      generations: 0,
    })
  })

  it('a budget of candidates is what whole generations take', () => {
    const of = (evaluations: number) => ({
      probabilistic: probabilisticSettings({ evaluations }, GREEDY).p,
      michigan: michiganSettings({ evaluations }, GREEDY).generations,
      pittsburgh: pittsburghSettings({ ...PITTSBURGH, evaluations }, GREEDY).generations,
      cca: ccaSettings({ evaluations, mu: 5, lambda: 10 }, GREEDY).generations,
    })
    expect(of(843)).toEqual({ probabilistic: 64, michigan: 12, pittsburgh: 40, cca: 83 })
    expect(of(842)).toEqual({ probabilistic: 64, michigan: 12, pittsburgh: 39, cca: 83 })
    expect(of(70)).toEqual({ probabilistic: 5, michigan: 1, pittsburgh: 3, cca: 6 })
  })

  it.each<[string, () => unknown, RegExp]>([
    ['michigan', () => michiganSettings({ evaluations: 69 }, GREEDY), /at least 70, for one generation/],
    ['cca', () => ccaSettings({ evaluations: 23 }, GREEDY), /at least 24, for one generation/],
    [
      'probabilistic',
      () => probabilisticSettings({ evaluations: 13 }, GREEDY),
      /at least 14, for each strategy once/,
    ],
    [
      'michigan, twice',
      () => michiganSettings({ evaluations: 90, generations: 2 }, GREEDY),
      /either this or --generations/,
    ],
    [
      'probabilistic, twice',
      () => probabilisticSettings({ evaluations: 90, times: 2 }, GREEDY),
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
    const settings = (beta?: number) =>
      pittsburghSettings({ reduction: 'fitness', ...goal, ...(beta === undefined ? {} : { beta }) }, GREEDY)
    expect(settings(0.06).beta).toBe(0.06)
    if (!named) expect(settings().beta).toBe(50_000)
    else
      expect(failureOf(() => settings()).message).toMatch(/field --beta, .* Name one; the published 50,000/)
  })
})

describe('classes', () => {
  it('are read as written', () => {
    expect(parsePartitions(' sd(7d):2 ;um:75, 85', '--classes')).toEqual([
      { feature: 'sd(7d)', bounds: [2] },
      { feature: 'um', bounds: [75, 85] },
    ])
    // The least value is a class of its own.
    expect(parsePartitions('sd:1;um:0', '--classes').map(({ bounds }) => bounds)).toEqual([[1], [0]])
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
    ['load:3', /an unknown feature \(field --classes, value "load"\)/],
    [
      Array.from({ length: 17 }, (_, k) => `prcwq${k + 1}:50`).join(';'),
      /at most 100000 classes, not 131072/,
    ],
  ])('that are none are refused: %s', (text, message) => {
    const failure = failureOf(() => parsePartitions(text, '--classes'))
    expect(failure.message).toMatch(message)
    expect(failure.detail.field).toBe('--classes')
  })
})

describe('help', () => {
  const signals = {
    blocking: <Result>(work: () => Result) => Promise.resolve(work()),
    interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) =>
      work(new AbortController().signal),
  }
  const program = programFor(terminalOf(process.stdout, process.stderr, {}, signals), '')
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
    } = publishedMichigan('')
    expect(told('michigan')).toMatchObject({ ...text(michigan), rules: String(rulesPerBase), defaults: 'no' })
    expect(told('michigan').features).toBe(features.join())
    const { mu, lambda, generations, firstStep, commonFactor } = publishedCca('')
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

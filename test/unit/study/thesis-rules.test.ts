/** `thesis-rules`: the methods' settings, the tables of rows made by hand, and the run on stand-ins for the logs. */

import { beforeAll, describe, expect, it } from 'vitest'
import { ANCHORS } from '../../../src/evaluation/results/anchors.js'
import { simulatedPolicy } from '../../../src/evaluation/scenarios/plain-policy.js'
import { stageOf } from '../../../src/evaluation/scenarios/scenario.js'
import {
  BEST_OF,
  LEARN,
  learnJson,
  learnSpecOf,
  RULES_CCA,
  RULES_MICHIGAN,
  RULES_PITTSBURGH,
  settledLearner,
} from '../../../src/learn/index.js'
import { MIXTURE_FEATURES } from '../../../src/learn/rules/mixture.js'
import { compileObjective } from '../../../src/sim/objectives/index.js'
import { classCount, SOURCE_PARTITIONS } from '../../../src/sim/rule-based/index.js'
import { policyOf, readStrategy } from '../../../src/strategy/index.js'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import type { RunStudy, StudyValue } from '../../../src/study/reproduce/study.js'
import { THESIS_GREEDY } from '../../../src/study/reproduce/thesis-greedy/study.js'
import type { ThesisLog } from '../../../src/study/reproduce/thesis-logs.js'
import {
  candidatesOf,
  greedySettings,
  METHOD_NAMES,
  METHODS,
} from '../../../src/study/reproduce/thesis-rules/methods.js'
import {
  PUBLISHED_EFFORT,
  PUBLISHED_RULES,
  PUBLISHED_RULES_IMPROVEMENTS,
} from '../../../src/study/reproduce/thesis-rules/published.js'
import type { StudiedRow } from '../../../src/study/reproduce/thesis-rules/reached.js'
import { THESIS_RULES } from '../../../src/study/reproduce/thesis-rules/study.js'
import {
  anchorRemarks,
  anchorValues,
  boundRemarks,
  overviewValues,
  waitValues,
} from '../../../src/study/reproduce/thesis-rules/values.js'
import type { PublishedRow } from '../../../src/study/reproduce/thesis-values.js'
import { type Driven, drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'
import { runs } from '../../support/runs.js'

const OBJECTIVE = '10*AWRT1 + 4*AWRT2'
const GREEDY = 'head:greedy(a=1)'

describe('the methods', () => {
  const settings = (share: number) => METHOD_NAMES.map((name) => METHODS[name].settings(share, GREEDY, false))

  it('are set as published, at a budget of 1', () => {
    const { features } = settledLearner(RULES_MICHIGAN, { greedy: GREEDY })
    expect(settings(1)).toEqual([
      { learner: 'rules-iterative', partitions: SOURCE_PARTITIONS, greedy: GREEDY },
      { learner: 'rules-probabilistic', partitions: SOURCE_PARTITIONS, greedy: GREEDY, p: 50 },
      settledLearner(RULES_MICHIGAN, { greedy: GREEDY }),
      settledLearner(RULES_PITTSBURGH, { reduction: 'none', greedy: GREEDY }),
      settledLearner(RULES_PITTSBURGH, { reduction: 'fitness', greedy: GREEDY }),
      settledLearner(RULES_PITTSBURGH, { reduction: 'selection', greedy: GREEDY }),
      settledLearner(RULES_CCA, { greedy: GREEDY }),
      { learner: 'rules-random', features, greedy: GREEDY, rules: 50, evaluations: 2800 },
      {
        learner: 'rules-mixture',
        algorithms: BEST_OF,
        features: MIXTURE_FEATURES,
        guard: false,
        evaluations: 843,
      },
      settledLearner(RULES_MICHIGAN, { greedy: GREEDY, defaults: true }),
    ])
  })

  it('take as many candidates as published, but for those whose score is known or that are beside the count', () => {
    // The base as it stands is the first strategy of the next class; the base of the smallest sums is simulated, too.
    const other = { iterative: 1 - classCount(SOURCE_PARTITIONS), probabilistic: 1 }
    for (const name of METHOD_NAMES) {
      const { published } = METHODS[name]
      if (published === null) continue
      const { simulations } = PUBLISHED_EFFORT[published]
      const more = name === 'iterative' || name === 'probabilistic' ? other[name] : 0
      expect(candidatesOf(METHODS[name].settings(1, GREEDY, false)), name).toBe(simulations + more)
    }
  })

  it('have their share of the generations, one at least', () => {
    expect(settings(0.1)).toMatchObject([
      { partitions: SOURCE_PARTITIONS },
      { p: 5 },
      ...[4, 4, 4, 4, 4].map((generations) => ({ generations })),
      { evaluations: 280 },
      { evaluations: 87 },
      { generations: 4, defaults: true },
    ])
    // 1.2 and 1.6 generations.
    for (const [share, generations] of [
      [0.03, 1],
      [0.04, 2],
    ])
      expect(METHODS.cca.settings(share, GREEDY, false)).toMatchObject({ generations })
    expect(settings(0.001)).toMatchObject([
      { partitions: SOURCE_PARTITIONS },
      { p: 1 },
      ...[1, 1, 1, 1, 1].map((generations) => ({ generations })),
      { evaluations: 70 },
      { evaluations: 24 },
      { generations: 1, defaults: true },
    ])
    const greedy = (budget: number, greedyBudget: number | null) => greedySettings({ budget, greedyBudget })
    expect([greedy(1, null), greedy(0.1, null), greedy(0.1, 1)]).toMatchObject([
      { learner: 'greedy-systems', systems: 'twelve', generations: 3 },
      { generations: 1 },
      { generations: 100 },
    ])
  })
})

describe('the greedy strategy that rules may choose', () => {
  it('is learnt with the candidates of thesis-greedy where it is given as much, so that a cache has them', () => {
    const tasks = (study: RunStudy, part: string, greedyBudget: number | null) => {
      const options = { budget: 0.02, greedyBudget }
      const { spec, datasets } = reproduction(study, ['KTH'], 120, options)
      const found = spec.parts.find(({ name }) => name === part)
      if (found === undefined) throw new TypeError(`no part ${part}`)
      const { learner } = learnSpecOf(found.spec)
      return { learner, tasks: LEARN.open(found.spec, datasets, null).next()?.tasks }
    }
    const greedy = tasks(THESIS_GREEDY, 'systems KTH', null)
    expect(tasks(THESIS_RULES, 'greedy KTH', 0.02)).toEqual(greedy)
    expect(tasks(THESIS_RULES, 'greedy KTH', null).learner).not.toEqual(greedy.learner)
  })
})

describe('the tables of all logs', () => {
  const LOGS = ['CTC', 'KTH'] as const
  const printed: Partial<Record<ThesisLog, PublishedRow>> = {
    CTC: [0, 0, 0, 0, 0, 0, 0, 12.34],
    KTH: [0, 0, 0, 0, 0, 0, 0, -1.11],
  }
  const row = (
    name: string,
    kind: StudiedRow['kind'],
    values: readonly (readonly [objective: number, wait: number | null] | null)[],
    published: Partial<Record<ThesisLog, PublishedRow>> = {},
  ): StudiedRow => ({
    name,
    kind,
    published: (log) => ({ improvement: published[log] }),
    reached: new Map(
      values.flatMap((pair, k) =>
        pair === null ? [] : [[LOGS[k], { [OBJECTIVE]: pair[0], maxWait: pair[1] }] as const],
      ),
    ),
  })
  const rows = [
    row('EASY', 'policy', [
      [1000, 50],
      [200, 40],
    ]),
    row('fcfs:group', 'policy', [
      [800, 100],
      [190, 400],
    ]),
    row('easy:group', 'policy', [
      [900, 75],
      [180, 40],
    ]),
    row(
      'good, SOPT',
      'learnt',
      [
        [700, 200],
        [171, 20],
      ],
      printed,
    ),
    row('even, SOPT', 'learnt', [
      [800, 100],
      [170, 60],
    ]),
    row('some, SOPT(CTC)', 'learnt', [[790, null], null]),
    row('worse, SOPT, bounded', 'bounded', [
      [850, 100],
      [300, 80],
    ]),
  ]
  const cells = (values: readonly StudyValue[], name: string) =>
    values
      .filter((value) => value.row === name)
      .map(({ column, ours, published }) => [
        column,
        ours === null ? null : Number(ours.toFixed(9)),
        published,
      ])

  it('show improvements over EASY and their mean, beside what was published', () => {
    const values = overviewValues('a table', rows, LOGS)
    expect(cells(values, 'good, SOPT')).toEqual([
      ['CTC', 30, 12.34],
      ['KTH', 14.5, -1.11],
      ['mean', 22.25, 5.62],
    ])
    expect(cells(values, 'easy:group')).toEqual([
      ['CTC', 10, null],
      ['KTH', 10, null],
      ['mean', 10, null],
    ])
    expect(values.map(({ row: name }) => name)).not.toContain('EASY')
    expect(values.find(({ column }) => column === 'mean')).toMatchObject({ table: 'a table', log: null })
  })

  it('have no mean of a row that some log is missing from, and none of a single log', () => {
    expect(cells(overviewValues('a table', rows, LOGS), 'some, SOPT(CTC)')).toEqual([
      ['CTC', 21, null],
      ['mean', null, null],
    ])
    const alone = overviewValues('a table', rows, ['CTC'])
    expect(new Set(alone.map(({ column }) => column))).toEqual(new Set(['CTC']))
  })

  it('set what was learnt against the best of the one-line rules', () => {
    const values = anchorValues('anchors', rows, LOGS)
    expect(cells(values, 'good, SOPT')).toEqual([
      ['CTC', 12.5, null],
      ['KTH', 5, null],
      ['mean', 8.75, null],
    ])
    expect(cells(values, 'fcfs:group').slice(0, 2)).toEqual([
      ['CTC', 0, null],
      ['KTH', Number((-1000 / 180).toFixed(9)), null],
    ])
    expect(new Set(values.map((value) => value.row))).toEqual(new Set(rows.slice(1).map(({ name }) => name)))
  })

  it('name those that are not ahead of all of them, ties among them', () => {
    expect(anchorRemarks(rows, LOGS)).toEqual([
      'not ahead of all of fcfs:group, easy:group and cons:group (bounded: of those that keep the bound), so that nothing was learnt there:',
      '  even, SOPT: CTC',
      '  worse, SOPT, bounded: CTC, KTH',
    ])
    expect(anchorRemarks(rows.slice(0, 4), LOGS)).toEqual([
      'everything that was learnt is ahead of fcfs:group, easy:group and cons:group on every log',
    ])
  })

  describe('with the bound', () => {
    /** On CTC `easy:group` alone keeps it, and on KTH neither. */
    const usual = [
      rows[0],
      row('fcfs:group', 'policy', [
        [800, 101],
        [190, 400],
      ]),
      row('easy:group', 'policy', [
        [900, 100],
        [180, 81],
      ]),
    ]
    const learnt = (kind: StudiedRow['kind'], waits: readonly [ctc: number, kth: number]) =>
      row(kind, kind, [
        [850, waits[0]],
        [185, waits[1]],
      ])

    it('set what was learnt with it against those one-line rules that keep it', () => {
      const values = anchorValues(
        'anchors',
        [...usual, learnt('learnt', [9, 9]), learnt('bounded', [9, 9])],
        LOGS,
      )
      expect(cells(values, 'learnt').map(([, ours]) => ours)).toEqual([
        -6.25,
        expect.closeTo(-2.778, 3),
        expect.any(Number),
      ])
      expect(cells(values, 'bounded').map(([, ours]) => ours)).toEqual([expect.closeTo(5.556, 3), null, null])
    })

    it('say of it that nothing was learnt only beside those', () => {
      const head = (begin: string) =>
        `${begin} fcfs:group, easy:group and cons:group (bounded: of those that keep the bound)`
      expect(anchorRemarks([...usual, learnt('learnt', [9, 9]), learnt('bounded', [9, 9])], LOGS)).toEqual([
        `${head('not ahead of all of')}, so that nothing was learnt there:`,
        '  learnt: CTC, KTH',
      ])
      expect(anchorRemarks([...usual, learnt('bounded', [9, 9])], LOGS)).toEqual([
        `${head('everything that was learnt is ahead of')} on every log`,
      ])
    })

    it('name what breaks it, of what was learnt with it', () => {
      expect(
        boundRemarks([...usual, learnt('learnt', [999, 999]), learnt('bounded', [100, 80])], LOGS),
      ).toEqual([])
      expect(boundRemarks([...usual, learnt('bounded', [100, 81])], LOGS)).toEqual([
        'learnt with maxWait <= 2*easy, which is broken there:',
        '  bounded: KTH',
      ])
    })
  })

  it('show the longest waits as multiples of that of EASY', () => {
    const values = waitValues('waits', rows, LOGS)
    expect(cells(values, 'fcfs:group')).toEqual([
      ['CTC', 2, null],
      ['KTH', 10, null],
    ])
    expect(cells(values, 'some, SOPT(CTC)')).toEqual([['CTC', null, null]])
    const idle = rows.map((each) => (each.name === 'EASY' ? row('EASY', 'policy', [[1000, 0]]) : each))
    expect(cells(waitValues('waits', idle, ['CTC']), 'fcfs:group')).toEqual([['CTC', null, null]])
  })
})

interface Value {
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly ours: number | null
  readonly log: string | null
}

/** Enough for one generation of everything. */
const BUDGET = 0.01
/** Whose rules may choose the greedy strategy. */
const WITH_GREEDY = ['probabilistic', 'pittsburgh-fitness', 'cca', 'random']
const SOME = [...WITH_GREEDY, 'mixture']
const CHOSEN = [...SOME, 'front']

describe('thesis-rules', () => {
  const made = (names: readonly string[], methods: readonly string[], scaled = false, jobs = 90) =>
    reproduction(THESIS_RULES, names, jobs, { budget: BUDGET, methods, scaled })
  const { spec, json, datasets } = made(['CTC', 'KTH'], CHOSEN)
  let driven: Driven
  beforeAll(async () => {
    driven = await drive(REPRODUCTION, json, datasets)
  })
  const fileOf = (name: string): string => {
    const found = driven.artefacts.find((each) => each.name === name)
    if (found === undefined) throw new RangeError(`there is no ${name}`)
    return String(found.content)
  }
  const strategy = (name: string) => {
    const { strategy: found, evidence } = readStrategy(fileOf(`strategy-${name}.json`), name)
    if (evidence === null) throw new RangeError(`${name} has no evidence`)
    return { policy: policyOf(found), evidence }
  }
  const values = (): readonly Value[] => JSON.parse(fileOf('values.json'))
  const cell = (row: string, column: string): Value => {
    const found = values().find((value) => value.row === row && value.column === column)
    if (found === undefined) throw new RangeError(`there is no ${row}, ${column}`)
    return found
  }
  /** The measures of a policy on a log. */
  const measuredAs = (policy: string, log: string) => {
    const part = spec.parts.find(({ name }) => name === `greedy ${log}`)
    if (part === undefined) throw new RangeError(`nothing is learnt from ${log}`)
    const { scenario } = learnSpecOf(part.spec).logs[0]
    const dataset = datasets.get(scenario.data)
    if (dataset === undefined) throw new TypeError(`the data of ${log} is not there`)
    const schedule = stageOf(scenario, dataset).run(simulatedPolicy(policy))
    return (objective: string) => compileObjective(objective).measure(schedule, null)
  }

  it('first measures the usual policies and learns the greedy strategies, on the machines of the thesis', () => {
    expect(spec.parts.map(({ name, kind, weight }) => `${name} ${kind} ${weight}`)).toEqual([
      'policies measurement 1',
      ...['greedy CTC learn 1', 'greedy KTH learn 1', 'greedy ALLOPT learn 2', 'front CTC front 1'],
    ])
    const all = learnSpecOf(spec.parts[3].spec)
    expect(all.logs.map(({ scenario }) => scenario.machine)).toEqual([430, 100])
    expect([all.objective, all.relativeTo, all.combine]).toEqual([OBJECTIVE, null, 'mean'])
    expect(learnSpecOf(spec.parts[1].spec).tests.map(({ name }) => name)).toEqual(['KTH'])
    expect(learnSpecOf(spec.parts[2].spec).tests).toEqual([])
  })

  it('then learns every method from each log and from all, and some with the longest wait bounded', () => {
    const files = driven.artefacts.flatMap(({ name }) => /^strategy-(.*)\.json$/.exec(name)?.[1] ?? [])
    const from = (name: string, ending = '') =>
      ['CTC', 'KTH', 'ALLOPT'].map((log) => `${name}-${log}${ending}`)
    expect(files).toEqual([
      ...['greedy', ...SOME].flatMap((name) => from(name)),
      'mixture-ALLOPT-relative',
      ...['cca', 'mixture'].flatMap((name) => from(name, '-bounded')),
      'mixture-ALLOPT-relative-bounded',
    ])
    for (const file of files) {
      const { constraints, traces, objective, settings } = strategy(file).evidence
      expect(constraints).toEqual(file.endsWith('bounded') ? ['maxWait <= 2*easy'] : [])
      const all = file.includes('ALLOPT')
      expect(traces.map(({ name }) => name)).toEqual(
        all ? ['CTC', 'KTH'] : [file.includes('CTC') ? 'CTC' : 'KTH'],
      )
      expect([objective, settings.relativeTo]).toEqual([OBJECTIVE, file.includes('relative') ? 'easy' : null])
    }
  })

  it('learns from some and without the bound where it is asked to', async () => {
    const options = {
      budget: BUDGET,
      methods: ['cca', 'mixture'],
      sources: ['CTC', 'ALLOPT'],
      unbounded: true,
    }
    const { json, spec, datasets } = reproduction(THESIS_RULES, ['CTC', 'KTH'], 120, options)
    const { artefacts } = await drive(REPRODUCTION, json, datasets)
    expect(artefacts.map(({ name }) => name).filter((name) => name.startsWith('strategy-'))).toEqual(
      ['greedy-CTC', 'greedy-ALLOPT', 'cca-CTC', 'cca-ALLOPT', 'mixture-CTC', 'mixture-ALLOPT']
        .concat('mixture-ALLOPT-relative')
        .map((name) => `strategy-${name}.json`),
    )
    expect(REPRODUCTION.facts(json)).toContainEqual(['left out', 'all with a bound of the longest wait'])
    expect(spec.remarks).toContain('learnt only from CTC, ALLOPT')
  })

  it('lets rules choose the greedy strategy that was learnt from the same', () => {
    for (const source of ['CTC', 'KTH', 'ALLOPT']) {
      const greedy = strategy(`greedy-${source}`).policy
      for (const name of [...WITH_GREEDY.map((each) => `${each}-${source}`), `cca-${source}-bounded`]) {
        expect(strategy(name).evidence.settings.greedy, name).toBe(greedy)
        expect(strategy(name).policy).toContain(JSON.stringify(greedy))
      }
    }
    expect(strategy('greedy-CTC').policy).not.toBe(strategy('greedy-KTH').policy)
  })

  it('sets what a strategy reaches on a log beside what was published', () => {
    const easy = measuredAs('easy', 'KTH')
    for (const [row, file] of [
      ['cca, SOPT', 'cca-KTH'],
      ['cca, SOPT(CTC)', 'cca-CTC'],
      ['cca, ALLOPT', 'cca-ALLOPT'],
      ['cca, ALLOPT, bounded', 'cca-ALLOPT-bounded'],
      ['random bases, SOPT', 'random-KTH'],
      ['greedy, SOPT(CTC)', 'greedy-CTC'],
      ['ours, ALLOPT', 'mixture-ALLOPT'],
      ['ours, ALLOPT relative', 'mixture-ALLOPT-relative'],
      ['ours, ALLOPT relative, bounded', 'mixture-ALLOPT-relative-bounded'],
    ]) {
      const value = measuredAs(strategy(file).policy, 'KTH')
      expect(cell(`KTH, seconds: ${row}`, 'fobj').ours, row).toBeCloseTo(value(OBJECTIVE), 6)
      expect(cell(`KTH, seconds: ${row}`, 'AWRT5').ours).toBeCloseTo(value('AWRT5'), 6)
      expect(cell(`KTH, seconds: ${row}`, 'max wait')).toMatchObject({
        ours: value('maxWait'),
        published: null,
      })
      const gain = (100 * (easy(OBJECTIVE) - value(OBJECTIVE))) / easy(OBJECTIVE)
      const table = row.endsWith('bounded') ? 'longest wait bounded: fobj over EASY, %' : 'fobj over EASY, %'
      expect(cell(`${table}: ${row}`, 'KTH').ours).toBeCloseTo(gain, 9)
      expect(cell(`KTH, over EASY, %: ${row}`, 'fobj').ours).toBeCloseTo(gain, 9)
    }
    const published = (row: string, column: string) => cell(row, column).published
    expect(published('fobj over EASY, %: cca, SOPT', 'KTH')).toBe(20.24)
    expect(published('fobj over EASY, %: cca, SOPT(CTC)', 'KTH')).toBe(17.45)
    expect(published('fobj over EASY, %: cca, ALLOPT', 'CTC')).toBe(15.45)
    expect(published('fobj over EASY, %: greedy, SOPT(CTC)', 'KTH')).toBe(-39.73)
    expect(published('fobj over EASY, %: pittsburgh, fitness, SOPT', 'CTC')).toBe(15.45)
    expect(published('fobj over EASY, %: pittsburgh, fitness, ALLOPT', 'CTC')).toBeNull()
    expect(published('fobj over EASY, %: random bases, SOPT', 'CTC')).toBeNull()
    expect(published('longest wait bounded: fobj over EASY, %: cca, SOPT, bounded', 'KTH')).toBeNull()
    expect(published('CTC, seconds: EASY', 'fobj')).toBe(856_717.01)
    for (const training of ['SOPT', 'SOPT(CTC)', 'ALLOPT'] as const) {
      const printed = PUBLISHED_RULES.cca[training]?.KTH
      expect(published(`KTH, seconds: cca, ${training}`, 'AWRT'), training).toBe(printed?.[0])
      expect(published(`KTH, seconds: cca, ${training}`, 'AWRT5'), training).toBe(printed?.[5])
      const improved = PUBLISHED_RULES_IMPROVEMENTS.cca[training]?.KTH
      expect(published(`KTH, over EASY, %: cca, ${training}`, 'AWRT2'), training).toBe(improved?.[2])
    }
    expect(published('KTH, seconds: greedy, SOPT(CTC)', 'AWRT')).toBe(319_213.77)
    expect(published('KTH, seconds: greedy, ALLOPT', 'AWRT')).toBe(173_973.49)
  })

  it('has the published greedy strategies over the EASY of rules, on LANL, too', async () => {
    // What was published does not depend on the jobs.
    const { json: asked, datasets: data } = made(['CTC', 'LANL'], ['random'], false, 40)
    const { artefacts } = await drive(REPRODUCTION, asked, data)
    const found: Value[] = JSON.parse(String(artefacts.find(({ name }) => name === 'values.json')?.content))
    const published = (row: string, column: string) =>
      found.find((value) => value.row === row && value.column === column)?.published
    expect(published('fobj over EASY, %: greedy, SOPT(CTC)', 'CTC')).toBe(9.5)
    expect(published('fobj over EASY, %: greedy, SOPT(CTC)', 'LANL')).toBe(5.87)
    expect(published('fobj over EASY, %: greedy, SOPT(CTC)', 'mean')).toBeCloseTo((9.5 + 5.87) / 2, 1)
    expect(published('fobj over EASY, %: greedy, ALLOPT', 'LANL')).toBe(4.23)
    expect(published('LANL, over EASY, %: greedy, SOPT(CTC)', 'AWRT')).toBe(-22.01)
  })

  it('has all one-line rules in every table of results', () => {
    const tables = new Set(values().map(({ row }) => row.slice(0, row.lastIndexOf(': '))))
    // Of two logs: seconds, and over EASY, CONS and FCFS; of CTC its front.
    expect(tables.size).toBe(14)
    const besideBounded = values().flatMap(
      ({ row }) => /^longest wait bounded: .*: (.*(?<!, bounded))$/.exec(row)?.[1] ?? [],
    )
    expect(new Set(besideBounded)).toEqual(new Set(['FCFS', 'CONS', ...ANCHORS]))
    for (const table of tables) {
      if (table === 'trainings') continue
      for (const anchor of ANCHORS)
        expect(
          values().some(({ row }) => row === `${table}: ${anchor}`),
          `${table}, ${anchor}`,
        ).toBe(true)
    }
    expect(fileOf('summary.txt')).toMatch(
      /(not|everything that was learnt is) ahead of (all of )?fcfs:group, /,
    )
  })

  it.each(['CTC', 'KTH'])(
    'shows how the longest wait of what was learnt with the bound keeps to it, on %s',
    (log) => {
      const wait = (policy: string) => measuredAs(policy, log)('maxWait')
      const share = wait(strategy(`cca-${log}-bounded`).policy) / wait('easy')
      expect(cell('longest wait, times that of EASY: cca, SOPT, bounded', log).ours).toBeCloseTo(share, 9)
      expect(share).toBeLessThanOrEqual(2)
    },
  )

  it('says what the trainings took and how many rules came of them', () => {
    expect(cell('trainings: cca KTH', 'candidates')).toMatchObject({ ours: 24, published: 843 })
    expect(cell('trainings: cca ALLOPT bounded', 'candidates')).toMatchObject({ ours: 24, published: null })
    expect(cell('trainings: cca KTH', 'rules')).toMatchObject({ ours: 20, published: null })
    expect(cell('trainings: random CTC', 'rules').ours).toBe(50)
    expect(cell('trainings: probabilistic CTC', 'rules').ours).toBe(192)
    const { ours, published } = cell('trainings: pittsburgh-fitness CTC', 'rules')
    expect(published).toBe(1)
    const { base } = JSON.parse(fileOf('strategy-pittsburgh-fitness-CTC.json')).strategy
    expect(ours).toBe(base.rules.length)
    // Of the reductions only SOPT was published.
    expect(cell('trainings: pittsburgh-fitness CTC', 'candidates').published).toBe(843)
    expect(cell('trainings: pittsburgh-fitness ALLOPT', 'candidates').published).toBeNull()
    expect(cell('trainings: probabilistic ALLOPT', 'candidates').published).toBe(650)
    expect(cell('trainings: cca ALLOPT', 'simulations').ours).toBe(
      strategy('cca-ALLOPT').evidence.simulations,
    )
  })

  it('finds what a learning alone finds', async () => {
    const greedy = strategy('greedy-KTH').policy
    const like = learnSpecOf(spec.parts[2].spec)
    const learner = METHODS.cca.settings(BUDGET, greedy, false)
    const alone = await drive(LEARN, learnJson({ ...like, learner }), datasets)
    const found = alone.artefacts.find(({ name }) => name === 'strategy.json')
    expect(String(found?.content)).toBe(fileOf('strategy-cca-KTH.json'))
  })

  it('comes to the same files when it is opened anew on the way', async () => {
    const short = made(['KTH'], ['cca', 'mixture'])
    const whole = await drive(REPRODUCTION, short.json, short.datasets)
    const again = await drive(REPRODUCTION, short.json, short.datasets, (batch) => batch % runs(20, 5) === 2)
    expect(again.tasks).toBe(whole.tasks)
    expect(again.artefacts).toEqual(whole.artefacts)
  })

  it('says how many candidates there are, and what is left out', () => {
    expect(spec.remarks[0]).toBe(
      'candidates of each training: greedy 1441, probabilistic 14, pittsburgh, fitness 24, cca 24, random bases 70, ours 24',
    )
    expect(spec.remarks.join('\n')).not.toMatch(/left out: (SOPT|ALLOPT)/)
    const alone = made(['KTH'], SOME).spec
    expect(alone.parts.map(({ name }) => name)).toEqual(['policies', 'greedy KTH'])
    expect(alone.remarks.join('\n')).toMatch(/left out: SOPT\(CTC\).*\n.*left out: ALLOPT/)
    expect(made(['LANL'], SOME).spec.remarks.join('\n')).toContain('5.87 and 4.23 %')
    expect(REPRODUCTION.facts(json)).toContainEqual(['methods', CHOSEN.join(', ')])
  })

  it('counts the simulations to come by the logs of each training', () => {
    // Two logs alone and both together, four simulations a candidate.
    expect(made(['CTC', 'KTH'], ['random']).spec.furtherTotal).toBe(4 * 70)
    // With the bound once more; ours from both relative to EASY, too.
    expect(made(['CTC', 'KTH'], ['cca']).spec.furtherTotal).toBe(2 * 4 * 24)
    expect(made(['CTC', 'KTH'], ['mixture']).spec.furtherTotal).toBe(2 * 6 * 24)
    expect(made(['CTC'], ['iterative']).spec.furtherTotal).toBe(2305)
  })

  it('scales logs by the published factors', () => {
    const machines = (scaled: boolean) =>
      learnSpecOf(made(['CTC', 'LANL'], SOME, scaled).spec.parts[3].spec).logs.map(
        ({ scenario }) => scenario.machine,
      )
    expect([machines(false), machines(true)]).toEqual([
      [430, 1024],
      [1024, 1024],
    ])
  })
})

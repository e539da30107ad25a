/** `thesis-greedy`: the printed tables, and the run on stand-ins for the logs. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import { stageOf } from '../../../src/evaluation/scenarios/scenario.js'
import { LEARN, type LearnSpec, learnSpecOf } from '../../../src/learn/index.js'
import { compileObjective } from '../../../src/sim/objectives/index.js'
import { readStrategy } from '../../../src/strategy/index.js'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import type { RunStudyOptions } from '../../../src/study/reproduce/study.js'
import { THESIS_GREEDY } from '../../../src/study/reproduce/thesis-greedy/study.js'
import {
  type ComparedMethod,
  PUBLISHED_IMPROVEMENTS,
  PUBLISHED_ROWS,
} from '../../../src/study/reproduce/thesis-greedy/tables.js'
import { SCALED_TO, THESIS_LOGS } from '../../../src/study/reproduce/thesis-logs.js'
import { type Driven, drive } from '../../support/investigate.js'
import { plainPolicy } from '../../support/policies.js'
import { reproduction } from '../../support/reproductions.js'
import { runs } from '../../support/runs.js'

const OBJECTIVE = '10*AWRT1 + 4*AWRT2'

interface Value {
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly ours: number | null
  readonly log: string | null
  readonly data: string | null
}

function fileOf({ artefacts }: Driven, name: string): string {
  const found = artefacts.find((each) => each.name === name)
  if (found === undefined) throw new RangeError(`there is no ${name}`)
  return String(found.content)
}

const valuesOf = (driven: Driven): readonly Value[] => JSON.parse(fileOf(driven, 'values.json'))

describe('the printed tables', () => {
  const rows = THESIS_LOGS.flatMap((log) =>
    Object.entries(PUBLISHED_ROWS[log]).map(([method, row]) => ({
      log,
      method: method as ComparedMethod,
      row,
    })),
  )

  it('have objectives that follow from AWRT1 and AWRT2', () => {
    expect(rows.length).toBe(34)
    for (const { log, method, row } of rows) {
      const [, first, second] = row
      // They are rounded to 0.01, so ten times one and four times the other are off by 0.07.
      expect(Math.abs(10 * first + 4 * second - row[7]), `${log}, ${method}`).toBeLessThan(0.13)
    }
  })

  it('have improvements that follow from the absolute values, but for two rows of LANL', () => {
    const off = rows.flatMap(({ log, method, row }) => {
      const printed = PUBLISHED_IMPROVEMENTS[log][method]
      const easy = PUBLISHED_ROWS[log].EASY
      if (printed === undefined || easy === undefined) return []
      return row.flatMap((value, k) => {
        const computed = (100 * (easy[k] - value)) / easy[k]
        const wrong = Math.abs(computed - printed[k]) > 0.02 + 1e-4 * Math.abs(printed[k])
        return wrong ? [`${log}, ${method}, ${k}`] : []
      })
    })
    const lanl = (method: string) => [0, 1, 2, 3, 4, 5, 7].map((k) => `LANL, ${method}, ${k}`)
    expect(off).toEqual([
      ...lanl('systems, SOPT(CTC)'),
      ...lanl('systems, ALLOPT'),
      // The utilizations are printed as equal.
      'SDSC96, systems, SOPT(CTC), 6',
      'SDSC96, systems, ALLOPT, 6',
    ])
  })
})

describe('thesis-greedy', () => {
  const { spec, json, datasets } = reproduction(THESIS_GREEDY, ['CTC', 'KTH'], 120, { budget: 0.01 })
  let driven: Driven
  beforeAll(async () => {
    driven = await drive(REPRODUCTION, json, datasets)
  })
  const partOf = (name: string): LearnSpec => {
    const part = spec.parts.find((each) => each.name === name)
    if (part === undefined) throw new RangeError(`there is no part ${name}`)
    return learnSpecOf(part.spec)
  }
  const ours = (row: string, column: string): number | null =>
    valuesOf(driven).find((value) => value.row === row && value.column === column)?.ours ?? null

  it('learns by both methods from each log and from all, ours with a third of the candidates, at most a tenth of the published', () => {
    expect(spec.parts.map(({ name, weight }) => `${name} ${weight}`)).toEqual([
      ...['systems CTC 1', 'systems KTH 1', 'systems ALLOPT 2'],
      ...['own CTC 1', 'own KTH 1', 'own ALLOPT 2', 'own ALLOPT relative 2'],
    ])
    const systems = { learner: 'greedy-systems', systems: 'twelve', generations: 1, mu: 15, lambda: 105 }
    expect(partOf('systems KTH').learner).toMatchObject({ ...systems, kappa: null, stepParents: 2 })
    expect(partOf('own KTH').learner).toMatchObject({ learner: 'greedy-own', evaluations: 420 })
    const whole = reproduction(THESIS_GREEDY, ['CTC'], 100, { budget: 1 }).spec.parts
    expect(whole.map((part) => learnSpecOf(part.spec).learner)).toMatchObject([
      { generations: 100 },
      { evaluations: 12_600 },
    ])
    for (const { name } of spec.parts) {
      const { logs, tests, objective, relativeTo } = partOf(name)
      expect([objective, relativeTo]).toEqual([OBJECTIVE, name.endsWith('relative') ? 'easy' : null])
      expect(logs.every(({ train, jobs }) => train === jobs)).toBe(true)
      expect(tests.map((log) => log.name)).toEqual(name.endsWith('CTC') ? ['KTH'] : [])
    }
  })

  it('has all of its parts in a run that was begun before there was a choice', async () => {
    const short = reproduction(THESIS_GREEDY, ['KTH'], 120, { budget: 0.01 })
    const { methods, sources, unbounded, ...before } = short.json as Readonly<Record<string, Json>>
    expect([methods, sources, unbounded]).toEqual([['systems', 'own', 'front'], [], false])
    expect(REPRODUCTION.facts(before).map(([name]) => name)).toEqual(['study', 'logs', 'budget', 'seed'])
    const [then, now] = [before, short.json].map((each) => drive(REPRODUCTION, each, short.datasets))
    expect((await then).artefacts).toEqual((await now).artefacts)
  })

  it('learns from one log alone, for all of them, and by one method, with the same outcome', async () => {
    const options = { budget: 0.01, sources: ['CTC'], methods: ['systems'] }
    const part = reproduction(THESIS_GREEDY, ['CTC', 'KTH'], 120, options)
    expect(part.spec.parts).toEqual(spec.parts.filter(({ name }) => name === 'systems CTC'))
    expect(part.spec.remarks.join('\n')).toMatch(
      /^candidates of each training: systems 1260\n.*learnt only from CTC/s,
    )
    const values = valuesOf(await drive(REPRODUCTION, part.json, part.datasets))
    const whole = new Map(valuesOf(driven).map((value) => [`${value.row} ${value.column}`, value]))
    for (const value of values) {
      const same = whole.get(`${value.row} ${value.column}`)
      // Beside them stands less.
      expect(value, value.row).toEqual(same)
    }
    const improved = values.filter(({ row, column }) => row.startsWith('fobj over EASY') && column === 'KTH')
    expect(improved.map(({ row }) => row.split(': ')[1])).toEqual([
      ...['FCFS', 'CONS', 'fcfs:group', 'easy:group', 'cons:group'],
      ...['systems, SOPT(CTC)', 'systems, last of CTC'],
    ])
    expect(REPRODUCTION.facts(part.json)).toContainEqual(['learnt from', 'CTC'])
  })

  it('refuses to learn from nothing', () => {
    const alone = (options: Partial<RunStudyOptions>) => () =>
      reproduction(THESIS_GREEDY, ['KTH'], 120, { budget: 0.01, ...options })
    expect(alone({ sources: ['CTC', 'ALLOPT'] })).toThrow(
      /--sources, value "CTC,ALLOPT", expected some of: KTH\)/,
    )
    expect(alone({ methods: ['front'] })).toThrow(/--methods, value "front", expected systems or own, too/)
  })

  it('simulates the logs on the machines of the thesis', () => {
    expect(partOf('systems ALLOPT').logs.map(({ scenario }) => scenario.machine)).toEqual([430, 100])
  })

  it('sets what a policy reaches beside what was published', () => {
    const [, kth] = partOf('systems ALLOPT').logs
    const dataset = datasets.get(kth.scenario.data)
    if (dataset === undefined) throw new TypeError('the data of KTH is not there')
    const { run } = stageOf(kth.scenario, dataset)
    const value = (policy: string, objective: string) =>
      compileObjective(objective).measure(run(plainPolicy(policy)), null)
    const [easy, group] = ['easy', 'fcfs:group'].map((policy) => value(policy, OBJECTIVE))
    expect(ours('fobj over EASY, %: fcfs:group', 'KTH')).toBeCloseTo((100 * (easy - group)) / easy, 9)
    expect(ours('KTH, seconds: fcfs:group', 'fobj')).toBeCloseTo(group, 6)
    expect(ours('KTH, seconds: fcfs:group', 'AWRT4')).toBeCloseTo(value('fcfs:group', 'AWRT4'), 6)
    expect(ours('KTH, seconds: CONS', 'UTIL %')).toBeCloseTo(100 * value('cons', 'UTIL'), 9)
    expect(ours('KTH, seconds: CONS', 'max wait')).toBe(value('cons', 'maxWait'))
    const published = valuesOf(driven).find(
      (each) => each.row === 'fobj over EASY, %: systems, SOPT(CTC)' && each.column === 'KTH',
    )
    expect(published).toMatchObject({ published: -39.73, log: 'KTH', data: spec.logs[1].digest })
  })

  it('applies what was learnt from CTC, from the log and from all', () => {
    const strategy = (name: string) => readStrategy(fileOf(driven, name), name)
    const measured = (name: string, log: string) =>
      strategy(name).evidence?.measured.find(({ trace }) => trace === log)?.objectives[OBJECTIVE]
    for (const method of ['systems', 'own']) {
      for (const log of ['CTC', 'KTH']) {
        const row = (source: string) => ours(`${log}, seconds: ${method}, ${source}`, 'fobj')
        expect(row('SOPT(CTC)')).toBe(measured(`strategy-${method}-CTC.json`, log))
        expect(row('SOPT')).toBe(measured(`strategy-${method}-${log}.json`, log))
        expect(row('ALLOPT')).toBe(measured(`strategy-${method}-ALLOPT.json`, log))
      }
    }
    for (const log of ['CTC', 'KTH']) {
      expect(ours(`${log}, seconds: own, ALLOPT relative`, 'fobj')).toBe(
        measured('strategy-own-ALLOPT-relative.json', log),
      )
    }
  })

  it('takes the best of the last generation on CTC for each log', () => {
    const population: readonly { readonly policy: string; readonly score: number }[] = JSON.parse(
      fileOf(driven, 'population-CTC.json'),
    )
    expect(population.length).toBe(180)
    const least = Math.min(...population.map(({ score }) => score))
    expect(ours('CTC, seconds: systems, last of CTC', 'fobj')).toBeCloseTo(least, 6)
    const [, kth] = partOf('systems ALLOPT').logs
    const dataset = datasets.get(kth.scenario.data)
    if (dataset === undefined) throw new TypeError('the data of KTH is not there')
    const { run } = stageOf(kth.scenario, dataset)
    const objective = compileObjective(OBJECTIVE)
    const values = population.map(({ policy }) => objective.measure(run(plainPolicy(policy)), null))
    expect(ours('KTH, seconds: systems, last of CTC', 'fobj')).toBeCloseTo(Math.min(...values), 6)
  })

  it('marks the strategies in the plane of each front', () => {
    for (const log of ['CTC', 'KTH']) {
      const plane = fileOf(driven, `plane-${log}.svg`)
      const others = log === 'KTH' ? ['systems KTH', 'own KTH'] : []
      for (const name of [
        'easy',
        'cons',
        'systems CTC',
        'own CTC',
        'systems ALLOPT',
        'own ALLOPT',
        'own ALLOPT relative',
        ...others,
      ])
        expect(plane).toContain(name)
    }
    expect(fileOf(driven, 'plane-CTC.svg')).not.toContain('own KTH')
    const front = JSON.parse(fileOf(driven, 'front-KTH.json'))
    const [first, second] = ['AWRT1', 'AWRT2'].map((name) =>
      front.objectives.findIndex((each: { name: string }) => each.name === name),
    )
    const least = Math.min(
      ...front.points.map(
        (point: { values: number[] }) => 10 * point.values[first] + 4 * point.values[second],
      ),
    )
    expect(ours('KTH, seconds: best in the front', 'fobj')).toBe(least)
  })

  it('says how far each system came, and what the trainings took', () => {
    const night = ours('twelve systems, fobj over EASY, %: KTH, night', 'f3')
    const best = ['weekend', 'day', 'night'].flatMap((situation) =>
      [1, 2, 3, 4].map((criterion) =>
        Number(ours(`twelve systems, fobj over EASY, %: KTH, ${situation}`, `f${criterion}`)),
      ),
    )
    const combined = Number(ours('twelve systems, fobj over EASY, %: KTH, combined', 'combined'))
    expect(best).toContain(night)
    expect(Math.max(...best, combined)).toBeCloseTo(
      Number(ours('fobj over EASY, %: systems, SOPT', 'KTH')),
      6,
    )
    expect(ours('trainings: systems KTH', 'candidates')).toBe(12 * (15 + 105) + 1)
    expect(ours('trainings: own KTH', 'candidates')).toBeGreaterThanOrEqual(420)
  })

  it('finds what a learning alone finds', async () => {
    const part = spec.parts.find(({ name }) => name === 'own KTH')
    const alone = await drive(LEARN, part?.spec ?? null, datasets)
    expect(fileOf(driven, 'strategy-own-KTH.json')).toBe(fileOf(alone, 'strategy.json'))
  })

  it('comes to the same files when it is opened anew on the way', async () => {
    const short = reproduction(THESIS_GREEDY, ['KTH'], 120, { budget: 0.01 })
    const whole = await drive(REPRODUCTION, short.json, short.datasets)
    const again = await drive(REPRODUCTION, short.json, short.datasets, (batch) => batch % runs(20, 5) === 2)
    expect(again.tasks).toBe(whole.tasks)
    expect(again.artefacts).toEqual(whole.artefacts)
  })

  it('leaves out what takes other logs, and says so', () => {
    const alone = reproduction(THESIS_GREEDY, ['KTH'], 120, { budget: 0.01 }).spec
    expect(alone.parts.map(({ name }) => name)).toEqual(['systems KTH', 'own KTH'])
    expect(alone.remarks.join('\n')).toMatch(/left out: SOPT\(CTC\).*\n.*left out: ALLOPT/)
    expect(spec.remarks.join('\n')).not.toMatch(/left out: (SOPT|ALLOPT)/)
  })

  it('scales logs by the published factors, all but that of 1,024 processors', () => {
    const names = ['CTC', 'LANL']
    const parts = (scaled: boolean) => {
      const made = reproduction(THESIS_GREEDY, names, 200, { budget: 0.01, scaled })
      return learnSpecOf(made.spec.parts[2].spec).logs
    }
    const [[ctc, lanl], [before, same]] = [parts(true), parts(false)]
    expect([ctc.scenario.machine, lanl.scenario.machine]).toEqual([SCALED_TO, 1024])
    expect(lanl).toEqual(same)
    // Half of the jobs become 2.45 on average.
    expect(ctc.jobs / before.jobs).toBeGreaterThan(1.5)
    expect(ctc.jobs / before.jobs).toBeLessThan(2)
  })
})

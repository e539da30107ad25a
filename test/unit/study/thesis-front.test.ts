/** `thesis-front`: the printed table, and the run on a stand-in for the log. */
import { beforeAll, describe, expect, it } from 'vitest'
import { stageOf } from '../../../src/evaluation/scenarios/scenario.js'
import { PLANS } from '../../../src/front/plans/index.js'
import { frontSpecOf } from '../../../src/front/spec.js'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import { THESIS_FRONT } from '../../../src/study/reproduce/thesis-front/study.js'
import { FINAL, PHASES, STARTS } from '../../../src/study/reproduce/thesis-front/tables.js'
import { failureOf } from '../../support/failures.js'
import { type Driven, drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'
import { runs } from '../../support/runs.js'

interface FrontFile {
  readonly evaluations: number
  readonly size: number
  readonly hypervolume: { readonly value: number; readonly error: number }
  readonly objectives: readonly { readonly name: string }[]
  readonly sources: readonly {
    readonly name: string
    readonly evaluated: number
    readonly kept: number
    readonly alone: number
  }[]
  readonly policies: readonly { readonly policy: string; readonly values: readonly number[] }[]
  readonly points: readonly { readonly source: number; readonly values: readonly number[] }[]
}

/** Enough for one generation of everything. */
const LEAST = 0.019

describe('table 7.1', () => {
  it('adds up', () => {
    const single = PHASES.filter(({ sources }) => sources.length === 1)
    expect(single.reduce((sum, { calls }) => sum + calls, 0)).toBe(FINAL.calls)
    for (const { sources, calls } of PHASES) {
      const parts = single.filter((each) => sources.includes(each.sources[0]))
      expect(parts.reduce((sum, each) => sum + each.calls, 0)).toBe(calls)
    }
  })
})

describe('thesis-front', () => {
  const { spec, json, datasets } = reproduction(THESIS_FRONT, ['CTC'], 90, { budget: LEAST })
  let driven: Driven
  beforeAll(async () => {
    driven = await drive(REPRODUCTION, json, datasets)
  })
  const fileOf = (name: string): string => {
    const found = driven.artefacts.find((each) => each.name === name)
    if (found === undefined) throw new RangeError(`there is no ${name}`)
    return String(found.content)
  }
  const front = (plan: string): FrontFile => JSON.parse(fileOf(`${plan}-front.json`))
  const values = (): readonly { row: string; column: string; ours: number; published: number }[] =>
    JSON.parse(fileOf('values.json'))
  const ours = (row: string, column: string) =>
    values().find((value) => value.row === row && value.column === column)?.ours

  it('has a row for each part of the published plan', () => {
    const [published] = spec.parts.map((part) => frontSpecOf(part.spec))
    const dataset = datasets.get(published.scenario.data)
    if (dataset === undefined) throw new TypeError('the data is not there')
    const plan = PLANS.published(published, stageOf(published.scenario, dataset).jobs)
    const known = PHASES.flatMap(({ sources }) => sources)
    expect(new Set(known)).toEqual(new Set(plan.map(({ source }) => source)))
  })

  it('has every part of the published plan by itself, in planes', () => {
    for (const pair of ['AWRT-AWRT1', 'AWRT1-AWRT2', 'AWRT-UTIL']) {
      const alone = fileOf(`published-alone-${pair}.svg`)
      expect(alone).toContain('What each part of the search has by itself')
      expect(alone).toContain('greedy criteria, NSGA-II')
    }
    expect(driven.artefacts.some(({ name }) => name.startsWith('own-alone'))).toBe(false)
  })

  it('tries NSGA from random starts, beside FCFS', () => {
    const row = 'NSGA from random starts, 7.2.2.3: schedules'
    // The first population, and one generation.
    expect(ours(row, 'evaluated')).toBe(90)
    expect(ours(row, 'in nothing better than FCFS %')).toBeGreaterThan(0)
    const awrt = 'NSGA from random starts, 7.2.2.3: AWRT'
    expect(ours(awrt, 'best')).toBeGreaterThan(ours(awrt, 'FCFS') ?? 0)
  })

  it('evaluates as many schedules by either plan', () => {
    const [published, own] = spec.parts.map((part) => frontSpecOf(part.spec))
    expect([published.plan, own.plan]).toEqual(['published', 'own'])
    expect(own.evaluations).toBe(front('published').evaluations)
    expect(front('own').evaluations).toBeGreaterThanOrEqual(Number(own.evaluations))
    const whole = reproduction(THESIS_FRONT, ['CTC'], 90, { budget: 1 }).spec.parts
    // The 153,080 of the thesis, and what it counts otherwise (front/plans/published.ts).
    expect(whole.map((part) => frontSpecOf(part.spec).evaluations)).toEqual([null, 153_924, 6030])
  })

  it('finds with one plan alone what that plan finds beside the others', async () => {
    for (const plan of ['published', 'random-starts']) {
      const alone = reproduction(THESIS_FRONT, ['CTC'], 90, { budget: LEAST, methods: [plan] })
      const { artefacts } = await drive(REPRODUCTION, alone.json, alone.datasets)
      const found = (name: string) => artefacts.find((each) => each.name === name)?.content
      const rows: readonly { row: string }[] = JSON.parse(String(found('values.json')))
      const names = new Set(rows.map(({ row }) => row))
      expect(names.size).toBeGreaterThan(5)
      expect(rows).toEqual(values().filter(({ row }) => names.has(row)))
      expect(rows.some(({ row }) => row.includes('own plan'))).toBe(false)
      if (plan === 'published') expect(found('published-front.json')).toBe(fileOf('published-front.json'))
    }
  })

  it('counts what each phase found, alone and together, and what is a start as one', () => {
    const { sources, evaluations, size, points } = front('published')
    for (const { row, sources: names, found, calls } of PHASES) {
      const parts = sources.filter(({ name }) => names.includes(name))
      expect(ours(`table 7.1: ${row}`, 'schedules')).toBe(
        parts.reduce((sum, each) => sum + each.evaluated, 0),
      )
      const alone = parts.reduce((sum, each) => sum + each.alone, 0)
      const together = Number(ours(`table 7.1: ${row}`, 'non-dominated'))
      if (row.startsWith('starts') || row.includes('real')) expect(together).toBe(alone)
      else expect(together).toBeLessThanOrEqual(alone)
      const printed = values().filter((value) => value.row === `table 7.1: ${row}`)
      expect(printed.map((value) => value.published)).toEqual([found, calls, null])
    }
    const kept = (row: string) => Number(ours(`table 7.1: ${row}`, 'in the front'))
    const single = PHASES.filter((phase) => phase.sources.length === 1)
    expect(single.reduce((sum, phase) => sum + kept(phase.row), 0)).toBe(size)
    expect(kept('all NSGA')).toBe(kept('NSGA, MJL = 1') + kept('NSGA, MJL = 4,000'))
    // Some starts were first evaluated by NSGA, which has the same orders of groups in its first generation.
    const place = sources.findIndex(({ name }) => name === STARTS)
    const credited = points.filter(({ source }) => source === place).length
    expect(kept('starts, sequence of the log')).toBeGreaterThan(credited)
    expect(ours('table 7.1: all', 'schedules')).toBe(evaluations)
    expect(ours('table 7.1: all', 'in the front')).toBe(size)
  })

  it('sets both fronts beside each other, and the best point of each', () => {
    for (const plan of ['published', 'own']) {
      const { points, objectives, policies, hypervolume, size } = front(plan)
      const place = (name: string) => objectives.findIndex((each) => each.name === name)
      const linear = (at: readonly number[]) => 10 * at[place('AWRT1')] + 4 * at[place('AWRT2')]
      const least = Math.min(...points.map((point) => linear(point.values)))
      const easy = linear(policies.find(({ policy }) => policy === 'easy')?.values ?? [])
      const row = `fronts: ${plan} plan`
      expect(ours(row, 'points')).toBe(size)
      expect(size).toBeGreaterThan(5)
      expect(ours(row, 'best fobj over EASY %')).toBeCloseTo((100 * (easy - least)) / easy, 9)
      const used = (values: readonly number[]) => values[place('UTIL')]
      const easily = used(policies.find(({ policy }) => policy === 'easy')?.values ?? []) - 0.01
      const kept = points.filter((point) => used(point.values) >= easily)
      const best = Math.min(...kept.map((point) => linear(point.values)))
      expect(ours(row, 'with the UTIL of EASY %')).toBeCloseTo((100 * (easy - best)) / easy, 9)
      const exact = `best for fobj, seconds: ${plan} plan, with the UTIL of EASY`
      expect(ours(exact, 'fobj')).toBeCloseTo(best, 6)
      expect(ours(row, 'hypervolume %')).toBeCloseTo(100 * hypervolume.value, 9)
      const shares = points.map((point) => point.values[place('UTIL')])
      expect(ours(row, 'least UTIL %')).toBeCloseTo(100 * Math.min(...shares), 9)
      expect(ours(row, 'most UTIL %')).toBeCloseTo(100 * Math.max(...shares), 9)
      expect(ours(`best for fobj, seconds: ${plan} plan`, 'fobj')).toBeCloseTo(least, 6)
      const worse = (values: readonly number[]) =>
        points.filter((point) =>
          point.values.every((value, k) =>
            objectives[k].name === 'UTIL' ? value >= values[k] : value <= values[k],
          ),
        ).length
      for (const { policy, values: at } of policies) {
        const equal = points.filter((point) => point.values.every((value, k) => value === at[k])).length
        const row = `policies, ${plan} plan: ${policy}`
        expect(ours(row, 'points that dominate it'), policy).toBe(worse(at) - equal)
      }
    }
  })

  it('comes to the same files when it is opened anew on the way', async () => {
    const again = await drive(REPRODUCTION, json, datasets, (batch) => batch % runs(40, 10) === 3)
    expect(again.artefacts).toEqual(driven.artefacts)
  })

  it('names the budget that is too small', () => {
    const failure = failureOf(() => reproduction(THESIS_FRONT, ['CTC'], 90, { budget: 0.01 }))
    expect(failure.message).toMatch(/--budget, value 0\.01, expected at least [\d,]+ of 153924 schedules/)
  })
})

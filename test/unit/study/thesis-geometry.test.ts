/** `thesis-geometry`: the printed table, and the run on stand-ins for the logs. */
import { beforeAll, describe, expect, it } from 'vitest'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import { frontDistance, nearestPoints, RADIAL_BASES, transformFront } from '../../../src/geometry/index.js'
import {
  FRONT_GEOMETRY,
  frontGeometryIn,
  frontGeometryJson,
  frontGeometrySpecOf,
  keptPlaces,
  laidFront,
  laidPoints,
} from '../../../src/study/reproduce/front-geometry.js'
import { REPRODUCTION } from '../../../src/study/reproduce/reproduction.js'
import { geometryResult } from '../../../src/study/reproduce/thesis-geometry/result.js'
import { THESIS_GEOMETRY } from '../../../src/study/reproduce/thesis-geometry/study.js'
import { REDUCED_FRONTS } from '../../../src/study/reproduce/thesis-geometry/tables.js'
import { type Driven, drive } from '../../support/investigate.js'
import { reproduction } from '../../support/reproductions.js'

/** Enough for one generation of everything. */
const LEAST = 0.019

describe('table 8.1', () => {
  it('has shares that follow from its counts', () => {
    for (const [log, { points, kept, share }] of Object.entries(REDUCED_FRONTS)) {
      expect(Math.abs((100 * kept) / points - share), log).toBeLessThan(0.06)
    }
  })
})

describe('thesis-geometry', () => {
  const { json, datasets, spec } = reproduction(THESIS_GEOMETRY, ['CTC'], 40, { budget: LEAST })
  let driven: Driven
  beforeAll(async () => {
    driven = await drive(REPRODUCTION, json, datasets)
  })
  const textOf = (name: string) => String(driven.artefacts.find((each) => each.name === name)?.content)
  const at = (row: string, column: string) =>
    (JSON.parse(textOf('values.json')) as { row: string; column: string; ours: number | null }[]).find(
      (value) => value.row === row && value.column === column,
    )

  it('searches a front of each log by the published plan', () => {
    expect(spec.parts.map(({ name, kind }) => [name, kind])).toEqual([['front CTC', 'front']])
    expect(JSON.parse(textOf('front-CTC.json')).plan).toBe('published')
  })

  it('counts what a reduction keeps, beside the printed counts', () => {
    const { objectives, points, policies } = JSON.parse(textOf('front-CTC.json'))
    const axis = objectives.findIndex(({ name }: { name: string }) => name === 'UTIL')
    const shares: number[] = points.map(({ values: row }: { values: number[] }) => row[axis])
    const easy = policies.find(({ policy }: { policy: string }) => policy === 'easy').values[axis]
    const { CTC } = REDUCED_FRONTS
    const row = 'table 8.1: CTC'
    expect(at(row, 'points')).toMatchObject({ ours: shares.length, published: CTC.points })
    const above = (least: number) => shares.filter((share) => share >= least - 0.01).length
    expect(at(row, 'kept')).toMatchObject({ ours: above(easy), published: CTC.kept })
    const busiest = shares.reduce((most, share) => Math.max(most, share))
    expect(at(row, 'kept by the busiest')?.ours).toBe(above(busiest))
    expect(at('table 8.1: SDSC95', 'kept %')).toMatchObject({ ours: null, published: 93.3 })
  })

  it('interpolates utilization from nine of ten points', () => {
    const points = at('table 8.1: CTC', 'points')?.ours ?? 0
    for (const basis of RADIAL_BASES) {
      const row = `UTIL interpolated: CTC, ${basis}`
      expect(at(row, 'points')?.ours).toBe(points - Math.floor(points / 10))
      expect(at(row, 'nearest point off')?.ours).toBeGreaterThanOrEqual(0)
    }
  })

  it('draws the front and what is left of it', () => {
    for (const file of ['figure-8.2a', 'figure-8.3c', 'appendix-D']) {
      expect(textOf(`${file}.svg`), file).toContain('<svg')
    }
  })
})

describe('a front laid upon another', () => {
  const triangle = (scale: number, shift: number) =>
    Float64Array.from([1, 4, -0.6, 2, 2, -0.6, 4, 1, -0.59, 3, 3, -0.2], (value, at) =>
      at % 3 === 2 ? value : 1000 * scale * value + shift,
    )
  const spec = {
    ...{ seed: 1, generations: 20, objectives: ['AWRT1', 'AWRT2', 'UTIL'] },
    fronts: [
      { name: 'CTC', evaluated: 4, points: triangle(1, 0), easy: -0.6 },
      { name: 'KTH', evaluated: 4, points: triangle(3, 500), easy: -0.6 },
    ],
  }

  it('is reduced to what is as busy as EASY but for a point', () => {
    expect([...keptPlaces(spec, spec.fronts[0], 'easy')]).toEqual([0, 1, 2])
    expect(laidPoints(spec, spec.fronts[1], 'whole').points.length).toBe(12)
  })

  it('by ranges first lies on one that differs in scale and place alone', () => {
    const still = { scale: Float64Array.of(1, 1, 1), shift: new Float64Array(3) }
    const moved = laidFront(spec, spec.fronts[1], 'ranges', still)
    const reference = laidPoints(spec, spec.fronts[0], 'ranges')
    expect(frontDistance(nearestPoints(moved), nearestPoints(reference))).toBeLessThan(1e-9)
    const whole = laidFront(spec, spec.fronts[1], 'whole', still)
    expect(whole.points).toEqual(transformFront({ objectives: 3, points: triangle(3, 500) }, still).points)
  })

  it('is searched as published and by ranges first; the tables say what became of it', async () => {
    const found = await drive(FRONT_GEOMETRY, frontGeometryJson(spec), new Map())
    const names = found.artefacts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['figure-8.5.svg', 'figure-8.4-KTH.svg']))
    const lines = String(found.artefacts.find(({ name }) => name === 'transformations.csv')?.content)
    expect(lines.trim().split('\n').length).toBe(1 + 3 * spec.objectives.length)
    const investigation = FRONT_GEOMETRY.open(frontGeometryJson(spec), new Map(), null)
    const tasks = investigation.next()?.tasks ?? []
    investigation.take(await inlineEvaluator(new Map()).evaluate(tasks))
    const part = { name: 'geometry', kind: FRONT_GEOMETRY.kind, spec: frontGeometryJson(spec), weight: 1 }
    const state = investigation.snapshot()
    const { values, remarks } = geometryResult(new Map([['geometry', { part, state, found: null }]]))
    const at = (row: string, column: string) =>
      Number(values.find((each) => each.row === row && each.column === column)?.ours)
    // By ranges they lie upon each other to begin with, and the search keeps its best.
    expect(at('KTH, reduced, by ranges first', 'after, ranges')).toBeLessThan(1e-9)
    for (const laying of ['whole', 'reduced']) {
      expect(at(`KTH, ${laying}, as published`, 'after, s')).toBeGreaterThan(0)
    }
    expect(at('KTH', 'ranges')).toBeLessThan(1e-9)
    expect(at('KTH', 'as they are, s')).toBeGreaterThan(1000)
    expect(remarks?.at(-1)).toBe('laid reduced, by ranges first: 0 of 1 fronts have response times below 0')
  })

  it('is refused as a part that another wrote', () => {
    expect(() => frontGeometrySpecOf({ seed: 1 })).toThrow()
    expect(() => frontGeometryIn({ fits: [] })).toThrow()
  })
})

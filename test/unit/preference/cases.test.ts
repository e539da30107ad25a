/** The published cases of regions, by an independent reference: equal to 10⁻⁹. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  AS_PRINTED,
  type Polygon,
  regionObjective,
  type Sense,
  USUAL_REGION_SETTINGS,
} from '../../../src/preference/index.js'
import { PROJECT_ROOT } from '../../support/data.js'

interface Case {
  readonly name: string
  readonly objectives: readonly { readonly name: string; readonly sense: Sense }[]
  readonly points: readonly (readonly number[])[]
  readonly polygons: readonly Polygon[]
  readonly frontAxes?: readonly number[]
  readonly schedules: readonly (readonly number[])[]
  readonly expected: {
    readonly region: readonly number[]
    readonly planes: readonly number[]
    readonly schedules: readonly Readonly<
      Record<'pr' | 'b' | 'a' | 'f' | 'bFarthest' | 'fFarthest', number>
    >[]
  }
}

const file = join(PROJECT_ROOT, 'test', 'fixtures', 'regions', 'public.json.gz')
const { cases } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as { readonly cases: readonly Case[] }

const NEAR = 1e-9

describe.each(cases)('$name', ({ objectives, points, polygons, frontAxes, schedules, expected }) => {
  const drawn = {
    names: objectives.map(({ name }) => name),
    senses: objectives.map(({ sense }) => sense),
    points: Float64Array.from(points.flat()),
    polygons,
  }
  const measuredOn = frontAxes ?? 'all'
  const printed = regionObjective(drawn, { ...AS_PRINTED, measuredOn })
  const usual = regionObjective(drawn, { ...USUAL_REGION_SETTINGS, measuredOn })

  it('has the regions and the planes', () => {
    expect([...printed.regions]).toEqual(expected.region)
    expect(printed.bounds.map(({ count }) => count)).toEqual(expected.planes)
  })

  it('judges every schedule so, by b as printed and by the farthest plane', () => {
    expect.assertions(6 * schedules.length)
    for (const [k, schedule] of schedules.entries()) {
      const wanted = expected.schedules[k]
      const [one, other] = [printed.judge(schedule), usual.judge(schedule)]
      expect(one.priority).toBe(wanted.pr)
      for (const [value, target] of [
        [one.beyond, wanted.b],
        [one.fromFront, wanted.a],
        [one.value, wanted.f],
        [other.beyond, wanted.bFarthest],
        [other.value, wanted.fFarthest],
      ]) {
        expect(Math.abs(value - target)).toBeLessThanOrEqual(NEAR + NEAR * Math.abs(target))
      }
    }
  })

  it('measures without dependent axes by itself', () => {
    if (frontAxes === undefined) return expect(frontAxes).toBeUndefined()
    expect(regionObjective(drawn).measuredOn).toEqual(frontAxes)
  })
})

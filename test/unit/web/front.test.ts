import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  membersOf,
  nearestTo,
  type Points,
  panelAt,
  panelsOf,
  pixelOf,
  valuesAt,
} from '../../../src/apps/web/client/view/panels.js'
import {
  convexAround,
  parseRegions,
  regionsText,
  regionWords,
  type Vertex,
} from '../../../src/apps/web/client/view/regions.js'
import { judged } from '../../../src/apps/web/client/workers/judge.js'
import { contains, readPreference, USUAL_REGION_SETTINGS } from '../../../src/preference/index.js'

const VERTEX = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1000, max: 1000 }))

describe('a drawn region', () => {
  it('is the convex polygon around what was drawn, but for corners that matter least', () => {
    fc.assert(
      fc.property(fc.array(VERTEX, { minLength: 3, maxLength: 12 }), (drawn) => {
        const corners = convexAround(drawn)
        if (corners === null) return
        for (const [x, y] of drawn) expect(contains(corners, x, y)).toBe(true)
        for (const corner of corners) expect(drawn).toContainEqual(corner)
      }),
      { seed: 58 },
    )
    const circle = Array.from({ length: 90 }, (_, k): Vertex => [Math.cos(k / 14.3), Math.sin(k / 14.3)])
    expect(convexAround(circle)).toHaveLength(12)
    expect(
      convexAround([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ).toBeNull()
  })

  it('is text of an address and back', () => {
    const regions = [
      {
        panel: ['AWRT1', 'UTIL'],
        vertices: [
          [4e4, 0.5],
          [7.5e4, 0.625],
          [-1e-7, 1e21],
        ],
      },
      {
        panel: ['AWRT', 'AWRT2'],
        vertices: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      },
    ] as const
    expect(parseRegions(regionsText(regions))).toEqual(regions)
    expect(regionWords(regions[1])).toBe('AWRT,AWRT2: 0,0 1,0 1,1 0,1')
    for (const text of ['', 'AWRT', 'A,B:1,2_3', 'A,B:1,2_3,4', 'A,B:1,2_3,4_x,1', 'A,<b>:1,2_3,4_5,6']) {
      expect(parseRegions(text)).toEqual([])
    }
  })
})

const count = 200
const names = ['AWRT1', 'AWRT2', 'UTIL']
const rows = Array.from({ length: count }, (_, k): [number, number, number] => [
  1000 + 10 * k,
  5000 - 20 * k,
  0.5 + 0.001 * ((k * 37) % count),
])
const points: Points = { names, units: ['s', 's', 'share'], values: Float64Array.from(rows.flat()), count }

describe('panels', () => {
  const panels = panelsOf(points, 1000)

  it('are all pairs, without overlap, within the width', () => {
    expect(panels.places.map(({ axes }) => axes)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ])
    expect(panels.width).toBeLessThanOrEqual(1000)
    const middles = panels.places.map(({ x, y, side }): Vertex => [x + side / 2, y + side / 2])
    expect(middles.map((at) => panelAt(panels, at))).toEqual([0, 1, 2])
    expect(panelAt(panels, [1, 1])).toBe(-1)
  })

  it('have pixels for values and values for pixels', () => {
    for (const place of panels.places) {
      const values: Vertex = [rows[90][place.axes[0]], rows[90][place.axes[1]]]
      const back = valuesAt(panels, place, pixelOf(panels, place, values))
      expect(back[0]).toBeCloseTo(values[0], 6)
      expect(back[1]).toBeCloseTo(values[1], 6)
    }
  })

  it('find the nearest point, and none afar', () => {
    const [place] = panels.places
    const [x, y] = pixelOf(panels, place, [rows[90][0], rows[90][1]])
    expect(nearestTo(panels, points, 0, [x + 0.2, y], 12)).toBe(90)
    expect(nearestTo(panels, points, 0, [x + 100, y - 100], 12)).toBeNull()
  })

  it('are not squashed by strangers, which are counted', () => {
    const strange = points.values.slice()
    strange[0] = 1e6
    const narrow = panelsOf({ ...points, values: strange }, 1000)
    expect(narrow.scales[0].max).toBeLessThan(5000)
    expect(narrow.beyond).toBe(1)
    expect(panelsOf({ ...points, values: strange }, 1000, true).scales[0].max).toBeGreaterThan(1e6)
  })
})

describe('a judgement', () => {
  const square = (from: number, to: number): Vertex[] => [
    [from, 0],
    [to, 0],
    [to, 9000],
    [from, 9000],
  ]
  const asked = {
    ...{ name: 'log', digest: 'd', objectives: names, points: rows, settings: USUAL_REGION_SETTINGS },
    policies: [
      { policy: 'fcfs', values: [1105, 4790, 0.55] },
      { policy: 'easy', values: [null, 4790, 0.55] },
    ],
    regions: [
      { panel: ['AWRT1', 'AWRT2'], vertices: square(1000, 1205) },
      { panel: ['AWRT1', 'AWRT2'], vertices: square(1100, 1505) },
    ],
  } as const

  it('counts points by the first region that has them', () => {
    const { counts, best } = judged(asked)
    const regionOf = membersOf(points, asked.regions)
    const inside = (to: number) => rows.filter(([x]) => x <= to).length
    expect(counts).toEqual([inside(1205), inside(1505) - inside(1205), count - inside(1505)])
    expect(counts).toEqual([1, 2, 3].map((region) => regionOf.filter((each) => each === region).length))
    expect([...regionOf].slice(0, 3)).toEqual([1, 1, 1])
    expect(best).toHaveLength(5)
    for (const row of best) expect(regionOf[row]).toBe(1)
  })

  it('judges policies, and is a document that anybody reads', () => {
    const { policies, document } = judged(asked)
    expect(policies[0].judgement?.priority).toBe(1)
    expect(policies[1]).toEqual({ policy: 'easy', judgement: null })
    expect(readPreference(document, 'preference')).toMatchObject({
      name: 'preference on log',
      regions: [{ name: 'region 1' }, { name: 'region 2' }],
    })
    const empty = { ...asked, regions: [{ ...asked.regions[0], vertices: square(1, 2) }] }
    expect(() => judged(empty)).toThrow('contains no point')
  })
})

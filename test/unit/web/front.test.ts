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
  type DrawnRegion,
  drawnOver,
  parseRegions,
  regionIn,
  regionsText,
  regionWords,
  unhidden,
  type Vertex,
} from '../../../src/apps/web/client/view/regions.js'
import { weighedAnew, weighedIn } from '../../../src/apps/web/client/view/weights.js'
import { countsOf, sorted } from '../../../src/apps/web/client/view/wishes.js'
import { type AskedOf, type Judged, judged } from '../../../src/apps/web/client/workers/judge.js'
import {
  contains,
  readPreference,
  USUAL_REGION_SETTINGS,
  weightedSum,
  weightsIn,
} from '../../../src/preference/index.js'
import { costSentences } from '../../../src/report/pages/costs.js'
import { requireObjective } from '../../../src/sim/objectives/index.js'
import { objectiveInfo } from '../../../src/sim/objectives/info.js'

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
    const called = { ...regions[1], name: 'short waits' }
    expect(regionWords(called)).toBe('short waits = AWRT,AWRT2: 0,0 1,0 1,1 0,1')
    expect([regionIn(regionWords(called)), ...parseRegions(regionsText([called]))]).toEqual([called, called])
    const hidden = { ...called, hidden: true } as const
    expect(parseRegions(regionsText([hidden, called]))).toEqual([hidden, called])
    expect([regionWords(hidden), unhidden([hidden, called])]).toEqual([regionWords(called), [called, called]])
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
    const middles = panels.places.map(({ x, y, width, height }): Vertex => [x + width / 2, y + height / 2])
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
    expect(nearestTo(panels, 0, [x + 0.2, y], 12)).toBe(90)
    expect(nearestTo(panels, 0, [x + 100, y - 100], 12)).toBeNull()
  })

  it('are not squashed by strangers, which are counted', () => {
    const strange = points.values.slice()
    strange[0] = 1e6
    const narrow = panelsOf({ ...points, values: strange }, 1000)
    expect(narrow.axes[0].scale.max).toBeLessThan(5000)
    expect(narrow.beyond).toBe(1)
    expect(panelsOf({ ...points, values: strange }, 1000, true).axes[0].scale.max).toBeGreaterThan(1e6)
  })
})

/** Of wishes that there are. */
function judgedOf(asked: AskedOf): Judged {
  const found = judged(asked)
  if (found === null) throw new Error('nothing is wanted')
  return found
}

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
    ...{ objective: null, subjectTo: [] },
    regions: [
      { panel: ['AWRT1', 'AWRT2'], vertices: square(1000, 1205) },
      { panel: ['AWRT1', 'AWRT2'], vertices: square(1100, 1505) },
    ],
  } as const

  it('counts points by the first region that has them', () => {
    const { counts, best } = judgedOf(asked)
    const regionOf = membersOf(points, asked.regions)
    const inside = (to: number) => rows.filter(([x]) => x <= to).length
    expect(counts).toEqual([inside(1205), inside(1505) - inside(1205), count - inside(1505)])
    expect(counts).toEqual([1, 2, 3].map((region) => regionOf.filter((each) => each === region).length))
    expect([...regionOf].slice(0, 3)).toEqual([1, 1, 1])
    expect(best).toHaveLength(5)
    for (const row of best) expect(regionOf[row]).toBe(1)
  })

  it('judges policies, and is a document that anybody reads', () => {
    const { policies, document } = judgedOf(asked)
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

describe('a polygon drawn over a region', () => {
  const region: DrawnRegion = {
    name: 'good',
    panel: ['AWRT1', 'AWRT2'],
    vertices: [
      [0, 0],
      [8, 0],
      [8, 4],
      [0, 4],
    ],
  }
  const other: DrawnRegion = { ...region, panel: ['AWRT', 'UTIL'] }
  const drawn = (vertices: readonly Vertex[], panel = region.panel): DrawnRegion => ({ panel, vertices })
  const right: readonly Vertex[] = [
    [6, -1],
    [10, -1],
    [10, 5],
    [6, 5],
  ]

  it('is added to the last one of its panel, or taken away, and both stay convex', () => {
    const [, more] = drawnOver([other, region], drawn(right), 'more')
    expect(more).toMatchObject({ name: 'good', panel: region.panel })
    for (const [x, y] of [...region.vertices, ...right]) expect(contains(more.vertices, x, y)).toBe(true)
    const [less] = drawnOver([region, other], drawn(right), 'less')
    expect([...less.vertices].sort(([a, b], [c, d]) => a - c || b - d)).toEqual([
      [0, 0],
      [0, 4],
      [6, 0],
      [6, 4],
    ])
    // Where its axes are exchanged.
    const turned = drawn(
      right.map(([x, y]) => [y, x]),
      ['AWRT2', 'AWRT1'],
    )
    expect(drawnOver([region], turned, 'less')).toEqual([less])
    expect(drawnOver([region], drawn(right), 'new')).toHaveLength(2)
    expect(drawnOver([other], drawn(right), 'more')).toHaveLength(2)
    expect(drawnOver([other], drawn(right), 'less')).toEqual([other])
    const all: readonly Vertex[] = [
      [-1, -1],
      [20, -1],
      [20, 20],
      [-1, 20],
    ]
    expect(drawnOver([other, region], drawn(all), 'less')).toEqual([other])
  })

  it('leaves nothing of what is taken away', () => {
    fc.assert(
      fc.property(fc.array(VERTEX, { minLength: 3, maxLength: 8 }), (away) => {
        const whole: DrawnRegion = { ...region, vertices: SQUARE }
        const hull = convexAround(away)
        if (hull === null) return
        const [left] = drawnOver([whole], drawn(hull), 'less')
        if (left === undefined) return
        for (const [x, y] of left.vertices) expect(contains(SQUARE, x, y)).toBe(true)
        const middle = left.vertices.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0])
        const [x, y] = middle.map((sum) => sum / left.vertices.length)
        expect(contains(hull, x, y)).toBe(false)
      }),
      { seed: 21 },
    )
  })
})

const SQUARE: readonly Vertex[] = [
  [-1000, -1000],
  [1000, -1000],
  [1000, 1000],
  [-1000, 1000],
]

describe('weights', () => {
  it('are a formula and back', () => {
    const factors = { AWRT1: 10, AWRT2: 0.4, UTIL: 20_000 }
    const weights = Object.entries(factors).map(([name, factor]) => ({ name, factor, max: name === 'UTIL' }))
    const text = weightedSum(weights)
    expect(text).toBe('10*AWRT1 + 0.4*AWRT2 - 20000*UTIL')
    expect(Object.fromEntries(weightsIn(text) ?? [])).toEqual({ ...factors, UTIL: -20_000 })
    expect(Object.fromEntries(weightsIn('-UTIL + 1e-7*AWRT') ?? [])).toEqual({ UTIL: -1, AWRT: 1e-7 })
    for (const none of ['max(AWRT1, AWRT2)', 'AWRT1*AWRT2', '2', 'AWRT1 AWRT2', 'AWRT1 + AWRT1', 'AWRT1 +'])
      expect(weightsIn(none)).toBeNull()
  })

  it('are moved by the range that objectives have on the front', () => {
    expect(weighedIn(points, null)?.map(({ importance }) => importance)).toEqual([0, 0, 0])
    const [first, second, third] = weighedIn(points, 'AWRT1 + 2*AWRT2 - 1000*UTIL') ?? []
    expect([first.importance, second.importance]).toEqual([1, 4])
    expect(third).toMatchObject({ max: true, factor: 1000 })
    expect(third.importance).toBeCloseTo((1000 * 0.199) / 1990, 12)
    const weights = [first, second, third]
    expect(weighedAnew(weights, 'AWRT2', 0)).toBe('AWRT1 - 1000*UTIL')
    expect(weighedAnew([first], 'AWRT1', 0)).toBeNull()
    for (const strange of ['-1*AWRT1 + AWRT2', 'AWRT1 + UTIL', 'AWRT7', 'log(AWRT1)'])
      expect(weighedIn(points, strange)).toBeNull()
  })
})

describe('wishes', () => {
  const wish = { regions: [], objective: null, subjectTo: [] }

  it('of a formula are the schedules that it likes most', () => {
    const places = sorted(points, { ...wish, objective: 'AWRT1' }, [])
    expect(places === null ? [] : countsOf(places)).toEqual([5, count - 5])
    expect([...(places?.classOf ?? [])].slice(0, 6)).toEqual([1, 1, 1, 1, 1, 2])
    expect(sorted(points, wish, [])).toBeNull()
    expect(() => sorted(points, { ...wish, objective: 'AWRT1 +' }, [])).toThrow()
    expect(() => sorted(points, { ...wish, objective: 'AWRT1 / 0' }, [])).toThrow('no value for any schedule')
  })

  it('keep to bounds, as far as their values say', () => {
    const easy = { policy: 'EASY', values: [1500, 4000, 0.6] }
    const subjectTo = ['AWRT2 <= 1.05*easy', 'AWRT1 >= 1105', 'maxWait <= 14d', 'UTIL >= cons:saf']
    const keeps = ([one, other]: readonly number[]) => other <= 4200 && one >= 1105
    const kept = rows.filter(keeps).length
    expect(kept).toBeGreaterThan(100)
    const bounded = sorted(points, { ...wish, subjectTo }, [easy])
    expect([...(bounded?.classOf ?? [])]).toEqual(rows.map((row) => (keeps(row) ? 1 : 3)))
    expect(bounded).toMatchObject({
      ...{ wanted: 1, kept },
      unknown: [
        'maxWait <= 14d: maxWait is no objective of this front',
        'UTIL >= cons:saf: nobody knows what that policy reaches here',
      ],
    })
    // The formula likes most what keeps to them.
    const liked = sorted(points, { ...wish, subjectTo, objective: 'AWRT1' }, [easy])
    expect(liked === null ? [] : countsOf(liked)).toEqual([5, kept - 5])
    const best = rows.findIndex(keeps)
    expect([...(liked?.classOf ?? [])].slice(best - 1, best + 6)).toEqual([3, 1, 1, 1, 1, 1, 2])
    expect(sorted(points, { ...wish, subjectTo: ['maxWait <= 14d'] }, [])?.kept).toBeNull()
    expect(() => sorted(points, { ...wish, subjectTo: ['AWRT1'] }, [])).toThrow('not a constraint')
  })

  it('are a document with their bounds', () => {
    const subjectTo = ['AWRT2 <= 3000', 'maxWait <= 14d']
    const said = judgedOf({
      ...{ name: 'log', digest: 'd', objectives: names, points: rows, settings: USUAL_REGION_SETTINGS },
      policies: [{ policy: 'easy', values: [1500, 4000, 0.6] }],
      ...{ regions: [], objective: '10*AWRT1 + 4*AWRT2', subjectTo },
    })
    const preference = readPreference(said.document, 'preference')
    expect(preference).toMatchObject({ objective: '10*AWRT1 + 4*AWRT2', subjectTo, front: null })
    expect(said.best).toHaveLength(5)
    expect(said.policies[0].judgement?.value).toBe(31_000)
  })

  it('say what they cost the others', () => {
    const objectives = names.map((name) => objectiveInfo(requireObjective(name)))
    const given = {
      objectives,
      points: rows,
      preferred: [0, 1],
      policies: [{ name: 'easy', values: [1100, 4000, 0.5] }],
    }
    expect(costSentences(given)).toEqual([
      'For the schedule that you would like most you give up: AWRT2 +390.2 %, UTIL −28.5 % against the best that is possible there.',
      'Against easy it loses AWRT2 +25.0 %, and wins AWRT1 −9.1 %.',
    ])
  })
})

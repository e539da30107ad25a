/** Regions by a slow twin that follows the rules word by word, and what has to hold of any front and any polygons. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Place } from '../../../src/core/place.js'
import {
  checkConvex,
  contains,
  type Judgement,
  objectiveOf,
  type Polygon,
  type Preference,
  type Regions,
  regionExtents,
  regionObjective,
  USUAL_REGION_SETTINGS,
  type Vertex,
} from '../../../src/preference/index.js'
import { failureOf } from '../../support/failures.js'

const PANEL = 'panel AWRT1 × AWRT2'
const at = Place.of('drawn.json').at('vertices')
const square: readonly Vertex[] = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
]

describe('polygons', () => {
  it('are closed, in either direction', () => {
    for (const vertices of [square, [...square].reverse()]) {
      const inside = [1, 0, 2, 2.001].map((x) => contains(vertices, x, x))
      expect(inside).toEqual([true, true, true, false])
      expect(contains(vertices, 1, 2)).toBe(true)
      expect(() => checkConvex(vertices, PANEL, at)).not.toThrow()
    }
  })

  it('that are not convex, have no area or turn round more than once are refused with their place', () => {
    const dart = [...square.slice(0, 3), [1.5, 0.5]] as const
    expect(failureOf(() => checkConvex(dart, PANEL, at))).toMatchObject({
      what: 'the polygon is not convex',
      detail: { field: 'vertices[3]', value: `1.5, 0.5 on ${PANEL}` },
    })
    // Its halves undo each other: no area, but no line either.
    const [one, two, three, four] = square
    expect(failureOf(() => checkConvex([one, three, two, four], PANEL, at))).toMatchObject({
      what: 'the polygon is not convex',
      detail: { field: 'vertices', value: PANEL },
    })
    const flat = [0, 1, 2, 3].map((x): Vertex => [x, 2 * x])
    expect(failureOf(() => checkConvex(flat, PANEL, at))).toMatchObject({
      what: 'a polygon without an area',
      detail: { field: 'vertices', value: PANEL },
    })
    expect(failureOf(() => checkConvex(square.slice(0, 2), PANEL, at)).detail.value).toBe(
      `2 vertices on ${PANEL}`,
    )
    const star = [0, 2, 4, 1, 3].map((k): Vertex => {
      const angle = (2 * Math.PI * k) / 5
      return [Math.cos(angle), Math.sin(angle)]
    })
    expect(failureOf(() => checkConvex(star, PANEL, at)).what).toBe('the polygon is not convex')
    expect(() => checkConvex([square[0], square[0], [1, 0], ...square.slice(1)], PANEL, at)).not.toThrow()
  })
})

/** Fronts of 2 to 5 axes, a polygon or two round some of their points, and schedules around them. */
const drawings = fc
  .record({
    d: fc.integer({ min: 2, max: 5 }),
    count: fc.integer({ min: 6, max: 25 }),
    unit: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    two: fc.boolean(),
  })
  .map(({ d, count, unit, two }) => {
    const next = () => Number(unit.next().value)
    const points = Float64Array.from({ length: count * d }, () => Math.round(next() * 1e6))
    const senses = Array.from({ length: d }, (_, axis) =>
      axis % 3 === 2 ? ('max' as const) : ('min' as const),
    )
    const round = (row: number, x: number, y: number): Polygon => {
      const [cx, cy] = [points[row * d + x], points[row * d + y]]
      const [w, h] = [1 + next() * 3e5, 1 + next() * 3e5]
      return {
        axes: [x, y],
        vertices: [
          [cx - w, cy - h],
          [cx + w, cy - h],
          [cx + w, cy + h],
          [cx - w, cy + h],
        ],
      }
    }
    const drawn: Regions = {
      names: senses.map((_, axis) => `O${axis}`),
      senses,
      points,
      polygons: two ? [round(0, 0, 1), round(1, d - 2, d - 1)] : [round(0, 0, 1)],
    }
    const schedules = Array.from({ length: 12 }, () =>
      Array.from({ length: d }, () => (next() * 2 - 0.5) * 1e6),
    )
    return { drawn, schedules }
  })

/** Those whose polygons all take points. */
function judgedIn(
  drawn: Regions,
  schedules: readonly (readonly number[])[],
  settings = USUAL_REGION_SETTINGS,
) {
  try {
    const objective = regionObjective(drawn, settings)
    return schedules.map((schedule) => objective.judge(schedule))
  } catch {
    return null
  }
}

const SEEDED = { seed: 21, numRuns: 60 }

function near(one: Judgement, other: Judgement, tolerance = 1e-7): void {
  expect(one.priority).toBe(other.priority)
  for (const part of ['beyond', 'fromFront', 'value'] as const) {
    expect(Math.abs(one[part] - other[part])).toBeLessThanOrEqual(tolerance * (1 + Math.abs(one[part])))
  }
}

describe('regions', () => {
  it('are those of the twin', () => {
    fc.assert(
      fc.property(drawings, ({ drawn, schedules }) => {
        const judged = judgedIn(drawn, schedules)
        fc.pre(judged !== null)
        for (const [k, { priority, beyond }] of judged.entries()) {
          const twin = twinOf(drawn, schedules[k])
          expect(priority).toBe(twin.priority)
          expect(beyond).toBeCloseTo(twin.beyond, 9)
        }
      }),
      SEEDED,
    )
  })

  it('do not depend on the units of the objectives, nor on the order of the points', () => {
    fc.assert(
      fc.property(drawings, ({ drawn, schedules }) => {
        const judged = judgedIn(drawn, schedules)
        fc.pre(judged !== null)
        const d = drawn.senses.length
        const moved = (value: number, axis: number) => (2 + axis) * value - 1000 * axis
        const rows = Array.from({ length: drawn.points.length / d }, (_, row) =>
          Array.from(drawn.points.subarray(row * d, (row + 1) * d), moved),
        )
        const other = {
          ...drawn,
          points: Float64Array.from(rows.reverse().flat()),
          polygons: drawn.polygons.map(({ axes, vertices }) => ({
            axes,
            vertices: vertices.map(([x, y]): Vertex => [moved(x, axes[0]), moved(y, axes[1])]),
          })),
        }
        const same = judgedIn(
          other,
          schedules.map((schedule) => schedule.map(moved)),
        )
        for (const [k, judgement] of judged.entries()) near(judgement, same![k])
      }),
      SEEDED,
    )
  })

  it('of priority 1 are the same whatever is drawn below them', () => {
    fc.assert(
      fc.property(drawings, ({ drawn, schedules }) => {
        fc.pre(drawn.polygons.length === 2)
        const both = judgedIn(drawn, schedules)
        const first = judgedIn({ ...drawn, polygons: drawn.polygons.slice(0, 1) }, schedules)
        fc.pre(both !== null && first !== null)
        for (const [k, { priority, beyond }] of first.entries()) {
          if (priority !== 1) continue
          expect([both[k].priority, both[k].beyond]).toEqual([1, beyond])
        }
      }),
      SEEDED,
    )
  })

  it('hold their own points, and b grows on the way out from Z’s ray', () => {
    fc.assert(
      fc.property(drawings, ({ drawn }) => {
        const d = drawn.senses.length
        const rows = Array.from({ length: drawn.points.length / d }, (_, row) =>
          Array.from(drawn.points.subarray(row * d, (row + 1) * d)),
        )
        const judged = judgedIn(drawn, rows)
        fc.pre(judged !== null)
        const { regions, judge } = regionObjective(drawn)
        for (const [row, region] of regions.entries()) {
          if (region === 1) expect(judged[row].priority).toBe(1)
        }
        const [from, to] = [rows[regions.indexOf(1)], rows[rows.length - 1]]
        const way = Array.from({ length: 8 }, (_, step) =>
          judge(from.map((value, axis) => value + (step / 4) * (to[axis] - value))),
        )
        for (const [step, { beyond }] of way.entries()) {
          // A largest of linear functions that starts at 0 is convex, so it never falls.
          if (step > 0) expect(beyond).toBeGreaterThanOrEqual(way[step - 1].beyond - 1e-12)
        }
      }),
      SEEDED,
    )
  })

  it('by their deepest planes agree with all planes nearly always, and never put a point of the front elsewhere', () => {
    let same = 0
    let all = 0
    fc.assert(
      fc.property(drawings, ({ drawn, schedules }) => {
        const [exact, quick] = (['all', 'deepest'] as const).map((planes) =>
          judgedIn(drawn, schedules, { ...USUAL_REGION_SETTINGS, planes }),
        )
        fc.pre(exact !== null && quick !== null)
        for (const [k, { priority }] of exact!.entries()) {
          all++
          if (priority === quick![k].priority) same++
          // Fewer planes, so a region can only be larger.
          expect(quick![k].priority).toBeLessThanOrEqual(priority)
        }
      }),
      SEEDED,
    )
    expect(same / all).toBeGreaterThan(0.95)
  })

  it('of a search: what lies in the first one by the deepest planes is judged by all of them', () => {
    let doubtful = 0
    fc.assert(
      fc.property(drawings, ({ drawn, schedules }) => {
        const [exact, quick] = (['all', 'deepest'] as const).map((planes) =>
          judgedIn(drawn, schedules, { ...USUAL_REGION_SETTINGS, planes }),
        )
        fc.pre(exact !== null && quick !== null)
        const names = ['AWRT', 'AWWT', 'UTIL', 'meanWait', 'maxWait'].slice(0, drawn.senses.length)
        const searched = objectiveOf(preferenceOf(drawn, names), 'deepest')
        for (const [k, schedule] of schedules.entries()) {
          const value = searched.byParts(
            Object.fromEntries(names.map((name, axis) => [name, schedule[axis]])),
          )
          expect(value).toBe(quick![k].priority === 1 ? exact![k].value : quick![k].value)
          if (quick![k].priority === 1 && exact![k].priority !== 1) doubtful++
        }
      }),
      { ...SEEDED, numRuns: 300 },
    )
    expect(doubtful).toBeGreaterThan(0)
  })

  it('that take no point are refused, with what has taken them', () => {
    const drawn: Regions = {
      names: ['AWRT', 'UTIL'],
      senses: ['min', 'max'],
      points: Float64Array.of(1, 1, 2, 2, 3, 3),
      polygons: [
        { axes: [0, 1], vertices: square },
        {
          axes: [0, 1],
          vertices: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        },
      ],
    }
    const failure = failureOf(() => regionObjective(drawn))
    expect(failure.what).toBe('the polygon takes no point of the front')
    expect(failure.detail).toMatchObject({ field: 'polygons[1]', value: 'panel AWRT × UTIL' })
    const away = {
      ...drawn,
      polygons: [{ axes: [0, 1], vertices: square.map(([x, y]) => [x + 9, y]) }],
    } as Regions
    expect(failureOf(() => regionObjective(away)).what).toBe('the polygon contains no point of the front')
  })

  it('sign a by the side: better than the front is below 0', () => {
    const drawn: Regions = {
      names: ['A', 'B'],
      senses: ['min', 'min'],
      points: Float64Array.of(0, 10, 5, 5, 10, 0),
      polygons: [
        {
          axes: [0, 1],
          vertices: [
            [4, 4],
            [6, 4],
            [6, 6],
            [4, 6],
          ],
        },
      ],
    }
    const { judge } = regionObjective(drawn, {
      ...USUAL_REGION_SETTINGS,
      measure: 'signed',
      measuredOn: 'all',
    })
    expect(judge([4, 4]).fromFront).toBeCloseTo(-Math.SQRT2 / 10, 12)
    expect(judge([6, 6]).fromFront).toBeCloseTo(Math.SQRT2 / 10, 12)
  })
})

describe('extents', () => {
  it('of regions in a plane are where a schedule is judged to lie in them', () => {
    const among = new Set<number>()
    fc.assert(
      fc.property(drawings, ({ drawn, schedules }) => {
        fc.pre(drawn.senses.length === 2)
        fc.pre(judgedIn(drawn, schedules) !== null)
        const found = regionExtents(drawn, USUAL_REGION_SETTINGS)
        fc.pre(found !== null)
        const { judge } = regionObjective(drawn)
        const [lefts, tops] = [0, 1].map((axis) => drawn.points.filter((_, place) => place % 2 === axis))
        for (const [share, other] of [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95].flatMap((a) => [
          [a, 0.13],
          [a, 0.52],
          [0.31, a],
        ])) {
          const at = [lefts, tops].map((column, axis) => {
            const [least, most] = [Math.min(...column), Math.max(...column)]
            return least + (axis === 0 ? share : other) * (most - least)
          })
          const place = found.extents.findIndex(
            (corners) => corners.length > 2 && contains(corners, at[0], at[1]),
          )
          const { priority } = judge(at)
          among.add(priority)
          expect(place < 0 ? found.extents.length + 1 : place + 1).toBe(priority)
        }
        expect(judge(found.far).beyond).toBeLessThan(1e-9)
      }),
      { ...SEEDED, numRuns: 40 },
    )
    expect([...among].sort()).toEqual([1, 2, 3])
  })

  it('are none where an objective has one value', () => {
    const points = Float64Array.of(1, 5, 2, 5)
    const polygons: readonly Polygon[] = [{ axes: [0, 1], vertices: square.map(([x, y]) => [x, y + 4]) }]
    const drawn: Regions = { names: ['A', 'B'], senses: ['min', 'min'], points, polygons }
    expect(regionExtents(drawn, USUAL_REGION_SETTINGS)).toBeNull()
  })
})

function preferenceOf({ senses, points, polygons }: Regions, objectives: readonly string[]): Preference {
  const d = senses.length
  const rows = Array.from({ length: points.length / d }, (_, row) => [
    ...points.subarray(row * d, (row + 1) * d),
  ])
  return {
    ...{ name: 'drawn', objective: null, subjectTo: [], settings: USUAL_REGION_SETTINGS },
    regions: polygons.map(({ axes: [x, y], vertices }, k) => {
      return { name: `region ${k + 1}`, panel: [objectives[x], objectives[y]], vertices }
    }),
    front: { name: 'log', digest: 'd', objectives, points: rows },
  }
}

/** pr and b, rule by rule, with plain arrays and no shortcut. */
function twinOf({ senses, points, polygons }: Regions, schedule: readonly number[]) {
  const d = senses.length
  const minimised = (values: readonly number[]) =>
    values.map((value, k) => (senses[k] === 'max' ? -value : value))
  const rows = Array.from({ length: points.length / d }, (_, row) =>
    Array.from(points.subarray(row * d, (row + 1) * d)),
  )
  const region = rows.map((row) => {
    const taker = polygons.findIndex(({ axes, vertices }) => {
      const [xs, ys] = [vertices.map(([x]) => x), vertices.map(([, y]) => y)]
      const [x, y] = [row[axes[0]], row[axes[1]]]
      // Rectangles, all of them.
      return Math.min(...xs) <= x && x <= Math.max(...xs) && Math.min(...ys) <= y && y <= Math.max(...ys)
    })
    return taker < 0 ? polygons.length + 1 : taker + 1
  })
  const all = rows.map(minimised)
  const varying = senses.map((_, k) => k).filter((k) => new Set(all.map((row) => row[k])).size > 1)
  const normal = (row: readonly number[]) =>
    varying.map((k) => {
      const column = all.map((other) => other[k])
      const least = Math.min(...column)
      return (row[k] - least) / (Math.max(...column) - least) - 1.1
    })
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, k) => sum + value * b[k], 0)
  const rays = all.map(normal)
  const last = Math.max(...region)
  const planesOf = (own: number) => {
    const planes: number[][] = []
    for (const [i, p] of rays.entries()) {
      for (const [j, q] of rays.entries()) {
        if (region[i] !== own || region[j] === own) continue
        const r = p.map((value, k) => (value + q[k]) / 2)
        const size = Math.sqrt(dot(r, r))
        const along = dot(q, r) / size
        const n = q.map((value, k) => value - (along * r[k]) / size)
        const length = Math.sqrt(dot(n, n))
        if (length <= 1e-12) continue
        const plane = n.map((value) => value / length)
        if (rays.every((other, k) => region[k] !== own || dot(plane, other) <= 1e-12)) planes.push(plane)
      }
    }
    return planes
  }
  const ray = normal(minimised(schedule))
  for (let own = 1; own < last; own++) {
    if (planesOf(own).every((plane) => dot(plane, ray) <= 1e-12)) {
      return { priority: own, beyond: own === 1 ? 0 : farthest() }
    }
  }
  return { priority: last, beyond: last === 1 ? 0 : farthest() }

  function farthest(): number {
    return Math.max(
      0,
      ...planesOf(1)
        .map((plane) => dot(plane, ray))
        .filter((distance) => distance > 1e-12),
    )
  }
}

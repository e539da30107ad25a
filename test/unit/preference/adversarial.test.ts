/**
 * Region cases made to hurt, as files and computed anew, against a slow twin that follows rules R1 to R16 word by word: polygons that
 * touch, overlap, nest or are equal but for their panel, points on edges and corners, axes of one value or nearly, repeated points, few points.
 * Coordinates are whole numbers of few bits, so that most decisions fall on the edge itself; where one is nearer to a tolerance than
 * rounding is, either answer stands.
 */
import { expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { recompute } from '../../../src/lab/sites/instances.js'

const CASES = 160
const random = new Random(57)
const int = (least: number, most: number) => least + random.below(most - least + 1)

interface Case {
  readonly objectives: readonly { readonly name: string; readonly sense: 'min' | 'max' }[]
  readonly points: readonly (readonly number[])[]
  readonly polygons: readonly {
    readonly axes: readonly [number, number]
    readonly vertices: readonly (readonly [number, number])[]
  }[]
  readonly schedules: readonly (readonly number[])[]
}

function made(k: number): Case {
  const d = int(2, 5)
  const count = int(2, 24)
  const size = [4, 8, 64][k % 3]
  const constant = k % 5 === 0 ? int(0, d - 1) : -1
  const points = Array.from({ length: count }, () =>
    Array.from({ length: d }, (_, axis) => (axis === constant ? 3 : int(0, size))),
  )
  // The same schedule twice, and one axis a sum of others.
  if (k % 4 === 1) points.push([...points[0]])
  if (k % 7 === 2 && d > 2) for (const row of points) row[0] = row[1] + row[2]
  const polygons: Case['polygons'][number][] = []
  for (let n = int(1, 4); n > 0; n--) {
    const axes =
      k % 6 === 3 ? ([0, 1] as const) : random.below(2) === 0 ? ([0, d - 1] as const) : ([1, 0] as const)
    const [x, y] = axes
    // From point to point, so that corners and edges are points themselves.
    const [p, q] = [points[random.below(points.length)], points[random.below(points.length)]]
    const [left, right] = [Math.min(p[x], q[x]), Math.max(p[x], q[x]) + (p[x] === q[x] ? 1 : 0)]
    const [low, high] = [Math.min(p[y], q[y]), Math.max(p[y], q[y]) + (p[y] === q[y] ? 1 : 0)]
    const corners: readonly (readonly [number, number])[] = [
      [left, low],
      [right, low],
      [right, high],
      [left, high],
    ]
    const vertices = [corners, [...corners].reverse(), corners.slice(0, 3)][random.below(3)]
    polygons.push({ axes, vertices })
  }
  return {
    objectives: Array.from({ length: d }, (_, axis) => ({
      name: `O${axis}`,
      sense: random.below(3) === 0 ? 'max' : 'min',
    })),
    points,
    polygons: polygons.filter((_, place) => takes(points, polygons, place)),
    schedules: Array.from({ length: 8 }, (_, n) =>
      n < 3 ? points[n % points.length] : Array.from({ length: d }, () => int(-2 * size, 3 * size) / 2),
    ),
  }
}

function inside({ axes: [x, y], vertices }: Case['polygons'][number], row: readonly number[]): boolean {
  const sides = vertices.map(([x0, y0], k) => {
    const [x1, y1] = vertices[(k + 1) % vertices.length]
    return Math.sign((x1 - x0) * (row[y] - y0) - (y1 - y0) * (row[x] - x0))
  })
  return !(sides.includes(1) && sides.includes(-1))
}

function takes(points: Case['points'], polygons: Case['polygons'], place: number): boolean {
  // Whatever those before take, those that are left take more.
  return points.some(
    (row) => inside(polygons[place], row) && !polygons.slice(0, place).some((each) => inside(each, row)),
  )
}

/** R1 to R14: pr, b and a of every schedule, and how near a decision came to its tolerance. */
function twin({ objectives, points, polygons, schedules }: Case) {
  const region = points.map((row) => {
    const taker = polygons.findIndex((polygon) => inside(polygon, row))
    return taker < 0 ? polygons.length + 1 : taker + 1
  })
  const signed = (row: readonly number[]) =>
    row.map((value, k) => (objectives[k].sense === 'max' ? -value : value))
  const all = points.map(signed)
  const axes = objectives.map((_, k) => k).filter((k) => new Set(all.map((row) => row[k])).size > 1)
  const ray = (row: readonly number[]) =>
    axes.map((k) => {
      const column = all.map((each) => each[k])
      const least = Math.min(...column)
      return (signed(row)[k] - least) / (Math.max(...column) - least) - 1.1
    })
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, k) => sum + value * b[k], 0)
  const rays = points.map(ray)
  const last = Math.max(...region)
  let nearest = Number.POSITIVE_INFINITY
  const side = (value: number): boolean => {
    // What is 0 but for rounding is within by R7 and R8; what is neither 0 nor beyond is in doubt.
    if (Math.abs(value) > 1e-14) nearest = Math.min(nearest, Math.abs(value - 1e-12))
    return value > 1e-12
  }
  const planes = Array.from({ length: last - 1 }, (_, n) =>
    rays.flatMap((p, i) =>
      rays.flatMap((q, j) => {
        if (region[i] !== n + 1 || region[j] === n + 1) return []
        const r = p.map((value, k) => (value + q[k]) / 2)
        const along = dot(q, r) / dot(r, r)
        const normal = q.map((value, k) => value - along * r[k])
        const length = Math.sqrt(dot(normal, normal))
        if (length <= 1e-12) return []
        nearest = Math.min(nearest, Math.abs(length - 1e-12))
        const plane = normal.map((value) => value / length)
        return rays.some((other, k) => region[k] === n + 1 && side(dot(plane, other))) ? [] : [plane]
      }),
    ),
  )
  const judged = schedules.map((schedule) => {
    const own = ray(schedule)
    const found = planes.findIndex((each) => !each.some((plane) => side(dot(plane, own))))
    const pr = found < 0 ? last : found + 1
    const past = (planes[0] ?? []).map((plane) => dot(plane, own)).filter((value) => value > 1e-12)
    const beyond = pr === 1 || past.length === 0 ? [0] : past
    return { pr, b: Math.min(...beyond), bFarthest: Math.max(...beyond), ...fromFront(rays, own) }
  })
  return { region, planes: planes.map((each) => each.length), judged, sure: nearest > 1e-13 }
}

/** R11 to R13: the hyperplane through the m nearest points by cofactors, or the nearest point; and whether it is in no doubt. */
function fromFront(rays: readonly (readonly number[])[], own: readonly number[]) {
  const m = own.length
  if (m === 0) return { a: 0, plain: true }
  const square = (row: readonly number[]) => row.reduce((sum, value, k) => sum + (value - own[k]) ** 2, 0)
  const order = rays.map((row, place) => ({ row, place, away: square(row) }))
  order.sort((one, other) => one.away - other.away || one.place - other.place)
  const toPoint = Math.sqrt(order[0].away)
  const cut = (order[m]?.away ?? Number.POSITIVE_INFINITY) - order[Math.min(m, order.length) - 1].away
  // Which of points that are equally far is the m-th is in doubt where only rounding tells.
  const told = cut > 1e-12
  if (order.length < m) return { a: toPoint, plain: true }
  const [base, ...others] = order.slice(0, m).map(({ row }) => row)
  const rows = others.map((row) => row.map((value, k) => value - base[k]))
  const normal = own.map(
    (_, k) => (k % 2 === 0 ? 1 : -1) * determinant(rows.map((row) => row.filter((__, axis) => axis !== k))),
  )
  const length = Math.hypot(...normal)
  const size = rows.reduce((product, row) => product * Math.hypot(...row), 1)
  // Coordinates of few bits: points span a hyperplane well, or not at all.
  if (length <= 1e-12 * size || size === 0) return { a: toPoint, plain: told }
  const along = normal.reduce((sum, value, k) => sum + (value / length) * (own[k] - base[k]), 0)
  return { a: Math.min(Math.abs(along), toPoint), plain: told && length > 1e-6 * size }
}

function determinant(rows: readonly (readonly number[])[]): number {
  if (rows.length === 0) return 1
  return rows[0].reduce((sum, value, k) => {
    const minor = rows.slice(1).map((row) => row.filter((_, axis) => axis !== k))
    return sum + (k % 2 === 0 ? 1 : -1) * value * determinant(minor)
  }, 0)
}

it('hold for cases made to hurt, to 10⁻⁹', () => {
  const cases = Array.from({ length: CASES }, (_, k) => made(k)).filter(({ polygons }) => polygons.length > 0)
  const file = { format: 'queuewright-region-cases 1', tolerance: 1e-9, cases }
  const answered = recompute(JSON.stringify(file), 'cases.json') as unknown as {
    readonly cases: readonly {
      readonly expected: {
        readonly region: readonly number[]
        readonly planes: readonly number[]
        readonly schedules: readonly Readonly<
          Record<'pr' | 'b' | 'a' | 'f' | 'bFarthest' | 'fFarthest', number>
        >[]
      }
    }[]
  }
  let sure = 0
  let measured = 0
  for (const [k, each] of cases.entries()) {
    const { region, planes, judged, sure: certain } = twin(each)
    const { expected } = answered.cases[k]
    expect(expected.region, `case ${k}`).toEqual(region)
    for (const [n, { pr, b, a, f, bFarthest, fFarthest }] of expected.schedules.entries()) {
      if (judged[n].plain) {
        measured++
        expect(Math.abs(a - judged[n].a), `case ${k}, schedule ${n}`).toBeLessThanOrEqual(1e-9 * (1 + a))
      }
      expect(a).toBeGreaterThanOrEqual(0)
      expect(Math.abs(f - (pr * b + a))).toBeLessThanOrEqual(1e-9 * (1 + f))
      expect(Math.abs(fFarthest - (pr * bFarthest + a))).toBeLessThanOrEqual(1e-9 * (1 + fFarthest))
    }
    if (!certain) continue
    sure++
    expect(expected.planes, `case ${k}`).toEqual(planes)
    for (const [n, { pr, b, bFarthest }] of judged.entries()) {
      const own = expected.schedules[n]
      expect(own.pr, `case ${k}, schedule ${n}`).toBe(pr)
      expect(Math.abs(own.b - b)).toBeLessThanOrEqual(1e-9 * (1 + b))
      expect(Math.abs(own.bFarthest - bFarthest)).toBeLessThanOrEqual(1e-9 * (1 + bFarthest))
    }
  }
  expect(sure).toBeGreaterThan(CASES / 2)
  expect(measured).toBeGreaterThan(4 * CASES)
})

/**
 * A polygon that an owner draws on a panel of a front's scatter plots, two objectives against each other (Franke, doctoral
 * thesis, Dortmund 2006, 8.2.1): convex, of three vertices or more, in either direction, in natural units. It is closed:
 * what lies on an edge is inside.
 */
import type { Place } from '../core/place.js'

export type Vertex = readonly [x: number, y: number]

export interface Polygon {
  /** Places of the objectives of its panel: x, y. */
  readonly axes: readonly [number, number]
  readonly vertices: readonly Vertex[]
}

/** Whether no two cross products with the edges have opposite signs. */
export function contains(vertices: readonly Vertex[], x: number, y: number): boolean {
  let left = false
  let right = false
  for (const [k, [fromX, fromY]] of vertices.entries()) {
    const [toX, toY] = vertices[(k + 1) % vertices.length]
    const side = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)
    if (side > 0) left = true
    else if (side < 0) right = true
  }
  return !(left && right)
}

/** How far outside a point is, along both axes in the lengths given; 0 inside. */
export function distanceToPolygon(
  vertices: readonly Vertex[],
  x: number,
  y: number,
  [width, height]: readonly [number, number],
): number {
  if (contains(vertices, x, y)) return 0
  return vertices.reduce((least, [fromX, fromY], k) => {
    const [toX, toY] = vertices[(k + 1) % vertices.length]
    const [alongX, alongY] = [(toX - fromX) / width, (toY - fromY) / height]
    const [offX, offY] = [(x - fromX) / width, (y - fromY) / height]
    const square = alongX ** 2 + alongY ** 2
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, (offX * alongX + offY * alongY) / square))
    return Math.min(least, Math.hypot(offX - share * alongX, offY - share * alongY))
  }, Number.POSITIVE_INFINITY)
}

/**
 * @param at the place of the vertices in a document
 * @param panel its objectives, for messages
 * @throws QueuewrightError naming the panel and the vertex at which the polygon is not convex, or that it has no area
 */
export function checkConvex(vertices: readonly Vertex[], panel: string, at: Place): void {
  const count = vertices.length
  if (count < 3) {
    throw at.fault('not a polygon', { value: `${count} vertices on ${panel}`, expected: '3 or more' })
  }
  const area = doubledArea(vertices)
  if (area === 0) {
    if (!onLine(vertices)) throw notConvex(at, panel)
    const remedy = 'Its vertices lie on a line: move one of them'
    throw at.fault('a polygon without an area', { value: panel, remedy })
  }
  const turns = Math.sign(area)
  let angle = 0
  for (let k = 0; k < count; k++) {
    const [one, two] = [edgeAt(vertices, k), edgeAfter(vertices, k)]
    if (two === null || (one[0] === 0 && one[1] === 0)) continue
    const turn = turnBetween(one, two)
    if (turn * turns < 0)
      throw notConvex(at.at((k + 1) % count), `${vertices[(k + 1) % count].join(', ')} on ${panel}`)
    angle += Math.atan2(turn * turns, one[0] * two[0] + one[1] * two[1])
  }
  // A star turns the same way at every vertex, but more than once around.
  if (angle > 3 * Math.PI) throw notConvex(at, panel)
}

function notConvex(at: Place, value: string) {
  return at.fault('the polygon is not convex', {
    value,
    remedy:
      'Name its vertices in their order round it, and leave out those that lie inside the others, or draw two regions',
  })
}

/** No corner turns anywhere. What crosses itself may have no area either, as one half undoes the other. */
function onLine(vertices: readonly Vertex[]): boolean {
  return vertices.every((_, k) => {
    const next = edgeAfter(vertices, k)
    return next === null || turnBetween(edgeAt(vertices, k), next) === 0
  })
}

function turnBetween(one: Vertex, two: Vertex): number {
  return one[0] * two[1] - one[1] * two[0]
}

/** Twice the area, signed. Relative to the first vertex, as all may be far from 0. */
function doubledArea(vertices: readonly Vertex[]): number {
  const [[x, y]] = vertices
  return vertices.reduce((sum, [ax, ay], k) => {
    const [bx, by] = vertices[(k + 1) % vertices.length]
    return sum + (ax - x) * (by - y) - (bx - x) * (ay - y)
  }, 0)
}

function edgeAt(vertices: readonly Vertex[], k: number): Vertex {
  const [from, to] = [vertices[k % vertices.length], vertices[(k + 1) % vertices.length]]
  return [to[0] - from[0], to[1] - from[1]]
}

/** The next edge that has a length; null where no other has. */
function edgeAfter(vertices: readonly Vertex[], k: number): Vertex | null {
  for (let next = k + 1; next < k + vertices.length; next++) {
    const edge = edgeAt(vertices, next)
    if (edge[0] !== 0 || edge[1] !== 0) return edge
  }
  return null
}

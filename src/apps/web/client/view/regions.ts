/**
 * Regions that are drawn on panels of two objectives: as text of an address, and the convex polygon of what a hand has drawn.
 * Pure.
 */
import { smallestOf } from '../../../../core/statistics.js'

export type Vertex = readonly [x: number, y: number]

export interface DrawnRegion {
  /** Names of the objectives of its panel. */
  readonly panel: readonly [string, string]
  /** In natural units. */
  readonly vertices: readonly Vertex[]
}

/** Vertices that a drawn region keeps: a hand draws no more corners than that. */
const MOST_VERTICES = 12
const MOST_REGIONS = 20
/** Digits of a vertex: finer than a hand. */
const DIGITS = 5

/** `AWRT1,AWRT2:40000,60000_70000,60000_70000,90000`, with `~` between regions. */
export function regionsText(regions: readonly DrawnRegion[]): string {
  const textOf = ({ panel, vertices }: DrawnRegion) => `${panel.join(',')}:${vertices.map(String).join('_')}`
  return regions.map(textOf).join('~')
}

/** Regions of an address; anything else in it is left out. */
export function parseRegions(text: string): readonly DrawnRegion[] {
  return text
    .split('~', MOST_REGIONS)
    .map(parseRegion)
    .filter((region) => region !== null)
}

function parseRegion(text: string): DrawnRegion | null {
  const [, x, y, corners] = /^(\w{1,40}),(\w{1,40}):([-+.\de,_]+)$/.exec(text) ?? []
  if (corners === undefined) return null
  const vertices = corners.split('_', 1000).map((corner): Vertex => {
    const numbers = corner.split(',').map((word) => (word === '' ? Number.NaN : Number(word)))
    return numbers.length === 2 ? [numbers[0], numbers[1]] : [Number.NaN, Number.NaN]
  })
  return vertices.length >= 3 && vertices.flat().every(Number.isFinite) ? { panel: [x, y], vertices } : null
}

/** As `qw prefer --region` takes it. */
export function regionWords({ panel, vertices }: DrawnRegion): string {
  return `${panel.join(',')}: ${vertices.map(String).join(' ')}`
}

/**
 * The convex polygon around what was drawn, of at most twelve corners: those that matter least go first.
 * @returns null where it has no area
 */
export function convexAround(drawn: readonly Vertex[]): readonly Vertex[] | null {
  const corners = hullOf(drawn.map(([x, y]): Vertex => [rounded(x), rounded(y)]))
  while (corners.length > MOST_VERTICES) corners.splice(leastCorner(corners), 1)
  return corners.length >= 3 ? corners : null
}

/** Andrew's monotone chain (Information Processing Letters 9, 1979); corners on an edge are none. */
function hullOf(points: readonly Vertex[]): Vertex[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (ordered: readonly Vertex[]): Vertex[] => {
    const chain: Vertex[] = []
    for (const point of ordered) {
      while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0)
        chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** Twice the area of a triangle, positive where it turns left. */
function turn([ax, ay]: Vertex, [bx, by]: Vertex, [cx, cy]: Vertex): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

function leastCorner(corners: readonly Vertex[]): number {
  const n = corners.length
  const areas = corners.map((corner, k) => turn(corners[(k + n - 1) % n], corner, corners[(k + 1) % n]))
  return areas.indexOf(smallestOf(areas))
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

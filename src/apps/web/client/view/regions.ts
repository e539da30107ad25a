/**
 * Regions that are drawn on panels of two objectives: as text of an address, and the convex polygon of what a hand has drawn.
 * Pure.
 */
import { largestOf, smallestOf } from '../../../../core/statistics.js'

export type Vertex = readonly [x: number, y: number]

export interface DrawnRegion {
  /** The owner's name for it; one that has none is called by its place. */
  readonly name?: string
  /** It counts, but is not drawn. */
  readonly hidden?: true
  /** Names of the objectives of its panel. */
  readonly panel: readonly [string, string]
  /** In natural units. */
  readonly vertices: readonly Vertex[]
}

/** Vertices that a drawn region keeps: a hand draws no more corners than that. */
const MOST_VERTICES = 12
const MOST_REGIONS = 20
const HIDDEN = '!'
/** Digits of a vertex: finer than a hand. */
const DIGITS = 5

/**
 * `AWRT1,AWRT2:40000,60000_70000,60000_70000,90000`, with `NAME=` before it where it has one, `!` before both where it is hidden,
 * and `~` between regions.
 */
export function regionsText(regions: readonly DrawnRegion[]): string {
  return regions.map((region) => `${region.hidden ? HIDDEN : ''}${written(region, '=', ':', '_')}`).join('~')
}

/** Regions of an address; anything else in it is left out. */
export function parseRegions(text: string): readonly DrawnRegion[] {
  return text
    .split('~', MOST_REGIONS)
    .map((each): DrawnRegion | null => {
      if (!each.startsWith(HIDDEN)) return parseRegion(each, '_')
      const region = parseRegion(each.slice(HIDDEN.length), '_')
      return region && { ...region, hidden: true }
    })
    .filter((region) => region !== null)
}

/** As `qw prefer --region` takes it. */
export function regionWords(region: DrawnRegion): string {
  return written(region, ' = ', ': ', ' ')
}

/** A region as `regionWords` writes it; null where it is none. */
export function regionIn(typed: string): DrawnRegion | null {
  return parseRegion(typed.replaceAll('~', ' '), /\s+/)
}

function written(region: DrawnRegion, equals: string, colon: string, blank: string): string {
  const { name, panel, vertices } = region
  const named = name === undefined ? '' : `${name}${equals}`
  return `${named}${panel.join(',')}${colon}${vertices.map(String).join(blank)}`
}

function parseRegion(text: string, blank: string | RegExp): DrawnRegion | null {
  const [, name, x, y, corners] =
    /^(?:([^=:]{1,60})=)?\s*(\w{1,40})\s*,\s*(\w{1,40})\s*:\s*([-+.\de,_\s]+)$/.exec(text) ?? []
  if (corners === undefined) return null
  const vertices = corners
    .trim()
    .split(blank, 1000)
    .map((corner): Vertex => {
      const numbers = corner.split(',').map((word) => (word === '' ? Number.NaN : Number(word)))
      return numbers.length === 2 ? [numbers[0], numbers[1]] : [Number.NaN, Number.NaN]
    })
  if (vertices.length < 3 || !vertices.flat().every(Number.isFinite)) return null
  return { ...named(name), panel: [x, y], vertices }
}

/** A name without the signs that part texts of regions. */
export function named(name: string | undefined): { readonly name?: string } {
  const plain =
    name
      ?.replace(/[!=:~\s]+/g, ' ')
      .trim()
      .slice(0, 60)
      .trim() ?? ''
  return plain === '' ? {} : { name: plain }
}

/** The regions as they count, all to be seen. */
export function unhidden(regions: readonly DrawnRegion[]): readonly DrawnRegion[] {
  return regions.map(({ hidden: _, ...region }) => region)
}

/** How a drawn polygon changes regions: a new one, more of the last one on its panel, or less of it. */
export type DrawMode = 'new' | 'more' | 'less'

/** Regions after a polygon was drawn over those that are to be seen. Regions are convex and stay so. */
export function drawnOver(
  regions: readonly DrawnRegion[],
  drawn: DrawnRegion,
  mode: DrawMode,
): readonly DrawnRegion[] {
  const [x, y] = drawn.panel
  const k = regions.findLastIndex(
    ({ panel: [h, v], hidden }) => !hidden && ((h === x && v === y) || (h === y && v === x)),
  )
  if (k < 0) return mode === 'less' ? regions : [...regions, drawn]
  if (mode === 'new') return [...regions, drawn]
  const region = regions[k]
  const turned = region.panel[0] !== x
  const over = drawn.vertices.map(([a, b]): Vertex => (turned ? [b, a] : [a, b]))
  const vertices =
    mode === 'more' ? convexAround([...region.vertices, ...over]) : without(region.vertices, over)
  if (vertices === null) return regions.toSpliced(k, 1)
  return regions.with(k, { ...region, vertices })
}

/** The largest convex part of a polygon that lies beyond one side of another; null where nothing is left. */
function without(corners: readonly Vertex[], away: readonly Vertex[]): readonly Vertex[] | null {
  const hull = hullOf(away)
  const parts = hull.map((from, k) => {
    const to = hull[(k + 1) % hull.length]
    return convexAround(beyondSide(hullOf(corners), from, to))
  })
  const areas = parts.map((part) => (part === null ? 0 : areaOf(part)))
  return parts[areas.indexOf(largestOf(areas))]
}

/** The part of a convex polygon to the right of a line. */
function beyondSide(corners: readonly Vertex[], from: Vertex, to: Vertex): readonly Vertex[] {
  const sides = corners.map((corner) => turn(from, to, corner))
  return corners.flatMap((corner, k): readonly Vertex[] => {
    const next = (k + 1) % corners.length
    const [side, other] = [sides[k], sides[next]]
    const kept = side <= 0 ? [corner] : []
    if (side * other >= 0) return kept
    const share = side / (side - other)
    const [a, b] = [corner, corners[next]]
    return [...kept, [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]]
  })
}

function areaOf(corners: readonly Vertex[]): number {
  return corners.reduce(
    (sum, corner, k) => sum + turn(corners[0], corner, corners[(k + 1) % corners.length]),
    0,
  )
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

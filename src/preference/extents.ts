/**
 * Regions in the plane of two objectives, as bisectors extend them beyond the points of the front (bisectors.ts): each the
 * part that its planes leave of the rectangle from the best values to Z. All of these go through Z, so it is a wedge from
 * there.
 */
import { largestOf, smallestOf } from '../core/statistics.js'
import { FAR_POINT, type Planes } from './bisectors.js'
import { type RegionSettings, type Regions, regionObjective } from './objective.js'
import type { Vertex } from './polygon.js'
import { spaceOf } from './space.js'

/**
 * @param drawn on a front of two objectives
 * @returns for each region but the last one its corners, in natural units, none where nothing is left; nothing at all
 * where an objective has one value on all points
 * @throws QueuewrightError as `regionObjective`
 */
export function regionExtents(
  drawn: Regions,
  settings: RegionSettings,
): { readonly far: Vertex; readonly extents: readonly (readonly Vertex[])[] } | null {
  if (spaceOf(drawn).axes.length < 2) return null
  const natural = inverseOf(drawn)
  const { bounds } = regionObjective(drawn, settings)
  return {
    far: natural([FAR_POINT, FAR_POINT]),
    extents: bounds.map((planes) => leftBy(planes).map(natural)),
  }
}

/** From the normalised space back to natural units. */
function inverseOf({ senses, points }: Regions): (vertex: Vertex) => Vertex {
  const ends = senses.map((sense, axis) => {
    const column = points.filter((_, place) => place % senses.length === axis)
    const [least, most] = [smallestOf(column), largestOf(column)]
    return sense === 'min' ? [least, most] : [most, least]
  })
  const along = (axis: 0 | 1, share: number) => ends[axis][0] + share * (ends[axis][1] - ends[axis][0])
  return ([x, y]) => [along(0, x), along(1, y)]
}

function leftBy({ count, normals }: Planes): readonly Vertex[] {
  let left: readonly Vertex[] = [
    [0, 0],
    [FAR_POINT, 0],
    [FAR_POINT, FAR_POINT],
    [0, FAR_POINT],
  ]
  for (let plane = 0; plane < count; plane++) left = cut(left, normals[2 * plane], normals[2 * plane + 1])
  return left
}

/** The part of a polygon on the inner side of a plane through Z (Sutherland and Hodgman 1974). */
function cut(corners: readonly Vertex[], normalX: number, normalY: number): readonly Vertex[] {
  const beyond = ([x, y]: Vertex) => normalX * (x - FAR_POINT) + normalY * (y - FAR_POINT)
  return corners.flatMap((from, k): readonly Vertex[] => {
    const to = corners[(k + 1) % corners.length]
    const [one, other] = [beyond(from), beyond(to)]
    const kept = one <= 0 ? [from] : []
    if (one * other >= 0) return kept
    const share = one / (one - other)
    return [...kept, [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]]
  })
}

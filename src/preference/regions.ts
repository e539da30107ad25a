/**
 * Regions of a front: what an owner has drawn, in order of priority, and which points of the front it takes. A point
 * belongs to the first polygon that contains it; what no polygon takes is the last region, the rest.
 */
import type { Place } from '../core/place.js'
import { checkConvex, contains, type Polygon } from './polygon.js'
import type { NaturalPoints } from './space.js'

/**
 * The region of each point: 1 for the first polygon, one more than there are polygons for the rest.
 * @param at the place of the polygons in their document
 * @throws QueuewrightError where a polygon is none, is not convex, or takes no point that the ones before it have left, naming it and its panel
 */
export function assignRegions(
  { senses, points }: NaturalPoints,
  polygons: readonly Polygon[],
  names: readonly string[],
  at: Place,
): Int32Array {
  const d = senses.length
  const regions = new Int32Array(points.length / d).fill(polygons.length + 1)
  for (const [k, { axes, vertices }] of polygons.entries()) {
    const [x, y] = axes
    const panel = `panel ${names[x]} × ${names[y]}`
    checkConvex(vertices, panel, at.at(k).at('vertices'))
    let inside = 0
    let taken = 0
    for (let row = 0; row < regions.length; row++) {
      if (!contains(vertices, points[row * d + x], points[row * d + y])) continue
      inside++
      if (regions[row] !== polygons.length + 1) continue
      regions[row] = k + 1
      taken++
    }
    if (taken > 0) continue
    throw inside === 0
      ? at.at(k).fault('the polygon contains no point of the front', {
          value: panel,
          remedy: 'Draw it round at least one schedule that is possible',
        })
      : at.at(k).fault('the polygon takes no point of the front', {
          value: panel,
          remedy: `Polygons of higher priority have all ${inside} that it contains: draw it larger, or move it up`,
        })
  }
  return regions
}

/** The last region that has points: that of the rest, or the last polygon's where nothing is left. */
export function lastRegion(regions: Int32Array): number {
  return regions.reduce((last, region) => Math.max(last, region), 1)
}

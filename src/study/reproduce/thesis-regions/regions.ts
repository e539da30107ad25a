/**
 * The regions of figure 8.7 (C. Franke, doctoral thesis, Dortmund 2006, 8.2.1.1), on any front. The thesis shows them as
 * drawings on its own front of CTC, without numbers, and says what they mean: first schedules that are good for user groups
 * 1 and 2, more so for 1; then for 1 alone; then for 2 and 3, a little more so for 3; then for 2 and 4.
 *
 * Here each is a rectangle from the corner of the best values of two objectives to shares of the front's points in each of
 * them, `lean` times as large a share where less matters. The shares are the least that take enough points which regions
 * before have left.
 */
import { ascending, quantile } from '../../../core/statistics.js'
import { contains, type DrawnFront, type DrawnRegion, type Vertex } from '../../../preference/index.js'

interface RegionOf {
  readonly name: string
  readonly panel: readonly [string, string]
  /** By what the share of points is multiplied on each axis. */
  readonly lean: readonly [number, number]
}

const REGIONS: readonly RegionOf[] = [
  { name: 'groups 1 and 2', panel: ['AWRT1', 'AWRT2'], lean: [1, 2] },
  { name: 'group 1', panel: ['AWRT1', 'AWRT2'], lean: [1, Number.POSITIVE_INFINITY] },
  { name: 'groups 2 and 3', panel: ['AWRT2', 'AWRT3'], lean: [1.5, 1] },
  { name: 'groups 2 and 4', panel: ['AWRT2', 'AWRT4'], lean: [1, 1] },
]

/** Points that a region takes at least: this share of the front, and so many. */
const SHARE = 0.02
const LEAST = 3
/** Shares that are tried. */
const STEPS = 50
/** How far beyond the best values rectangles begin, as a part of the range: nothing better is left out. */
const MARGIN = 0.05

/** Those that the front has objectives and points for. */
export function thesisRegions({
  objectives,
  points,
}: Pick<DrawnFront, 'objectives' | 'points'>): readonly DrawnRegion[] {
  let free = points
  const needed = Math.max(LEAST, Math.ceil(SHARE * points.length))
  return REGIONS.flatMap(({ name, panel, lean }): readonly DrawnRegion[] => {
    const axes = panel.map((objective) => objectives.indexOf(objective))
    if (axes.includes(-1)) return []
    const columns = axes.map((axis) => ascending(Float64Array.from(points, (row) => row[axis])))
    for (let step = 1; step <= STEPS; step++) {
      const vertices = rectangle(
        columns,
        lean.map((times) => Math.min(1, (times * step) / STEPS)),
      )
      const rest = free.filter((row) => !contains(vertices, row[axes[0]], row[axes[1]]))
      if (free.length - rest.length < needed) continue
      free = rest
      return [{ name, panel, vertices }]
    }
    return []
  })
}

/** @param columns values of two objectives, ascending */
function rectangle(columns: readonly Float64Array[], shares: readonly number[]): readonly Vertex[] {
  const [[left, right], [low, high]] = columns.map((column, k) => {
    const margin = MARGIN * (column[column.length - 1] - column[0]) || 1
    return [
      column[0] - margin,
      shares[k] === 1 ? column[column.length - 1] + margin : quantile(column, shares[k]),
    ]
  })
  return [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ]
}

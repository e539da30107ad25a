/** The panels of a front, every two objectives against each other: where each stands, and what is where on it. Pure. */
import type { Unit } from '../../../../core/format.js'
import { Place } from '../../../../core/place.js'
import { ascending, quantile } from '../../../../core/statistics.js'
import { assignRegions } from '../../../../preference/regions.js'
import { type ValueScale, valueScale } from '../../../../report/value-scale.js'
import { requireObjective } from '../../../../sim/objectives/index.js'
import type { DrawnRegion, Vertex } from './regions.js'

/** A front as panels need it: values in natural units, a row a schedule. */
export interface Points {
  readonly names: readonly string[]
  readonly units: readonly Unit[]
  readonly values: Float64Array
  readonly count: number
}

export interface PanelPlace {
  /** Places of the objectives: to the right, upwards. */
  readonly axes: readonly [number, number]
  readonly x: number
  readonly y: number
  readonly side: number
}

export interface Panels {
  readonly places: readonly PanelPlace[]
  readonly width: number
  readonly height: number
  /** One for each objective. */
  readonly scales: readonly ValueScale[]
  /** Points that lie beyond an axis; they stand at its edge. */
  readonly beyond: number
}

const LEFT = 62
const BOTTOM = 36
const GAP = 8
const LARGEST = 420
const SMALLEST = 60
const MARK_PIXELS = 70

/** The share of the points that may lie beyond either end of an axis. */
const TAIL = 0.03
/** By so much of that it is longer, as a share, where points go on. */
const MORE = 0.25

/**
 * The lower triangle of all pairs. Axes end where most of the points do, so that few strangers do not squash them.
 * @param whole whether axes have room for all of them
 */
export function panelsOf(points: Points, width: number, whole = false): Panels {
  const sides = points.names.length - 1
  const side = Math.floor(Math.min(LARGEST, Math.max(SMALLEST, (width - LEFT - GAP * sides) / sides)))
  const step = side + GAP
  const places: PanelPlace[] = []
  for (let row = 0; row < sides; row++) {
    for (let column = 0; column <= row; column++) {
      places.push({ axes: [column, row + 1], x: LEFT + column * step, y: row * step, side })
    }
  }
  const marks = Math.max(2, Math.floor(side / MARK_PIXELS))
  const d = points.names.length
  const ranges = points.names.map((_, axis) => {
    const values = ascending(points.values.filter((_, at) => at % d === axis))
    const [least, most] = [values[0], values[values.length - 1]]
    if (whole) return [least, most] as const
    const [low, high] = [quantile(values, TAIL), quantile(values, 1 - TAIL)]
    const room = MORE * (high - low)
    return [Math.max(least, low - room), Math.min(most, high + room)] as const
  })
  const scales = ranges.map(([low, high], axis) => valueScale(low, high, points.units[axis], marks))
  let beyond = 0
  for (let row = 0; row < points.count; row++) {
    const values = points.values.subarray(row * d, (row + 1) * d)
    if (values.some((value, axis) => value < ranges[axis][0] || value > ranges[axis][1])) beyond++
  }
  return { places, width: LEFT + sides * step, height: sides * step + BOTTOM, scales, beyond }
}

/** Where a value lies between the ends of its scale: 0 to 1. */
export function shareOf({ min, max, place }: ValueScale, value: number): number {
  return (place(value) - min) / (max - min)
}

export function valueAt({ min, max, logarithmic }: ValueScale, share: number): number {
  const place = min + share * (max - min)
  return logarithmic ? 10 ** place : place
}

/** The pixel of two values on a panel, or beyond it. */
export function pixelOf({ scales }: Panels, { axes, x, y, side }: PanelPlace, [h, v]: Vertex): Vertex {
  return [x + shareOf(scales[axes[0]], h) * side, y + (1 - shareOf(scales[axes[1]], v)) * side]
}

/** The pixel of a point, at the edge where it lies beyond. */
export function pixelOn(panels: Panels, place: PanelPlace, values: Vertex): Vertex {
  const [px, py] = pixelOf(panels, place, values)
  const { x, y, side } = place
  return [Math.min(x + side - 1, Math.max(x + 1, px)), Math.min(y + side - 1, Math.max(y + 1, py))]
}

export function valuesAt({ scales }: Panels, { axes, x, y, side }: PanelPlace, [px, py]: Vertex): Vertex {
  return [valueAt(scales[axes[0]], (px - x) / side), valueAt(scales[axes[1]], 1 - (py - y) / side)]
}

/** The panel that holds a pixel; −1: none. */
export function panelAt({ places }: Panels, [px, py]: Vertex): number {
  return places.findIndex(({ x, y, side }) => px >= x && px <= x + side && py >= y && py <= y + side)
}

/** The point nearest to a pixel on its panel; null where none is within `reach` pixels. */
export function nearestTo(
  panels: Panels,
  points: Points,
  panel: number,
  at: Vertex,
  reach: number,
): number | null {
  const place = panels.places[panel]
  let [best, least] = [-1, reach * reach]
  const d = points.names.length
  for (let row = 0; row < points.count; row++) {
    const values: Vertex = [points.values[row * d + place.axes[0]], points.values[row * d + place.axes[1]]]
    const [x, y] = pixelOn(panels, place, values)
    const square = (x - at[0]) ** 2 + (y - at[1]) ** 2
    if (square <= least) [best, least] = [row, square]
  }
  return best < 0 ? null : best
}

/**
 * The region of each point of a front, 1 the first; one more than there are is the rest.
 * @throws QueuewrightError for regions that cannot be
 */
export function membersOf({ names, values }: Points, regions: readonly DrawnRegion[]): Int32Array {
  const senses = names.map((name) => requireObjective(name).objective.sense)
  const polygons = regions.map(({ panel: [x, y], vertices }) => ({
    axes: [names.indexOf(x), names.indexOf(y)] as const,
    vertices,
  }))
  return assignRegions({ senses, points: values }, polygons, names, Place.of('regions'))
}

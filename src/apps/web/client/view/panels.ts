/** The panels of a front, every two objectives against each other: where each stands, and what is where on it. Pure. */
import type { Unit } from '../../../../core/format.js'
import { Place } from '../../../../core/place.js'
import type { Mark } from '../../../../core/scene.js'
import { ascending, quantile } from '../../../../core/statistics.js'
import { assignRegions } from '../../../../preference/regions.js'
import {
  marksOfSide,
  type PairPanel,
  type PairsLayout,
  pairsAxes,
  pairsLayout,
  pixelIn,
} from '../../../../report/plots/pairs-layout.js'
import { frame } from '../../../../report/plots/panel.js'
import { type ScatterAxis, scatterAxis } from '../../../../report/plots/scatter.js'
import { type ValueScale, valueScale } from '../../../../report/terminal/value-scale.js'
import { requireObjective } from '../../../../sim/objectives/index.js'
import type { DrawnRegion, Vertex } from './regions.js'

/** A front as panels need it: values in natural units, a row a schedule. */
export interface Points {
  readonly names: readonly string[]
  readonly units: readonly Unit[]
  readonly values: Float64Array
  readonly count: number
}

export interface Panels extends PairsLayout {
  /** One for each objective; points that lie beyond one stand at its end. */
  readonly axes: readonly ScatterAxis[]
  /** Points that lie beyond an axis. */
  readonly beyond: number
  /** Frames, scales and names. */
  readonly marks: readonly Mark[]
}

/** The share of the points that may lie beyond either end of an axis. */
const TAIL = 0.03
/** By so much of that it is longer, as a share, where points go on. */
const MORE = 0.25

/**
 * The panels of all pairs. Axes end where most of the points do, so that few strangers do not squash them.
 * @param whole whether axes have room for all of them
 */
export function panelsOf(points: Points, width: number, whole = false): Panels {
  const { names, units, values, count } = points
  const layout = pairsLayout(names.length, width, 0)
  const d = names.length
  const ranges = names.map((_, axis) => {
    const sorted = ascending(values.filter((_, at) => at % d === axis))
    const [least, most] = [sorted[0], sorted[sorted.length - 1]]
    if (whole) return [least, most] as const
    const [low, high] = [quantile(sorted, TAIL), quantile(sorted, 1 - TAIL)]
    const room = MORE * (high - low)
    return [Math.max(least, low - room), Math.min(most, high + room)] as const
  })
  const front = {
    axes: names.map((name, k) => ({ name, unit: units[k], sense: senseOf(name), bound: null })),
    points: values,
  }
  const axes = ranges.map(([low, high], k) => {
    const axis = scatterAxis(front, k, valueScale(low, high, units[k], marksOfSide(layout)))
    return { ...axis, shares: axis.shares.map((share) => Math.min(1, Math.max(0, share))) }
  })
  let beyond = 0
  for (let row = 0; row < count; row++) {
    const own = values.subarray(row * d, (row + 1) * d)
    if (own.some((value, axis) => value < ranges[axis][0] || value > ranges[axis][1])) beyond++
  }
  return { ...layout, axes, beyond, marks: [...layout.places.map(frame), ...pairsAxes(layout, axes)] }
}

function senseOf(name: string): 'min' | 'max' {
  return requireObjective(name).objective.sense
}

export function valueAt({ min, max, logarithmic }: ValueScale, share: number): number {
  const place = min + share * (max - min)
  return logarithmic ? 10 ** place : place
}

/** The pixel of two values on a panel, or beyond it. */
export function pixelOf({ axes }: Panels, place: PairPanel, values: Vertex): Vertex {
  return pixelIn(place, axes, values)
}

/** The pixel of a point. */
export function pixelOn({ axes }: Panels, place: PairPanel, row: number): Vertex {
  const [across, up] = place.axes.map((axis) => axes[axis].shares[row])
  const inner = (share: number, side: number) => Math.min(side - 1, Math.max(1, share * side))
  return [place.x + inner(across, place.width), place.y + inner(1 - up, place.height)]
}

export function valuesAt({ axes }: Panels, place: PairPanel, [px, py]: Vertex): Vertex {
  const { x, y, width, height } = place
  const [h, v] = place.axes.map((axis) => axes[axis].scale)
  return [valueAt(h, (px - x) / width), valueAt(v, 1 - (py - y) / height)]
}

/** The panel that holds a pixel; −1: none. */
export function panelAt({ places }: Panels, [px, py]: Vertex): number {
  return places.findIndex(
    ({ x, y, width, height }) => px >= x && px <= x + width && py >= y && py <= y + height,
  )
}

/** The point nearest to a pixel on its panel; null where none is within `reach` pixels. */
export function nearestTo(panels: Panels, panel: number, at: Vertex, reach: number): number | null {
  const place = panels.places[panel]
  let [best, least] = [-1, reach * reach]
  const count = panels.axes[0].shares.length
  for (let row = 0; row < count; row++) {
    const [x, y] = pixelOn(panels, place, row)
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
  const senses = names.map(senseOf)
  const polygons = regions.map(({ panel: [x, y], vertices }) => ({
    axes: [names.indexOf(x), names.indexOf(y)] as const,
    vertices,
  }))
  return assignRegions({ senses, points: values }, polygons, names, Place.of('regions'))
}

/**
 * The common part of pictures of a front's points: the scales of its axes, its points as dots, the marks of policies
 * beside them. A hundred thousand points become a grid of cells, each drawn once, runs of neighbours as one stroke with
 * round ends (which covers just what its dots would). Where sources share a cell, it takes the colour of the one with
 * fewer points, so that what is rare is not hidden under what is frequent. Pure.
 */

import type { DataTable } from '../../core/exhibit.js'
import { formatCount, plural } from '../../core/format.js'
import type { Mark, Paint } from '../../core/scene.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import { axisText, type FrontAxis, type FrontModel, pointCount, spansOf } from '../../front/model.js'
import { type ValueScale, valueScale } from '../terminal/value-scale.js'
import { circle, group, path, pixels, text } from './marks.js'
import { clamped, type LegendLine, onScale, type Panel } from './panel.js'
import { GREY, SERIES_COLOURS, VERMILION } from './theme.js'

export interface ScaledAxis extends FrontAxis {
  readonly scale: ValueScale
}

export interface ScatterAxis extends ScaledAxis {
  /** The share of the axis at which every point lies, 0 to 1. */
  readonly shares: Float32Array
}

/** Marks and bounds may widen an axis by this much of what the points span, at either end; those beyond are shown there. */
const REACH = 0.75

/**
 * The axes as pictures have them: as wide as the points, and wider for marks and bounds that lie near.
 * @param most marks of the scale that there is room for
 */
export function scatterAxes(front: FrontModel, places: readonly number[], most: number): ScatterAxis[] {
  const spans = spansOf(front)
  return places.map((k): ScatterAxis => {
    const axis = front.axes[k]
    const beside = [axis.bound, ...front.marks.map(({ values }) => values[k])].filter(
      (value): value is number => Number.isFinite(value),
    )
    const span = spans[k]
    const range =
      span === null
        ? widest(beside)
        : rangeWith(beside, Math.min(span.best, span.worst), Math.max(span.best, span.worst))
    return scatterAxis(front, k, valueScale(range.low, range.high, axis.unit, most))
  })
}

/** The axis at place `k` by a scale of somebody's choice. */
export function scatterAxis(
  { axes, points }: Pick<FrontModel, 'axes' | 'points'>,
  k: number,
  scale: ValueScale,
): ScatterAxis {
  const shares = new Float32Array(points.length / axes.length)
  for (let row = 0; row < shares.length; row++) shares[row] = shareOf(scale, points[row * axes.length + k])
  return { ...axes[k], scale, shares }
}

function widest(values: readonly number[]): { low: number; high: number } {
  return values.length === 0 ? { low: 0, high: 1 } : { low: smallestOf(values), high: largestOf(values) }
}

function rangeWith(beside: readonly number[], low: number, high: number): { low: number; high: number } {
  if (low === high) return widest([low, ...beside])
  const { logarithmic, place } = valueScale(low, high, '1', 2)
  const [first, last] = [place(low), place(high)]
  const reach = REACH * (last - first)
  const near = beside.filter((value) => {
    const at = logarithmic && value <= 0 ? Number.NEGATIVE_INFINITY : place(value)
    return at >= first - reach && at <= last + reach
  })
  const wide = widest([low, high, ...near])
  // A bound near zero must not turn a linear scale into a logarithmic one, on which the points had no room.
  return valueScale(wide.low, wide.high, '1', 2).logarithmic === logarithmic ? wide : { low, high: wide.high }
}

/** Where a value lies between the ends of a scale, 0 to 1, or beyond them. */
export function shareOf(scale: ValueScale, value: number): number {
  return scale.logarithmic && value <= 0 ? Number.NEGATIVE_INFINITY : onScale(scale, scale.place(value))
}

/** A value's place on the axis, 0 to 1, and whether it had to be moved to an end. */
export function placeOn(
  { scale }: Pick<ScaledAxis, 'scale'>,
  value: number,
): { readonly at: number; readonly beyond: boolean } {
  const share = shareOf(scale, value)
  const at = Math.min(1, Math.max(0, share))
  return { at, beyond: at !== share }
}

/** `AWRT ←`: the arrow to where it is better; along a vertical axis, turned with the text, it points there too. */
export function axisName({ name, sense }: Pick<FrontAxis, 'name' | 'sense'>): string {
  return `${name} ${sense === 'min' ? '←' : '→'}`
}

/** How sources are coloured: the same in all pictures of a front. */
export interface SourceColours {
  /** The place of each source's colour class. */
  readonly classOf: Int32Array
  /** Those with points. */
  readonly classes: readonly { readonly colour: Paint; readonly name: string; readonly points: number }[]
  /** Place of each class in the order from few points to many. */
  readonly rarity: Int32Array
}

/** Sources beyond the seven with most points share the last colour, grey. */
export function sourceColours({ source, sources }: Pick<FrontModel, 'source' | 'sources'>): SourceColours {
  const points = new Int32Array(sources.length)
  for (const place of source) points[place]++
  const present = [...points.keys()].filter((k) => points[k] > 0)
  const single = SERIES_COLOURS.length - 1
  const most = [...present].sort((a, b) => points[b] - points[a] || a - b)
  const own = present.length <= single ? present : most.slice(0, single).sort((a, b) => a - b)
  const rest = present.filter((k) => !own.includes(k))
  const classOf = new Int32Array(sources.length).fill(own.length)
  own.forEach((k, place) => {
    classOf[k] = place
  })
  const classes: SourceColours['classes'][number][] = own.map((k, place) => ({
    colour: SERIES_COLOURS[place],
    name: sources[k].name,
    points: points[k],
  }))
  if (rest.length > 0) {
    const sum = rest.reduce((total, k) => total + points[k], 0)
    classes.push({ colour: GREY, name: plural(rest.length, 'further source'), points: sum })
  }
  const order = [...classes.keys()].sort((a, b) => classes[a].points - classes[b].points || a - b)
  const rarity = new Int32Array(classes.length)
  order.forEach((k, place) => {
    rarity[k] = place
  })
  return { classOf, classes, rarity }
}

/** The points within a panel, one path a colour. @param source of each point */
export function dotMarks(
  source: Int32Array,
  colours: SourceColours,
  horizontal: ScatterAxis,
  vertical: ScatterAxis,
  panel: Panel,
): Mark[] {
  const size = source.length
  if (size === 0) return []
  const cell = size > 5000 ? 1.5 : 1
  const columns = Math.floor(panel.width / cell)
  const rows = Math.floor(panel.height / cell)
  // 0: empty; else 1 + class.
  const owners = new Uint8Array(columns * rows)
  const { classOf, classes, rarity } = colours
  for (let k = 0; k < size; k++) {
    const [right, up] = [horizontal.shares[k], vertical.shares[k]]
    if (!(right >= 0 && right <= 1 && up >= 0 && up <= 1)) continue
    const column = Math.min(columns - 1, Math.floor(right * columns))
    const row = Math.min(rows - 1, Math.floor((1 - up) * rows))
    const at = row * columns + column
    const own = classOf[source[k]]
    const owner = owners[at]
    if (owner === 0 || rarity[own] < rarity[owner - 1]) owners[at] = own + 1
  }
  const strokes = classes.map(() => [] as string[])
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; ) {
      const owner = owners[row * columns + column]
      let end = column + 1
      while (end < columns && owners[row * columns + end] === owner) end++
      // A stroke of no length would have no ends in some renderers.
      if (owner > 0) strokes[owner - 1].push(`M${column} ${row}h${end - column - 1 || '.01'}`)
      column = end
    }
  }
  const frequentFirst = [...classes.keys()].sort((a, b) => rarity[b] - rarity[a])
  const drawn = frequentFirst.flatMap((k) =>
    strokes[k].length === 0 ? [] : [path(strokes[k].join(''), { stroke: classes[k].colour })],
  )
  return [
    group(drawn, {
      // Cells are drawn from their middles.
      shift: [panel.x + cell / 2, panel.y + cell / 2],
      ...(cell === 1 ? {} : { scale: [cell, cell] }),
      ...{ round: true, thick: dotPixels(size) / cell },
    }),
  ]
}

/** Few points are drawn larger. */
function dotPixels(size: number): number {
  return size <= 100 ? 5 : size <= 1000 ? 3.5 : size <= 5000 ? 2.6 : 2.2
}

const BOUND = { stroke: VERMILION, thick: 1.2, dash: '5 3' } as const

/** Dashed lines where the bounds of both axes lie, as far as they are within the panel. */
export function boundLines(horizontal: ScatterAxis, vertical: ScatterAxis, panel: Panel): Mark[] {
  const right = boundShare(horizontal)
  const up = boundShare(vertical)
  const line = (d: string, axis: ScatterAxis): Mark => path(d, { ...BOUND, title: boundText(axis) })
  return [
    ...(right === null
      ? []
      : [line(`M${pixels(panel.x + right * panel.width)} ${panel.y}v${panel.height}`, horizontal)]),
    ...(up === null
      ? []
      : [line(`M${panel.x} ${pixels(panel.y + (1 - up) * panel.height)}h${panel.width}`, vertical)]),
  ]
}

/** Where on the axis its bound lies; null where it has none or lies beyond. */
function boundShare(axis: ScatterAxis): number | null {
  if (axis.bound === null) return null
  const { at, beyond } = placeOn(axis, axis.bound)
  return beyond ? null : at
}

/** Proven: no schedule beats it. */
function boundText(axis: FrontAxis): string {
  return `no schedule has ${axis.sense === 'min' ? 'less' : 'more'} ${axis.name} than ${axisText(axis, axis.bound)}`
}

/** `A` to `Z`, then `AA`, … */
export function markLetter(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : `${markLetter(Math.floor(place / 26) - 1)}${letter}`
}

/** Radius of the disc with a mark's letter. */
export const MARK_RADIUS = 6.5

export interface PlacedMark {
  readonly name: string
  readonly letter: string
  /** Where it is, kept within the panel. */
  readonly atX: number
  readonly atY: number
  /** Where its letter is: there, or beside it where another mark has that place. */
  readonly x: number
  readonly y: number
  /** It lies beyond the end of an axis. */
  readonly beyond: boolean
  readonly title: string
}

/** Where the marks lie in a panel of two axes; those without one of the two values are left out. */
export function marksIn(
  named: FrontModel['marks'],
  places: readonly [number, number],
  axes: readonly [ScaledAxis, ScaledAxis],
  panel: Panel,
): PlacedMark[] {
  const placed: PlacedMark[] = []
  named.forEach(({ name, values }, k) => {
    const [right, up] = [values[places[0]], values[places[1]]]
    if (right === null || up === null || !Number.isFinite(right) || !Number.isFinite(up)) return
    const [across, down] = [placeOn(axes[0], right), placeOn(axes[1], up)]
    // A mark beyond an axis is whole within the panel, at its end.
    const margin = (beyond: boolean): number => (beyond ? MARK_RADIUS : 0)
    const atX = pixels(clamped(across.at * panel.width, margin(across.beyond), panel.width) + panel.x)
    const atY = pixels(clamped((1 - down.at) * panel.height, margin(down.beyond), panel.height) + panel.y)
    placed.push({
      name,
      letter: markLetter(k),
      atX,
      atY,
      ...freePlace(atX, atY, placed, panel),
      beyond: across.beyond || down.beyond,
      title: `${name}: ${axes[0].name} ${axisText(axes[0], right)}, ${axes[1].name} ${axisText(axes[1], up)}`,
    })
  })
  return placed
}

/** The place itself, or the nearest of some around it that no letter has; the place itself where all are taken. */
function freePlace(
  x: number,
  y: number,
  placed: readonly PlacedMark[],
  panel: Panel,
): { readonly x: number; readonly y: number } {
  for (let ring = 0; ring <= 3; ring++) {
    const far = ring * (MARK_RADIUS + 5)
    for (let turn = 0; turn < (ring === 0 ? 1 : 12); turn++) {
      const angle = (turn * Math.PI) / 6
      const at = { x: pixels(x + far * Math.cos(angle)), y: pixels(y - far * Math.sin(angle)) }
      const inside =
        ring === 0 ||
        (Math.abs(at.x - panel.x - panel.width / 2) <= panel.width / 2 - MARK_RADIUS &&
          Math.abs(at.y - panel.y - panel.height / 2) <= panel.height / 2 - MARK_RADIUS)
      if (inside && !placed.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < 2 * MARK_RADIUS))
        return at
    }
  }
  return { x, y }
}

/** All marks of a panel: below, lines from letters that had to move to where their marks are; above, the letters. */
export function letterMarks(marks: readonly PlacedMark[]): Mark[] {
  const moved = marks.filter(({ atX, atY, x, y }) => x !== atX || y !== atY)
  const lines = moved.flatMap(({ atX, atY, x, y }) => [
    path(`M${atX} ${atY}L${x} ${y}`, { stroke: 'ink' }),
    circle(atX, atY, 2.5, { fill: 'ink' }),
  ])
  return [...lines, ...marks.map(letterMark)]
}

/** A disc with the mark's letter, hollow where it lies beyond an axis. */
function letterMark({
  letter,
  x,
  y,
  beyond,
  title,
}: Pick<PlacedMark, 'letter' | 'x' | 'y' | 'beyond' | 'title'>): Mark {
  const [fill, ink] = beyond ? (['paper', 'ink'] as const) : (['ink', 'paper'] as const)
  const size = letter.length === 1 ? 9 : 7
  const disc = circle(x, y, MARK_RADIUS, { fill, stroke: ink })
  return group([disc, text(x, y + size * 0.36, letter, ink, 'middle', { size, bold: true })], { title })
}

/** Explanations of a front's pictures: sources, marks, bounds. */
export function legendLines(
  front: FrontModel,
  colours: SourceColours,
  axes: readonly ScatterAxis[],
  marks: readonly { readonly letter: string; readonly name: string }[],
  beyond: boolean,
): LegendLine[] {
  const nothing = (): Mark[] => []
  const bounded = axes.filter((axis) => boundShare(axis) !== null)
  const outside = axes.filter((axis) => axis.bound !== null && boundShare(axis) === null)
  const line = (said: string, sign: LegendLine['sign'] = nothing): LegendLine => ({
    ...{ sign, text: said },
    colour: sign === nothing ? 'faint' : 'ink',
  })
  return [
    line(`${plural(pointCount(front), 'point')}; arrow: better`),
    ...colours.classes.map(({ colour, name, points }) =>
      line(`${name} (${formatCount(points)})`, (x, y) => [circle(x, y, 4, { fill: colour })]),
    ),
    ...marks.map(({ letter, name }) =>
      line(name, (x, y) => [letterMark({ letter, x, y, beyond: false, title: name })]),
    ),
    ...(beyond ? [line('hollow: beyond an axis')] : []),
    ...(bounded.length === 0 ? [] : [line('proven bound', (x, y) => [path(`M${x - 8} ${y}h16`, BOUND)])]),
    ...(outside.length === 0
      ? []
      : [line(`bound beyond axis: ${outside.map(({ name }) => name).join(', ')}`)]),
  ]
}

/** The points on some axes, with what gives them, then the policies beside them. */
export function frontData(front: FrontModel, places: readonly number[]): DataTable {
  const d = front.axes.length
  const points = Array.from({ length: pointCount(front) }, (_, row) => [
    front.sources[front.source[row]].name,
    ...places.map((k) => front.points[row * d + k]),
  ])
  const marks = front.marks.map(({ name, values }) => [name, ...places.map((k) => values[k])])
  return { columns: ['made by', ...places.map((k) => front.axes[k].name)], rows: [...points, ...marks] }
}

/**
 * A front in the plane of two of its objectives, with the policies beside it, as in figures 4 and 5 of Franke, Lepping,
 * Schwiegelshohn: Greedy scheduling with complex objectives (2007). The thin line joins the points that no other point of
 * the front beats in both: what is possible where only these two count.
 */

import type { Picture } from '../../core/exhibit.js'
import { formatCount } from '../../core/format.js'
import type { Mark } from '../../core/scene.js'
import { sha256 } from '../../core/sha256.js'
import { type FrontModel, pointCount, staircaseOf } from '../../front/model.js'
import { fittedText, heading, path, pixels, scene, text, textPixels } from './marks.js'
import { bottomAxis, frame, grid, leftAxis, legendMarks, type Panel } from './panel.js'
import {
  axisName,
  boundLines,
  dotMarks,
  frontData,
  legendLines,
  letterMarks,
  MARK_RADIUS,
  marksIn,
  type PlacedMark,
  placeOn,
  type ScatterAxis,
  type SourceColours,
  scatterAxes,
  sourceColours,
} from './scatter.js'
import { PLOT_WIDTH } from './theme.js'

const LEFT = 92
const RIGHT = 16
const TOP = 40
const HEIGHT = 520
const AXIS = 54
const LEGEND_LINE = 17
const MARKS_ACROSS = 9
const MARKS_UP = 7
const LABEL_SIZE = 12
const LABEL_HEIGHT = 14
const LONGEST_LABEL = 220

/** A part of the plane in the colour of a source. */
export interface PlaneArea {
  /** The source's place. */
  readonly source: number
  /** In natural units. */
  readonly vertices: readonly (readonly [number, number])[]
}

export interface PlanePlot {
  readonly front: FrontModel
  /** Names of axes of the front. */
  readonly x: string
  readonly y: string
  /** Shaded below the points, in this order. */
  readonly areas?: readonly PlaneArea[]
}

/**
 * @throws RangeError where the front has no such axis
 */
export function planePlot({ front, x, y, areas = [] }: PlanePlot): Picture {
  const places = [placeOfAxis(front, x), placeOfAxis(front, y)] as const
  const [horizontal] = scatterAxes(front, [places[0]], MARKS_ACROSS)
  const [vertical] = scatterAxes(front, [places[1]], MARKS_UP)
  const colours = sourceColours(front)
  const panel: Panel = { x: LEFT, y: TOP, width: PLOT_WIDTH - LEFT - RIGHT, height: HEIGHT }
  const marks = marksIn(front.marks, places, [horizontal, vertical], panel)
  const beyond = marks.some((mark) => mark.beyond)
  const lines = legendLines(front, colours, [horizontal, vertical], marks, beyond)
  if (pointCount(front) > 0) {
    lines.push({
      sign: (atX, atY) => [path(`M${atX - 8} ${atY}h16`, { stroke: 'ink' })],
      text: 'best of the front where only these two count',
      colour: 'ink',
    })
  }
  const legendRows = Math.ceil(lines.length / 2)
  const bottom = TOP + HEIGHT + AXIS
  const middle = TOP + HEIGHT / 2
  const title = `${front.title}: ${x} and ${y}`
  const marked = marks.length === 0 ? '' : `; marked: ${marks.map(({ name }) => name).join(', ')}`
  const label = `${title}; ${formatCount(pointCount(front))} points${marked}`
  return {
    name: `plane-${fileWord(x)}-${fileWord(y)}`,
    scene: scene(PLOT_WIDTH, bottom + legendRows * LEGEND_LINE + 10, label, [
      heading(title, LEFT, panel.width),
      ...areas.map((area) => shaded(area, colours, [horizontal, vertical], panel)),
      ...grid(horizontal.scale, vertical.scale, panel),
      ...dotMarks(front.source, colours, horizontal, vertical, panel),
      ...stairs(front, places, horizontal, vertical, panel),
      ...boundLines(horizontal, vertical, panel),
      frame(panel),
      ...letterMarks(marks),
      ...labels(marks, panel),
      ...bottomAxis(horizontal.scale, panel, 12, RIGHT),
      ...leftAxis(vertical.scale, panel, 12),
      text(LEFT + panel.width / 2, bottom - 12, axisName(horizontal), 'ink', 'middle', { bold: true }),
      text(14, middle, axisName(vertical), 'ink', 'middle', { bold: true, turn: -90 }),
      ...legendMarks(lines, { x: LEFT, y: bottom, width: panel.width, height: legendRows * LEGEND_LINE }),
    ]),
    data: frontData(front, places),
  }
}

function placeOfAxis({ axes }: FrontModel, name: string): number {
  const place = axes.findIndex((axis) => axis.name === name)
  if (place < 0) throw new RangeError(`the front has no objective ${name}`)
  return place
}

/** Straight edges are drawn in so many pieces: on a logarithmic scale they are none. */
const PIECES = 24

function shaded(
  { source, vertices }: PlaneArea,
  { classOf, classes }: SourceColours,
  [horizontal, vertical]: readonly [ScatterAxis, ScatterAxis],
  panel: Panel,
): Mark {
  const corners = vertices.flatMap(([fromX, fromY], k) => {
    const [toX, toY] = vertices[(k + 1) % vertices.length]
    return Array.from({ length: PIECES }, (_, piece) => {
      const share = piece / PIECES
      const across = placeOn(horizontal, fromX + share * (toX - fromX)).at
      const up = placeOn(vertical, fromY + share * (toY - fromY)).at
      return `${pixels(panel.x + across * panel.width)} ${pixels(panel.y + (1 - up) * panel.height)}`
    })
  })
  // A source without points has no colour.
  const fill = classes.at(classOf[source])?.colour ?? 'faint'
  return path(`M${corners.join('L')}Z`, { fill, opacity: 0.25 })
}

/** The line from one best point to the next: first along the axis to the right, then up or down. */
function stairs(
  front: FrontModel,
  [x, y]: readonly [number, number],
  horizontal: ScatterAxis,
  vertical: ScatterAxis,
  panel: Panel,
): Mark[] {
  const corners = staircaseOf(front, x, y).map((point) => [
    pixels(panel.x + placeOn(horizontal, point.x).at * panel.width),
    pixels(panel.y + (1 - placeOn(vertical, point.y).at) * panel.height),
  ])
  if (corners.length === 0) return []
  // What is reached at a corner is reached by whoever asks for less: to the right where less is better, else to the left.
  const sideways = horizontal.sense === 'min'
  let [atX, atY] = corners[0]
  let d = `M${atX} ${atY}`
  for (const [nextX, nextY] of corners.slice(1)) {
    // Corners within the same half pixel of the last one change nothing that can be seen.
    if (Math.abs(nextX - atX) < 0.5 && Math.abs(nextY - atY) < 0.5) continue
    d += sideways ? `H${nextX}V${nextY}` : `V${nextY}H${nextX}`
    ;[atX, atY] = [nextX, nextY]
  }
  return [path(d, { stroke: 'ink' })]
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Names beside the marks, each where it covers no other mark and no other name; where there is no such place, none. */
function labels(marks: readonly PlacedMark[], panel: Panel): Mark[] {
  const taken: Box[] = marks.map(({ x, y }) => ({
    left: x - MARK_RADIUS,
    right: x + MARK_RADIUS,
    top: y - MARK_RADIUS,
    bottom: y + MARK_RADIUS,
  }))
  return marks.flatMap(({ name, x, y }, own): Mark[] => {
    const label = fittedText(name, LONGEST_LABEL, LABEL_SIZE)
    // Bold letters are wider.
    const width = 1.1 * textPixels(label, LABEL_SIZE)
    const far = MARK_RADIUS + 4
    const corners: readonly (readonly [number, number])[] = [
      [x + far, y - LABEL_HEIGHT / 2],
      [x - far - width, y - LABEL_HEIGHT / 2],
      [x - width / 2, y - far - LABEL_HEIGHT],
      [x - width / 2, y + far],
      [x + far, y - far - LABEL_HEIGHT],
      [x + far, y + far],
      [x - far - width, y - far - LABEL_HEIGHT],
      [x - far - width, y + far],
    ]
    const box = corners
      .map(([left, top]) => ({ left, top, right: left + width, bottom: top + LABEL_HEIGHT }))
      .find(
        (candidate) =>
          inside(candidate, panel) && !taken.some((other, k) => k !== own && overlap(candidate, other)),
      )
    if (box === undefined) return []
    taken.push(box)
    return [text(box.left, box.top + 11, label, 'ink', 'start', { bold: true, halo: true })]
  })
}

function inside(box: Box, { x, y, width, height }: Panel): boolean {
  return box.left >= x && box.right <= x + width && box.top >= y && box.bottom <= y + height
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** An objective in the name of a file: of a class of jobs by its plain name and a digest, since files cannot have its signs. */
function fileWord(objective: string): string {
  if (/^\w+$/.test(objective)) return objective
  return `${objective.replace(/\W.*$/s, '')}-${sha256(objective).slice(0, 6)}`
}

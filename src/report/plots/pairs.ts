/**
 * A front in pictures of every two of its objectives: the lower triangle of a scatter-plot matrix, 21 panels for seven
 * objectives. Scales are shared by columns and rows; above the diagonal is the legend.
 */

import type { Picture } from '../../core/exhibit.js'
import { formatCount } from '../../core/format.js'
import type { Mark } from '../../core/scene.js'
import { type FrontModel, frontSize } from '../../front/model.js'
import { fittedText, heading, path, pixels, scene, text } from './marks.js'
import { bottomAxis, frame, leftAxis, legendMarks, type Panel } from './panel.js'
import {
  axisName,
  boundLines,
  dotMarks,
  frontData,
  legendLines,
  letterMarks,
  markLetter,
  marksIn,
  placeOn,
  type ScatterAxis,
  scatterAxes,
  sourceColours,
} from './scatter.js'

const WIDTH = 1000
const LEFT = 96
const RIGHT = 12
const TOP = 40
const BOTTOM = 48
const GAP = 8
const LARGEST_PANEL = 440
const SMALLEST_PANEL = 70
/** Pixels that a mark of a scale takes. */
const MARK_ROOM = 55

/** Drawn on the panel of two axes, in natural units. */
export interface DrawnPolygon {
  readonly axes: readonly [number, number]
  readonly vertices: readonly (readonly [number, number])[]
}

/**
 * @param polygons outlined on their panels
 * @throws RangeError for fewer than two axes
 */
export function pairsPlot(front: FrontModel, polygons: readonly DrawnPolygon[] = []): Picture {
  const { axes, title } = front
  const sides = axes.length - 1
  if (sides < 1) throw new RangeError('a plot of pairs needs two objectives or more')
  const room = (WIDTH - LEFT - RIGHT - GAP * (sides - 1)) / sides
  const side = Math.floor(Math.min(LARGEST_PANEL, Math.max(SMALLEST_PANEL, room)))
  const step = side + GAP
  const width = Math.max(WIDTH, LEFT + sides * step - GAP + RIGHT)
  const height = TOP + sides * step - GAP + BOTTOM
  const places = [...axes.keys()]
  const scaled = scatterAxes(front, places, Math.max(2, Math.floor(side / MARK_ROOM)))
  const colours = sourceColours(front)
  // The axis k + 1 upwards in row k, the axis k to the right in column k.
  const panelAt = (row: number, column: number): Panel => ({
    x: LEFT + column * step,
    y: TOP + row * step,
    width: side,
    height: side,
  })
  const parts: Mark[] = []
  let beyond = false
  for (let row = 0; row < sides; row++) {
    for (let column = 0; column <= row; column++) {
      const panel = panelAt(row, column)
      const [horizontal, vertical] = [scaled[column], scaled[row + 1]]
      const marks = marksIn(front, [column, row + 1], [horizontal, vertical], panel)
      beyond ||= marks.some((mark) => mark.beyond)
      parts.push(
        ...dotMarks(front, colours, horizontal, vertical, panel),
        ...boundLines(horizontal, vertical, panel),
        ...outlines(polygons, [column, row + 1], [horizontal, vertical], panel),
        frame(panel),
        ...letterMarks(marks),
      )
    }
  }
  const labelSize = side < 120 ? 10 : 11
  for (let k = 0; k < sides; k++) {
    const [below, beside] = [panelAt(sides - 1, k), panelAt(k, 0)]
    const middle = beside.y + side / 2
    const name = (place: number): string => fitted(axes[place].name, scaled[place].sense, side)
    parts.push(
      ...bottomAxis(scaled[k].scale, below, labelSize, GAP / 2 - 1),
      text(below.x + side / 2, height - 10, name(k), 'ink', 'middle', { bold: true }),
      ...leftAxis(scaled[k + 1].scale, beside, labelSize),
      text(14, middle, name(k + 1), 'ink', 'middle', { bold: true, turn: -90 }),
    )
  }
  const letters = front.marks.map(({ name }, k) => ({ name, letter: markLetter(k) }))
  const names = axes.map(({ name }) => name).join(', ')
  const marked = letters.length === 0 ? '' : `; marked: ${letters.map(({ name }) => name).join(', ')}`
  const label = `${title}: every pair of ${names}; ${formatCount(frontSize(front))} points${marked}`
  const legend = legendLines(front, colours, scaled, letters, beyond)
  return {
    name: 'pairs',
    scene: scene(width, height, label, [
      heading(title, LEFT, width - LEFT - RIGHT),
      ...parts,
      ...legendMarks(legend, legendPlace(sides, step, width)),
    ]),
    data: frontData(front, places),
  }
}

/** Polygons of this panel, also those that were drawn with its axes exchanged; cut off where the panel ends. */
function outlines(
  polygons: readonly DrawnPolygon[],
  [x, y]: readonly [number, number],
  [horizontal, vertical]: readonly [ScatterAxis, ScatterAxis],
  panel: Panel,
): readonly Mark[] {
  return polygons.flatMap(({ axes: [one, other], vertices }, k) => {
    const exchanged = one === y && other === x
    if (!exchanged && !(one === x && other === y)) return []
    const corners = vertices.map(([a, b]) => {
      const [left, up] = exchanged ? [b, a] : [a, b]
      const across = panel.x + placeOn(horizontal, left).at * panel.width
      return `${pixels(across)} ${pixels(panel.y + (1 - placeOn(vertical, up).at) * panel.height)}`
    })
    return [path(`M${corners.join('L')}Z`, { stroke: 'ink', title: `region ${k + 1}` })]
  })
}

/** Above the diagonal: as many rows as columns are to the left of it. */
function legendPlace(sides: number, step: number, width: number): Panel {
  const columns = Math.ceil(sides / 2)
  const x = LEFT + columns * step + 12
  return { x, y: TOP, width: width - RIGHT - x, height: Math.max(1, columns) * step - GAP }
}

function fitted(name: string, sense: 'min' | 'max', side: number): string {
  const arrow = axisName({ name: '', sense })
  return `${fittedText(name, side - 20)}${arrow}`
}

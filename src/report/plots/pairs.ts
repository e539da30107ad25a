/**
 * A front in pictures of every two of its objectives: the lower triangle of a scatter-plot matrix, 21 panels for seven
 * objectives. Scales are shared by columns and rows; above the diagonal is the legend.
 */

import type { Picture } from '../../core/exhibit.js'
import { formatCount } from '../../core/format.js'
import type { Mark } from '../../core/scene.js'
import { type FrontModel, pointCount } from '../../front/model.js'
import { heading, scene } from './marks.js'
import { marksOfSide, outlineMarks, type PairPanel, pairsAxes, pairsLayout, pixelIn } from './pairs-layout.js'
import { frame, legendMarks } from './panel.js'
import {
  boundLines,
  dotMarks,
  frontData,
  legendLines,
  letterMarks,
  markLetter,
  marksIn,
  type ScatterAxis,
  scatterAxes,
  sourceColours,
} from './scatter.js'

const WIDTH = 1000
const TOP = 40

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
  if (axes.length < 2) throw new RangeError('a plot of pairs needs two objectives or more')
  const layout = pairsLayout(axes.length, WIDTH, TOP)
  const places = [...axes.keys()]
  const scaled = scatterAxes(front, places, marksOfSide(layout))
  const colours = sourceColours(front)
  const parts: Mark[] = []
  let beyond = false
  for (const panel of layout.places) {
    const [horizontal, vertical] = panel.axes.map((place) => scaled[place])
    const marks = marksIn(front.marks, panel.axes, [horizontal, vertical], panel)
    beyond ||= marks.some((mark) => mark.beyond)
    parts.push(
      ...dotMarks(front.source, colours, horizontal, vertical, panel),
      ...boundLines(horizontal, vertical, panel),
      ...outlines(polygons, scaled, panel),
      frame(panel),
      ...letterMarks(marks),
    )
  }
  const letters = front.marks.map(({ name }, k) => ({ name, letter: markLetter(k) }))
  const names = axes.map(({ name }) => name).join(', ')
  const marked = letters.length === 0 ? '' : `; marked: ${letters.map(({ name }) => name).join(', ')}`
  const label = `${title}: every pair of ${names}; ${formatCount(pointCount(front))} points${marked}`
  const legend = legendLines(front, colours, scaled, letters, beyond)
  return {
    name: 'pairs',
    scene: scene(layout.width, layout.height, label, [
      heading(title, layout.places[0].x, layout.across),
      ...parts,
      ...pairsAxes(layout, scaled),
      ...legendMarks(legend, layout.above),
    ]),
    data: frontData(front, places),
  }
}

/** Polygons of this panel, also those that were drawn with its axes exchanged. */
function outlines(
  polygons: readonly DrawnPolygon[],
  axes: readonly ScatterAxis[],
  panel: PairPanel,
): readonly Mark[] {
  const [x, y] = panel.axes
  return polygons.flatMap(({ axes: [one, other], vertices }, k) => {
    const exchanged = one === y && other === x
    if (!exchanged && !(one === x && other === y)) return []
    const corners = vertices.map(([a, b]) => pixelIn(panel, axes, exchanged ? [b, a] : [a, b]))
    return outlineMarks(corners, panel, { stroke: 'ink', title: `region ${k + 1}` })
  })
}

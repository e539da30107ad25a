/**
 * Paints the raster of a Gantt chart into a canvas: its cells once into a picture of their own, which is scaled while the view
 * moves, until the raster of the new view has come. The same as a scene of vectors is for paper.
 */
import type { Mark, Scene } from '../../../../core/scene.js'
import { type Band, ganttFrame, rasterMarks } from '../../../../report/plots/gantt.js'
import { cellPaint, type Raster, STRENGTHS } from '../../../../report/plots/gantt-raster.js'
import { scene } from '../../../../report/plots/marks.js'
import type { Panel } from '../../../../report/plots/panel.js'
import { timeScale } from '../../../../report/plots/time-axis.js'
import type { LogClock } from '../../../../trace/trace.js'
import type { Span } from '../view/view.js'
import { blankCanvas, rgbOf } from './canvas.js'
import { type Inks, paintMarks } from './marks.js'

/** Below the chart, for dates. */
export const AXIS_PIXELS = 26
const DATE_PIXELS = 100

/** The cells of a raster, a pixel each. */
export function rasterImage({ bins, rows, groups, cells }: Raster): OffscreenCanvas | null {
  const canvas = new OffscreenCanvas(bins, rows)
  const context = canvas.getContext('2d')
  if (context === null) return null
  const colours = new Uint32Array(groups * STRENGTHS + 1)
  for (let cell = 1; cell < colours.length; cell++) {
    const { colour, opacity } = cellPaint(cell)
    colours[cell] = rgbOf(colour) | (Math.round(255 * opacity) << 24)
  }
  const pixels = new Uint32Array(cells.length)
  for (let at = 0; at < cells.length; at++) pixels[at] = colours[cells[at]]
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), bins, rows), 0, 0)
  return canvas
}

/** The machine that the chart is of, and the log's clock. */
interface Drawn {
  readonly clock: LogClock
  readonly processors: number
  readonly bands?: readonly Band[]
}

/** @param span what is to be seen, whatever the image has of it */
export function paintGantt(
  canvas: HTMLCanvasElement,
  image: OffscreenCanvas | null,
  drawn: Span,
  span: Span,
  of: Drawn,
  inks: Inks,
): void {
  const { clientWidth: width, clientHeight } = canvas
  const context = blankCanvas(canvas, width, clientHeight, inks)
  if (context === null) return
  const panel = panelOf(canvas)
  const across = (second: number) => ((second - span[0]) / (span[1] - span[0])) * width
  if (image !== null) {
    context.imageSmoothingEnabled = false
    context.drawImage(image, across(drawn[0]), 0, across(drawn[1]) - across(drawn[0]), panel.height)
  }
  paintMarks(context, frameOf(panel, span, of), inks)
}

/** The chart that a canvas shows. @param label a sentence about it */
export function ganttScene(canvas: HTMLCanvasElement, raster: Raster, of: Drawn, label: string): Scene {
  const panel = panelOf(canvas)
  const { clientWidth, clientHeight } = canvas
  const frame = frameOf(panel, [raster.from, raster.to], of)
  return scene(clientWidth, clientHeight, label, [rasterMarks(raster, panel), ...frame])
}

/** The part of a canvas above its dates; all of it is filled. */
function panelOf({ clientWidth, clientHeight }: HTMLCanvasElement): Panel {
  return { x: 0, y: 0, width: clientWidth, height: clientHeight - AXIS_PIXELS }
}

function frameOf(panel: Panel, [from, to]: Span, of: Drawn): readonly Mark[] {
  const { scale } = timeScale(of.clock, from, to, Math.max(2, Math.floor(panel.width / DATE_PIXELS)))
  // Within its own pixels.
  const inner = { x: 1, y: 1, width: panel.width - 2, height: panel.height - 2 }
  return ganttFrame(inner, scale, of, 0)
}

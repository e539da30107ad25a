/**
 * Paints the raster of a Gantt chart into a canvas: its cells once into a picture of their own, which is scaled while the view
 * moves, until the raster of the new view has come.
 */
import type { Band } from '../../../../report/plots/gantt.js'
import { type Raster, STRENGTHS } from '../../../../report/plots/gantt-raster.js'
import { groupColour } from '../../../../report/plots/theme.js'
import { timeScale } from '../../../../report/plots/time-axis.js'
import type { LogClock } from '../../../../trace/trace.js'
import type { Span } from '../view/view.js'

/** Below the chart, for dates. */
export const AXIS_PIXELS = 26
const DATE_PIXELS = 100
/** Opacity of each strength of a cell, as in reports. */
const OPACITY = [0.25, 0.5, 0.75, 1]

export interface Inks {
  readonly ink: string
  readonly faint: string
  readonly rule: string
  readonly paper: string
}

/** The cells of a raster, a pixel each. */
export function rasterImage({ bins, rows, groups, cells }: Raster): OffscreenCanvas | null {
  const canvas = new OffscreenCanvas(bins, rows)
  const context = canvas.getContext('2d')
  if (context === null) return null
  const colours = new Uint32Array(groups * STRENGTHS + 1)
  for (let cell = 1; cell < colours.length; cell++) {
    const colour = groupColour(Math.floor((cell - 1) / STRENGTHS))
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    const alpha = Math.round(255 * OPACITY[(cell - 1) % STRENGTHS])
    // Bytes of a pixel are red, green, blue, opacity, on every machine that browsers run on.
    colours[cell] = red | (green << 8) | (blue << 16) | (alpha << 24)
  }
  const pixels = new Uint32Array(cells.length)
  for (let at = 0; at < cells.length; at++) pixels[at] = colours[cells[at]]
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), bins, rows), 0, 0)
  return canvas
}

/** What the chart is of. */
interface Drawn {
  readonly clock: LogClock
  readonly processors: number
  readonly bands?: readonly Band[]
}

/** Pixels of a name's line; bands that are lower have none. */
const NAME_PIXELS = 14

/** @param span what is to be seen, whatever the image has of it */
export function paintGantt(
  canvas: HTMLCanvasElement,
  image: OffscreenCanvas | null,
  drawn: Span,
  span: Span,
  { clock, processors, bands = [] }: Drawn,
  inks: Inks,
): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const ratio = devicePixelRatio
  const [width, height] = [canvas.clientWidth, canvas.clientHeight - AXIS_PIXELS]
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio)
  const tall = Math.round((height + AXIS_PIXELS) * ratio)
  if (canvas.height !== tall) canvas.height = tall
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = inks.paper
  context.fillRect(0, 0, width, height + AXIS_PIXELS)
  const across = (second: number) => ((second - span[0]) / (span[1] - span[0])) * width
  if (image !== null) {
    context.imageSmoothingEnabled = false
    context.drawImage(image, across(drawn[0]), 0, across(drawn[1]) - across(drawn[0]), height)
  }
  bandLines(context, bands, processors, width, height, inks)
  context.strokeStyle = inks.rule
  context.strokeRect(0.5, 0.5, width - 1, height - 1)
  context.fillStyle = inks.faint
  context.font = '12px sans-serif'
  context.textAlign = 'center'
  const { scale } = timeScale(clock, span[0], span[1], Math.max(2, Math.floor(width / DATE_PIXELS)))
  for (const { at, label } of scale.marks) {
    const x = across(at)
    context.fillRect(Math.round(x), height, 1, 5)
    const half = context.measureText(label).width / 2
    context.fillText(label, Math.min(width - half, Math.max(half, x)), height + 19)
  }
}

/** A line below each band, and its name within. */
function bandLines(
  context: CanvasRenderingContext2D,
  bands: readonly Band[],
  processors: number,
  width: number,
  height: number,
  inks: Inks,
): void {
  context.font = 'bold 12px sans-serif'
  context.textAlign = 'left'
  bands.forEach(({ name, first }, k) => {
    const from = (first / processors) * height
    const to = ((bands[k + 1]?.first ?? processors) / processors) * height
    context.fillStyle = inks.ink
    if (k > 0) context.fillRect(0, Math.round(from), width, 1)
    if (to - from < NAME_PIXELS) return
    context.lineWidth = 3
    context.strokeStyle = inks.paper
    context.strokeText(name, 4, from + NAME_PIXELS - 2)
    context.fillText(name, 4, from + NAME_PIXELS - 2)
  })
  context.lineWidth = 1
}

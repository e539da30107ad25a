/** Paints the panels of a front: its points once, pixel by pixel, into a picture of their own; what moves, over it. */
import type { Paint } from '../../../../core/scene.js'
import { GREY } from '../../../../report/plots/theme.js'
import { type Panels, type Points, pixelOf, pixelOn, shareOf } from '../view/panels.js'
import type { Vertex } from '../view/regions.js'
import type { Inks } from './gantt.js'

/** Pixels of a point's side. */
const POINT = 2

/** Marks drawn over the points. */
export interface Overlay {
  readonly outlines: readonly {
    readonly panel: number
    readonly vertices: readonly Vertex[]
    readonly colour: Paint
  }[]
  /** Rows of points that stand out. */
  readonly chosen: readonly number[]
  /** Policies by a letter, with their values; null where one is missing. */
  readonly marks: readonly { readonly letter: string; readonly values: readonly (number | null)[] }[]
  /** The unfinished gesture, in values. */
  readonly drawing: { readonly panel: number; readonly vertices: readonly Vertex[] } | null
  readonly cross: { readonly panel: number; readonly at: Vertex } | null
}

/** @param colourOf of each point */
export function pointsImage(
  panels: Panels,
  points: Points,
  colourOf: (row: number) => Paint,
  ratio: number,
): OffscreenCanvas | null {
  const [width, height] = [Math.round(panels.width * ratio), Math.round(panels.height * ratio)]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) return null
  const pixels = new Uint32Array(width * height)
  const d = points.names.length
  const size = Math.max(1, Math.round(POINT * ratio))
  const known = new Map<Paint, number>()
  const inked = (colour: Paint): number => {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    const packed = (red | (green << 8) | (blue << 16) | (255 << 24)) >>> 0
    known.set(colour, packed)
    return packed
  }
  // Those of no region lie beneath the others.
  const rows = [...Array(points.count).keys()]
  const [beneath, above] = [true, false].map((rest) =>
    rows.filter((row) => (colourOf(row) === GREY) === rest),
  )
  for (const row of [...beneath, ...above]) {
    const paint = colourOf(row)
    const colour = known.get(paint) ?? inked(paint)
    for (const place of panels.places) {
      const values: Vertex = [points.values[row * d + place.axes[0]], points.values[row * d + place.axes[1]]]
      const [x, y] = pixelOn(panels, place, values)
      const from = Math.round(x * ratio - size / 2) + Math.round(y * ratio - size / 2) * width
      for (let down = 0; down < size; down++)
        pixels.fill(colour, from + down * width, from + down * width + size)
    }
  }
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0)
  return canvas
}

export function paintPanels(
  canvas: HTMLCanvasElement,
  image: OffscreenCanvas | null,
  panels: Panels,
  points: Points,
  over: Overlay,
  inks: Inks,
): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const ratio = devicePixelRatio
  const [width, height] = [Math.round(panels.width * ratio), Math.round(panels.height * ratio)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = inks.paper
  context.fillRect(0, 0, panels.width, panels.height)
  axes(context, panels, points, inks)
  if (image !== null) context.drawImage(image, 0, 0, panels.width, panels.height)
  upwardNames(context, panels, points, inks)
  for (const { panel, vertices, colour } of over.outlines)
    outline(context, panels, panel, vertices, colour, true)
  const d = points.names.length
  context.font = 'bold 12px sans-serif'
  context.textAlign = 'center'
  for (const place of panels.places) {
    const [h, v] = place.axes
    for (const { letter, values } of over.marks) {
      const [x, y] = [values[h], values[v]]
      if (x === null || y === null) continue
      // What is beyond the axes stands at the edge.
      const [px, py] = pixelOf(panels, place, [x, y])
      const at: Vertex = [
        Math.min(place.x + place.side - 6, Math.max(place.x + 6, px)),
        Math.min(place.y + place.side - 4, Math.max(place.y + 12, py + 4)),
      ]
      context.lineWidth = 3
      context.strokeStyle = inks.paper
      context.strokeText(letter, ...at)
      context.fillStyle = inks.ink
      context.fillText(letter, ...at)
    }
    context.lineWidth = 2
    context.strokeStyle = inks.ink
    for (const row of over.chosen) {
      const [x, y] = pixelOn(panels, place, [points.values[row * d + h], points.values[row * d + v]])
      context.beginPath()
      context.arc(x, y, 5, 0, 2 * Math.PI)
      context.stroke()
    }
  }
  if (over.drawing !== null)
    outline(context, panels, over.drawing.panel, over.drawing.vertices, inks.ink, false)
  if (over.cross !== null) cross(context, panels, over.cross.panel, over.cross.at, inks)
}

function axes(context: CanvasRenderingContext2D, panels: Panels, { names }: Points, inks: Inks): void {
  const { places, scales } = panels
  const last = names.length - 1
  context.font = '11px sans-serif'
  for (const {
    axes: [h, v],
    x,
    y,
    side,
  } of places) {
    context.strokeStyle = inks.rule
    context.lineWidth = 1
    context.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1)
    context.fillStyle = inks.faint
    if (v === last) {
      context.textAlign = 'center'
      // Where panels are narrow not every label has room.
      let free = Number.NEGATIVE_INFINITY
      for (const { at, label } of scales[h].marks) {
        const px = x + ((at - scales[h].min) / (scales[h].max - scales[h].min)) * side
        const half = context.measureText(label).width / 2
        if (px - half < free) continue
        context.fillText(label, px, y + side + 13)
        free = px + half + 4
      }
      context.fillText(names[h], x + side / 2, y + side + 28)
    }
    if (h === 0) {
      context.textAlign = 'right'
      for (const { at, label } of scales[v].marks) {
        const py = y + (1 - (at - scales[v].min) / (scales[v].max - scales[v].min)) * side
        context.fillText(label, x - 4, py + 4)
      }
    }
  }
}

/** Of what goes upwards the names, in the first column, over the points. */
function upwardNames(
  context: CanvasRenderingContext2D,
  { places }: Panels,
  { names }: Points,
  inks: Inks,
): void {
  context.font = '11px sans-serif'
  context.textAlign = 'left'
  context.lineWidth = 3
  context.strokeStyle = inks.paper
  context.fillStyle = inks.ink
  for (const { axes, x, y } of places.filter((place) => place.axes[0] === 0)) {
    context.strokeText(names[axes[1]], x + 4, y + 13)
    context.fillText(names[axes[1]], x + 4, y + 13)
  }
}

function outline(
  context: CanvasRenderingContext2D,
  panels: Panels,
  panel: number,
  vertices: readonly Vertex[],
  colour: string,
  closed: boolean,
): void {
  const place = panels.places[panel]
  if (place === undefined || vertices.length === 0) return
  context.save()
  context.beginPath()
  context.rect(place.x, place.y, place.side, place.side)
  context.clip()
  context.beginPath()
  for (const vertex of vertices) context.lineTo(...pixelOf(panels, place, vertex))
  if (closed) context.closePath()
  context.strokeStyle = colour
  context.lineWidth = 2
  context.stroke()
  context.restore()
}

function cross(
  context: CanvasRenderingContext2D,
  panels: Panels,
  panel: number,
  at: Vertex,
  inks: Inks,
): void {
  const {
    x,
    y,
    side,
    axes: [h, v],
  } = panels.places[panel]
  const px = x + shareOf(panels.scales[h], at[0]) * side
  const py = y + (1 - shareOf(panels.scales[v], at[1])) * side
  context.strokeStyle = inks.ink
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(x, py)
  context.lineTo(x + side, py)
  context.moveTo(px, y)
  context.lineTo(px, y + side)
  context.stroke()
}

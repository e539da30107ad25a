/**
 * Paints the panels of a front: its points once, pixel by pixel, into a picture of their own; what moves, over it. The same as a
 * scene of vectors is for paper.
 */
import type { Mark, Paint, Scene } from '../../../../core/scene.js'
import type { FrontMark } from '../../../../front/model.js'
import { circle, line, path, pixels, scene } from '../../../../report/plots/marks.js'
import { outlineMarks, type PairPanel } from '../../../../report/plots/pairs-layout.js'
import { dotMarks, letterMarks, marksIn, type SourceColours } from '../../../../report/plots/scatter.js'
import { GREY } from '../../../../report/plots/theme.js'
import { type Panels, pixelOf, pixelOn } from '../view/panels.js'
import type { Vertex } from '../view/regions.js'
import { blankCanvas, rgbOf } from './canvas.js'
import { type Inks, paintMarks } from './marks.js'

/** Pixels of a point's side. */
const POINT = 2
const RING = 5

/** Marks drawn over the points. */
export interface Overlay {
  readonly outlines: readonly {
    readonly panel: number
    readonly vertices: readonly Vertex[]
    readonly colour: Paint
  }[]
  /** Rows of points that stand out. */
  readonly chosen: readonly number[]
  /** Policies, which have letters. */
  readonly marks: readonly FrontMark[]
  /** The unfinished gesture, in values. */
  readonly drawing: { readonly panel: number; readonly vertices: readonly Vertex[] } | null
  readonly cross: { readonly panel: number; readonly at: Vertex } | null
}

/** Points by colours. */
export interface Dots {
  /** The place of each one's colour. */
  readonly source: Int32Array
  /** Those that come first stand over the others. */
  readonly colours: readonly Paint[]
}

/** @param colourOf each point: what is grey lies beneath the others */
export function dotsOf(count: number, colourOf: (row: number) => Paint): Dots {
  const paints = Array.from({ length: count }, (_, row) => colourOf(row))
  const colours = [...new Set(paints)].sort((one, other) => Number(one === GREY) - Number(other === GREY))
  return { source: Int32Array.from(paints, (paint) => colours.indexOf(paint)), colours }
}

export function dotsImage(panels: Panels, { source, colours }: Dots, ratio: number): OffscreenCanvas | null {
  const [width, height] = [Math.round(panels.width * ratio), Math.round(panels.height * ratio)]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) return null
  const drawn = new Uint32Array(width * height)
  const size = Math.max(1, Math.round(POINT * ratio))
  for (let colour = colours.length - 1; colour >= 0; colour--) {
    const packed = rgbOf(colours[colour]) | (255 << 24)
    for (let row = 0; row < source.length; row++) {
      if (source[row] !== colour) continue
      for (const place of panels.places) {
        const [x, y] = pixelOn(panels, place, row)
        const from = Math.round(x * ratio - size / 2) + Math.round(y * ratio - size / 2) * width
        for (let down = 0; down < size; down++)
          drawn.fill(packed, from + down * width, from + down * width + size)
      }
    }
  }
  context.putImageData(new ImageData(new Uint8ClampedArray(drawn.buffer), width, height), 0, 0)
  return canvas
}

export function paintPanels(
  canvas: HTMLCanvasElement,
  image: OffscreenCanvas | null,
  panels: Panels,
  over: Overlay,
  inks: Inks,
): void {
  const { width, height } = panels
  const context = blankCanvas(canvas, width, height, inks)
  if (context === null) return
  paintMarks(context, panels.marks, inks)
  if (image !== null) context.drawImage(image, 0, 0, width, height)
  paintMarks(context, overlayMarks(panels, over), inks)
}

/** The panels as a canvas shows them. @param label a sentence about them */
export function panelsScene(panels: Panels, { source, colours }: Dots, over: Overlay, label: string): Scene {
  const places = Int32Array.from(colours.keys())
  const known: SourceColours = {
    classOf: places,
    classes: colours.map((colour) => ({ colour, name: '', points: 0 })),
    rarity: places,
  }
  const dots = panels.places.flatMap((place) => {
    const [h, v] = axesOf(panels, place)
    return dotMarks(source, known, h, v, place)
  })
  return scene(panels.width, panels.height, label, [
    ...panels.marks,
    ...dots,
    ...overlayMarks(panels, { ...over, cross: null }),
  ])
}

function axesOf({ axes }: Panels, place: PairPanel) {
  return [axes[place.axes[0]], axes[place.axes[1]]] as const
}

function overlayMarks(panels: Panels, { outlines, chosen, marks, drawing, cross }: Overlay): readonly Mark[] {
  const { places } = panels
  const onPanel = (panel: number, vertices: readonly Vertex[]) =>
    vertices.map((vertex) => pixelOf(panels, places[panel], vertex))
  return [
    ...outlines
      .filter(({ panel }) => panel >= 0)
      .flatMap(({ panel, vertices, colour }) =>
        outlineMarks(onPanel(panel, vertices), places[panel], { stroke: colour, thick: 2 }),
      ),
    ...places.flatMap((place) => [
      ...letterMarks(marksIn(marks, place.axes, axesOf(panels, place), place)),
      ...chosen.map((row) => circle(...pixelOn(panels, place, row), RING, { stroke: 'ink', thick: 2 })),
    ]),
    ...(drawing === null
      ? []
      : line(
          onPanel(drawing.panel, drawing.vertices).map(([x, y]) => ({ x, y })),
          { stroke: 'ink', thick: 2 },
        )),
    ...(cross === null
      ? []
      : [crossMark(places[cross.panel], pixelOf(panels, places[cross.panel], cross.at))]),
  ]
}

function crossMark({ x, y, width, height }: PairPanel, [px, py]: Vertex): Mark {
  return path(`M${x} ${pixels(py)}h${width}M${pixels(px)} ${y}v${height}`, { stroke: 'ink' })
}

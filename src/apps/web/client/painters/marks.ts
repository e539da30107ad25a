/** Paints the marks of scenes into a canvas: what is laid out once for files and paper looks the same on the screen. */
import type { Ink, Mark, Paint, Painted } from '../../../../core/scene.js'
import { visibleText } from '../../../../core/visible.js'
import { FONT, FONT_SIZE } from '../../../../report/plots/theme.js'

export type Inks = Readonly<Record<Ink, string>>

type Context = CanvasRenderingContext2D

const HALO_PIXELS = 3

/** @param handed the paint of the group that they are in, as in SVG */
export function paintMarks(context: Context, marks: readonly Mark[], inks: Inks, handed: Painted = {}): void {
  for (const mark of marks) {
    if (mark.mark === 'text') {
      paintText(context, mark, inks)
      continue
    }
    const paint = paintWithin(handed, mark)
    context.save()
    context.globalAlpha *= mark.opacity ?? 1
    if (mark.mark === 'group') {
      const { shift = [0, 0], scale = [1, 1] } = mark
      context.translate(...shift)
      context.scale(...scale)
      paintMarks(context, mark.marks, inks, paint)
    } else paintShape(context, pathOf(mark), paint, inks)
    context.restore()
  }
}

/** The paint that a mark says, and that its group says beside; one that says a stroke alone is not filled. */
function paintWithin({ fill: filled, ...handed }: Painted, mark: Painted): Painted {
  const { fill = mark.stroke === undefined ? filled : undefined, stroke, thick, dash, round } = mark
  return {
    ...handed,
    ...(fill && { fill }),
    ...(stroke && { stroke }),
    ...(thick && { thick }),
    ...(dash && { dash }),
    ...(round && { round }),
  }
}

function pathOf(mark: Exclude<Mark, { mark: 'text' | 'group' }>): Path2D {
  if (mark.mark === 'path') return new Path2D(mark.d)
  const path = new Path2D()
  if (mark.mark === 'rect') path.rect(mark.x, mark.y, mark.width, mark.height)
  else path.arc(mark.x, mark.y, mark.r, 0, 2 * Math.PI)
  return path
}

function paintShape(context: Context, path: Path2D, paint: Painted, inks: Inks): void {
  const { fill, stroke, thick = 1, dash = '', round } = paint
  if (fill !== undefined) {
    context.fillStyle = colourOf(fill, inks)
    context.fill(path)
  }
  if (stroke === undefined) return
  context.strokeStyle = colourOf(stroke, inks)
  context.lineWidth = thick
  context.lineCap = round ? 'round' : 'butt'
  context.setLineDash(dash.split(' ').filter(Boolean).map(Number))
  context.stroke(path)
}

function paintText(context: Context, mark: Mark & { readonly mark: 'text' }, inks: Inks): void {
  const { x, y, text, fill, anchor, size = FONT_SIZE, bold, turn = 0, halo } = mark
  const said = visibleText(text)
  context.save()
  context.translate(x, y)
  context.rotate((turn * Math.PI) / 180)
  context.font = `${bold ? 'bold ' : ''}${size}px ${FONT}`
  context.textAlign = anchor === 'middle' ? 'center' : anchor
  if (halo) {
    context.lineWidth = HALO_PIXELS
    context.lineJoin = 'round'
    context.strokeStyle = inks.paper
    context.strokeText(said, 0, 0)
  }
  context.fillStyle = colourOf(fill, inks)
  context.fillText(said, 0, 0)
  context.restore()
}

function colourOf(paint: Paint, inks: Inks): string {
  return paint in inks ? inks[paint as Ink] : paint
}

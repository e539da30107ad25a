/** Panels of pictures: frames, scales, legends. Pure. */
import type { Mark, Paint } from '../../core/scene.js'
import type { ValueScale } from '../terminal/value-scale.js'
import { fittedText, path, pixels, rect, text, textPixels } from './marks.js'

/** A panel of the picture: its left upper corner and its sides, in pixels. */
export interface Panel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A place on the scale as a share of it. */
export function onScale({ min, max }: ValueScale, at: number): number {
  return (at - min) / (max - min)
}

/** Pixels of a place on a panel's horizontal scale, and on its vertical one. */
export function acrossAt(scale: ValueScale, at: number, panel: Panel): number {
  return panel.x + onScale(scale, at) * panel.width
}

export function upAt(scale: ValueScale, at: number, panel: Panel): number {
  return panel.y + (1 - onScale(scale, at)) * panel.height
}

/** The nearest place that keeps its margin to both ends of a side. */
export function clamped(at: number, margin: number, side: number): number {
  return Math.min(side - margin, Math.max(margin, at))
}

/** The panel's frame. */
export function frame({ x, y, width, height }: Panel): Mark {
  return rect(x, y, width, height, { stroke: 'faint' })
}

/**
 * Ticks and labels below a panel; labels that would touch their neighbour are left out.
 * @param overhang pixels that a label may reach beyond the panel to either side; further ones are moved inwards
 */
export function bottomAxis(scale: ValueScale, panel: Panel, size: number, overhang: number): Mark[] {
  const bottom = panel.y + panel.height
  let free = Number.NEGATIVE_INFINITY
  let ticks = ''
  const labels = scale.marks.flatMap(({ at, label }) => {
    const x = acrossAt(scale, at, panel)
    ticks += `M${pixels(x)} ${pixels(bottom)}v4`
    const half = textPixels(label, size) / 2
    const middle = panel.x + clamped(x - panel.x, half - overhang, panel.width)
    if (middle - half < free) return []
    free = middle + half + 4
    return [text(middle, bottom + 6 + size, label, 'ink', 'middle', { size })]
  })
  return ticks === '' ? [] : [path(ticks, { stroke: 'faint' }), ...labels]
}

/** Ticks and labels to the left of a panel. */
export function leftAxis(scale: ValueScale, panel: Panel, size: number): Mark[] {
  if (scale.marks.length === 0) return []
  const places = scale.marks.map(({ at }) => upAt(scale, at, panel))
  const ticks = places.map((y) => `M${pixels(panel.x - 4)} ${pixels(y)}h4`)
  const labels = scale.marks.map(({ label }, k) =>
    text(panel.x - 7, places[k] + size * 0.36, label, 'ink', 'end', { size }),
  )
  return [path(ticks.join(''), { stroke: 'faint' }), ...labels]
}

/** Faint lines at the marks of both scales, or of one. */
export function grid(horizontal: ValueScale | null, vertical: ValueScale | null, panel: Panel): Mark[] {
  const upright = (horizontal?.marks ?? []).map(
    ({ at }) =>
      `M${pixels(acrossAt(horizontal as ValueScale, at, panel))} ${pixels(panel.y)}v${pixels(panel.height)}`,
  )
  const level = (vertical?.marks ?? []).map(
    ({ at }) =>
      `M${pixels(panel.x)} ${pixels(upAt(vertical as ValueScale, at, panel))}h${pixels(panel.width)}`,
  )
  const d = [...upright, ...level].join('')
  return d === '' ? [] : [path(d, { stroke: 'rule' })]
}

/** A line of a legend: its sign is drawn with its middle at a point, the text to the right of it. */
export interface LegendLine {
  readonly sign: (x: number, y: number) => readonly Mark[]
  readonly text: string
  readonly colour: Paint
}

const LEGEND_STEP = 17
const LEGEND_SIZE = 12

/** Lines below each other, in two columns where they do not fit in one; what does not fit in these is counted. */
export function legendMarks(lines: readonly LegendLine[], place: Panel): Mark[] {
  const most = Math.max(1, Math.floor(place.height / LEGEND_STEP))
  const columns = lines.length > most && place.width >= 360 ? 2 : 1
  const shown = lines.length > most * columns ? lines.slice(0, most * columns - 1) : lines
  const rest = lines.length - shown.length
  const column = place.width / columns
  const drawn = shown.flatMap(({ sign, text: said, colour }, k) => {
    const x = place.x + Math.floor(k / most) * column
    const y = place.y + (k % most) * LEGEND_STEP + LEGEND_STEP / 2
    return [...sign(x + 8, y), text(x + 22, y + 4, fittedText(said, column - 30, LEGEND_SIZE), colour)]
  })
  if (rest === 0) return drawn
  const y = place.y + (most - 0.5) * LEGEND_STEP + 4
  return [...drawn, text(place.x + (columns - 1) * column + 22, y, `… and ${rest} more`, 'faint')]
}

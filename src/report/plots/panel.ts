/** Panels of pictures that are written directly: frames, scales, legends. Pure. */
import type { ValueScale } from '../value-scale.js'
import { textPixels } from './chart.js'
import { fittedText, pixels, svgText } from './svg.js'
import { FAINT_INK, INK, RULE } from './theme.js'

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

/** The nearest place that keeps its margin to both ends of a side. */
export function clamped(at: number, margin: number, side: number): number {
  return Math.min(side - margin, Math.max(margin, at))
}

/** The panel's frame. */
export function frameSvg({ x, y, width, height }: Panel): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${FAINT_INK}"/>\n`
}

/**
 * Ticks and labels below a panel; labels that would touch their neighbour are left out.
 * @param overhang pixels that a label may reach beyond the panel to either side; further ones are moved inwards
 */
export function bottomAxis(scale: ValueScale, panel: Panel, size: number, overhang: number): string {
  let free = Number.NEGATIVE_INFINITY
  return scale.marks
    .map(({ at, label }) => {
      const x = pixels(panel.x + onScale(scale, at) * panel.width)
      const tick = `<path d="M${x} ${panel.y + panel.height}v4" stroke="${FAINT_INK}"/>\n`
      const half = textPixels(label, size) / 2
      const middle = panel.x + clamped(x - panel.x, half - overhang, panel.width)
      if (middle - half < free) return tick
      free = middle + half + 4
      const below = panel.y + panel.height + 6 + size
      return tick + svgText(middle, below, label, INK, 'middle', ` font-size="${size}"`)
    })
    .join('')
}

/** Ticks and labels to the left of a panel. */
export function leftAxis(scale: ValueScale, panel: Panel, size: number): string {
  return scale.marks
    .map(({ at, label }) => {
      const y = pixels(panel.y + (1 - onScale(scale, at)) * panel.height)
      const tick = `<path d="M${panel.x - 4} ${y}h4" stroke="${FAINT_INK}"/>\n`
      return tick + svgText(panel.x - 7, y + size * 0.36, label, INK, 'end', ` font-size="${size}"`)
    })
    .join('')
}

/** Faint lines at the marks of both scales. */
export function gridSvg(horizontal: ValueScale, vertical: ValueScale, panel: Panel): string {
  const upright = horizontal.marks.map(
    ({ at }) => `M${pixels(panel.x + onScale(horizontal, at) * panel.width)} ${panel.y}v${panel.height}`,
  )
  const level = vertical.marks.map(
    ({ at }) => `M${panel.x} ${pixels(panel.y + (1 - onScale(vertical, at)) * panel.height)}h${panel.width}`,
  )
  return `<path fill="none" stroke="${RULE}" d="${[...upright, ...level].join('')}"/>\n`
}

/** A line of a legend: its sign is drawn with its middle at a point, the text to the right of it. */
export interface LegendLine {
  readonly sign: (x: number, y: number) => string
  readonly text: string
  readonly colour: string
}

const LEGEND_STEP = 17
const LEGEND_SIZE = 12

/** Lines below each other, in two columns where they do not fit in one; what does not fit in these is counted. */
export function legendSvg(lines: readonly LegendLine[], place: Panel): string {
  const most = Math.max(1, Math.floor(place.height / LEGEND_STEP))
  const columns = lines.length > most && place.width >= 360 ? 2 : 1
  const shown = lines.length > most * columns ? lines.slice(0, most * columns - 1) : lines
  const rest = lines.length - shown.length
  const width = place.width / columns - 30
  const drawn = shown.map(({ sign, text, colour }, k) => {
    const x = place.x + Math.floor(k / most) * (place.width / columns)
    const y = place.y + (k % most) * LEGEND_STEP + LEGEND_STEP / 2
    return `${sign(x + 8, y)}${svgText(x + 22, y + 4, fittedText(text, width, LEGEND_SIZE), colour, 'start')}`
  })
  if (rest > 0) {
    const x = place.x + (columns - 1) * (place.width / columns)
    drawn.push(
      svgText(x + 22, place.y + (most - 0.5) * LEGEND_STEP + 4, `… and ${rest} more`, FAINT_INK, 'start'),
    )
  }
  return drawn.join('')
}

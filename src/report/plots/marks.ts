/** Marks of plots by short names, and how much room text takes. Pure. */

import type { Mark, Paint, Painted, Scene, TextLook } from '../../core/scene.js'
import { largestOf } from '../../core/statistics.js'
import { pixels } from '../formats/svg.js'
import { FONT_SIZE, PLOT_WIDTH } from './theme.js'

export { pixels } from '../formats/svg.js'

type Anchor = TextLook['anchor']
type Letters = Omit<TextLook, 'fill' | 'anchor'>

export function text(
  x: number,
  y: number,
  content: string,
  fill: Paint,
  anchor: Anchor = 'start',
  letters: Letters = {},
): Mark {
  return { mark: 'text', x, y, text: content, fill, anchor, ...letters }
}

/** @param d as SVG has it: `M0 0h5` */
export function path(d: string, paint: Painted): Mark {
  return { mark: 'path', d, ...paint }
}

export function rect(x: number, y: number, width: number, height: number, paint: Painted): Mark {
  return { mark: 'rect', x, y, width, height, ...paint }
}

export function circle(x: number, y: number, r: number, paint: Painted): Mark {
  return { mark: 'circle', x, y, r, ...paint }
}

/** A line through points. */
export function line(points: readonly { readonly x: number; readonly y: number }[], paint: Painted): Mark[] {
  if (points.length === 0) return []
  return [path(`M${points.map(({ x, y }) => `${pixels(x)} ${pixels(y)}`).join('L')}`, paint)]
}

export function group(
  marks: readonly Mark[],
  look: Omit<Mark & { mark: 'group' }, 'mark' | 'marks'> = {},
): Mark {
  return { mark: 'group', marks, ...look }
}

const TITLE_SIZE = 14

/** The bold first line of a picture. */
export function heading(title: string, x = 8, width = PLOT_WIDTH - 16): Mark {
  return text(x, 20, fittedText(title, width, TITLE_SIZE), 'ink', 'start', { size: TITLE_SIZE, bold: true })
}

/** A swatch as legends have it, with its middle at a point. */
export function swatch(x: number, y: number, fill: Paint): Mark {
  return rect(x - 7, y - 5, 14, 10, { fill })
}

export function scene(width: number, height: number, label: string, marks: readonly Mark[]): Scene {
  return { width, height, label, marks }
}

/**
 * The width of a text in DejaVu Sans, the widest of the usual fonts, near enough to keep labels apart and inside.
 * There is no screen here to measure on.
 */
export function textPixels(content: string, size = FONT_SIZE): number {
  let widths = 0
  // Wide scripts start about here.
  for (const character of content) widths += (character.codePointAt(0) ?? 0) < 0x2e80 ? 0.62 : 1
  return widths * size
}

/** The text, or as much of it as fits with an ellipsis. */
export function fittedText(content: string, width: number, size = FONT_SIZE): string {
  if (textPixels(content, size) <= width) return content
  const characters = [...content]
  while (characters.length > 0 && textPixels(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('')}…`
}

/** Whether labels fit side by side below a plot, else turned by 40 degrees, and the height they then take. */
export function labelFit(
  labels: readonly string[],
  width = PLOT_WIDTH - 100,
): { readonly turned: boolean; readonly pixels: number } {
  const widest = largestOf([0, ...labels.map((label) => textPixels(label))])
  const turned = (widest + 8) * labels.length > width
  return { turned, pixels: turned ? Math.min(120, 16 + widest * 0.65) : 18 }
}

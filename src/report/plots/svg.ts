/** Pieces of SVG that is written directly, rather than by ECharts. Pure. */
import { escapeXml, textPixels } from './chart.js'
import { FONT, FONT_SIZE, PAPER } from './theme.js'

export interface SvgFrame {
  readonly width: number
  readonly height: number
  /** What the picture shows, for readers who cannot see it. */
  readonly label: string
}

/** The whole picture on paper. */
export function svgPicture({ width, height, label }: SvgFrame, ...parts: readonly string[]): string {
  return [
    `<svg role="img" aria-label="${escapeXml(label)}" xmlns="http://www.w3.org/2000/svg"`,
    ` width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="${FONT}" font-size="${FONT_SIZE}">\n`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>\n`,
    ...parts,
    '</svg>\n',
  ].join('')
}

export type Anchor = 'start' | 'middle' | 'end'

/** @param more further attributes, each with a space before it */
export function svgText(
  x: number,
  y: number,
  content: string,
  colour: string,
  anchor: Anchor,
  more = '',
): string {
  const attributes = `x="${pixels(x)}" y="${pixels(y)}" fill="${colour}" text-anchor="${anchor}"${more}`
  return `<text ${attributes}>${escapeXml(content)}</text>\n`
}

/** A coordinate to a hundredth of a pixel. */
export function pixels(value: number): number {
  return Math.round(value * 100) / 100
}

/** The text, or as much of it as fits with an ellipsis. */
export function fittedText(text: string, width: number, size = FONT_SIZE): string {
  if (textPixels(text, size) <= width) return text
  const characters = [...text]
  while (characters.length > 0 && textPixels(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('')}…`
}

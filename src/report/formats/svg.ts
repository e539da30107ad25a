/**
 * The one place that writes SVG: a scene in, its text out, the same bytes for the same scene. Without style sheets or inline
 * styles, so that resvg draws it as browsers do and a strict content security policy allows it. In a file of its own inks are
 * colours, on a page the page's variables, which follow the reader's light or dark (report/render/style.ts). Pure.
 */
import type { Ink, Mark, Paint, Painted, Scene } from '../../core/scene.js'
import { escapeMarkup } from '../../core/visible.js'
import { FONT, FONT_SIZE, INK_COLOURS } from '../plots/theme.js'

type Inks = 'file' | 'page'

/** A picture by itself, as a file has it. */
export function svgFile(scene: Scene): string {
  return svgOf(scene, 'file')
}

/** The picture as part of a page. */
export function svgOnPage(scene: Scene): string {
  return svgOf(scene, 'page')
}

function svgOf({ width, height, label, marks }: Scene, inks: Inks): string {
  return [
    `<svg role="img" aria-label="${escapeMarkup(label)}"`,
    inks === 'file' ? ' xmlns="http://www.w3.org/2000/svg"' : '',
    ` width="${pixels(width)}" height="${pixels(height)}" viewBox="0 0 ${pixels(width)} ${pixels(height)}"`,
    ` font-family="${FONT}" font-size="${FONT_SIZE}">\n`,
    `<rect width="100%" height="100%" fill="${colourOf('paper', inks)}"/>\n`,
    ...marks.map((mark) => `${markSvg(mark, inks)}\n`),
    '</svg>\n',
  ].join('')
}

function markSvg(mark: Mark, inks: Inks): string {
  switch (mark.mark) {
    case 'path':
      return element('path', `${paintSvg(mark, inks)} d="${mark.d}"`, titleSvg(mark))
    case 'rect': {
      const { x, y, width, height } = mark
      const sides = ` x="${pixels(x)}" y="${pixels(y)}" width="${pixels(width)}" height="${pixels(height)}"`
      return element('rect', sides + paintSvg(mark, inks), titleSvg(mark))
    }
    case 'circle': {
      const place = ` cx="${pixels(mark.x)}" cy="${pixels(mark.y)}" r="${pixels(mark.r)}"`
      return element('circle', place + paintSvg(mark, inks), titleSvg(mark))
    }
    case 'text':
      return textSvg(mark, inks)
    case 'group': {
      const { shift, scale, marks } = mark
      const moves = [
        ...(shift === undefined ? [] : [`translate(${shift.map(pixels).join(' ')})`]),
        ...(scale === undefined ? [] : [`scale(${scale.map(pixels).join(' ')})`]),
      ]
      const transform = moves.length === 0 ? '' : ` transform="${moves.join(' ')}"`
      const inside = marks.map((each) => markSvg(each, inks)).join('\n')
      return element('g', transform + paintSvg(mark, inks), `${titleSvg(mark)}${inside}`)
    }
  }
}

function textSvg(mark: Mark & { readonly mark: 'text' }, inks: Inks): string {
  const { x, y, text, fill, anchor, size, bold, turn, halo } = mark
  const [left, top] = [pixels(x), pixels(y)]
  const more = [
    ...(anchor === 'start' ? [] : [`text-anchor="${anchor}"`]),
    ...(size === undefined || size === FONT_SIZE ? [] : [`font-size="${size}"`]),
    ...(bold ? ['font-weight="bold"'] : []),
    ...(turn === undefined ? [] : [`transform="rotate(${turn} ${left} ${top})"`]),
    ...(halo
      ? [`stroke="${colourOf('paper', inks)}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`]
      : []),
  ]
  const attributes = [`x="${left}" y="${top}" fill="${colourOf(fill, inks)}"`, ...more].join(' ')
  return `<text ${attributes}>${escapeMarkup(text)}</text>`
}

/** Groups hand their paint down; a shape without fill inside one is filled as its group says. */
function paintSvg(mark: Mark & Painted, inks: Inks): string {
  const { fill, stroke, thick, dash, opacity, crisp, round } = mark
  const filled =
    fill === undefined ? (stroke === undefined ? '' : ' fill="none"') : ` fill="${colourOf(fill, inks)}"`
  return [
    filled,
    stroke === undefined ? '' : ` stroke="${colourOf(stroke, inks)}"`,
    thick === undefined ? '' : ` stroke-width="${pixels(thick)}"`,
    dash === undefined || dash === '' ? '' : ` stroke-dasharray="${dash}"`,
    opacity === undefined || opacity === 1 ? '' : ` opacity="${opacity}"`,
    crisp ? ' shape-rendering="crispEdges"' : '',
    round ? ' stroke-linecap="round"' : '',
  ].join('')
}

function titleSvg({ title }: Painted): string {
  return title === undefined ? '' : `<title>${escapeMarkup(title)}</title>`
}

function element(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

function colourOf(paint: Paint, inks: Inks): string {
  if (!(paint in INK_COLOURS)) return paint
  return inks === 'page' ? `var(--${paint})` : INK_COLOURS[paint as Ink]
}

/** A coordinate to a hundredth of a pixel; no picture holds what is no number. */
export function pixels(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 + 0 : 0
}

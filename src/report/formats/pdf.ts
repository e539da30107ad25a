/**
 * A scene as a PDF of one page, for papers: vectors, and text that can be searched and copied. The same bytes for the same scene:
 * no time, no identifier, nothing compressed, ASCII alone. Fonts are three that every reader has by itself (ISO 32000-1, 9.6.2.2),
 * so the file holds none: a publisher who wants them embedded has them put in by `pdftocairo -pdf` or Ghostscript. Pure.
 */
import type { Ink, Mark, Paint, Painted, Scene, TextLook } from '../../core/scene.js'
import { FONT_SIZE, INK_COLOURS } from '../plots/theme.js'
import { FONT_NAMES, textRuns } from './pdf-fonts.js'
import { pixels } from './svg.js'

/** Points of a pixel: 72 and 96 an inch. */
const POINTS = 0.75
/** Where the control points of a quarter of a circle are. */
const ARC = 0.5523

/** How groups say that what is in them is painted, as in SVG. */
interface Look {
  readonly fill: Paint | null
  readonly stroke: Paint | null
  readonly thick: number
  readonly dash: string
  readonly round: boolean
  readonly opacity: number
}

const PLAIN: Look = { fill: 'ink', stroke: null, thick: 1, dash: '', round: false, opacity: 1 }

export function pdfFile({ width, height, label, marks }: Scene): string {
  const opacities: number[] = []
  const drawn = [
    `${POINTS} 0 0 -${POINTS} 0 ${pixels(height * POINTS)} cm`,
    `${colourOf('paper')} rg 0 0 ${pixels(width)} ${pixels(height)} re f`,
    ...marks.flatMap((mark) => markPdf(mark, PLAIN, opacities)),
  ].join('\n')
  const fonts = FONT_NAMES.map(
    (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name}${encoding(name)} >>`,
  )
  const resources = [
    `/Font << ${fonts.map((font, k) => `/F${k} ${font}`).join(' ')} >>`,
    ...(opacities.length === 0
      ? []
      : [
          `/ExtGState << ${opacities.map((share, k) => `/G${k} << /ca ${share} /CA ${share} >>`).join(' ')} >>`,
        ]),
  ].join(' ')
  return documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pixels(width * POINTS)} ${pixels(height * POINTS)}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    `<< /Title ${unicode(label)} /Producer (Queuewright) >>`,
  ])
}

/** Those of letters; the others have signs of their own. */
function encoding(font: string): string {
  return font.startsWith('Helvetica') ? ' /Encoding /WinAnsiEncoding' : ''
}

/** @param objects the catalogue first, what is said of the document last */
function documentOf(objects: readonly string[]): string {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, k) => {
    const place = text.length
    text += `${k + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

/** A text string of the document itself, UTF-16 in hexadecimal digits. */
function unicode(text: string): string {
  const codes = Array.from({ length: text.length }, (_, k) =>
    text.charCodeAt(k).toString(16).padStart(4, '0'),
  )
  return `<feff${codes.join('')}>`
}

function markPdf(mark: Mark, inherited: Look, opacities: number[]): readonly string[] {
  if (mark.mark === 'text') return textPdf(mark)
  const look = lookOf(mark, inherited)
  if (mark.mark === 'group') {
    const [[x, y], [across, down]] = [mark.shift ?? [0, 0], mark.scale ?? [1, 1]]
    const inside = mark.marks.flatMap((each) => markPdf(each, look, opacities))
    return ['q', `${exact(across)} 0 0 ${exact(down)} ${exact(x)} ${exact(y)} cm`, ...inside, 'Q']
  }
  if (look.fill === null && look.stroke === null) return []
  const { fill, stroke, thick, dash, round, opacity } = look
  return [
    [
      'q',
      ...(opacity === 1 ? [] : [`/G${placeOf(opacity, opacities)} gs`]),
      ...(fill === null ? [] : [`${colourOf(fill)} rg`]),
      ...(stroke === null ? [] : [`${colourOf(stroke)} RG ${exact(thick)} w`]),
      ...(dash === '' ? [] : [`[${dash}] 0 d`]),
      ...(round ? ['1 J'] : []),
      outline(mark),
      fill === null ? 'S' : stroke === null ? 'f' : 'B',
      'Q',
    ].join(' '),
  ]
}

/** A shape without fill that has a stroke is not filled; without both it is painted as its group says. */
function lookOf({ fill, stroke, thick, dash, round, opacity }: Painted, inherited: Look): Look {
  return {
    fill: fill ?? (stroke === undefined ? inherited.fill : null),
    stroke: stroke ?? inherited.stroke,
    thick: thick ?? inherited.thick,
    dash: dash ?? inherited.dash,
    round: round ?? inherited.round,
    opacity: exact(inherited.opacity * (opacity ?? 1)),
  }
}

function placeOf(opacity: number, opacities: number[]): number {
  const place = opacities.indexOf(opacity)
  return place < 0 ? opacities.push(opacity) - 1 : place
}

function outline(mark: Exclude<Mark, { readonly mark: 'text' | 'group' }>): string {
  switch (mark.mark) {
    case 'rect':
      return `${[mark.x, mark.y, mark.width, mark.height].map(pixels).join(' ')} re`
    case 'circle':
      return circlePdf(mark.x, mark.y, mark.r)
    case 'path':
      return pathPdf(mark.d)
  }
}

function circlePdf(x: number, y: number, r: number): string {
  const at = (across: number, down: number) => `${pixels(x + across * r)} ${pixels(y + down * r)}`
  const curve = (...points: readonly string[]) => `${points.join(' ')} c`
  return [
    `${at(1, 0)} m`,
    curve(at(1, ARC), at(ARC, 1), at(0, 1)),
    curve(at(-ARC, 1), at(-1, ARC), at(-1, 0)),
    curve(at(-1, -ARC), at(-ARC, -1), at(0, -1)),
    curve(at(ARC, -1), at(1, -ARC), at(1, 0)),
    'h',
  ].join(' ')
}

const TOKEN = /[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi

/** Straight lines in the words of SVG, which are all that plots draw, in those of PDF. */
function pathPdf(d: string): string {
  const tokens = d.match(TOKEN) ?? []
  const drawn: string[] = []
  let [x, y, firstX, firstY] = [0, 0, 0, 0]
  let command = ''
  for (let at = 0; at < tokens.length; ) {
    if (/[a-z]/i.test(tokens[at])) command = tokens[at++]
    const relative = command === command.toLowerCase()
    const next = (from: number) => Number(tokens[at++]) + (relative ? from : 0)
    switch (command.toUpperCase()) {
      case 'M':
        ;[x, y] = [next(x), next(y)]
        ;[firstX, firstY] = [x, y]
        drawn.push(`${pixels(x)} ${pixels(y)} m`)
        // Further points are joined to it.
        command = relative ? 'l' : 'L'
        continue
      case 'L':
        ;[x, y] = [next(x), next(y)]
        break
      case 'H':
        x = next(x)
        break
      case 'V':
        y = next(y)
        break
      case 'Z':
        ;[x, y] = [firstX, firstY]
        drawn.push('h')
        continue
      default:
        throw new TypeError(`no straight line: ${command}`)
    }
    drawn.push(`${pixels(x)} ${pixels(y)} l`)
  }
  return drawn.join(' ')
}

type TextMark = TextLook & { readonly x: number; readonly y: number; readonly text: string }

function textPdf({
  x,
  y,
  text,
  fill,
  anchor,
  size = FONT_SIZE,
  bold = false,
  turn = 0,
  halo,
}: TextMark): string[] {
  const { runs, width } = textRuns(text, bold)
  const before = anchor === 'start' ? 0 : (anchor === 'end' ? width : width / 2) * size
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((turn * Math.PI) / 180))
  const place = [cos, sin, sin, -cos, x - before * cos, y - before * sin].map(exact).join(' ')
  const shown = runs.map(({ font, codes }) => `/F${font} ${exact(size)} Tf (${literal(codes)}) Tj`).join(' ')
  const around = `q ${colourOf('paper')} RG 3 w 1 j BT 1 Tr ${place} Tm ${shown} ET Q`
  return [...(halo ? [around] : []), `q ${colourOf(fill)} rg BT ${place} Tm ${shown} ET Q`]
}

function literal(codes: readonly number[]): string {
  return codes
    .map((code) => {
      if (code > 126) return `\\${code.toString(8)}`
      const sign = String.fromCharCode(code)
      return '()\\'.includes(sign) ? `\\${sign}` : sign
    })
    .join('')
}

function colourOf(paint: Paint): string {
  const colour = paint in INK_COLOURS ? INK_COLOURS[paint as Ink] : paint
  return [1, 3, 5].map((at) => exact(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ')
}

/** Finer than a hundredth, without an exponent, which PDF has none of. */
function exact(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 10_000) / 10_000 + 0 : 0
}

/**
 * Small plots for a terminal: horizontal bars and sparklines. Block characters of one eighth give
 * eight times the resolution of the width; where the terminal cannot show them, plain ASCII is used. Colour comes
 * only where the caller asks for it. Pure: strings out; the caller knows the width, the character set and whether
 * colours are wanted.
 */
import type { TextStyle } from '../../core/exhibit.js'
import { largestOf } from '../../core/statistics.js'
import { visible, visibleLines } from '../../core/visible.js'

export type TerminalStyle = TextStyle

/** The style of a text that is written into a file. */
export const FILE_STYLE: TerminalStyle = { width: 100, unicode: true, colour: false }

export const PLAIN_STYLE: TerminalStyle = { width: 80, unicode: true, colour: false }

export interface Bar {
  readonly label: string
  readonly value: number
  /** Written after the bar; nothing where left out. */
  readonly note?: string
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█']
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const ASCII_HEIGHTS = ['_', '.', '-', '=', '+', '*', '#', '@']
const NARROWEST_BAR = 5

const ANSI = { bar: '36', faint: '2', best: '32', worse: '31', strong: '1' } as const
export type Paint = keyof typeof ANSI
const OWN_PAINTS = new RegExp(`(\\u001b\\[(?:0|${Object.values(ANSI).join('|')})m)`)

/** `text` in a colour, or as it is where no colours are wanted. */
export function painted(text: string, paint: Paint, style: TerminalStyle): string {
  return style.colour && text !== '' ? `\u001b[${ANSI[paint]}m${text}\u001b[0m` : text
}

/**
 * One line a bar: label, bar, note. Bars start at zero and the longest fills the width; negative and missing values
 * have no bar. Lines are never wider than the style says, unless labels and notes alone are.
 */
export function barChart(bars: readonly Bar[], style: TerminalStyle): string {
  if (bars.length === 0) return ''
  const labels = bars.map(({ label }) => visible(label))
  const notes = bars.map(({ note }) => (note === undefined ? '' : visible(note)))
  const noteWidth = largestOf(notes.map(displayWidth))
  const room = Math.max(NARROWEST_BAR, style.width - noteWidth - (noteWidth > 0 ? 1 : 0))
  const labelWidth = Math.min(largestOf(labels.map(displayWidth)), Math.max(4, room - NARROWEST_BAR - 1))
  const barWidth = Math.max(NARROWEST_BAR, room - labelWidth - 1)
  const largest = largestOf([0, ...bars.map(({ value }) => (Number.isFinite(value) ? value : 0))])
  return bars
    .map(({ value }, k) => {
      const bar = painted(drawBar(value, largest, barWidth, style.unicode), 'bar', style)
      const filler = ' '.repeat(barWidth - barLength(value, largest, barWidth, style.unicode))
      const note = notes[k] === '' ? '' : `${filler} ${notes[k].padStart(noteWidth)}`
      return `${padded(labels[k], labelWidth)} ${bar}${note}`.trimEnd()
    })
    .join('\n')
}

/** A line of time a name, each with the largest of its values. */
export function sparklines(
  lines: readonly {
    readonly label: string
    readonly values: readonly number[]
    readonly format: (value: number) => string
  }[],
  style: TerminalStyle,
): string {
  const labels = lines.map(({ label }) => visible(label))
  const notes = lines.map(({ values, format }) => ` up to ${format(largestOf([0, ...values]))}`)
  const labelWidth = largestOf(labels.map(displayWidth))
  const width = Math.max(10, style.width - labelWidth - 1 - largestOf(notes.map(displayWidth)))
  return lines
    .map(
      ({ values }, k) =>
        `${labels[k].padEnd(labelWidth)} ${sparkline(values, { ...style, width })}${notes[k]}`,
    )
    .join('\n')
}

/** One character a value (means of neighbours where there are more values than columns). */
export function sparkline(values: readonly number[], style: TerminalStyle): string {
  const columns = resample(values, Math.max(1, style.width))
  const largest = largestOf([0, ...columns])
  const heights = style.unicode ? HEIGHTS : ASCII_HEIGHTS
  const text = columns
    .map((value) => {
      const level = largest > 0 ? Math.ceil((value / largest) * heights.length) - 1 : 0
      return heights[Math.min(heights.length - 1, Math.max(0, level))]
    })
    .join('')
  return painted(text, 'bar', style)
}

/**
 * Text as it may go to a terminal: our own colours pass where there are any, every other hidden character is shown by its
 * code. The last thing that happens to text on its way out, whoever wrote it.
 */
export function terminalText(text: string, { colour }: Pick<TerminalStyle, 'colour'>): string {
  return colour
    ? text
        .split(OWN_PAINTS)
        .map((part, k) => (k % 2 === 1 ? part : visibleLines(part)))
        .join('')
    : visibleLines(text)
}

/** Columns that a text takes: characters, not code units (wide scripts are not looked at). */
export function displayWidth(text: string): number {
  return [...text].length
}

function padded(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text + ' '.repeat(width - characters.length)
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`
}

function eighthsOf(value: number, largest: number, width: number): number {
  if (!(value > 0) || largest <= 0) return 0
  return Math.max(1, Math.round((value / largest) * width * 8))
}

function barLength(value: number, largest: number, width: number, unicode: boolean): number {
  const eighths = eighthsOf(value, largest, width)
  return unicode ? Math.ceil(eighths / 8) : Math.max(eighths > 0 ? 1 : 0, Math.round(eighths / 8))
}

function drawBar(value: number, largest: number, width: number, unicode: boolean): string {
  if (!unicode) return '#'.repeat(barLength(value, largest, width, false))
  const eighths = eighthsOf(value, largest, width)
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
}

function resample(values: readonly number[], columns: number): number[] {
  const finite = values.map((value) => (Number.isFinite(value) ? value : 0))
  if (finite.length <= columns) return finite
  return Array.from({ length: columns }, (_, k) => {
    const from = Math.floor((k * finite.length) / columns)
    const to = Math.floor(((k + 1) * finite.length) / columns)
    const part = finite.slice(from, to)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
}

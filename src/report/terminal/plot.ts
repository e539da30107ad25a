/**
 * Box plots and charts of lines as text, for a terminal of any width. Curves are drawn in Braille characters, each
 * of which has two by four dots; where the terminal shows ASCII only, one character is one dot. Pure: strings out.
 */

import { formatValue } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { visible } from '../../core/visible.js'
import { type BoxFacts, type BoxPanel, boxFacts, rangeOf } from '../box.js'
import type { PlottedPoint } from '../convergence.js'
import type { Chart, LineSeries } from '../plots/chart.js'
import { stepped } from '../plots/series-marks.js'
import { displayWidth, type Paint, painted, type TerminalStyle } from './terminal.js'
import { type ScaleMark, type ValueScale, valueScale } from './value-scale.js'

const NARROWEST_PLOT = 12
const WIDEST_PLOT = 110
const CURVE_ROWS = 12
/** Columns that a mark of a horizontal scale takes, and rows of a vertical one. */
const MARK_COLUMNS = 11
const MARK_ROWS = 3

/** One character of a line. */
interface Cell {
  readonly text: string
  readonly paint: Paint | null
}

const EMPTY: Cell = { text: ' ', paint: null }

interface Strokes {
  readonly whisker: string
  readonly lowEnd: string
  readonly highEnd: string
  readonly box: string
  readonly median: string
  readonly outlier: string
  readonly tick: string
  readonly rule: string
  readonly corner: string
  readonly side: string
  readonly sideTick: string
  readonly cut: string
}

const UNICODE: Strokes = {
  whisker: '─',
  lowEnd: '├',
  highEnd: '┤',
  box: '▒',
  median: '┃',
  outlier: '○',
  tick: '┬',
  rule: '─',
  corner: '└',
  side: '│',
  sideTick: '┤',
  cut: '…',
}

const ASCII: Strokes = {
  whisker: '-',
  lowEnd: '|',
  highEnd: '|',
  box: '=',
  median: '#',
  outlier: 'o',
  tick: '+',
  rule: '-',
  corner: '+',
  side: '|',
  sideTick: '+',
  cut: '~',
}

/** A line a sample: its label, its box (see report/box.ts), its median; below all the scale. */
export function boxText({ title, subtitle, unit, samples }: BoxPanel, style: TerminalStyle): string {
  const strokes = style.unicode ? UNICODE : ASCII
  const range = rangeOf(samples)
  const head = [painted(visible(title), 'strong', style), painted(visible(subtitle), 'faint', style)]
  if (range === null) return [head[0], 'no values'].join('\n')
  const facts = samples.map(({ values }) => boxFacts(values))
  const medians = facts.map((fact) => formatValue(fact?.median, unit))
  const medianWidth = largestOf(medians.map(displayWidth))
  const labels = samples.map(({ label }) => visible(label))
  const labelWidth = Math.min(largestOf(labels.map(displayWidth)), Math.max(6, Math.floor(style.width / 3)))
  const width = plotWidth(style.width - labelWidth - medianWidth - 2)
  const scale = valueScale(range.low, range.high, unit, Math.max(2, Math.floor(width / MARK_COLUMNS)))
  const rows = facts.map((fact, row) => {
    const line = paintedLine(fact === null ? [] : boxCells(fact, scale, width, strokes), width, style)
    return `${fitted(labels[row], labelWidth, strokes)} ${line} ${medians[row].padStart(medianWidth)}`.trimEnd()
  })
  const indent = ' '.repeat(labelWidth + 1)
  const [axis, marks] = scaleLines(scale, width, strokes)
  const note = scale.logarithmic ? `${head[1]}${painted('; logarithmic', 'faint', style)}` : head[1]
  return [head[0], note, ...rows, indent + painted(axis, 'faint', style), indent + marks].join('\n')
}

function boxCells(facts: BoxFacts, scale: ValueScale, width: number, strokes: Strokes): Cell[] {
  const cells = new Array<Cell>(width).fill(EMPTY)
  const at = (value: number): number => columnOf(scale, scale.place(value), width)
  const fill = (from: number, to: number, text: string, paint: Paint | null) => {
    for (let column = from; column <= to; column++) cells[column] = { text, paint }
  }
  const { lowWhisker, q1, median, q3, highWhisker, outliers } = facts
  fill(at(lowWhisker), at(highWhisker), strokes.whisker, 'bar')
  cells[at(lowWhisker)] = { text: strokes.lowEnd, paint: 'bar' }
  cells[at(highWhisker)] = { text: strokes.highEnd, paint: 'bar' }
  fill(at(q1), at(q3), strokes.box, 'bar')
  for (const value of outliers) cells[at(value)] = { text: strokes.outlier, paint: 'bar' }
  cells[at(median)] = { text: strokes.median, paint: 'strong' }
  return cells
}

/**
 * The only panel of a chart of lines, steps as lines and the others in dots.
 * @param chart made for about so many marks to the right and upwards
 */
export function linesText(
  name: string,
  chart: (mostAcross: number, mostUp: number) => Chart,
  style: TerminalStyle,
): string {
  const strokes = style.unicode ? UNICODE : ASCII
  const chartOf = (across: number) => linesOf(chart(across, CURVE_ROWS / MARK_ROWS))
  const { y } = chartOf(2)
  const labels = rowLabels(y)
  const labelWidth = largestOf(labels.map(displayWidth))
  const width = plotWidth(style.width - labelWidth - 2)
  const { x, series } = chartOf(Math.max(2, Math.floor(width / MARK_COLUMNS)))
  if (series.length === 0) return 'no values yet'
  const canvas = new Canvas(width, CURVE_ROWS, style.unicode)
  for (const line of series) {
    const corners = line.step ? stepped(line.points) : line.points
    const { paint, glyph } = line.step ? MAIN_LINE : SIDE_LINE
    canvas.draw(corners.map(placedOn(x, y)), paint, glyph, !line.step)
  }
  const rows = canvas.lines(style).map((line, row) => {
    const side = painted(labels[row] === '' ? strokes.side : strokes.sideTick, 'faint', style)
    return `${labels[row].padStart(labelWidth)} ${side}${line}`
  })
  const [axis, marks] = scaleLines(x, width, strokes)
  // The line that matters comes last in the chart, so that it lies above the others, and first in the legend.
  const legend = [...series].reverse().map(({ name, step }) => {
    const { paint, unicode, ascii } = step ? MAIN_LINE : SIDE_LINE
    return `${painted(style.unicode ? unicode : ascii, paint, style)} ${name}`
  })
  return [
    `${painted(visible(name), 'strong', style)} against evaluations${y.logarithmic ? ', logarithmic' : ''}`,
    ...rows,
    `${' '.repeat(labelWidth + 1)}${painted(strokes.corner + axis, 'faint', style)}`,
    ' '.repeat(labelWidth + 2) + marks,
    legend.join('   '),
  ].join('\n')
}

const MAIN_LINE = { paint: 'best', glyph: '*', unicode: '⠒⠒⠒', ascii: '***' } as const
const SIDE_LINE = { paint: 'faint', glyph: '.', unicode: '⠂⠐⠠', ascii: '. .' } as const

/** The scales of a chart's only panel, and its lines that have points. */
function linesOf({ panels: [panel] }: Chart) {
  if (!('scale' in panel.x && 'scale' in panel.y)) throw new TypeError('a chart of lines has two scales')
  const series = panel.series.filter((each) => each.kind === 'line' && each.points.length > 0) as LineSeries[]
  return { x: panel.x.scale, y: panel.y.scale, series }
}

/** Places between 0 and 1, from the left and from the top. */
function placedOn(x: ValueScale, y: ValueScale) {
  return (point: PlottedPoint): PlottedPoint => ({
    x: (x.place(point.x) - x.min) / (x.max - x.min),
    y: (y.max - y.place(point.y)) / (y.max - y.min),
  })
}

/** Dots in characters; where curves meet, the one drawn last has the colour. */
class Canvas {
  readonly #dotsAcross: number
  readonly #dotsDown: number
  readonly #dots: Uint8Array
  readonly #owners: (readonly [paint: Paint, glyph: string] | undefined)[]

  constructor(
    readonly width: number,
    readonly height: number,
    readonly braille: boolean,
  ) {
    this.#dotsAcross = braille ? 2 : 1
    this.#dotsDown = braille ? 4 : 1
    this.#dots = new Uint8Array(width * height)
    this.#owners = new Array(width * height)
  }

  /** A line through the points. @param dotted leaves out two of three dots */
  draw(points: readonly PlottedPoint[], paint: Paint, glyph: string, dotted: boolean): void {
    const across = this.width * this.#dotsAcross - 1
    const down = this.height * this.#dotsDown - 1
    const dots = points.map(({ x, y }) => [Math.round(x * across), Math.round(y * down)] as const)
    for (const [k, [x, y]] of dots.entries()) {
      const [fromX, fromY] = dots[Math.max(0, k - 1)]
      const steps = Math.max(Math.abs(x - fromX), Math.abs(y - fromY), 1)
      for (let step = 0; step <= steps; step++) {
        const atX = Math.round(fromX + ((x - fromX) * step) / steps)
        const atY = Math.round(fromY + ((y - fromY) * step) / steps)
        if (!dotted || (atX + atY) % 3 === 0) this.#dot(atX, atY, paint, glyph)
      }
    }
  }

  #dot(x: number, y: number, paint: Paint, glyph: string): void {
    const cell = Math.floor(y / this.#dotsDown) * this.width + Math.floor(x / this.#dotsAcross)
    // The bits of a Braille character: its upper three dots column by column, then the two lowest.
    const [column, row] = [x % this.#dotsAcross, y % this.#dotsDown]
    this.#dots[cell] |= row === 3 ? 64 << column : 1 << (row + 3 * column)
    this.#owners[cell] = [paint, glyph]
  }

  lines(style: TerminalStyle): string[] {
    return Array.from({ length: this.height }, (_, row) => {
      const cells = Array.from({ length: this.width }, (_, column): Cell => {
        const owner = this.#owners[row * this.width + column]
        if (owner === undefined) return EMPTY
        const [paint, glyph] = owner
        const dots = this.#dots[row * this.width + column]
        return { text: this.braille ? String.fromCharCode(0x2800 + dots) : glyph, paint }
      })
      return paintedLine(cells, this.width, style).trimEnd()
    })
  }
}

/** The label of each row of a vertical scale; empty where there is no mark. */
function rowLabels(scale: ValueScale): string[] {
  const labels = new Array<string>(CURVE_ROWS).fill('')
  for (const { at, label } of scale.marks) {
    const row = Math.round(((scale.max - at) / (scale.max - scale.min)) * (CURVE_ROWS - 1))
    labels[row] = label
  }
  return labels
}

/** A horizontal scale: its rule with ticks, and below them as many labels as do not touch. */
function scaleLines(scale: ValueScale, width: number, strokes: Strokes): [string, string] {
  const axis = new Array<string>(width).fill(strokes.rule)
  let labels = ''
  for (const { at, label } of scale.marks) {
    const column = columnOf(scale, at, width)
    axis[column] = strokes.tick
    const start = labelStart({ at: column, label }, width)
    const free = labels.length === 0 ? 0 : labels.length + 2
    if (start >= free) labels = labels.padEnd(start) + label
  }
  return [axis.join(''), labels]
}

/** The label's first column: centred on its mark, but within the width. */
function labelStart({ at, label }: ScaleMark, width: number): number {
  return Math.max(0, Math.min(at - Math.floor(label.length / 2), width - label.length))
}

function columnOf(scale: ValueScale, place: number, width: number): number {
  const share = (place - scale.min) / (scale.max - scale.min)
  return Math.min(width - 1, Math.max(0, Math.round(share * (width - 1))))
}

function plotWidth(room: number): number {
  return Math.min(WIDEST_PLOT, Math.max(NARROWEST_PLOT, room))
}

function fitted(text: string, width: number, { cut }: Strokes): string {
  const characters = [...text]
  if (characters.length <= width) return text + ' '.repeat(width - characters.length)
  return characters.slice(0, width - 1).join('') + cut
}

/** The cells as text, neighbours of one colour painted together. */
function paintedLine(cells: readonly Cell[], width: number, style: TerminalStyle): string {
  let line = ''
  for (let first = 0; first < cells.length; ) {
    const { paint } = cells[first]
    let next = first
    let run = ''
    for (; next < cells.length && cells[next].paint === paint; next++) run += cells[next].text
    line += paint === null ? run : painted(run, paint, style)
    first = next
  }
  return line + ' '.repeat(width - cells.length)
}

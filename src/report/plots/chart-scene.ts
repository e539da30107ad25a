/** The layout of a chart: where panels, axes, labels and legends stand follows from the room that their texts take. Pure. */

import type { DataTable, Picture } from '../../core/exhibit.js'
import type { Mark, Scene } from '../../core/scene.js'
import { largestOf } from '../../core/statistics.js'
import { type Axis, type Chart, type ChartPanel, chartData, type Legend } from './chart.js'
import { fittedText, heading, labelFit, path, pixels, scene, swatch, text, textPixels } from './marks.js'
import { bottomAxis, frame, grid, leftAxis, type Panel } from './panel.js'
import { placesIn, seriesMarks } from './series-marks.js'
import { PLOT_WIDTH } from './theme.js'

const LINE = 22
const NOTE_LINE = 16
/** Between the parts of a note, as plots write it. */
const NOTE_GAP = ' · '
const SUBTITLE = 14
const GAP = 16
const RIGHT = 26
const LABEL_SIZE = 12
const MOST_CLASS_PIXELS = 170
const LEGEND_GAP = 22

/** @param data what it draws; of lines and bars their values, where left out */
export function chartPicture(name: string, chart: Chart, data: DataTable = chartData(chart)): Picture {
  return { name, scene: chartScene(chart), data }
}

/** Where everything stands, and its marks. */
function chartScene(chart: Chart, width = PLOT_WIDTH): Scene {
  const { label, title, note, legend = [], panels } = chart
  const columns = Math.max(1, Math.min(chart.columns ?? 1, panels.length))
  const column = width / columns
  const marks: Mark[] = []
  let top = 4
  if (title !== undefined) {
    marks.push(heading(title, 8, width - 16))
    top += LINE + 6
  }
  const lines = noteLines(note ?? '', width - 16)
  for (const each of lines.map((line, k) => text(8, top + 12 + NOTE_LINE * k, line, 'faint')))
    marks.push(each)
  if (lines.length > 0) top += LINE + NOTE_LINE * (lines.length - 1)
  if (legend.length > 1) {
    const shown = legendRows(legend, width - RIGHT - GAP)
    for (const each of shown.flatMap((row, k) => legendRow(row, width - RIGHT, top + k * LINE + 8)))
      marks.push(each)
    top += shown.length * LINE
  }
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns)
    const head = largestOf(row.map(headOf))
    row.forEach((panel, k) => {
      const left = k * column
      const margin = largestOf(panels.filter((_, at) => at % columns === k).map(leftOf))
      const body: Panel = {
        x: left + margin,
        y: top + head,
        width: column - margin - RIGHT - (panel.bare ? VALUE_ROOM : 0),
        height: panel.height,
      }
      for (const each of titles(panel, panel.bare || columns > 1 ? left + 8 : body.x, top, column - 20))
        marks.push(each)
      for (const each of panelMarks(panel, body, left)) marks.push(each)
    })
    top += largestOf(row.map((panel) => head + panel.height + footOf(panel, column))) + GAP
  }
  return scene(width, Math.max(top - GAP + 4, 24), label, marks)
}

/** The parts of a note in as many lines as they take. */
function noteLines(note: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const part of note === '' ? [] : note.split(NOTE_GAP)) {
    const longer = [...lines.slice(-1), part].join(NOTE_GAP)
    if (lines.length > 0 && textPixels(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(fittedText(part, width))
  }
  return lines
}

/** Room for the number behind the longest bar. */
const VALUE_ROOM = 60

function titles({ title, subtitle }: ChartPanel, x: number, y: number, width: number): Mark[] {
  return [
    ...(title === undefined
      ? []
      : [text(x, y + 14, fittedText(title, width, 13), 'ink', 'start', { size: 13, bold: true })]),
    ...(subtitle === undefined
      ? []
      : [text(x, y + 28, fittedText(subtitle, width, 11), 'faint', 'start', { size: 11 })]),
  ]
}

function headOf({ title, subtitle }: ChartPanel): number {
  return (title === undefined ? 10 : LINE) + (subtitle === undefined ? 0 : SUBTITLE)
}

/** Pixels left of a panel: its labels and its name. */
function leftOf({ y }: ChartPanel): number {
  const labels = 'scale' in y ? y.scale.marks.map((mark) => mark.label) : y.classes
  const widest = largestOf([0, ...labels.map((label) => textPixels(label, LABEL_SIZE))])
  const room = 'scale' in y ? widest : Math.min(MOST_CLASS_PIXELS, widest)
  return 16 + room + (y.name === undefined ? 0 : LINE)
}

/** Pixels below a panel. */
function footOf({ x, bare }: ChartPanel, column: number): number {
  if (bare) return 4
  const labels = 'scale' in x ? 18 : labelFit(x.classes, column - 100).pixels
  return labels + 4 + (x.name === undefined ? 0 : LINE - 2)
}

function panelMarks(panel: ChartPanel, body: Panel, left: number): Mark[] {
  const { x, y, series, bare } = panel
  const lines = grid(
    'scale' in x && x.lines ? x.scale : null,
    'scale' in y && y.lines !== false && !bare ? y.scale : null,
    body,
  )
  const drawn = seriesMarks(series, placesIn(panel, body))
  if (bare) return [...drawn, ...classLabels(y, body)]
  const name =
    x.name === undefined
      ? []
      : [
          text(
            body.x + body.width / 2,
            body.y + body.height + footOf(panel, body.width + 100) - 4,
            x.name,
            'faint',
            'middle',
          ),
        ]
  const upwards = y.name === undefined ? [] : [turned(y.name, left + 16, body)]
  return [
    ...lines,
    ...drawn,
    frame(body),
    ...('scale' in x ? bottomAxis(x.scale, body, LABEL_SIZE, 20) : bandLabels(x.classes, body)),
    ...('scale' in y ? leftAxis(y.scale, body, LABEL_SIZE) : classLabels(y, body)),
    ...name,
    ...upwards,
  ]
}

function turned(name: string, x: number, { y, height }: Panel): Mark {
  return text(x, y + height / 2, fittedText(name, height + 20), 'ink', 'middle', { turn: -90 })
}

/** Names of the classes of an upright axis, beside their bands. */
function classLabels(axis: Axis, { x, y, height }: Panel): Mark[] {
  if ('scale' in axis) return []
  const band = height / Math.max(1, axis.classes.length)
  return axis.classes.map((name, k) =>
    text(x - 8, y + (k + 0.5) * band + 4, fittedText(name, MOST_CLASS_PIXELS, LABEL_SIZE), 'ink', 'end'),
  )
}

/** Names of classes below their bands, turned where they would touch. */
function bandLabels(classes: readonly string[], { x, y, width, height }: Panel): Mark[] {
  const band = width / Math.max(1, classes.length)
  const { turned: isTurned } = labelFit(classes, width)
  const ticks = classes.map((_, k) => `M${pixels(x + (k + 0.5) * band)} ${pixels(y + height)}v4`).join('')
  const labels = classes.map((name, k) => {
    const middle = x + (k + 0.5) * band
    return isTurned
      ? text(middle + 4, y + height + 14, fittedText(name, 150), 'ink', 'end', { turn: -40 })
      : text(middle, y + height + 18, name, 'ink', 'middle')
  })
  return ticks === '' ? [] : [path(ticks, { stroke: 'faint' }), ...labels]
}

/** Entries of a legend in as many rows as they take. */
function legendRows(entries: readonly Legend[], width: number): Legend[][] {
  const rows: Legend[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const own = legendWidth(entry)
    if (used + own > width) {
      rows.push([])
      used = 0
    }
    rows[rows.length - 1].push(entry)
    used += own
  }
  return rows
}

function legendWidth({ name }: Legend): number {
  return 22 + textPixels(name) + LEGEND_GAP
}

/** From the right, so that it stands over the end of what it explains. */
function legendRow(entries: readonly Legend[], right: number, y: number): Mark[] {
  let x = right + LEGEND_GAP - entries.reduce((sum, entry) => sum + legendWidth(entry), 0)
  return entries.flatMap((entry) => {
    const left = x
    x += legendWidth(entry)
    const sign =
      entry.dash === undefined
        ? swatch(left + 7, y, entry.colour)
        : path(`M${pixels(left)} ${y}h16`, { stroke: entry.colour, thick: 2.5, dash: entry.dash })
    return [sign, text(left + 21, y + 4, entry.name, 'ink')]
  })
}

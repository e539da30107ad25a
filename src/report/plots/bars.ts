/** Distributions of a log: bars over classes, and arrivals by weekday and hour. */

import type { Picture, TextStyle } from '../../core/exhibit.js'
import { formatCount, formatPercent } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { barChart, sparklines } from '../terminal/terminal.js'
import { valueScale } from '../terminal/value-scale.js'
import { chartPicture } from './chart-scene.js'
import { densityColour, SERIES_COLOURS } from './theme.js'

const HEIGHT = 220
const ROW = 26

/** In characters: bars of one kind, columns of a line of time, and of bars. */
const MOST_BARS = 12
const LINE = 50
const WIDEST = 90

export interface BarPlot {
  readonly name: string
  readonly label: string
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
  readonly xName: string
  readonly yName: string
  /** Values are shares, written as percentages. */
  readonly percent: boolean
}

/** Upright bars, one group a category. */
export function barPlot({ name, label, categories, series, xName, yName, percent }: BarPlot): Picture {
  const coloured = series.map((each, k) => ({
    ...{ ...each, kind: 'bars' as const },
    colour: SERIES_COLOURS[k % SERIES_COLOURS.length],
  }))
  const largest = largestOf([0, ...series.flatMap(({ values }) => values)])
  const picture = chartPicture(name, {
    label,
    legend: coloured.map((each) => ({ name: each.name, colour: each.colour })),
    panels: [
      {
        x: { classes: categories, name: xName },
        y: { scale: valueScale(0, largest, percent ? 'share' : 'count', 5), name: yName },
        height: HEIGHT,
        series: coloured,
      },
    ],
  })
  const format = percent ? formatPercent : formatCount
  const [first, ...further] = series
  const lines = [{ label: first.name, values: first.values, format }]
  const bars = categories.map((category, k) => ({
    label: category,
    value: first.values[k],
    note: [first, ...further]
      .map((each) => `${format(each.values[k])}${further.length > 0 ? ` ${each.name}` : ''}`)
      .join(', '),
  }))
  // Hours beside each other are a course, which one line shows.
  const sketch = (style: TextStyle) =>
    further.length === 0 && categories.length > MOST_BARS
      ? sparklines(lines, { ...style, width: Math.min(style.width, LINE) })
      : barChart(bars, { ...style, width: Math.min(style.width, WIDEST) })
  return { ...picture, sketch }
}

/** Cells of a week, darker where there is more; rows are drawn in the order given. */
export function weekPlot(plot: {
  readonly name: string
  readonly label: string
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[]
  readonly columns: readonly string[]
  readonly xName: string
}): Picture {
  const { name, label, rows, columns, xName } = plot
  const largest = largestOf([0, ...rows.flatMap(({ values }) => values)])
  const cells = rows.flatMap(({ label: day, values }, row) =>
    values.map((value, column) => ({
      ...{ column, row },
      fill: densityColour(largest > 0 ? value / largest : 0),
      title: `${day}, ${columns[column]}: ${formatCount(value)}`,
    })),
  )
  const picture = chartPicture(
    name,
    {
      ...{ label, note: `darkest: ${formatCount(largest)}` },
      panels: [
        {
          x: { classes: columns, name: xName },
          y: { classes: rows.map((row) => row.label) },
          height: ROW * rows.length,
          series: [{ kind: 'cells', cells }],
        },
      ],
    },
    { columns: ['', ...columns], rows: rows.map(({ label: day, values }) => [day, ...values]) },
  )
  const lines = rows.map((row) => ({ ...row, format: formatCount }))
  return {
    ...picture,
    sketch: (style) => sparklines(lines, { ...style, width: Math.min(style.width, LINE) }),
  }
}

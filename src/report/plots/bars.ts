/** Distributions of a log: bars over classes, and arrivals by weekday and hour. */

import type { Picture } from '../../core/exhibit.js'
import { formatCount } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { valueScale } from '../value-scale.js'
import { chartPicture } from './chart-scene.js'
import { densityColour, SERIES_COLOURS } from './theme.js'

const HEIGHT = 220
const ROW = 26

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
  return chartPicture(name, {
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
  return chartPicture(
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
}

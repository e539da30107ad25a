/** Distributions of a log: bars over classes, and arrivals by weekday and hour. */
import type { EChartsOption } from 'echarts'
import { formatCount, formatPercent } from '../../core/format.js'
import { AXIS_STYLE, labelFit, renderChart } from './chart.js'
import { densityColour, FAINT_INK, INK, SERIES_COLOURS } from './theme.js'

const HEIGHT = 280

export interface BarSeries {
  readonly name: string
  readonly values: readonly number[]
}

export interface BarPlot {
  readonly id: string
  readonly label: string
  readonly categories: readonly string[]
  readonly series: readonly BarSeries[]
  readonly xName: string
  readonly yName: string
  /** Values are shares, written as percentages. */
  readonly percent: boolean
}

/** Upright bars, one group a category. */
export async function barPlot(plot: BarPlot): Promise<string> {
  const { categories, series, percent } = plot
  const { turned, pixels: below } = labelFit(categories)
  const legend = series.length > 1
  const option: EChartsOption = {
    legend: { show: legend, top: 2, right: 24, itemHeight: 10, textStyle: { color: INK } },
    grid: { left: 76, right: 24, top: legend ? 34 : 20, bottom: below + 34, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: [...categories],
      name: plot.xName,
      nameLocation: 'middle',
      nameGap: below + 10,
      ...AXIS_STYLE,
      axisLabel: { ...AXIS_STYLE.axisLabel, interval: 0, rotate: turned ? 40 : 0 },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      name: plot.yName,
      nameLocation: 'middle',
      nameGap: 56,
      min: 0,
      ...AXIS_STYLE,
      splitNumber: 4,
      axisLabel: {
        ...AXIS_STYLE.axisLabel,
        formatter: (value: number) => (percent ? formatPercent(value).replace('.0', '') : formatCount(value)),
      },
    },
    series: series.map(({ name, values }, k) => ({
      type: 'bar',
      name,
      barCategoryGap: '25%',
      itemStyle: { color: SERIES_COLOURS[k % SERIES_COLOURS.length] },
      data: values.map((value) => Number(value.toPrecision(6))),
    })),
  }
  return renderChart(option, { id: plot.id, label: plot.label, height: HEIGHT + below })
}

/** Cells of a week, darker where there is more; rows are drawn in the order given. */
export async function weekPlot(plot: {
  readonly id: string
  readonly label: string
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[]
  readonly columns: readonly string[]
  readonly xName: string
}): Promise<string> {
  const { rows, columns } = plot
  const largest = Math.max(0, ...rows.flatMap(({ values }) => values))
  const data = rows.flatMap(({ values }, row) => values.map((value, column) => [column, row, value]))
  const option: EChartsOption = {
    title: {
      text: `darkest: ${formatCount(largest)}`,
      right: 24,
      top: 0,
      textStyle: { fontSize: 12, fontWeight: 'normal', color: FAINT_INK },
    },
    grid: { left: 96, right: 24, top: 24, bottom: 48, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: [...columns],
      name: plot.xName,
      nameLocation: 'middle',
      nameGap: 28,
      ...AXIS_STYLE,
      splitLine: { show: false },
    },
    yAxis: {
      type: 'category',
      data: rows.map(({ label }) => label),
      inverse: true,
      ...AXIS_STYLE,
      splitLine: { show: false },
    },
    series: [
      {
        type: 'custom',
        data,
        renderItem: (_, api) => {
          const size = api.size?.([1, 1])
          const [width, height] = Array.isArray(size) ? size : [0, 0]
          const [x, y] = api.coord([api.value(0), api.value(1)])
          const share = largest > 0 ? Number(api.value(2)) / largest : 0
          return {
            type: 'rect',
            shape: {
              x: Math.round(x - width / 2) + 1,
              y: Math.round(y - height / 2) + 1,
              width: Math.floor(width) - 1,
              height: Math.floor(height) - 1,
            },
            style: { fill: densityColour(share) },
          }
        },
      },
    ],
  }
  return renderChart(option, { id: plot.id, label: plot.label, height: 72 + 26 * rows.length })
}

/** How precise estimates become with more trials, both axes logarithmic: error falls with the root of their number. */
import type { EChartsOption } from 'echarts'
import { formatCount, formatNumber } from '../../core/format.js'
import type { PrecisionPoint } from '../../learn/score/trials/found.js'
import { markedAxis, renderChart } from './chart.js'
import { BLUE, FAINT_INK, INK, ORANGE } from './theme.js'

export interface PrecisionPlot {
  readonly id: string
  readonly label: string
  /** Ascending in trials; at least one. */
  readonly points: readonly PrecisionPoint[]
  /** What is to be reached; null where nothing is asked. */
  readonly asked: number | null
}

const HEIGHT = 340
/** Room at the ends of an axis, as a factor. */
const ROOM = 1.25

export async function precisionPlot({ id, label, points, asked }: PrecisionPlot): Promise<string> {
  const errors = [...points.flatMap(({ median, most }) => [median, most]), ...(asked === null ? [] : [asked])]
  const positive = errors.filter((error) => error > 0)
  const x = axisOf(
    points.map(({ trials }) => trials),
    [1, 2, 5],
    formatCount,
  )
  const y = axisOf(positive.length > 0 ? positive : [1], [1, 2, 5], formatNumber)
  const line = (name: string, color: string, of: (point: PrecisionPoint) => number) => ({
    type: 'line' as const,
    name,
    symbol: 'circle',
    symbolSize: 5,
    lineStyle: { color, width: 2 },
    itemStyle: { color },
    data: points
      .filter((point) => of(point) > 0)
      .map((point) => [Math.log10(point.trials), Number(Math.log10(of(point)).toPrecision(8))]),
  })
  const option: EChartsOption = {
    legend: { top: 4, right: 20, itemGap: 18, icon: 'rect', itemHeight: 3, textStyle: { color: INK } },
    grid: { left: 96, right: 28, top: 38, bottom: 50, outerBoundsMode: 'none' },
    xAxis: {
      ...markedAxis(x.marks, x.min, x.max),
      name: 'trials of a tuple, logarithmic',
      nameLocation: 'middle',
      nameGap: 28,
    },
    yAxis: {
      ...markedAxis(y.marks, y.min, y.max),
      name: 'normalised deviation, logarithmic',
      nameLocation: 'middle',
      nameGap: 62,
    },
    series: [
      line('largest of the tuples', ORANGE, ({ most }) => most),
      line('median of the tuples', BLUE, ({ median }) => median),
      ...(asked === null
        ? []
        : [
            {
              type: 'line' as const,
              name: 'asked for',
              showSymbol: false,
              lineStyle: { color: FAINT_INK, width: 1.2, type: 'dashed' as const },
              itemStyle: { color: FAINT_INK },
              data: [x.min, x.max].map((at) => [at, Math.log10(asked)]),
            },
          ]),
    ],
  }
  return renderChart(option, { id, label, height: HEIGHT })
}

/** A logarithmic axis around positive values, with marks at these multiples of powers of ten. */
function axisOf(values: readonly number[], multiples: readonly number[], format: (value: number) => string) {
  const min = Math.log10(Math.min(...values) / ROOM)
  const max = Math.log10(Math.max(...values) * ROOM)
  const marks: { at: number; label: string }[] = []
  for (let power = Math.floor(min); power <= max; power++) {
    for (const multiple of multiples) {
      const at = Math.log10(multiple) + power
      if (at >= min && at <= max) marks.push({ at, label: format(multiple * 10 ** power) })
    }
  }
  return { min, max, marks }
}

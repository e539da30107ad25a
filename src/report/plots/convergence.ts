/** Best so far and the median of each generation against evaluations. */
import type { EChartsOption } from 'echarts'
import type { ConvergenceObjective, ConvergencePoint } from '../../evaluation/convergence.js'
import { curveOf, type PlottedPoint, thinned } from '../convergence.js'
import { type ValueScale, valueScale } from '../value-scale.js'
import { markedAxis, renderChart } from './chart.js'
import { BLUE, INK, ORANGE, PLOT_WIDTH } from './theme.js'

const HEIGHT = 340
const MOST_X_MARKS = 8
const MOST_Y_MARKS = 6
/** Evaluations and a scale to show where there is nothing to show yet. */
const EMPTY = { x: 1, low: 0, high: 1 }

export interface ConvergencePlot {
  readonly id: string
  readonly label: string
  readonly objective: ConvergenceObjective
  /** Ascending in evaluations. */
  readonly points: readonly ConvergencePoint[]
}

export async function convergencePlot({ id, label, objective, points }: ConvergencePlot): Promise<string> {
  const best = curveOf(points, 'best')
  const median = curveOf(points, 'median')
  const { x, y } = scalesOf([...best, ...median], objective)
  const line = (
    name: string,
    color: string,
    width: number,
    curve: readonly PlottedPoint[],
    step: boolean,
  ) => ({
    type: 'line' as const,
    name,
    showSymbol: curve.length === 1,
    symbol: 'circle',
    symbolSize: 6,
    // What was best stays so until something better is found.
    ...(step && { step: 'end' as const }),
    lineStyle: { color, width },
    itemStyle: { color },
    data: thinned(curve, PLOT_WIDTH).map((point) => [point.x, Number(y.place(point.y).toPrecision(8))]),
  })
  const option: EChartsOption = {
    legend: { top: 4, right: 20, itemGap: 18, icon: 'rect', itemHeight: 3, textStyle: { color: INK } },
    grid: { left: 96, right: 28, top: 38, bottom: 50, outerBoundsMode: 'none' },
    xAxis: {
      ...markedAxis(x.marks, x.min, x.max),
      name: 'evaluations',
      nameLocation: 'middle',
      nameGap: 28,
      splitLine: { show: false },
    },
    yAxis: {
      ...markedAxis(y.marks, y.min, y.max),
      name: `${objective.name}${y.logarithmic ? ', logarithmic' : ''}`,
      nameLocation: 'middle',
      nameGap: 76,
      nameTextStyle: { color: INK, width: HEIGHT - 90, overflow: 'truncate' },
    },
    series: [
      line('median of the generation', ORANGE, 1.2, median, false),
      line('best so far', BLUE, 2.2, best, true),
    ],
  }
  return renderChart(option, { id, label, height: HEIGHT })
}

function scalesOf(
  points: readonly PlottedPoint[],
  { unit }: ConvergenceObjective,
): { x: ValueScale; y: ValueScale } {
  let { x: last, low, high } = EMPTY
  if (points.length > 0) {
    last = points.reduce((most, { x }) => Math.max(most, x), 1)
    low = points.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY)
    high = points.reduce((most, { y }) => Math.max(most, y), Number.NEGATIVE_INFINITY)
  }
  return { x: valueScale(0, last, 'count', MOST_X_MARKS), y: valueScale(low, high, unit, MOST_Y_MARKS) }
}

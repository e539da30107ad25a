/** How far AWRT and AWWT of a scaled log are from the original's, against the factor. */
import type { EChartsOption } from 'echarts'
import { byFactor, factorText, type MatchInfo } from '../match.js'
import { AXIS_STYLE, renderChart } from './chart.js'
import { BLUE, FAINT_INK, GREEN, ORANGE } from './theme.js'

const HEIGHT = 340

export async function matchPlot(match: MatchInfo, id: string): Promise<string> {
  const points = byFactor(match.history)
  const line = (
    name: string,
    color: string,
    symbol: string,
    of: (point: (typeof points)[number]) => number,
  ) => ({
    type: 'line' as const,
    name,
    symbol,
    symbolSize: 6,
    lineStyle: { width: 1.5, color },
    itemStyle: { color },
    data: points.map((point) => [point.factor, Number((100 * of(point)).toPrecision(6))]),
  })
  const wait = line('AWWT', BLUE, 'circle', ({ deviationAWWT }) => deviationAWWT)
  const response = line('AWRT', ORANGE, 'rect', ({ deviationAWRT }) => deviationAWRT)
  const mark = (at: number, color: string, label: string) => ({
    xAxis: Number(at.toFixed(4)),
    lineStyle: { color, type: 'dashed' as const, width: 1.5 },
    label: { formatter: label, color, position: 'end' as const },
  })
  const option: EChartsOption = {
    legend: { data: ['AWWT', 'AWRT'], top: 4, right: 20, itemGap: 18 },
    grid: { left: 76, right: 24, top: 52, bottom: 50, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      name: 'factor f',
      nameLocation: 'middle',
      nameGap: 28,
      scale: true,
      ...AXIS_STYLE,
      // At the foot of the plot, not where the deviation is 0.
      axisLine: { ...AXIS_STYLE.axisLine, onZero: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      name: 'deviation from the original, %',
      nameLocation: 'middle',
      nameGap: 56,
      ...AXIS_STYLE,
    },
    series: [
      {
        ...wait,
        markLine: {
          symbol: 'none',
          silent: true,
          data: [
            mark(match.precise, FAINT_INK, `f₀ ${match.precise.toFixed(2)}`),
            mark(match.best.factor, GREEN, `f ${factorText(match.best)}`),
          ],
        },
      },
      response,
    ],
  }
  return renderChart(option, {
    id,
    label: `Deviation of AWWT and AWRT from the original under ${match.policy}, against the factor`,
    height: HEIGHT,
  })
}

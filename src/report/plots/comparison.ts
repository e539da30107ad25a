/** Policies beside each other: one small bar chart for each objective. */
import type { EChartsOption } from 'echarts'
import { formatValue } from '../../core/format.js'
import { bestValue, type ComparedPolicy, isValue } from '../../evaluation/ranking.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { AXIS_STYLE, renderChart } from './chart.js'
import { BLUE, FAINT_INK, GREEN, GREY, INK, PLOT_WIDTH } from './theme.js'

const COLUMNS = 2
const ROW = 24
const HEAD = 34
const GAP = 18
/** Room for the number behind the longest bar. */
const VALUE_ROOM = 84
const MOST_NAME_PIXELS = 170
const NOTE_HEIGHT = 26

/**
 * Bars for every policy under every objective that anybody has a value for. The baseline is grey, the best of each
 * objective green.
 */
export async function comparisonPlot(
  policies: readonly ComparedPolicy[],
  objectives: readonly ObjectiveInfo[],
  baseline: string,
  id: string,
): Promise<string> {
  const shown = objectives.filter(({ name }) => policies.some(({ objectives: of }) => isValue(of[name])))
  const rows = Math.max(1, Math.ceil(shown.length / COLUMNS))
  const panelHeight = ROW * policies.length
  const step = HEAD + panelHeight + GAP
  const nameWidth = Math.min(
    MOST_NAME_PIXELS,
    12 + 7 * Math.max(...policies.map(({ policy }) => policy.length)),
  )
  const columnWidth = PLOT_WIDTH / COLUMNS
  const left = (k: number): number => (k % COLUMNS) * columnWidth + nameWidth + 8
  const top = (k: number): number => NOTE_HEIGHT + Math.floor(k / COLUMNS) * step + HEAD
  const option: EChartsOption = {
    title: [
      {
        text: `green: best   grey: ${baseline}, the baseline`,
        left: 4,
        top: 2,
        textStyle: { fontSize: 12, fontWeight: 'normal' as const, color: FAINT_INK },
      },
      ...shown.map(({ name, description, sense }, k) => ({
        text: [name, ...description.split(':').slice(0, 1)].filter(Boolean).join(': '),
        subtext: sense === 'min' ? 'less is better' : 'more is better',
        left: (k % COLUMNS) * columnWidth + 4,
        top: top(k) - HEAD,
        itemGap: 1,
        textStyle: {
          fontSize: 13,
          fontWeight: 'bold' as const,
          color: INK,
          width: columnWidth - 20,
          overflow: 'truncate' as const,
        },
        subtextStyle: { fontSize: 11, color: FAINT_INK },
      })),
    ],
    grid: shown.map((_, k) => ({
      left: left(k),
      width: columnWidth - nameWidth - 8 - VALUE_ROOM,
      top: top(k) + 4,
      height: panelHeight,
      outerBoundsMode: 'none',
    })),
    xAxis: shown.map((_, k) => ({ type: 'value' as const, gridIndex: k, min: 0, show: false })),
    yAxis: shown.map((_, k) => ({
      type: 'category' as const,
      gridIndex: k,
      inverse: true,
      data: policies.map(({ policy }) => policy),
      ...AXIS_STYLE,
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { ...AXIS_STYLE.axisLabel, interval: 0, width: nameWidth, overflow: 'truncate' as const },
    })),
    series: shown.map((objective, k) => {
      const best = bestValue(policies, objective)
      return {
        type: 'bar' as const,
        xAxisIndex: k,
        yAxisIndex: k,
        barWidth: '62%',
        data: policies.map(({ policy, objectives: of }) => {
          const value = of[objective.name] ?? null
          const colour = value !== null && value === best ? GREEN : policy === baseline ? GREY : BLUE
          return {
            value: value === null || !Number.isFinite(value) ? 0 : Number(value.toPrecision(8)),
            itemStyle: { color: colour },
            label: {
              show: true,
              position: 'right' as const,
              color: INK,
              formatter: formatValue(value, objective.unit),
            },
          }
        }),
      }
    }),
  }
  return renderChart(option, {
    id,
    label: `${shown.map(({ name }) => name).join(', ')} of the policies ${policies.map(({ policy }) => policy).join(', ')}`,
    height: NOTE_HEIGHT + rows * step,
  })
}
